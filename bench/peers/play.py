"""PyTorch's and Stable-Baselines3's side of `slm-lab bench play`: actions of a trained policy.

Reads lines `name runs` and answers each with the seconds that one run took on average, so that both sides can take turns.
The first line it prints is its version and settings. One thread.
"""

import sys
import time

import gymnasium
import numpy
import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(0)


def mlp(rows):
    net = nn.Sequential(nn.Linear(8, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 4)).eval()
    obs = numpy.random.rand(rows, 8).astype(numpy.float32)

    def run():
        with torch.inference_mode():
            return net(torch.from_numpy(obs)).argmax(1).numpy()

    return run


def gru():
    body, tail = nn.GRU(8, 64, batch_first=True).eval(), nn.Linear(64, 4).eval()
    obs = numpy.random.rand(1, 1, 8).astype(numpy.float32)
    state = [torch.zeros(1, 1, 64)]

    def run():
        with torch.inference_mode():
            features, state[0] = body(torch.from_numpy(obs), state[0])
            return tail(features[:, 0]).argmax(1).numpy()

    return run


def nature_cnn():
    filters = [nn.Conv2d(4, 32, 8, 4), nn.ReLU(), nn.Conv2d(32, 64, 4, 2), nn.ReLU(), nn.Conv2d(64, 64, 3, 1), nn.ReLU()]
    net = nn.Sequential(*filters, nn.Flatten(), nn.Linear(3136, 512), nn.ReLU(), nn.Linear(512, 4)).eval()
    obs = numpy.zeros((1, 4, 84, 84), dtype=numpy.uint8)

    def run():
        with torch.inference_mode():
            return net(torch.from_numpy(obs).float() / 255).argmax(1).numpy()

    return run


def sb3():
    import stable_baselines3

    box = gymnasium.spaces.Box(-1, 1, (8,), numpy.float32)

    class Blank(gymnasium.Env):
        observation_space, action_space = box, gymnasium.spaces.Discrete(4)

        def reset(self, seed=None, options=None):
            return box.sample(), {}

        def step(self, action):
            return box.sample(), 0.0, False, False, {}

    model = stable_baselines3.PPO("MlpPolicy", Blank(), device="cpu", policy_kwargs={"net_arch": [64, 64]})
    obs = numpy.random.rand(8).astype(numpy.float32)
    return lambda: model.predict(obs, deterministic=True)


ROWS = {
    "act mlp 2x64": lambda: mlp(1),
    "act mlp 2x64, batch 64": lambda: mlp(64),
    "act gru 64": gru,
    "act nature cnn": nature_cnn,
    "sb3 predict mlp 2x64": sb3,
}

print(f"PyTorch {torch.__version__}, 1 thread", flush=True)
made = {}
for line in sys.stdin:
    name, runs = line.rsplit(" ", 1)
    if name not in made:
        made[name] = ROWS[name]()
    work, count = made[name], int(runs)
    start = time.perf_counter()
    for _ in range(count):
        work()
    print((time.perf_counter() - start) / count, flush=True)
