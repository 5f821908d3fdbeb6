"""Records episodes of Gymnasium's classic control, for ClassicControlTest.

    $(scripts/python-env envs) scripts/golden/envs_classic.py        writes envs_classic.safetensors

For each case (an id and its keywords) and seed, 500 steps: `case/seed/action`, `/reward`, `/terminated`, `/truncated`;
`/obs`, 501 rows, where the row after an end is the next episode's first; `/final`, the true last ones, one per end.
Actions are random. With odd seeds most of them are good ones, so that cars arrive and poles stay upright for long: then
a difference of one bit would grow.
Boxes are pushed beyond their bounds now and then. Resets after the first have no seed.
"""

import pathlib

import gymnasium
import numpy as np
from safetensors.numpy import save_file

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/envs_classic.safetensors"
STEPS = 500
SEEDS = (0, 1, 2, 3, 42)
CASES = {
    "CartPole-v0": {},
    "CartPole-v1": {},
    "MountainCar-v0": {},
    "MountainCarContinuous-v0": {},
    "Pendulum-v1": {},
    "Acrobot-v1": {},
    "CartPole-v1?sutton_barto_reward=true": {"sutton_barto_reward": True},
    "MountainCar-v0?goal_velocity=0.03": {"goal_velocity": 0.03},
    "MountainCarContinuous-v0?goal_velocity=0.03": {"goal_velocity": 0.03},
    "Pendulum-v1?g=9.81": {"g": 9.81},
}
# Weights of the observation whose sum tells which way to push; the cart's keep the pole upright for long.
WAY = {
    "CartPole": (0.1, 0.3, 3, 1),
    "MountainCar": (0, 1),
    "MountainCarContinuous": (0, 1),
    "Pendulum": (0, 0, 1),
    "Acrobot": (0, 0, 0, 0, -1, 0),
}


def choose(env, name, obs, follow, rng):
    way = 1 if obs @ WAY[name] > 0 else -1
    follows = follow and rng.random() < 0.9
    if isinstance(env.action_space, gymnasium.spaces.Box):
        bound = env.action_space.high[0]
        return np.array([way * rng.uniform(0.7, 1.3) if follows else rng.uniform(-1.2, 1.2)], np.float32) * bound
    n = int(env.action_space.n)
    return (n - 1 if way > 0 else 0) if follows else int(rng.integers(n))


def record(case, keywords, seed):
    env = gymnasium.make(case.split("?")[0], **keywords)
    name = case.split("-")[0]
    rng = np.random.default_rng(1000 + seed)
    obs, _ = env.reset(seed=seed)
    rows = {"obs": [obs], "final": [], "action": [], "reward": [], "terminated": [], "truncated": []}
    for _ in range(STEPS):
        action = choose(env, name, obs, seed % 2 == 1, rng)
        obs, reward, terminated, truncated, _ = env.step(action)
        rows["action"].append(action)
        rows["reward"].append(reward)
        rows["terminated"].append(terminated)
        rows["truncated"].append(truncated)
        if terminated or truncated:
            rows["final"].append(obs)
            obs, _ = env.reset()
        rows["obs"].append(obs)
    width = len(rows["obs"][0])
    whole = isinstance(env.action_space, gymnasium.spaces.Discrete)
    return {
        "obs": np.array(rows["obs"], np.float32),
        "final": np.array(rows["final"], np.float32).reshape(-1, width),
        "action": np.array(rows["action"], np.int32 if whole else np.float32),
        "reward": np.array(rows["reward"], np.float32),
        "terminated": np.array(rows["terminated"], np.uint8),
        "truncated": np.array(rows["truncated"], np.uint8),
    }


def main():
    arrays = {}
    for case, keywords in CASES.items():
        for seed in SEEDS if not keywords else (2, 3):
            episode = record(case, keywords, seed)
            print(case, seed, "terminated", episode["terminated"].sum(), "truncated", episode["truncated"].sum())
            arrays |= {f"{case}/{seed}/{part}": array for part, array in episode.items()}
    # One key of metadata: the order of several would differ from run to run.
    versions = f"gymnasium {gymnasium.__version__}, numpy {np.__version__}, scripts/golden/envs_classic.py"
    FILE.parent.mkdir(parents=True, exist_ok=True)
    save_file(arrays, FILE, {"versions": versions})
    FILE.chmod(0o644)
    print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
