"""Records Atari games of ale-py, for AtariGoldenTest, and images scaled by OpenCV, for AreaResizeTest.

    python scripts/golden/envs_atari.py

It needs ale-py 0.12.1, gymnasium 1.4.0, opencv-python-headless 5.0.0.93, numpy and safetensors.

Sticky actions are off: ale-py draws their random numbers from its emulator, and we do not. Each game has 500 random
actions; `action`, `reward`, `lives`, `terminated`, `truncated` are those of each step, `crc` is the CRC-32 of each
observation, 501 of them, where the one after an end is the next episode's first, and `final` that of the true last
ones, one per end.
`vector/GAME/SEED`       AtariVectorEnv as SLM-Lab makes it, stacks of four images; `vector/GAME/SEED/lives` with
                         life_loss_info; resets after the first continue its random numbers
`wrapped/GAME`           Gymnasium's AtariPreprocessing without no-ops, single images
`raw/GAME/OBS_TYPE`      AtariEnv itself, 100 steps
`frame/GAME`             the last frame of `wrapped/GAME`, to inspect if a CRC differs
"""

import pathlib
import zlib

import ale_py
import cv2
import gymnasium
import numpy as np
from ale_py.vector_env import AtariVectorEnv
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import AtariPreprocessing
from safetensors.numpy import save_file

ROOT = pathlib.Path(__file__).resolve().parents[2]
STEPS = 500
GAMES = ("pong", "breakout", "space_invaders", "seaquest", "freeway")
SEEDS = (0, 1, 2)
SIZES = ((84, 84), (64, 64), (80, 105), (40, 70), (160, 210), (53, 35), (160, 84))  # width, height
VERSIONS = f"ale-py {ale_py.__version__}, gymnasium {gymnasium.__version__}, opencv {cv2.__version__}, scripts/golden/envs_atari.py"


def crc(obs):
    return zlib.crc32(np.ascontiguousarray(obs).tobytes())


def choose(game, actions, rng):
    """Random actions; mostly up in Freeway, where nothing else is rewarded."""
    return 1 if game == "freeway" and rng.random() < 0.8 else int(rng.integers(actions))


class Recording:
    def __init__(self, obs):
        self.rows = {"action": [], "reward": [], "lives": [], "terminated": [], "truncated": []}
        self.crcs = [crc(obs)]
        self.finals = []

    def add(self, action, reward, lives, terminated, truncated, obs):
        for name, value in zip(self.rows, (action, reward, lives, terminated, truncated)):
            self.rows[name].append(int(value))
        self.crcs.append(crc(obs))

    def arrays(self, name):
        ends = sum(self.rows["terminated"]) + sum(self.rows["truncated"])
        print(name, "reward", sum(self.rows["reward"]), "ends", ends)
        types = {"reward": np.float32, "terminated": np.uint8, "truncated": np.uint8}
        arrays = {key: np.array(values, types.get(key, np.int32)) for key, values in self.rows.items()}
        arrays |= {"crc": np.array(self.crcs, np.uint32).view(np.int32)}
        arrays |= {"final": np.array(self.finals, np.uint32).view(np.int32)}
        return {f"{name}/{key}": array for key, array in arrays.items()}


def vector(game, seed, life_loss_info):
    env = AtariVectorEnv(
        game, 1, reward_clipping=False, life_loss_info=life_loss_info, autoreset_mode=AutoresetMode.SAME_STEP
    )
    rng = np.random.default_rng(seed)
    obs, info = env.reset(seed=seed)
    lives = info["lives"][0]
    told = Recording(obs)
    for _ in range(STEPS):
        action = choose(game, env.single_action_space.n, rng)
        obs, reward, terminated, truncated, info = env.step(np.array([action]))
        if terminated[0] or truncated[0]:
            # A lost life is not a reset: the game continues with the same observation.
            told.finals.append(crc(obs if info["lives"][0] < lives else info["final_obs"]))
        lives = info["lives"][0]
        told.add(action, reward[0], info["lives"][0], terminated[0], truncated[0], obs)
    return told


def single(game, env, seed, steps, numbers):
    rng = np.random.default_rng(numbers)
    obs, _ = env.reset(seed=seed)
    told = Recording(obs)
    for _ in range(steps):
        action = choose(game, env.action_space.n, rng)
        obs, reward, terminated, truncated, info = env.step(action)
        last = obs
        if terminated or truncated:
            told.finals.append(crc(obs))
            obs, _ = env.reset()
        told.add(action, reward, info["lives"], terminated, truncated, obs)
    return told, last


def name(game):
    return f"ALE/{game.title().replace('_', '')}-v5"


def games():
    arrays = {}
    for game in GAMES:
        for seed in SEEDS:
            arrays |= vector(game, seed, False).arrays(f"vector/{game}/{seed}")
        arrays |= vector(game, 3, True).arrays(f"vector/{game}/3/lives")
        env = gymnasium.make(name(game), frameskip=1, repeat_action_probability=0.0)
        told, last = single(game, AtariPreprocessing(env, noop_max=0), 0, STEPS, 7)
        arrays |= told.arrays(f"wrapped/{game}") | {f"frame/{game}": last}
        for obs_type in ("rgb", "grayscale", "ram"):
            env = gymnasium.make(name(game), repeat_action_probability=0.0, obs_type=obs_type)
            arrays |= single(game, env, 0, 100, 8)[0].arrays(f"raw/{game}/{obs_type}")
    return arrays


def images():
    """Noise, in which a sum in another order shows, and stripes, in which halves are rounded."""
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (210, 160), np.uint8)
    colors = rng.integers(0, 256, (42, 32, 3), np.uint8)
    arrays = {"noise": noise, "colors": colors}
    for width, height in SIZES:
        arrays[f"noise/{height}x{width}"] = cv2.resize(noise, (width, height), interpolation=cv2.INTER_AREA)
    for width, height in ((16, 21), (20, 30), (32, 14)):
        arrays[f"colors/{height}x{width}"] = cv2.resize(colors, (width, height), interpolation=cv2.INTER_AREA)
    return arrays


def write(arrays, file):
    file.parent.mkdir(parents=True, exist_ok=True)
    save_file({key: np.ascontiguousarray(array) for key, array in arrays.items()}, file, {"versions": VERSIONS})
    file.chmod(0o644)
    print(file.name, len(arrays), "arrays,", file.stat().st_size, "bytes")


if __name__ == "__main__":
    gymnasium.register_envs(ale_py)
    write(games(), ROOT / "atari/src/test/resources/golden/envs_atari.safetensors")
    write(images(), ROOT / "lab/src/test/resources/golden/area_resize.safetensors")
