"""Gymnasium's side of `slm-lab bench env`.

Reads lines `name runs` and answers each with the seconds that one run took on average, so that both sides can take turns.
A run is 64 steps of one env, or 8 where it is MuJoCo's or Atari's, or one step of a vector of
1024, or of 8 processes. The first line it prints is its version and settings.
"""

import sys
import time

import gymnasium as gym

STEPS = 64
FEW = 8
PREPARED = 4096


def atari(name):
    import ale_py
    import cv2
    from gymnasium.wrappers import AtariPreprocessing, FrameStackObservation

    cv2.setNumThreads(1)
    gym.register_envs(ale_py)
    return FrameStackObservation(AtariPreprocessing(gym.make(name, frameskip=1)), 4)


def loop(name, steps):
    env = atari(name) if name.startswith("ALE/") else gym.make(name)
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(PREPARED)]
    env.reset(seed=1)
    at = 0

    def run():
        nonlocal at
        for _ in range(steps):
            _, _, terminated, truncated, _ = env.step(actions[at])
            at = (at + 1) % PREPARED
            if terminated or truncated:
                env.reset()

    return run


def vector(name, size, mode="vector_entry_point"):
    env = gym.make_vec(name, num_envs=size, vectorization_mode=mode)
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(256)]
    env.reset(seed=1)
    at = 0

    def run():
        nonlocal at
        env.step(actions[at])
        at = (at + 1) % 256

    return run


def make(name):
    name = name.removeprefix("gym:")
    if name.endswith(" / async"):
        return vector(name.removesuffix(" / async"), FEW, "async")
    if name.endswith(" envs"):
        id, size = name.removesuffix(" envs").split(", ")
        return vector(id, int(size))
    few = name.startswith("ALE/") or "envs.mujoco" in str(gym.spec(name).entry_point)
    return loop(name, FEW if few else STEPS)


made = {}
print(f"Gymnasium {gym.__version__}, Python {sys.version.split()[0]}", flush=True)
for line in sys.stdin:
    name, runs = line.rstrip("\n").rsplit(" ", 1)
    if name not in made:
        made[name] = make(name)
    run = made[name]
    start = time.perf_counter()
    for _ in range(int(runs)):
        run()
    print((time.perf_counter() - start) / int(runs), flush=True)
