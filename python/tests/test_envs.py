"""Environments written in Python: trained, and what is wrong with them."""

import threading
import time

import gymnasium as gym
import numpy as np
import pytest

import slmlab


class Line(gym.Env):
    """Walk to the right end."""

    observation_space = gym.spaces.Box(-1, 1, (1,), np.float32)
    action_space = gym.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.x, self.t = 0.0, 0
        return np.array([self.x], np.float32), {}

    def step(self, action):
        self.x = float(np.clip(self.x + (0.2 if action else -0.2), -1, 1))
        self.t += 1
        return np.array([self.x], np.float32), self.x, False, self.t >= 20, {}


class Raising(Line):
    def step(self, action):
        raise RuntimeError("the sensor is unplugged")


class Hanging(Line):
    def step(self, action):
        time.sleep(3600)


class Locked(Line):
    lock = threading.Lock()


def train(data, env, **arguments):
    arguments = {"max_frame": 4096, "seeds": 1, "num_envs": 2, "progress": False} | arguments
    return slmlab.train("ppo/cartpole.json", "ppo_cartpole", env=env, data=data, **arguments)


def test_a_class_is_trained_evaluated_and_acts(data):
    run = train(data, Line, run_name="line")
    assert run.finished and run.mean_return > 5  # random walks return about 0
    assert run.evaluate(4, deterministic=True)["deterministic"]["mean"] > 5
    assert run.policy().predict(np.array([0.0], np.float32), deterministic=True)[0] == 1
    again = slmlab.resume(run, max_frame=4608, progress=False)
    assert again.sessions[0]["frame"] == 4608


def test_a_function_is_trained(data):
    assert train(data, lambda: gym.wrappers.TimeLimit(Line(), 5), max_frame=256).finished


@pytest.mark.parametrize(
    ("env", "arguments", "error", "says"),
    [
        (Raising, {}, slmlab.RunError, "the sensor is unplugged"),
        (Hanging, {"set": {"env.worker_timeout": 1}}, slmlab.RunError, "did not answer for 1.0 s"),
        (Locked, {}, slmlab.EnvPickleError, "Locked cannot be pickled.*lock"),
        (Line(), {}, slmlab.InputError, "give the class"),
        (lambda: 5, {}, slmlab.InputError, "returned a int"),
        (7, {}, slmlab.InputError, "env is 7"),
        (Line, {"set": {"env": "CartPole-v1"}}, slmlab.InputError, "both name the environment"),
    ],
)
def test_what_is_wrong_with_an_environment_is_said(data, env, arguments, error, says):
    with pytest.raises(error, match=says):
        train(data, env, **arguments)


def test_a_pickle_that_was_changed_is_refused(data):
    train(data, Line, max_frame=256, run_name="changed")
    (file,) = [each for each in (data / "envs").glob("Line-*.pkl") if str(each) in (data / "changed/ppo_cartpole_spec.json").read_text()]
    content = file.read_bytes()
    try:
        file.write_bytes(content + b"x")
        with pytest.raises(slmlab.InputError, match="not what slmlab.train wrote"):
            slmlab.resume(data / "changed", max_frame=512, progress=False)
    finally:
        file.write_bytes(content)
