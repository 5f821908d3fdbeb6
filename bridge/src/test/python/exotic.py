"""Small envs with spaces that Gymnasium's own envs do not have, and one that fails in every way there is."""

import os
import signal
import subprocess
import sys
import time

import gymnasium
import numpy as np
from gymnasium import spaces


class Exotic(gymnasium.Env):
    """Samples its observations; each action is paid by its sum, and an episode ends by chance."""

    def __init__(self, obs, action, render_mode=None):
        self.observation_space = obs
        self.action_space = action

    def _obs(self):
        # Sampling from the env's own generator makes the seed decide everything.
        return sample(self.observation_space, self.np_random)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return self._obs(), {}

    def step(self, action):
        assert self.action_space.contains(action), f"{action!r} is not in {self.action_space}"
        reward = float(np.sum(np.asarray(action, dtype=np.float64)))
        return self._obs(), reward, bool(self.np_random.random() < 0.05), bool(self.np_random.random() < 0.05), {}


def sample(space, random):
    if isinstance(space, spaces.Discrete):
        return int(space.start + random.integers(space.n))
    if isinstance(space, spaces.MultiDiscrete):
        return space.start + random.integers(space.nvec)
    if isinstance(space, spaces.MultiBinary):
        return random.integers(2, size=space.shape).astype(np.int8)
    if isinstance(space, spaces.Box):
        if np.issubdtype(space.dtype, np.integer):
            return random.integers(space.low, space.high, endpoint=True, dtype=space.dtype)
        return random.uniform(-1, 1, size=space.shape).astype(space.dtype)
    if isinstance(space, spaces.Text):
        letters = random.integers(len(space.characters), size=random.integers(space.max_length + 1))
        return "".join(space.characters[letter] for letter in letters)
    if isinstance(space, Speech):
        return "go " + "on " * int(random.integers(5))
    if isinstance(space, spaces.Dict):
        return {key: sample(each, random) for key, each in space.spaces.items()}
    return tuple(sample(each, random) for each in space.spaces)


class Speech(gymnasium.Space):
    """Text of any length, as MiniGrid's MissionSpace: a space that Gymnasium does not know."""

    def __init__(self):
        super().__init__(dtype=str)

    def sample(self, mask=None, probability=None):
        return "go " + "on " * int(self.np_random.integers(5))

    def contains(self, x):
        return isinstance(x, str)


TWO = spaces.Discrete(2)
NESTED = spaces.Dict(
    {
        "z": spaces.Discrete(3, start=5),
        "a": spaces.Tuple((spaces.Box(-1, 1, (2, 2), np.float64), spaces.MultiBinary(3))),
        "m": spaces.Dict({"pixels": spaces.Box(0, 255, (2, 3), np.uint8), "counts": spaces.MultiDiscrete([2, 4])}),
    }
)
KINDS = {
    "Nested": (NESTED, TWO),
    "StartedDiscrete": (spaces.Discrete(4, start=-2), spaces.Discrete(3, start=7)),
    "MultiDiscrete": (spaces.MultiDiscrete([3, 2], start=[1, -1]), spaces.MultiDiscrete([2, 3, 4], start=[0, 5, -5])),
    "MultiDiscreteTable": (spaces.MultiDiscrete([[2, 3], [4, 5]]), spaces.MultiDiscrete([[2, 3], [4, 5]])),
    "MultiBinary": (spaces.MultiBinary(5), spaces.MultiBinary([2, 2])),
    "Integers": (spaces.Box(-9, 9, (3,), np.int64), spaces.Box(-3, 3, (2,), np.int32)),
    "Doubles": (spaces.Box(-np.inf, np.inf, (2, 3), np.float64), spaces.Box(-2, 5, (2, 2), np.float64)),
    "Scalar": (spaces.Box(-1, 1, (), np.float32), spaces.Box(-1, 1, (1,), np.float32)),
    "Pixels": (spaces.Box(0, 255, (4, 5, 3), np.uint8), TWO),
    "Bytes": (spaces.Box(0, 255, (7,), np.uint8), TWO),
    "Words": (spaces.Text(8), TWO),
    "Spoken": (spaces.Dict({"way": spaces.Discrete(3), "speech": Speech(), "word": spaces.Text(4, charset="abc")}), TWO),
    "SpokenWithin": (spaces.Dict({"x": spaces.Box(-1, 1, (1,)), "in": spaces.Dict({"b": TWO, "speech": Speech()}),
                                  "out": spaces.Dict({"speech": Speech()})}), TWO),
    "OnlySpoken": (spaces.Dict({"speech": Speech()}), TWO),
    "SpokenAlone": (Speech(), TWO),
    "SpokenTuple": (spaces.Tuple((TWO, Speech())), TWO),
    "ManyWords": (spaces.Dict({"a": spaces.Sequence(TWO)}), TWO),
    "TextActions": (TWO, spaces.Text(3)),
    "DictActions": (TWO, spaces.Dict({"a": TWO})),
}
for name, (obs, action) in KINDS.items():
    gymnasium.register(f"Exotic/{name}-v0", Exotic, kwargs={"obs": obs, "action": action})


