"""Records what Gymnasium's vector wrappers NormalizeObservation and NormalizeReward show, for NormalizeTest.

    $(scripts/python-env envs) scripts/golden/wrappers.py        writes wrappers.safetensors

Each case: `case/action`, `/obs` (one row more than steps), `/reward`, and the statistics at the end: `/obs_mean`,
`/obs_var`, `/return_var`. Gymnasium restarts an env one step after its end, in a step that takes no action: these steps
are omitted, and `/obs` has their observation as the final observation, as in ours.

Cases without an end record rewards too. Across an end Gymnasium's discounted return continues: all of it if a time limit
cut the episode, the last reward if it terminated. Ours starts at 0 with each episode, as that of Stable-Baselines3.
Both count each observation once; several envs with ends differ only in when.
"""

import pathlib

import gymnasium
import numpy as np
from gymnasium.wrappers.vector import NormalizeObservation, NormalizeReward
from safetensors.numpy import save_file

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/wrappers.safetensors"
# id: envs, steps, whether it has ends
CASES = {
    "Pendulum-v1": (4, 150, False),
    "MountainCarContinuous-v0": (3, 200, False),
    "CartPole-v1": (1, 300, True),
}
SEED = 7
GAMMA = 0.99


def record(case, size, steps, ends):
    envs = gymnasium.make_vec(case, num_envs=size, vectorization_mode="sync")
    envs = NormalizeObservation(envs)
    # Their statistics of observations are float32, ours double: so that a test measures the formula.
    envs.obs_rms.mean = envs.obs_rms.mean.astype(np.float64)
    envs.obs_rms.var = envs.obs_rms.var.astype(np.float64)
    normal = envs
    envs = NormalizeReward(envs, gamma=GAMMA)
    envs.action_space.seed(SEED)
    obs, _ = envs.reset(seed=SEED)
    rows = {"obs": [obs], "action": [], "reward": []}
    for _ in range(steps):
        action = envs.action_space.sample()
        obs, reward, terminated, truncated, _ = envs.step(action)
        done = terminated | truncated
        assert ends or not done.any()
        if done.any():
            obs, *_ = envs.step(action)  # only restarts
        rows["action"].append(action)
        rows["obs"].append(obs)
        rows["reward"].append(reward)
    whole = np.issubdtype(envs.action_space.dtype, np.integer)
    arrays = {
        "obs": np.array(rows["obs"], np.float32),
        "action": np.array(rows["action"], np.int32 if whole else np.float32),
        "obs_mean": normal.obs_rms.mean.astype(np.float32),
        "obs_var": normal.obs_rms.var.astype(np.float32),
    }
    if not ends:
        arrays["reward"] = np.array(rows["reward"], np.float32)
        arrays["return_var"] = np.array([envs.return_rms.var], np.float32)
    return arrays


def main():
    arrays = {}
    for case, (size, steps, ends) in CASES.items():
        arrays |= {f"{case}/{part}": array for part, array in record(case, size, steps, ends).items()}
    # One key of metadata: the order of several would differ from run to run.
    versions = f"gymnasium {gymnasium.__version__}, numpy {np.__version__}, scripts/golden/wrappers.py"
    save_file(arrays, FILE, {"versions": versions})
    FILE.chmod(0o644)
    print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
