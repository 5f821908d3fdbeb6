"""The lab's environments as a Gymnasium vector environment, stepped by the JVM."""

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._channel import Channel
from ._host import host
from ._spaces import space_of
from .errors import DtypeError, InputError, ShapeError

_RESET, _STEP = 1, 2
_MODES = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
}


class LabVectorEnv(VectorEnv):
    """A vector of the lab's environments. Make one with `slmlab.make_vec`.

    With the default, `autoreset_mode="same_step"`, an environment whose episode has ended shows the first observation
    of the next one at once, and `infos["final_obs"]` has the true last observation.
    """

    def __init__(self, id, num_envs=1, *, autoreset_mode="same_step", threads=1, **arguments):
        if isinstance(num_envs, bool) or not isinstance(num_envs, (int, np.integer)) or num_envs < 1:
            raise InputError(f"num_envs is {num_envs!r}; needs a whole number of at least 1")
        mode = getattr(autoreset_mode, "name", autoreset_mode)
        if not isinstance(mode, str) or mode.lower() not in _MODES:
            raise InputError(f"autoreset_mode is {autoreset_mode!r}; needs one of {', '.join(_MODES)}")
        if not isinstance(id, str):
            raise InputError(f"an environment's id is text, such as CartPole-v1; this is {id!r}")
        mode = _MODES[mode.lower()]
        made = host().ask(
            "make_vec",
            env=id,
            count=int(num_envs),
            threads=threads,
            next_step=mode is AutoresetMode.NEXT_STEP,
            arguments=arguments,
        )
        self._channel = Channel(host(), made["channel"])
        self.num_envs = int(num_envs)
        self.single_observation_space = space_of(made["obs"])
        self.single_action_space = space_of(made["action"])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {"autoreset_mode": mode}
        self.id = id
        arrays = self._channel.arrays
        self._action, self._obs, self._final = arrays["action"], arrays["obs"], arrays["final_obs"]
        self._reward = arrays["reward"]
        self._terminated, self._truncated = (
            arrays[name].view(np.bool_) for name in ("terminated", "truncated")
        )
        self._mask = arrays.get("action_mask")
        self._obs_type = self.observation_space.dtype  # the arrays have int32 where Gymnasium has int64
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._action_shape = self._action.shape
        self._integers = self._action.dtype.kind == "i"
        self._begun = False

    def reset(self, *, seed=None, options=None):
        """Begin an episode in every environment, number `i` with `seed + i`."""
        if options and "reset_mask" in options:
            raise InputError("options['reset_mask']: the environments restart by themselves; remove it")
        self._check_open()
        self._channel.ready()
        if seed is None:
            seed = int(self.np_random.integers(2**31))
        else:
            seed = self._seed(seed)
            super().reset(seed=seed)
        self._channel.call(_RESET, seed)
        self._begun = True
        return self._obs.astype(self._obs_type), self._infos({})

    def _seed(self, seed):
        if isinstance(seed, (list, tuple, np.ndarray)):
            seeds = [int(each) for each in seed]
            if seeds != list(range(seeds[0], seeds[0] + self.num_envs)):
                raise InputError(
                    f"seeds {seeds}; environment i begins with seed + i, so give the first one, or {self.num_envs}"
                    " consecutive ones"
                )
            return seeds[0]
        if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 2**63:
            raise InputError(f"seed is {seed!r}; needs a whole number of at least 0")
        return int(seed)

    def step(self, actions):
        """Step every environment with its action."""
        channel = self._channel
        if not self._begun:
            self._check_open()
            raise InputError("step before reset; call reset first")
        channel.ready()
        if type(actions) is not np.ndarray:
            actions = np.asarray(actions)
        if actions.shape != self._action_shape:
            raise ShapeError(f"actions of shape {actions.shape}; {self.id} needs {self._action_shape}")
        kind = actions.dtype.kind
        if kind not in ("iu" if self._integers else "fiu"):
            raise DtypeError(
                f"actions of {actions.dtype}; {self.id} needs {'whole numbers' if self._integers else 'real numbers'}"
            )
        if self._integers and actions.dtype.itemsize > 4:
            actions = self._fitting(actions)
        self._action[...] = actions
        channel.call(_STEP, 0)
        terminated, truncated = self._terminated.copy(), self._truncated.copy()
        obs = self._obs.astype(self._obs_type)
        infos = {}
        done = terminated | truncated
        if done.any():
            if self._same_step:
                final = np.empty(self.num_envs, dtype=object)  # of None
                for i in done.nonzero()[0].tolist():
                    final[i] = self._final[i].astype(self._obs_type)
                infos = {"final_obs": final, "_final_obs": done, "final_info": {}, "_final_info": done}
            else:  # the lab shows the next episode already, which it begins one step later
                obs[done] = self._final[done]
        return (
            obs,
            self._reward.astype(np.float64),
            terminated,
            truncated,
            self._infos(infos) if self._mask is not None else infos,
        )

    @staticmethod
    def _fitting(actions):
        """Refuse a number that would become another one as 32 bits."""
        if actions.size and not (-(2**31) <= actions.min() and actions.max() < 2**31):
            raise InputError(f"an action of {actions.max()}; it is outside of every action space")
        return actions

    def _infos(self, infos):
        if self._mask is not None:
            infos["action_mask"] = self._mask.astype(np.int8)
        return infos

    def _check_open(self):
        if self.closed:
            raise InputError("the vector environment is closed; make another one")

    def close_extras(self, **kwargs):
        self._begun = False
        self._channel.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"LabVectorEnv({self.id}, num_envs={self.num_envs})"


def make_vec(id, num_envs=1, **arguments):
    """Make a vector environment of the lab's own, by the id that `slm-lab list envs` shows.

    `autoreset_mode` is "same_step" (default) or "next_step", `threads` how many cores may step it; other arguments are
    the environment's, `max_episode_steps` among them.
    """
    return LabVectorEnv(id, num_envs, **arguments)


def vector_entry_point(num_envs, *, id, **arguments):
    """Make the same for `gymnasium.make_vec(…, vectorization_mode="vector_entry_point")`; see `register`."""
    return LabVectorEnv(id, num_envs, **arguments)


def register(*ids):
    """Register environments of the lab with Gymnasium, as `slmlab/ID`, for `gymnasium.make_vec`."""
    for id in ids:
        gym.register(
            f"slmlab/{id}",
            vector_entry_point=vector_entry_point,
            kwargs={"id": id},
            disable_env_checker=True,
        )
