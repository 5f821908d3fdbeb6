"""Records what PyTorch's optimizers and learning-rate schedulers do, for slmlab.tensor.optim's tests.

    python scripts/golden/optim.py        writes optim.safetensors and lr.safetensors

A net 5 → 8 → 3 with tanh learns fixed data by mean squared error. For each case (an optimizer, its options, clipping)
the parameters after 1, 5 and 20 steps are kept, and the gradient norm of every step. Learning rates are doubles:
they are stored as pairs of int32, low half first.
"""

import json
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save_file
from torch import nn
from torch.optim import lr_scheduler

GOLDEN = Path(__file__).parents[2] / "tensor/src/test/resources/golden"
STEPS = 20
KEPT = (1, 5, 20)
VERSIONS = {"torch": torch.__version__, "numpy": np.__version__, "script": "scripts/golden/optim.py"}


class Lookahead:
    """Zhang et al. 2019, arXiv:1907.08610: every k steps slow += alpha (fast - slow) and fast = slow."""

    def __init__(self, inner, k, alpha):
        self.inner, self.k, self.alpha, self.steps = inner, k, alpha, 0
        self.fast = [p for group in inner.param_groups for p in group["params"]]
        self.slow = [p.detach().clone() for p in self.fast]

    def zero_grad(self):
        self.inner.zero_grad()

    @torch.no_grad()
    def step(self):
        self.inner.step()
        self.steps += 1
        if self.steps % self.k == 0:
            for fast, slow in zip(self.fast, self.slow):
                slow += self.alpha * (fast - slow)
                fast.copy_(slow)


# name: (torch.optim class, its options, clipping, (k, alpha) of Lookahead)
CASES = {
    "sgd": ("SGD", {"lr": 0.1}, None, None),
    "sgd_decay": ("SGD", {"lr": 0.1, "weight_decay": 0.05}, None, None),
    "sgd_momentum": ("SGD", {"lr": 0.05, "momentum": 0.9}, None, None),
    "sgd_dampening": ("SGD", {"lr": 0.05, "momentum": 0.8, "dampening": 0.3, "weight_decay": 0.01}, None, None),
    "sgd_nesterov": ("SGD", {"lr": 0.05, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01}, None, None),
    "sgd_norm": ("SGD", {"lr": 0.3}, ("norm", 0.5), None),
    "sgd_value": ("SGD", {"lr": 0.3}, ("value", 0.05), None),
    "adam": ("Adam", {"lr": 0.01}, None, None),
    "adam_options": ("Adam", {"lr": 0.02, "betas": (0.5, 0.99), "eps": 1e-5, "weight_decay": 0.1}, None, None),
    "adam_norm": ("Adam", {"lr": 0.01}, ("norm", 0.3), None),
    "adam_value": ("Adam", {"lr": 0.01}, ("value", 0.02), None),
    "adamw": ("AdamW", {"lr": 0.01}, None, None),
    "adamw_options": ("AdamW", {"lr": 0.02, "betas": (0.8, 0.98), "weight_decay": 0.3}, ("norm", 0.5), None),
    "rmsprop": ("RMSprop", {"lr": 0.01}, None, None),
    "rmsprop_decay": ("RMSprop", {"lr": 0.01, "alpha": 0.9, "eps": 1e-5, "weight_decay": 0.1}, ("norm", 0.5), None),
    "rmsprop_momentum": ("RMSprop", {"lr": 0.005, "momentum": 0.8}, None, None),
    "rmsprop_centered": ("RMSprop", {"lr": 0.005, "centered": True}, None, None),
    "rmsprop_all": (
        "RMSprop",
        {"lr": 0.002, "alpha": 0.95, "momentum": 0.7, "centered": True, "weight_decay": 0.05},
        ("value", 0.1),
        None,
    ),
    "radam": ("RAdam", {"lr": 0.02}, None, None),
    "radam_options": ("RAdam", {"lr": 0.02, "betas": (0.8, 0.95), "weight_decay": 0.1}, ("norm", 0.5), None),
    "lookahead_radam": ("RAdam", {"lr": 0.02}, None, (5, 0.5)),
    "lookahead_adam": ("Adam", {"lr": 0.02}, ("norm", 0.5), (3, 0.8)),
    "lookahead_sgd": ("SGD", {"lr": 0.05, "momentum": 0.9}, None, (4, 0.3)),
}


