"""Figures of the package slmlab: acting beside Stable-Baselines3, environments beside Gymnasium. `figures` starts it.

Each pair is measured in nine alternating rounds; the medians count. Times are those of one call, from Python to Python.
"""

import argparse
import functools
import importlib.metadata
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--quick", action="store_true", help="a tenth of the time")
    options = parser.parse_args()
    seconds = 0.05 if options.quick else 0.5
    versions()
    print(f"wheel {options.wheel.stat().st_size / 1e6:.1f} MB")
    imports()
    environments(seconds)
    acting(seconds)
    learning(5_000 if options.quick else 60_000)


def versions():
    names = ["numpy", "gymnasium", "torch", "stable-baselines3"]
    packages = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
    print(f"Python {platform.python_version()}, {packages}")
    import slmlab

    print(slmlab.command("--version").strip().replace("\n", ", "))


def imports():
    def start(code):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - begun

    codes = ["pass", "import slmlab", "import stable_baselines3"]
    rounds = [[start(code) for code in codes] for _ in range(3)]
    bare, ours, theirs = (statistics.median(column) for column in zip(*rounds))
    print(f"import slmlab {(ours - bare) * 1e3:.0f} ms, import stable_baselines3 {(theirs - bare) * 1e3:.0f} ms")


def compare(title, calls, seconds):
    """Print the median time of each call, and how many times faster the first is than the others."""
    for call in calls.values():
        timed(call, 2 * seconds)  # compiles, fills caches
    rounds = [{name: timed(call, seconds) for name, call in calls.items()} for _ in range(ROUNDS)]
    medians = {name: statistics.median(each[name] for each in rounds) for name in calls}
    ours, *others = medians
    print(f"{title}: {ours} {medians[ours] * 1e6:.1f} µs", end="")
    for name in others:
        print(f"; {name} {medians[name] * 1e6:.1f} µs, ratio {medians[name] / medians[ours]:.1f}", end="")
    print(flush=True)
    return medians


def timed(call, seconds):
    """Return the time of one call, on average over so many seconds."""
    count, begun = 0, time.perf_counter()
    while True:
        for _ in range(10):
            call()
        count += 10
        passed = time.perf_counter() - begun
        if passed >= seconds:
            return passed / count


def environments(seconds):
    import gymnasium
    import numpy as np

    import slmlab

    channels = {"shared memory": channel_of_one(True), "messages": channel_of_one(False)}
    calls = {name: functools.partial(channel.call, 2, 0) for name, channel in channels.items()}
    compare("transport alone, a step of one CartPole", calls, seconds)
    for count in (8, 64, 512):
        actions = np.random.default_rng(0).integers(0, 2, (257, count))
        made = {
            "slmlab.make_vec": slmlab.make_vec("CartPole-v1", count),
            "SyncVectorEnv": gymnasium.make_vec("CartPole-v1", count, vectorization_mode="sync"),
            "array version": gymnasium.make_vec("CartPole-v1", count, vectorization_mode="vector_entry_point"),
        }
        calls = {}
        for name, env in made.items():
            env.reset(seed=0)
            calls[name] = stepping(env, actions)
        compare(f"CartPole, a step of {count} environments", calls, seconds)
        for env in made.values():
            env.close()


def channel_of_one(polls):
    """Return the channel of one CartPole: both sides look into the memory, or each call is two messages."""
    import slmlab
    from slmlab import _channel

    default = _channel._polls
    _channel._polls = lambda: polls
    try:
        env = slmlab.make_vec("CartPole-v1", 1)
    finally:
        _channel._polls = default
    env.reset(seed=0)
    channel = env._channel
    channel.env = env  # which would close it
    return channel


def stepping(env, actions):
    place = 0

    def step():
        nonlocal place
        place = (place + 1) % len(actions)
        env.step(actions[place])

    return step


def acting(seconds):
    import numpy as np
    import torch
    from stable_baselines3 import PPO

    import slmlab

    torch.set_num_threads(1)
    run = slmlab.train("ppo/cartpole.json", "ppo_cartpole", max_frame=4000, seeds=1, progress=False)
    policy = run.policy()
    model = PPO("MlpPolicy", "CartPole-v1", device="cpu")  # two layers of 64 with tanh, as ours
    for rows in (1, 64):
        policy.warm_up(rows, 10 if seconds > 0.1 else 4)
        obs = np.random.default_rng(0).normal(size=(rows, 4)).astype(np.float32)
        calls = {
            "slmlab": lambda obs=obs: policy.predict(obs, deterministic=True),
            "Stable-Baselines3": lambda obs=obs: model.predict(obs, deterministic=True),
        }
        compare(f"predict, {rows} observation{'s' if rows > 1 else ''}", calls, seconds)


def learning(frames):
    """Stable-Baselines3 trains PPO on our vector environment, with RL Zoo's settings, and on its own."""
    from stable_baselines3 import PPO
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.evaluation import evaluate_policy

    from slmlab.sb3 import LabVecEnv

    for name, env in {"slmlab": LabVecEnv("CartPole-v1", 8), "its own": make_vec_env("CartPole-v1", 8)}.items():
        model = PPO(
            "MlpPolicy", env, n_steps=32, batch_size=256, gae_lambda=0.8, gamma=0.98, n_epochs=20, ent_coef=0.0,
            learning_rate=lambda left: left * 1e-3, clip_range=lambda left: left * 0.2, device="cpu", seed=1,
        )
        begun = time.perf_counter()
        model.learn(frames)
        passed = time.perf_counter() - begun
        mean, deviation = evaluate_policy(model, make_vec_env("CartPole-v1", 8, seed=100), 50)
        print(f"Stable-Baselines3's PPO on {name} environments: {frames} frames in {passed:.1f} s, return {mean:.1f} ± {deviation:.1f}"
              " over 50 episodes of Gymnasium's CartPole", flush=True)
        env.close()


if __name__ == "__main__":
    main()
