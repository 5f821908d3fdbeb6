"""Prints an episode of Gymnasium's, called directly: episode.py ID SEED STEPS JSON_ARGUMENTS.

Actions are drawn from the env's action space with the same seed. What follows the end of an episode is the next one.
"""

import json
import sys

import gymnasium
import numpy as np
from gymnasium.spaces import Dict, Discrete, MultiDiscrete, Tuple
from gymnasium.spaces.utils import flatten


def row(space, value):
    if isinstance(space, (Dict, Tuple)):
        value = flatten(space, value)
    elif isinstance(space, MultiDiscrete):
        value = value - space.start
    return np.asarray(value).astype(np.float32 if not isinstance(space, Discrete) else np.int64).ravel().tolist()


id, seed, steps, arguments = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), json.loads(sys.argv[4])
env = gymnasium.make(id, disable_env_checker=True, **arguments)
env.action_space.seed(seed)
obs, _ = env.reset(seed=seed)
out = {"first": row(env.observation_space, obs), "steps": []}
for _ in range(steps):
    action = env.action_space.sample()
    if getattr(action, "dtype", None) == np.float64:  # the lab's actions are float32
        action = action.astype(np.float32).astype(np.float64)
    obs, reward, terminated, truncated, _ = env.step(action)
    step = {"action": row(env.action_space, action), "reward": float(np.float32(reward))}
    step |= {"terminated": bool(terminated), "truncated": bool(truncated), "final": None}
    if terminated or truncated:
        step["final"] = row(env.observation_space, obs)
        obs, _ = env.reset()
    out["steps"].append(step | {"obs": row(env.observation_space, obs)})
print(json.dumps(out))