def record_optimizers():
    torch.manual_seed(20260101)
    net = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 3))
    start = {name: p.detach().clone() for name, p in net.named_parameters()}
    x, y = torch.randn(16, 5), 2 * torch.randn(16, 3)
    arrays = {"x": x, "y": y} | {f"start.{name}": p for name, p in start.items()}
    for case, (optimizer, options, clip, lookahead) in CASES.items():
        net.load_state_dict(start)
        optim = getattr(torch.optim, optimizer)(net.parameters(), foreach=False, **options)
        if lookahead:
            optim = Lookahead(optim, *lookahead)
        norms = []
        for step in range(1, STEPS + 1):
            optim.zero_grad()
            nn.functional.mse_loss(net(x), y).backward()
            norms.append(torch.nn.utils.get_total_norm([p.grad for p in net.parameters()]))
            if clip:
                kind, most = clip
                getattr(torch.nn.utils, f"clip_grad_{kind}_")(net.parameters(), most)
            optim.step()
            if step in KEPT:
                arrays |= {f"{case}.{step}.{name}": p.detach().clone() for name, p in net.named_parameters()}
        arrays[f"{case}.norms"] = torch.stack(norms)
    save(GOLDEN / "optim.safetensors", {name: a.numpy() for name, a in arrays.items()}, {"cases": CASES})


# name: (base rate, steps, scheduler of an optimizer)
SCHEDULES = {
    "constant": (0.01, 10, lambda o: lr_scheduler.LambdaLR(o, lambda k: 1.0)),
    "step": (0.01, 100, lambda o: lr_scheduler.StepLR(o, step_size=7, gamma=0.9)),
    "multi_step": (0.3, 40, lambda o: lr_scheduler.MultiStepLR(o, milestones=[3, 10, 10, 25], gamma=0.5)),
    "exponential": (0.02, 200, lambda o: lr_scheduler.ExponentialLR(o, gamma=0.97)),
    "cosine": (0.005, 70, lambda o: lr_scheduler.CosineAnnealingLR(o, T_max=25)),
    "cosine_min": (0.005, 40, lambda o: lr_scheduler.CosineAnnealingLR(o, T_max=30, eta_min=1e-4)),
    "linear_to_zero": (0.003, 30, lambda o: lr_scheduler.LambdaLR(o, lambda k: max(0.0, 1 - k / 23))),
    "linear_to_min": (0.003, 30, lambda o: lr_scheduler.LambdaLR(o, lambda k: max(0.033, 1 - k / 23.5))),
}


def record_schedules():
    arrays = {}
    for name, (base, steps, make) in SCHEDULES.items():
        optim = torch.optim.SGD([nn.Parameter(torch.zeros(1))], lr=base)
        scheduler = make(optim)
        rates = []
        for _ in range(steps + 1):
            rates.append(float(scheduler.get_last_lr()[0]))
            optim.step()
            scheduler.step()
        arrays[name] = np.array(rates, "<f8").view("<i4").reshape(-1, 2)
    save(GOLDEN / "lr.safetensors", arrays, {})


def save(path, arrays, more):
    # one key only: safetensors writes several in any order, and equal numbers should give equal bytes
    metadata = {"recorded": json.dumps(VERSIONS | more)}
    save_file({name: np.ascontiguousarray(a) for name, a in arrays.items()}, path, metadata)
    path.chmod(0o644)
    print(path.name, len(arrays), "arrays,", path.stat().st_size, "bytes")


if __name__ == "__main__":
    torch.set_num_threads(1)
    GOLDEN.mkdir(parents=True, exist_ok=True)
    record_optimizers()
    record_schedules()
