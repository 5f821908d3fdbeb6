"""`Policy.predict`: the same actions as numpy computes from the weights, Stable-Baselines3's signature, wrong inputs."""

import numpy as np
import pytest
from safetensors.numpy import load_file

import slmlab


@pytest.fixture(scope="module")
def policy(run):
    return slmlab.Policy.load(run)


def logits(file, obs):
    """Two hidden layers of 64 with tanh, in float64."""
    weights = load_file(file)
    x = obs.astype(np.float64)
    for layer in ("net.model.0", "net.model.2"):
        x = np.tanh(x @ weights[f"{layer}.weight"].T + weights[f"{layer}.bias"])
    return x @ weights["net.tails.0.weight"].T + weights["net.tails.0.bias"]


@pytest.mark.parametrize("session", [0, 1])
def test_numpy_acts_equally_from_the_weights(run, session):
    policy = slmlab.Policy.load(run, session=session)
    file = next(run.path.glob(f"model/*_s{session}_ckpt-best.safetensors"))
    obs = np.random.default_rng(1).normal(size=(500, 4)).astype(np.float32)
    theirs = logits(file, obs)
    assert np.abs(theirs[:, 0] - theirs[:, 1]).min() > 1e-6  # no tie that rounding could decide
    actions, state = policy.predict(obs, deterministic=True)
    assert state is None
    np.testing.assert_array_equal(actions, theirs.argmax(1))
    assert set(actions) == {0, 1}
    one_by_one = [policy.predict(each, deterministic=True)[0] for each in obs]
    np.testing.assert_array_equal(actions, one_by_one)


def test_draws_follow_the_probabilities(run, policy):
    file = next(run.path.glob(f"model/{policy.facts.get('spec', 'ppo_cartpole')}_t0_s*_ckpt-best.safetensors"))
    obs = np.array([0.02, 0.1, -0.03, 0.05], np.float32)
    candidates = [logits(each, obs) for each in run.path.glob("model/*_ckpt-best.safetensors")]
    drawn = policy.predict(np.tile(obs, (4000, 1)))[0].mean()
    expected = [1 / (1 + np.exp(each[0] - each[1])) for each in candidates]
    assert file.is_file() and min(abs(drawn - each) for each in expected) < 0.04  # five standard deviations


def test_shapes_are_stable_baselines(policy):
    action, state = policy.predict(np.zeros(4))
    assert action.shape == () and action.dtype == np.int64 and state is None
    assert policy.predict([[0, 0, 0, 0]])[0].shape == (1,)
    assert policy.predict(np.zeros((300, 4), np.float64), None, None, True)[0].shape == (300,)
    assert policy.predict(np.zeros((7, 4)), state=("anything",), episode_start=np.ones(7))[1] == ("anything",)


@pytest.mark.parametrize(
    ("obs", "error", "says"),
    [
        (np.zeros(3), slmlab.ShapeError, r"shape \(3,\); needs \(4,\)"),
        (np.zeros((0, 4)), slmlab.ShapeError, "shape"),
        (np.zeros((2, 3, 4)), slmlab.ShapeError, "shape"),
        (np.float32(1), slmlab.ShapeError, "shape"),
        ([[1, 2, 3, 4], [1]], slmlab.ShapeError, "no array"),
        (np.full(4, np.nan), slmlab.InputError, "NaN"),
        (np.array(["a", "b", "c", "d"]), slmlab.DtypeError, "real numbers"),
        (np.zeros(4, complex), slmlab.DtypeError, "complex128"),
        (np.zeros(4, object), slmlab.DtypeError, "object"),
        ({"x": 1}, slmlab.InputError, "flat array"),
    ],
)
def test_wrong_observations_are_refused(policy, obs, error, says):
    with pytest.raises(error, match=says):
        policy.predict(obs)
    assert policy.predict(np.zeros(4), deterministic=True)[0] in (0, 1)


def test_a_huge_batch_is_refused(policy):
    huge = np.lib.stride_tricks.as_strided(np.zeros(4, np.float32), (1 << 28, 4), (0, 4))  # 4 GB that nobody has
    with pytest.raises(slmlab.InputError, match="fewer rows"):
        policy.predict(huge)


def test_masks_are_refused_where_there_are_none(policy):
    with pytest.raises(slmlab.InputError, match="without masks"):
        policy.predict(np.zeros(4), action_masks=[True, False])


@pytest.mark.parametrize(
    ("path", "says"), [("nowhere", "no folder"), ("README.md", "run|folder"), ("gone.safetensors", "gone")]
)
def test_wrong_files_are_refused(path, says):
    with pytest.raises(slmlab.InputError, match=says):
        slmlab.Policy.load(path)


def test_the_past_of_a_recurrent_policy_is_passed_on(data):
    run = slmlab.train(
        "ppo/cartpole_gru.yaml", max_frame=2048, seeds=1, data=data, run_name="gru", progress=False
    )
    policy = run.policy()
    obs = np.random.default_rng(0).normal(size=(20, 2, *policy.obs_shape)).astype(np.float32)

    def play():
        state, taken = None, []
        for each in obs:
            action, state = policy.predict(each, state, deterministic=False)
            taken.append(action)
        return taken, state

    _, state = play()
    with pytest.raises(slmlab.InputError, match="state"):
        policy.predict(obs[0][:1], state)  # another number of rows
    policy.predict(obs[0], state, episode_start=[True, False])
    with pytest.raises(slmlab.InputError, match="state"):
        policy.predict(obs[0], state)  # an older one
    with pytest.raises(slmlab.ShapeError, match="episode_start"):
        policy.predict(obs[0], None, episode_start=[True])
