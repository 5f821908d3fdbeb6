"""`make_vec`: Gymnasium's contract, the same episodes as Gymnasium's own environments, wrong inputs."""

import contextlib

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils import env_checker
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import slmlab


@pytest.mark.parametrize("id", ["CartPole-v1", "Pendulum-v1", "FrozenLake-v1"])
def test_gymnasiums_checks_pass(id):
    """Those of `gymnasium.utils.env_checker` that a vector can pass: Gymnasium 1.4 has no checker for vectors alone, and
    `check_step_determinism` asks for a `truncated` that is the value False."""
    with slmlab.make_vec(id, 1) as env:
        env_checker.check_returned_data_not_reused(env)
    with slmlab.make_vec(id, 3) as env:
        env_checker.check_reset_return_type(env)
        env_checker.check_reset_seed_determinism(env)
        env_checker.check_reset_options(env)
        env_checker.check_space_limit(env.observation_space, "observation")
        actions = env.action_space.sample()
        twice = [(env.reset(seed=4), env.step(actions)) for _ in range(2)]
        assert env_checker.data_equivalence(*twice, exact=True)
        obs, _ = env.reset(seed=1)
        assert obs in env.observation_space
        env.action_space.seed(2)
        for _ in range(50):
            obs, reward, terminated, truncated, infos = env.step(env.action_space.sample())
            assert obs in env.observation_space and obs.dtype == env.observation_space.dtype
            assert reward.shape == terminated.shape == truncated.shape == (3,)
            assert reward.dtype == np.float64 and terminated.dtype == truncated.dtype == bool


@pytest.mark.parametrize("mode", [AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP])
@pytest.mark.parametrize("id", ["CartPole-v1", "MountainCarContinuous-v0", "FrozenLake-v1"])
def test_same_seeds_are_the_same_episodes_as_gymnasiums(id, mode):
    arguments = {"max_episode_steps": 25}  # so that episodes are cut short too
    theirs = SyncVectorEnv([lambda: gym.make(id, **arguments) for _ in range(4)], autoreset_mode=mode)
    ours = slmlab.make_vec(id, 4, autoreset_mode=mode.name.lower(), **arguments)
    with ours, contextlib.closing(theirs):
        ends = 0
        np.testing.assert_allclose(ours.reset(seed=7)[0], theirs.reset(seed=7)[0], rtol=1e-5, atol=1e-6)
        ours.action_space.seed(3)
        for _ in range(80):
            actions = ours.action_space.sample()
            mine, other = ours.step(actions), theirs.step(actions)
            for place in range(4):
                np.testing.assert_allclose(mine[place], other[place], rtol=1e-4, atol=1e-5)
            if mode is AutoresetMode.SAME_STEP and (mine[2] | mine[3]).any():
                np.testing.assert_array_equal(mine[4]["_final_obs"], other[4]["_final_obs"])
                for i in np.flatnonzero(mine[4]["_final_obs"]):
                    np.testing.assert_allclose(mine[4]["final_obs"][i], other[4]["final_obs"][i], rtol=1e-4, atol=1e-5)
            ends += (mine[2] | mine[3]).sum()
        assert ends >= 4


def test_gymnasium_makes_it_by_its_array_version():
    slmlab.register("CartPole-v1")
    env = gym.make_vec("slmlab/CartPole-v1", 5, vectorization_mode="vector_entry_point")
    with contextlib.closing(env):
        obs, _ = env.reset(seed=1)
        with slmlab.make_vec("CartPole-v1", 5) as other:
            np.testing.assert_array_equal(obs, other.reset(seed=1)[0])


def test_gymnasiums_vector_wrappers_work():
    env = gym.wrappers.vector.RecordEpisodeStatistics(slmlab.make_vec("CartPole-v1", 8))
    with contextlib.closing(env):
        env.reset(seed=0)
        lengths = []
        for _ in range(200):
            *_, infos = env.step(env.action_space.sample())
            if "episode" in infos:
                lengths += list(infos["episode"]["l"][infos["_episode"]])
        assert len(lengths) > 20 and min(lengths) >= 8


def test_messages_alone_give_the_same_numbers(monkeypatch):
    """On a processor whose stores are not ordered, every call goes through messages."""
    from slmlab import _channel

    def play():
        with slmlab.make_vec("CartPole-v1", 4) as env:
            rows = [env.reset(seed=5)[0]]
            for i in range(100):
                rows.append(env.step(np.array([i, i + 1, i // 2, i // 3]) % 2)[0])
            return np.array(rows)

    looking = play()
    monkeypatch.setattr(_channel, "_polls", lambda: False)
    np.testing.assert_array_equal(play(), looking)


@pytest.mark.parametrize(
    ("actions", "error", "says"),
    [
        (np.zeros(3, int), slmlab.ShapeError, r"shape \(3,\).*needs \(2,\)"),
        (np.zeros((2, 1), int), slmlab.ShapeError, "shape"),
        (np.zeros(2), slmlab.DtypeError, "float64.*whole numbers"),
        (np.array(["a", "b"]), slmlab.DtypeError, "whole numbers"),
        (np.array([0, 2]), slmlab.InputError, "action 2 of env 1"),
        (np.array([0, 2**40]), slmlab.InputError, "outside"),
        (None, slmlab.ShapeError, "shape"),
    ],
)
def test_wrong_actions_are_refused(actions, error, says):
    with slmlab.make_vec("CartPole-v1", 2) as env:
        env.reset(seed=0)
        with pytest.raises(error, match=says):
            env.step(actions)
        env.step(np.zeros(2, int))  # and the environments go on


def test_nan_in_continuous_actions_is_refused():
    with slmlab.make_vec("Pendulum-v1", 2) as env:
        env.reset(seed=0)
        with pytest.raises(slmlab.InputError, match="NaN of env 1"):
            env.step(np.array([[0.5], [np.nan]]))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"id": "CartPol-v1"}, "did you mean CartPole"),
        ({"id": "CartPole-v1", "num_envs": 0}, "num_envs is 0"),
        ({"id": "CartPole-v1", "num_envs": "4"}, "num_envs is '4'"),
        ({"id": 5}, "id is text"),
        ({"id": "CartPole-v1", "gravty": 3}, "gravty"),
        ({"id": "CartPole-v1", "autoreset_mode": "never"}, "same_step"),
        ({"id": "CartPole-v1", "num_envs": 2**28}, "1 to 1048576"),
    ],
)
def test_wrong_arguments_are_refused(arguments, says):
    with pytest.raises(slmlab.InputError, match=says):
        slmlab.make_vec(**arguments)


def test_step_before_reset_and_after_close_are_refused():
    env = slmlab.make_vec("CartPole-v1", 2)
    with pytest.raises(slmlab.InputError, match="before reset"):
        env.step(np.zeros(2, int))
    with pytest.raises(slmlab.InputError, match="seed"):
        env.reset(seed=[1, 5])
    with pytest.raises(slmlab.InputError, match="seed"):
        env.reset(seed=-1)
    env.close()
    with pytest.raises(slmlab.InputError, match="closed"):
        env.reset()
