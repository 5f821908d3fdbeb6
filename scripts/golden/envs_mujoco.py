"""Records episodes of Gymnasium's MuJoCo tasks, for GoldenTest in bridge.    .venv/lab/bin/python scripts/golden/envs_mujoco.py        writes envs_mujoco.safetensors

It needs gymnasium[mujoco] and safetensors. For each case (an id and its keywords) and seed, 200 steps: `case/seed/reward`,
`/ended`; `/first`, the first observation; `/obs`, the observation after every k-th step, and `/sum`, after each step the
sum of obs[i] * cos(i), so that omitted rows are checked too; `/begun`, the first observation after each
end, whose reset has no seed. Float64, as pairs of int32: the lab's files know no other 8 bytes.
Actions are drawn from default_rng(1000 + seed), a fifth wider than their bounds.
"""

import pathlib

import gymnasium
import mujoco
import numpy as np
from safetensors.numpy import save_file

FILE = pathlib.Path(__file__).resolve().parents[2] / "bridge/src/test/resources/golden/envs_mujoco.safetensors"
STEPS = 200
WIDEST = 1300  # numbers kept of one episode's observations
TASKS = (
    "Ant HalfCheetah Hopper Humanoid HumanoidStandup InvertedPendulum InvertedDoublePendulum Pusher Reacher Swimmer Walker2d"
).split()
# Keywords that no default covers; each once, with one seed.
WITH = [
    ("Ant-v5", {"forward_reward_weight": 2, "ctrl_cost_weight": 0.25, "contact_cost_weight": 0.01, "healthy_reward": 0.5,
                "main_body": "aux_1", "healthy_z_range": [0.3, 0.9], "contact_force_range": [-2, 3],
                "reset_noise_scale": 0.05, "exclude_current_positions_from_observation": False,
                "include_cfrc_ext_in_observation": False, "frame_skip": 3}),
    ("Ant-v5", {"terminate_when_unhealthy": False, "main_body": 3, "healthy_z_range": [0.5, 0.6]}),
    ("Ant-v4", {"use_contact_forces": True, "contact_cost_weight": 0.01, "contact_force_range": [-3, 3],
                "exclude_current_positions_from_observation": False, "healthy_z_range": [0.5, 0.6],
                "terminate_when_unhealthy": False}),
    ("HalfCheetah-v5", {"forward_reward_weight": 1.5, "ctrl_cost_weight": 0.3, "reset_noise_scale": 0.2,
                        "exclude_current_positions_from_observation": False, "frame_skip": 2}),
    ("HalfCheetah-v5", {"xml_file": "walker2d.xml"}),
    ("Hopper-v5", {"healthy_state_range": [-1.5, 2], "healthy_z_range": [1.1, 1.6], "healthy_angle_range": [-0.3, 0.1],
                   "healthy_reward": 2, "exclude_current_positions_from_observation": False}),
    ("Hopper-v4", {"terminate_when_unhealthy": False, "healthy_z_range": [1.2, 1.3]}),
    ("Humanoid-v5", {"forward_reward_weight": 2, "ctrl_cost_weight": 0.2, "contact_cost_weight": 1e-4,
                     "contact_cost_range": [0.5, 2], "healthy_reward": 4, "healthy_z_range": [1.2, 1.6],
                     "include_cinert_in_observation": False, "include_qfrc_actuator_in_observation": False}),
    ("Humanoid-v5", {"terminate_when_unhealthy": False, "include_cvel_in_observation": False,
                     "include_cfrc_ext_in_observation": False, "exclude_current_positions_from_observation": False}),
    ("HumanoidStandup-v5", {"ctrl_cost_weight": 0.3, "impact_cost_weight": 1e-3, "impact_cost_range": [1, 5],
                            "include_cinert_in_observation": False, "include_cvel_in_observation": False,
                            "include_cfrc_ext_in_observation": False, "reset_noise_scale": 0.1,
                            "exclude_current_positions_from_observation": False}),
    ("InvertedPendulum-v5", {"reset_noise_scale": 0.1, "frame_skip": 3}),
    ("InvertedDoublePendulum-v5", {"reset_noise_scale": 0.05, "healthy_reward": 3}),
    ("Pusher-v5", {"reward_near_weight": 2, "reward_dist_weight": 3, "reward_control_weight": 0.5}),
    ("Reacher-v5", {"reward_dist_weight": 3, "reward_control_weight": 0.5}),
    ("Swimmer-v5", {"forward_reward_weight": 3, "ctrl_cost_weight": 0.1, "reset_noise_scale": 0.3,
                    "exclude_current_positions_from_observation": False}),
    ("Walker2d-v5", {"healthy_z_range": [1, 1.5], "healthy_angle_range": [-0.4, 0.3], "healthy_reward": 3,
                     "terminate_when_unhealthy": False, "exclude_current_positions_from_observation": False}),
    # Starts on both sides of every healthy range, and many starts whose draws are repeated.
    ("Walker2d-v5", {"reset_noise_scale": 1.5}),
    ("Hopper-v5", {"reset_noise_scale": 0.6}),
    ("Pusher-v5", {"max_episode_steps": 2}),
    ("Reacher-v5", {"max_episode_steps": 2}),
]


