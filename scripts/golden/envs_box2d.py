"""Records episodes of Gymnasium's Box2D envs, for Box2dTest.

    $(scripts/python-env envs) scripts/golden/envs_box2d.py        writes envs_box2d.safetensors

Two Box2Ds that were compiled differently differ in the last bit once something touches the ground, and under a walker's
feet one bit soon is another episode. So for each case (an id and its keywords) and seed there are `case/seed/terrain`,
the heights of the ground's corners; `/boxes`, what stands on hard ground; `/obs`, the first and those of at most 100
steps; `/action` and `/reward` of these steps. A lander's end before it touches the ground. A walker stands on it from the
beginning: after the reset gravity is reversed, and when it has left the ground its motors begin to move.
Boxes are pushed beyond their bounds now and then.

What follows a contact is compared by statistics: `id/episodes` is the mean return and its standard error, the mean
length and its standard error of 500 episodes under random actions.
"""

import math
import pathlib

import Box2D
import gymnasium
import numpy as np
from safetensors.numpy import save_file

FILE = pathlib.Path(__file__).resolve().parents[2] / "box2d/src/test/resources/golden/envs_box2d.safetensors"
STEPS = 100
RISE = 10  # steps in which a walker leaves the ground
SEEDS = (0, 1, 2, 3, 42)
EPISODES = 500
CASES = {
    "LunarLander-v3": {},
    "LunarLanderContinuous-v3": {},
    "BipedalWalker-v3": {},
    "BipedalWalkerHardcore-v3": {},
    "LunarLander-v3?gravity=-3.5": {"gravity": -3.5},
    "LunarLander-v3?enable_wind=true": {"enable_wind": True},
    "LunarLanderContinuous-v3?enable_wind=true&wind_power=20&turbulence_power=2": {
        "enable_wind": True,
        "wind_power": 20.0,
        "turbulence_power": 2.0,
    },
}


def terrain(env):
    """A walker's corners are kept; a lander's are those of the moon's edges, of which the first is the base."""
    if hasattr(env, "terrain_y"):
        return env.terrain_y
    edges = [fixture.shape.vertices for fixture in env.moon.fixtures]
    edges.sort()
    edges = [edge for edge in edges if not (edge[0][1] == 0 and edge[1][1] == 0)]
    return [edge[0][1] for edge in edges] + [edges[-1][1][1]]


def boxes(env):
    """Left, bottom, right, top of each solid box, from left to right as they were made; none but on hard ground."""
    shapes = [body.fixtures[0].shape for body in reversed(getattr(env, "terrain", []))]
    corners = [np.array(shape.vertices) for shape in shapes if isinstance(shape, Box2D.b2PolygonShape)]
    return np.array([[*xy.min(0), *xy.max(0)] for xy in corners], np.float32).reshape(-1, 4)


def touches(env):
    return env.game_over or any(getattr(leg, "ground_contact", False) for leg in env.legs)


def choose(env, rng):
    if isinstance(env.action_space, gymnasium.spaces.Box):
        return rng.uniform(-1.2, 1.2, env.action_space.shape).astype(np.float32)
    return int(rng.integers(env.action_space.n))


def record(case, keywords, seed):
    env = gymnasium.make(case.split("?")[0], **keywords)
    walks = case.startswith("BipedalWalker")
    rng = np.random.default_rng(1000 + seed)
    obs, _ = env.reset(seed=seed)
    ground = {"terrain": np.array(terrain(env.unwrapped), np.float32), "boxes": boxes(env.unwrapped)}
    if walks:
        env.unwrapped.world.gravity = (0, 10)
    rows = {"obs": [obs], "action": [], "reward": []}
    for t in range(STEPS // 2 if walks else STEPS):
        action = np.zeros(4, np.float32) if walks and t < RISE else choose(env, rng)
        obs, reward, terminated, _, _ = env.step(action)
        if terminated or (touches(env.unwrapped) and not walks):
            break
        rows["obs"].append(obs)
        rows["action"].append(action)
        rows["reward"].append(reward)
    whole = isinstance(env.action_space, gymnasium.spaces.Discrete)
    return ground | {
        "obs": np.array(rows["obs"], np.float32),
        "action": np.array(rows["action"], np.int32 if whole else np.float32),
        "reward": np.array(rows["reward"], np.float32),
    }


def episodes(id):
    env = gymnasium.make(id)
    env.action_space.seed(7)
    returns, lengths = [], []
    for seed in range(EPISODES):
        env.reset(seed=seed)
        total, length, done = 0.0, 0, False
        while not done:
            _, reward, terminated, truncated, _ = env.step(env.action_space.sample())
            total += reward
            length += 1
            done = terminated or truncated
        returns.append(total)
        lengths.append(length)
    error = lambda x: np.std(x, ddof=1) / math.sqrt(len(x))
    return np.array([np.mean(returns), error(returns), np.mean(lengths), error(lengths)], np.float32)


def main():
    arrays = {}
    for case, keywords in CASES.items():
        for seed in SEEDS:
            episode = record(case, keywords, seed)
            print(case, seed, len(episode["reward"]), "steps")
            arrays |= {f"{case}/{seed}/{part}": array for part, array in episode.items()}
    for id in [case for case, keywords in CASES.items() if not keywords]:
        arrays[f"{id}/episodes"] = episodes(id)
        print(id, *arrays[f"{id}/episodes"])
    # One key of metadata: the order of several would differ from run to run.
    versions = f"gymnasium {gymnasium.__version__}, Box2D {Box2D.__version__}, numpy {np.__version__}"
    FILE.parent.mkdir(parents=True, exist_ok=True)
    save_file(arrays, FILE, {"versions": f"{versions}, scripts/golden/envs_box2d.py"})
    FILE.chmod(0o644)
    print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
