"""Policies of Stable-Baselines3 and CleanRL, and what they do on 500 observations, for the tests of slmlab.foreign.

    python scripts/golden/foreign.py     needs scripts/requirements-peers.txt; about a minute

Writes lab/src/test/resources/golden/foreign/CASE/policy.json and policy.safetensors, by the script that `slm-lab import`
runs, and games.safetensors with `CASE/obs` and `CASE/action`, as the env takes it, clipped to its bounds where the
library clips it; with `CASE/value` where there is a critic of states. CleanRL is a folder of scripts, not a package: its
agents are rebuilt here with the names of its modules.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import gymnasium
import numpy
import safetensors.numpy
import stable_baselines3
import torch
from stable_baselines3 import A2C, DDPG, DQN, PPO, SAC, TD3
from stable_baselines3.common.vec_env import DummyVecEnv, VecNormalize
from torch import nn

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "lab/src/test/resources/golden/foreign"
SCRIPT = ROOT / "lab/src/main/resources/slmlab/foreign/import_policy.py"
ROWS = 500
torch.set_num_threads(1)
torch.manual_seed(31)
random = numpy.random.default_rng(31)
shutil.rmtree(OUT, ignore_errors=True)
games = {}


def observations(env):
    if env == "Pendulum-v1":
        angle = random.uniform(-3.14, 3.14, ROWS)
        return numpy.stack([numpy.cos(angle), numpy.sin(angle), random.uniform(-8, 8, ROWS)], 1).astype(numpy.float32)
    return (random.standard_normal((ROWS, 4)) * [1, 1, 0.1, 1]).astype(numpy.float32)


def convert(case, model, *more):
    subprocess.run([sys.executable, SCRIPT, model, OUT / case, *more], check=True)
    facts = json.loads((OUT / case / "policy.json").read_text())
    facts["model"] = case
    (OUT / case / "policy.json").write_text(json.dumps(facts, indent=1) + "\n")


def stable(case, kind, env, normalized=False, activation_fn=None, **settings):
    settings["policy_kwargs"] = {"net_arch": [16, 16]} | ({"activation_fn": activation_fn} if activation_fn else {})
    vector = DummyVecEnv([lambda: gymnasium.make(env)])
    if normalized:
        vector = VecNormalize(vector, clip_obs=5.0)
    model = kind("MlpPolicy", vector, seed=7, device="cpu", **settings)
    model.learn(600)
    obs = observations(env)
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/model.zip")
        if normalized:
            vector.save(f"{folder}/normalizer.pkl")
            convert(case, f"{folder}/model.zip", "--normalizer", f"{folder}/normalizer.pkl")
        else:
            convert(case, f"{folder}/model.zip")
    games[f"{case}/obs"] = obs
    seen = vector.normalize_obs(obs) if normalized else obs
    games[f"{case}/action"] = model.predict(seen, deterministic=True)[0].astype(numpy.float32)
    if kind in (PPO, A2C):
        with torch.no_grad():
            games[f"{case}/value"] = model.policy.predict_values(torch.as_tensor(seen)).numpy().flatten()


def mlp(*sizes, activation):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [nn.Linear(a, b), activation()]
    return nn.Sequential(*layers[:-1])


class CleanPpo(nn.Module):
    def __init__(self, continuous):
        super().__init__()
        self.critic = mlp(3 if continuous else 4, 16, 16, 1, activation=nn.Tanh)
        if continuous:
            self.actor_mean = mlp(3, 16, 16, 1, activation=nn.Tanh)
            self.actor_logstd = nn.Parameter(torch.zeros(1, 1) - 0.3)
        else:
            self.actor = mlp(4, 16, 16, 2, activation=nn.Tanh)


class CleanDqn(nn.Module):
    def __init__(self):
        super().__init__()
        self.network = mlp(4, 24, 16, 2, activation=nn.ReLU)


def clean(case, net, env, act):
    obs = observations(env)
    with tempfile.TemporaryDirectory() as folder:
        torch.save(net.state_dict(), f"{folder}/model.cleanrl_model")
        convert(case, f"{folder}/model.cleanrl_model")
    games[f"{case}/obs"] = obs
    with torch.no_grad():
        games[f"{case}/action"] = act(torch.from_numpy(obs)).numpy().astype(numpy.float32)
        if hasattr(net, "critic"):
            games[f"{case}/value"] = net.critic(torch.from_numpy(obs)).numpy().flatten()


off = {"learning_starts": 100, "buffer_size": 2000, "batch_size": 32}
stable("ppo", PPO, "CartPole-v1", activation_fn=nn.ReLU, n_steps=128, batch_size=32, n_epochs=3)
stable("ppo_pendulum", PPO, "Pendulum-v1", normalized=True, n_steps=128, gamma=0.9, learning_rate=0.001)
stable("a2c", A2C, "CartPole-v1")
stable("dqn", DQN, "CartPole-v1", **off)
stable("sac", SAC, "Pendulum-v1", **off)
stable("td3", TD3, "Pendulum-v1", **off)
stable("ddpg", DDPG, "Pendulum-v1", **off)
for name, continuous in (("cleanrl_ppo", False), ("cleanrl_ppo_continuous", True)):
    net = CleanPpo(continuous)
    if continuous:
        clean(name, net, "Pendulum-v1", lambda obs, net=net: net.actor_mean(obs).clamp(-2, 2))
    else:
        clean(name, net, "CartPole-v1", lambda obs, net=net: net.actor(obs).argmax(1))
net = CleanDqn()
clean("cleanrl_dqn", net, "CartPole-v1", lambda obs: net.network(obs).argmax(1))

versions = f"stable-baselines3 {stable_baselines3.__version__}, torch {torch.__version__}"
contiguous = {name: numpy.ascontiguousarray(array) for name, array in sorted(games.items())}
safetensors.numpy.save_file(contiguous, OUT / "games.safetensors", {"versions": versions})
(OUT / "games.safetensors").chmod(0o644)
print(versions, sum(file.stat().st_size for file in OUT.rglob("*") if file.is_file()), "bytes")