def text(value):
    """As the lab's command line takes a value."""
    return ",".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def words(numbers):
    return np.ascontiguousarray(numbers, np.float64).view(np.int32)


def record(id, keywords, seed):
    env = gymnasium.make(id, **{k: tuple(v) if isinstance(v, list) else v for k, v in keywords.items()})
    rng = np.random.default_rng(1000 + seed)
    low, high = (bound.astype(np.float64) for bound in (env.action_space.low, env.action_space.high))
    first, _ = env.reset(seed=seed)
    weights = np.cos(np.arange(len(first)))
    every = -(-len(first) * STEPS // WIDEST)
    rows = {"obs": [], "sum": [], "reward": [], "ended": [], "begun": []}
    for t in range(STEPS):
        action = (1.2 * rng.uniform(low, high)).astype(np.float32)
        obs, reward, terminated, truncated, _ = env.step(action)
        rows["sum"].append(obs @ weights)
        rows["reward"].append(reward)
        rows["ended"].append(terminated + 2 * truncated)
        if t % every == 0:
            rows["obs"].append(obs)
        if terminated or truncated:
            obs, _ = env.reset()
            rows["begun"].append(obs)
    episode = {part: words(rows[part]) for part in ("obs", "sum", "reward")}
    ended = np.array(rows["ended"], np.uint8)
    begun = np.array(rows["begun"]).reshape(-1, len(first))[:5]
    return episode | {"first": words(first), "ended": ended, "begun": words(begun)}


def main():
    cases = [(f"{task}-v{version}", {}) for task in TASKS for version in (5, 4) if f"{task}-v{version}" != "Pusher-v4"]
    arrays = {}
    for id, keywords in cases + WITH:
        seeds = (0, 1, 2) if id.endswith("v5") and not keywords else (3,)
        for seed in seeds:
            case = "?".join([id, "&".join(f"{k}={text(v)}" for k, v in keywords.items())]).removesuffix("?")
            episode = record(id, keywords, seed)
            print(case, seed, "terminated", np.sum(episode["ended"] == 1), "truncated", np.sum(episode["ended"] == 2))
            arrays |= {f"{case}/{seed}/{part}": array for part, array in episode.items()}
    # One key of metadata: the order of several would differ from run to run.
    versions = f"gymnasium {gymnasium.__version__}, mujoco {mujoco.__version__}, numpy {np.__version__}"
    FILE.parent.mkdir(parents=True, exist_ok=True)
    save_file(arrays, FILE, {"versions": versions + ", scripts/golden/envs_mujoco.py"})
    FILE.chmod(0o644)
    print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