class Faulty(gymnasium.Env):
    """Counts its steps, and fails in a chosen way at a chosen one."""

    metadata = {"render_modes": ["rgb_array"]}
    observation_space = spaces.Box(-np.inf, np.inf, (2,), np.float32)
    action_space = TWO

    def __init__(self, fault="none", at=3, length=50, render_mode=None):
        self.fault, self.at, self.length = fault, at, length
        self.steps = 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.age = 0
        if self.fault == "reset" and self.steps:
            raise RuntimeError("no reset today")
        return np.zeros(2, np.float32), {}

    def render(self):
        return np.full((2, 3, 3), self.age, np.uint8)

    def step(self, action):
        self.steps += 1
        self.age += 1
        obs = np.array([self.age, self.steps], np.float32)
        reward = 1.0
        if self.steps == self.at:
            match self.fault:
                case "raise":
                    raise ValueError("the wheel\nfell off")
                case "exit":
                    print("about to leave")
                    sys.exit(3)
                case "crash":
                    os._exit(7)
                case "kill":
                    os.kill(os.getpid(), signal.SIGKILL)
                case "stop":
                    os.kill(os.getpid(), signal.SIGSTOP)
                case "hang":
                    time.sleep(1000)
                case "fork":
                    os.fork() or time.sleep(1000)
                    time.sleep(1000)
                case "garbage":
                    os.write(1, b"\xff\x00k\x1b[31m garbage \n" * 1000)
                case "shape":
                    obs = np.zeros((2, 1), np.float32)
                case "scalar":
                    obs = 1.0
                case "nothing":
                    obs = None
                case "nan":
                    obs[1] = np.nan
                case "reward":
                    reward = np.inf
                case "tuple":
                    return obs, reward, False, {}
                case "close":
                    os.closerange(3, 100)
        return obs, reward, self.age == self.length, False, {}


gymnasium.register("Faulty-v0", Faulty)


class Parent(Faulty):
    """Starts two processes and forgets them; their numbers are its observation."""

    def __init__(self, session=False, **others):
        super().__init__(**others)
        self.session = session

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        popen = subprocess.Popen(["sleep", "1000"], start_new_session=self.session)
        fork = os.fork()
        if fork == 0:
            time.sleep(1000)
            os._exit(0)
        return np.array([popen.pid, fork], np.float32), {}


gymnasium.register("Parent-v0", Parent)


class Endless(gymnasium.Env):
    """Counts its steps; its actions are so many numbers that few of them can be kept. Env i has the i-th length."""

    observation_space = spaces.Box(-np.inf, np.inf, (2,), np.float32)
    action_space = spaces.Box(-1, 1, (1 << 19,), np.float32)
    made = 0

    def __init__(self, lengths):
        self.length = lengths[Endless.made % len(lengths)]
        Endless.made += 1

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.seed = seed if seed is not None else self.seed
        self.age = 0
        return np.array([0, self.seed], np.float32), {}

    def step(self, action):
        self.age += 1
        return np.array([self.age, self.seed], np.float32), 1.0, False, self.age == self.length, {}


gymnasium.register("Endless-v0", Endless)


class Doubled(gymnasium.ObservationWrapper):
    """Multiplies observations: a wrapper that a package may have."""

    def __init__(self, env, factor=2, shift=0):
        super().__init__(env)
        self.factor, self.shift = factor, shift

    def observation(self, observation):
        return observation * np.float32(self.factor) + np.float32(self.shift)


class Secretive(Faulty):
    """Draws its random numbers from elsewhere, so that no replay can give the same."""

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return np.array([time.time() % 1000, 0], np.float32), {}


gymnasium.register("Secretive-v0", Secretive)


class Counting(gymnasium.vector.VectorEnv):
    """A vector of its own: env i ends every 3 + i steps."""

    def __init__(self, num_envs, mode="SameStep", max_episode_steps=None):
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode(mode)}
        self.single_observation_space = spaces.Box(0, 1000, (2,), np.float32)
        self.single_action_space = TWO
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(TWO, num_envs)
        self.lengths = 3 + np.arange(num_envs)
        self.over = np.zeros(num_envs, bool)

    def _obs(self):
        return np.stack([self.age, self.start], 1).astype(np.float32)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        if options is None:
            self.age = np.zeros(self.num_envs)
            self.start = self.np_random.integers(1000, size=self.num_envs)
        else:
            self._restart(options["reset_mask"])
        return self._obs(), {}

    def _restart(self, which):
        self.age[which] = 0
        self.start = np.where(which, self.np_random.integers(1000, size=self.num_envs), self.start)

    def step(self, actions):
        mode = self.metadata["autoreset_mode"].value
        if mode == "NextStep":
            again = self.over
            self.age += 1
            self._restart(again)
            reward = np.where(again, 0, 1 + actions)
            self.over = (self.age == self.lengths) & ~again
            return self._obs(), reward, self.over, np.zeros(self.num_envs, bool), {}
        self.age += 1
        over = self.age == self.lengths
        info = {}
        if mode == "SameStep" and over.any():
            info = {"final_obs": np.array(list(self._obs()) + [None], dtype=object)[:-1], "_final_obs": over}
            self._restart(over)
        return self._obs(), 1.0 + actions, over, np.zeros(self.num_envs, bool), info


gymnasium.register("Counting-v0", entry_point=None, vector_entry_point=Counting)
