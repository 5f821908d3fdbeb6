"""A trained policy that acts on numpy's observations, with Stable-Baselines3's `predict`."""

import os
import re
import sys

import numpy as np

from ._channel import Channel
from ._host import host
from .errors import DtypeError, InputError, ShapeError

_SAMPLE, _RESET, _STARTS, _MASKED = 1, 2, 4, 8  # bits of a call


class Past:
    """What a policy with stacked frames or a recurrent net keeps between two calls.

    The numbers themselves stay in the JVM. Pass it on as `state`, as Stable-Baselines3 does with its own.
    """

    def __init__(self, policy, deterministic, rows, number):
        self._key = (id(policy), deterministic, rows, number)


class Policy:
    """A trained policy. `Policy.load` reads one; the attributes `facts` and `env` say what it is."""

    @classmethod
    def load(cls, run, session=None, seed=0):
        """Load the best checkpoint of a run's best session.

        run: a run folder, a `Run`, or a weights file
        session: a session instead of the best
        seed: of the actions that are sampled
        """
        return cls(getattr(run, "path", run), session, seed)

    def __init__(self, path, session=None, seed=0):
        path = os.fspath(path)
        self._host = host()
        loaded = self._host.ask("load_policy", path=os.path.abspath(path), session=session, seed=int(seed))
        self._id = loaded["policy"]
        self.facts = loaded["facts"]
        self.env = self.facts.get("env")
        self.algorithm = self.facts.get("algorithm")
        self._has_past, self._masks = loaded["has_past"], loaded["masks"]
        dtype, shape = self.facts["obs"].split(" ", 1)
        self.obs_shape = _shape(shape)
        self._pixels = dtype == "UINT8"
        self._steps = {True: 0, False: 0}
        kind, *settings = self.facts["action"].split(" ")
        self._settings = dict(each.split("=", 1) for each in settings if "=" in each)
        self.action_shape = self._action_shape(kind)
        self._action_dtype = np.float32 if kind == "box" else np.int64
        self._open(loaded)
        self._closed = False

    def _action_shape(self, kind):
        if kind == "discrete":
            return ()
        if kind == "multi_binary":
            return (int(self._settings["n"]),)
        return _shape(self._settings["shape"]) if kind == "box" else (len(_shape(self._settings["sizes"])),)

    def _open(self, opened):
        self._channel = Channel(self._host, opened["channel"])
        self._rows = opened["rows"]
        arrays = self._channel.arrays
        self._obs = arrays["obs"].reshape((self._rows, *self.obs_shape))
        self._obs_dtype = self._obs.dtype
        self._action = arrays["action"].reshape((self._rows, *self.action_shape))
        self._starts, self._mask = arrays["starts"], arrays.get("mask")

    def predict(self, observation, state=None, episode_start=None, deterministic=False, action_masks=None):
        """Return actions for one observation or a batch, and the state to pass to the next call.

        state: what the last call returned; None where episodes begin
        episode_start: for each row whether its episode begins here
        deterministic: the best action instead of one drawn as in training
        action_masks: for each action whether it is allowed, for a policy that was trained with masks

        The state is None for a policy without stacked frames and recurrent nets.
        """
        obs = observation if type(observation) is np.ndarray else self._array(observation)
        single = obs.shape == self.obs_shape
        if single:
            rows = 1
        else:
            rows = len(obs) if obs.ndim else 0
            if obs.shape[1:] != self.obs_shape or rows == 0 or obs.ndim != len(self.obs_shape) + 1:
                raise ShapeError(
                    f"an observation of shape {obs.shape}; needs {self.obs_shape}, or a batch of shape"
                    f" {('n', *self.obs_shape)}"
                )
        if obs.dtype != self._obs_dtype:
            self._check_type(obs)
        self._channel.ready()
        if rows > self._rows:
            self._grow(rows)
        self._obs[:rows] = obs
        code = 0 if deterministic else _SAMPLE
        if self._has_past:
            code |= self._past(state, episode_start, bool(deterministic), rows)
        if action_masks is not None or self._masks:
            code |= self._masked(action_masks, rows)
        self._channel.call(code, rows)
        if single:
            action = self._action[0].astype(self._action_dtype)
        else:
            action = self._action[:rows].astype(self._action_dtype)
        if self._has_past:
            self._steps[bool(deterministic)] += 1
            state = Past(self, bool(deterministic), rows, self._steps[bool(deterministic)])
        return action, state

    def _array(self, observation):
        if isinstance(observation, dict):
            raise InputError("observations of several parts are one flat array here; gymnasium.spaces.flatten makes it")
        try:
            return np.asarray(observation)
        except ValueError as e:
            raise ShapeError(f"an observation that is no array: {e}") from e

    def _check_type(self, obs):
        if self._pixels:
            raise DtypeError(f"an observation of {obs.dtype}; this policy acts on pixels of uint8")
        if obs.dtype.kind not in "fiub":
            raise DtypeError(f"an observation of {obs.dtype}; needs real numbers, such as float32")

    def _grow(self, rows):
        """Take more rows at once from now on."""
        opened = self._host.ask("policy_rows", policy=self._id, rows=1 << (rows - 1).bit_length())
        self._channel.close()
        self._open(opened)

    def _past(self, state, episode_start, deterministic, rows):
        if state is None:
            code = _RESET
        elif not isinstance(state, Past) or state._key != (id(self), deterministic, rows, self._steps[deterministic]):
            raise InputError(
                "state is not what the last predict of this policy returned, with as many rows and the same"
                " deterministic; pass that one, or None where episodes begin"
            )
        else:
            code = 0
        if episode_start is not None:
            starts = np.asarray(episode_start, dtype=bool).ravel()
            if len(starts) != rows:
                raise ShapeError(f"episode_start has {len(starts)} entries; needs one for each of {rows} rows")
            self._starts[:rows, 0] = starts
            if not code:
                code = _STARTS
        return code

    def _masked(self, action_masks, rows):
        if not self._masks:
            raise InputError("action_masks: this policy was trained without masks; give none")
        if action_masks is None:
            raise InputError("this policy was trained with action masks; give action_masks")
        masks = np.asarray(action_masks, dtype=bool)
        if masks.size != rows * self._masks:
            raise ShapeError(f"action_masks of shape {masks.shape}; needs ({rows}, {self._masks})")
        self._mask[:rows] = masks.reshape(rows, self._masks)
        return _MASKED

    def warm_up(self, rows=1, seconds=10.0):
        """Act on zeros until Java's compiler is done with what acting needs, at most so many seconds.

        Without it, the first tens of thousands of calls are slower. The policy's own past stays as it is.
        """
        self._host.ask("warm_up", policy=self._id, rows=int(rows), seconds=float(seconds))

    def close(self):
        """Let the JVM forget the policy."""
        if not self._closed:
            self._closed = True
            self._channel.close()
            if not self._host.ended:
                self._host.send({"call": "drop", "policy": self._id})

    def __del__(self):
        if not getattr(self, "_closed", True) and not sys.is_finalizing():
            self.close()

    def __repr__(self):
        return f"Policy({self.algorithm} on {self.env}, frame {self.facts.get('frame', 'unknown')})"


def _shape(text):
    """Read a shape such as `[4,84,84]`."""
    return tuple(int(each) for each in re.findall(r"\d+", text))
