"""PyTorch's side of `slm-lab bench engine`.

Reads lines `name runs` and answers each with the seconds that one run took on average, so that both sides can take turns.
The first line it prints is its version and settings. One thread.
"""

import sys
import time

import torch
from torch import nn
from torch.distributions import Categorical

torch.set_num_threads(1)
torch.manual_seed(0)


def sgemm(m, k, n):
    a, b, c = torch.randn(m, k), torch.randn(k, n), torch.empty(m, n)
    return lambda: torch.mm(a, b, out=c)


def mlp(inputs, hidden, outputs):
    return nn.Sequential(
        nn.Linear(inputs, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, outputs)
    )


def ppo(inputs, hidden, actions, batch):
    actor, critic = mlp(inputs, hidden, actions), mlp(inputs, hidden, 1)
    parameters = [*actor.parameters(), *critic.parameters()]
    optimizer = torch.optim.Adam(parameters)
    obs = torch.randn(batch, inputs)
    action = torch.randint(0, actions, (batch,))
    log_prob = torch.full((batch,), -0.7)
    advantage, target = torch.randn(batch), torch.randn(batch)

    def update():
        policy = Categorical(logits=actor(obs))
        value = critic(obs).squeeze(-1)
        ratio = (policy.log_prob(action) - log_prob).exp()
        clipped = ratio.clamp(0.8, 1.2)
        policy_loss = -torch.min(ratio * advantage, clipped * advantage).mean()
        value_loss = (value - target).square().mean()
        loss = policy_loss + 0.5 * value_loss - 0.01 * policy.entropy().mean()
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 0.5)
        optimizer.step()

    return update


def act(inputs, hidden, actions, batch):
    actor, critic = mlp(inputs, hidden, actions), mlp(inputs, hidden, 1)
    obs = torch.randn(batch, inputs)

    def run():
        with torch.inference_mode():
            policy = Categorical(logits=actor(obs))
            action = policy.sample()
            return action, policy.log_prob(action), critic(obs)

    return run


def nature_cnn(batch):
    net = nn.Sequential(
        nn.Conv2d(4, 32, 8, 4), nn.ReLU(),
        nn.Conv2d(32, 64, 4, 2), nn.ReLU(),
        nn.Conv2d(64, 64, 3, 1), nn.ReLU(),
        nn.Flatten(), nn.Linear(3136, 512), nn.ReLU(), nn.Linear(512, 6),
    )
    images = torch.randn(batch, 4, 84, 84)

    def run():
        net.zero_grad()
        net(images).square().mean().backward()

    return run


def lstm(size, steps, batch):
    net = nn.LSTM(size, size, batch_first=True)
    x = torch.randn(batch, steps, size)

    def run():
        net.zero_grad()
        net(x)[0].square().mean().backward()

    return run


def adam(n):
    parameter = nn.Parameter(torch.randn(n))
    parameter.grad = torch.randn(n)
    return torch.optim.Adam([parameter], fused=True).step


ROWS = {
    "sgemm 64x64x64": lambda: sgemm(64, 64, 64),
    "sgemm 2048x64x64": lambda: sgemm(2048, 64, 64),
    "sgemm 256x256x256": lambda: sgemm(256, 256, 256),
    "sgemm 512x512x512": lambda: sgemm(512, 512, 512),
    "ppo update 2x64 batch 64": lambda: ppo(4, 64, 2, 64),
    "ppo update 2x64 batch 256": lambda: ppo(4, 64, 2, 256),
    "ppo update 2x256 batch 256": lambda: ppo(17, 256, 6, 256),
    "act 2x64 on 8": lambda: act(4, 64, 2, 8),
    "nature cnn batch 32": lambda: nature_cnn(32),
    "lstm 64, 16 steps, batch 32": lambda: lstm(64, 16, 32),
    "adam 1M": lambda: adam(1_000_000),
}

made = {}
print(f"PyTorch {torch.__version__} eager, 1 thread, {torch.backends.cpu.get_cpu_capability()}", flush=True)
for line in sys.stdin:
    name, runs = line.rstrip("\n").rsplit(" ", 1)
    if name not in made:
        made[name] = ROWS[name]()
    run = made[name]
    start = time.perf_counter()
    for _ in range(int(runs)):
        run()
    print((time.perf_counter() - start) / int(runs), flush=True)
