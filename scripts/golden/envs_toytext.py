"""Records episodes of Gymnasium's toy-text envs, for slmlab.env's ToyTextTest.

    python scripts/golden/envs_toytext.py        writes envs_toytext.safetensors; needs gymnasium 1.4.0

Each case is 5 envs of consecutive seeds, 500 steps each; an env that ended is reset at once, without a seed. Arrays:

    case/action     [500, 5]
    case/obs        [501, 5, …]  the first, then after each step: after an end, the new episode's first
    case/outcome    [500, 5]     4 · (row of case/rewards) + 2 · truncated + terminated
    case/rewards    [n]          the rewards that occur, float32
    case/final_obs  [ends, …]    the true last observations, in the order of steps, then envs
    case/mask       [501, 5]     Taxi's action mask, one bit for each action
    map/size/p/seed [size, size] what generate_random_map makes, as characters

Blackjack's observations are its three numbers. The actions favor what gets somewhere, else few goals would be reached.
"""

from pathlib import Path

import gymnasium as gym
import numpy as np
from gymnasium.envs.toy_text.frozen_lake import generate_random_map
from safetensors.numpy import save_file

FILE = Path(__file__).parents[2] / "lab/src/test/resources/golden/envs_toytext.safetensors"
VERSIONS = f"gymnasium {gym.__version__}, numpy {np.__version__}"
ENVS = 5
STEPS = 500
MAPS = [(8, 0.8, 42), (5, 0.6, 3), (12, 0.7, 7)]
LAKE = [0.15, 0.35, 0.35, 0.15]  # how likely each action is
CLIFF = [0.3, 0.5, 0.15, 0.05]
CARDS = [0.4, 0.6]

# name: (id, keywords, first seed, action probabilities)
CASES = {
    "lake4": ("FrozenLake-v1", {}, 0, LAKE),
    "lake4_firm": ("FrozenLake-v1", {"is_slippery": False}, 10, LAKE),
    "lake4_schedule": ("FrozenLake-v1", {"success_rate": 0.7, "reward_schedule": [2, -1, -0.1]}, 15, LAKE),
    "lake8": ("FrozenLake8x8-v1", {}, 20, LAKE),
    "lake8_firm": ("FrozenLake8x8-v1", {"is_slippery": False}, 30, LAKE),
    "lake_random": ("FrozenLake-v1", {"desc": generate_random_map(*MAPS[0])}, 40, LAKE),
    "taxi": ("Taxi-v4", {}, 50, None),
    "taxi_rainy": ("Taxi-v4", {"is_rainy": True}, 60, None),
    "taxi_fickle": ("Taxi-v4", {"fickle_passenger": True}, 70, None),
    "taxi_both": (
        "Taxi-v4",
        {"is_rainy": True, "fickle_passenger": True, "rainy_probability": 0.6, "fickle_probability": 0.8},
        80,
        None,
    ),
    "cliff": ("CliffWalking-v1", {}, 90, CLIFF),
    "cliff_slippery": ("CliffWalkingSlippery-v1", {}, 100, CLIFF),
    "blackjack": ("Blackjack-v1", {"sab": False}, 110, CARDS),
    "blackjack_natural": ("Blackjack-v1", {"natural": True, "sab": False}, 120, CARDS),
    "blackjack_sab": ("Blackjack-v1", {}, 130, CARDS),
}


def bits(info):
    return sum(int(bit) << i for i, bit in enumerate(info["action_mask"]))


def taxi_action(mask, rng):
    """A stop where one can be made, mostly; else any action, mostly one that the mask allows."""
    if mask[4:].any() and rng.random() < 0.7:
        return 4 + int(mask[5])
    return int(rng.choice(np.flatnonzero(mask))) if rng.random() < 0.9 else int(rng.integers(6))


def record(name, arrays):
    env_id, keywords, seed, likely = CASES[name]
    taxi = likely is None
    wide = np.int32 if taxi else np.uint8
    envs = [gym.make(env_id, **keywords) for _ in range(ENVS)]
    rng = np.random.default_rng(seed)
    first = [env.reset(seed=seed + i) for i, env in enumerate(envs)]
    infos = [info for _, info in first]
    obs, final, action, reward, end = [[o for o, _ in first]], [], [], [], []
    mask = [[bits(info) for info in infos]] if taxi else []
    for _ in range(STEPS):
        row = []
        for i, env in enumerate(envs):
            a = taxi_action(infos[i]["action_mask"], rng) if taxi else int(rng.choice(len(likely), p=likely))
            o, r, terminated, truncated, infos[i] = env.step(a)
            if terminated or truncated:
                final.append(o)
                o, infos[i] = env.reset()
            row.append((o, a, r, 2 * truncated + terminated))
        for column, values in zip((obs, action, reward, end), zip(*row)):
            column.append(list(values))
        if taxi:
            mask.append([bits(info) for info in infos])
    rewards, which = np.unique(np.array(reward, np.float32), return_inverse=True)
    arrays[f"{name}/action"] = np.array(action, np.uint8)
    arrays[f"{name}/obs"] = np.array(obs, wide)
    arrays[f"{name}/outcome"] = (4 * which.reshape(STEPS, ENVS) + np.array(end)).astype(np.uint8)
    arrays[f"{name}/rewards"] = rewards
    arrays[f"{name}/final_obs"] = np.array(final, wide)
    if taxi:
        arrays[f"{name}/mask"] = np.array(mask, np.uint8)
    print(name, len(final), "ends,", dict(zip(rewards.tolist(), np.bincount(which.ravel()).tolist())))


arrays = {}
for case in CASES:
    record(case, arrays)
for size, p, seed in MAPS:
    rows = generate_random_map(size, p, seed)
    arrays[f"map/{size}/{p}/{seed}"] = np.array([[ord(tile) for tile in row] for row in rows], np.uint8)
FILE.parent.mkdir(parents=True, exist_ok=True)
save_file(arrays, FILE, {"versions": VERSIONS})
FILE.chmod(0o644)
print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")
