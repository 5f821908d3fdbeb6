"""The lab's environments for Stable-Baselines3, which has a vector interface of its own."""

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from .errors import InputError
from .vector import LabVectorEnv


class LabVecEnv(VecEnv):
    """A vector of the lab's environments as Stable-Baselines3 takes it: `PPO("MlpPolicy", LabVecEnv("CartPole-v1", 8))`."""

    def __init__(self, id, num_envs=1, **arguments):
        self._env = LabVectorEnv(id, num_envs, **arguments)
        self._seed_next = None
        self._actions = None
        self._returns = np.zeros(num_envs)
        self._lengths = np.zeros(num_envs, np.int64)
        self.render_mode = None
        super().__init__(num_envs, self._env.single_observation_space, self._env.single_action_space)

    def reset(self):
        obs, _ = self._env.reset(seed=self._seed_next)
        self._seed_next = None
        self._returns[:] = 0
        self._lengths[:] = 0
        return obs

    def seed(self, seed=None):
        self._seed_next = seed
        return [None if seed is None else seed + i for i in range(self.num_envs)]

    def step_async(self, actions):
        self._actions = actions

    def step_wait(self):
        obs, reward, terminated, truncated, infos = self._env.step(self._actions)
        done = terminated | truncated
        self._returns += reward
        self._lengths += 1
        each = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            each[i] = {
                "terminal_observation": infos["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i])},
            }
        self._returns[done] = 0
        self._lengths[done] = 0
        return obs, reward.astype(np.float32), done, each

    def close(self):
        self._env.close()

    def get_attr(self, attr_name, indices=None):
        value = getattr(self._env, attr_name, None)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name, value, indices=None):
        raise InputError(f"{attr_name} cannot be set: the environments are in the JVM; give arguments when they are made")

    def env_method(self, method_name, *args, indices=None, **kwargs):
        raise InputError(f"{method_name} cannot be called: the environments are in the JVM")

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False for _ in self._get_indices(indices)]
