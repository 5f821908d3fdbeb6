"""Logits and values of policies as PyTorch computes them in float32, for the tests of slmlab.play.

    python scripts/golden/play.py     writes play.safetensors into lab/src/test/resources/golden

A case has its weights under the names of the lab's files (`case/net.model.0.weight`, …, `case/obs_mean`), 500
observations `case/obs` as an env shows them, and `case/logits` and `case/value` for them. The recurrent net sees its
observations one after the other and forgets after every 100.
"""

import pathlib

import numpy
import safetensors.torch
import torch
from torch import nn

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/play.safetensors"
ROWS, EPISODE, ACTIONS = 500, 100, 4
torch.manual_seed(20261116)
torch.set_num_threads(1)
arrays = {}


def tails(width):
    return nn.ModuleList([nn.Sequential(nn.Linear(width, ACTIONS)), nn.Sequential(nn.Linear(width, 1))])


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh())
        self.tails = tails(32)

    def forward(self, obs):
        return self.model(obs)


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        filters = [nn.Conv2d(2, 8, 3, 1, 0), nn.ReLU(), nn.Conv2d(8, 8, 3, 2, 1), nn.ReLU(), nn.BatchNorm2d(8)]
        self.conv_model = nn.Sequential(*filters)
        self.fc_model = nn.Sequential(nn.Linear(72, 16), nn.ReLU())
        self.tails = tails(16)
        norm = self.conv_model[4]
        for numbers in (norm.running_mean, norm.running_var):
            numbers.copy_(torch.rand(8) + 0.5)

    def forward(self, obs):
        scaled = obs.float() / 255 if obs.dtype == torch.uint8 else obs
        return self.fc_model(torch.flatten(self.conv_model(scaled.reshape(-1, 8, 8, 2).permute(0, 3, 1, 2)), 1))


class Rnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc_model = nn.Sequential(nn.Linear(6, 12), nn.ReLU())
        self.rnn_model = nn.GRU(12, 16, batch_first=True)
        self.tails = tails(16)

    def forward(self, obs):
        return self.rnn_model(self.fc_model(obs).reshape(-1, EPISODE, 12))[0].reshape(ROWS, 16)


def case(name, net, obs, normalized):
    net.eval()
    for key, value in net.state_dict().items():
        if "num_batches" not in key:
            arrays[f"{name}/net.{key}"] = value.clone().contiguous()
    arrays[f"{name}/obs"] = obs
    seen = obs
    if normalized:  # as gymnasium's NormalizeObservation, clipped to ±10
        mean, var = torch.randn(obs.shape[1]) * 0.3, torch.rand(obs.shape[1]) + 0.05
        arrays[f"{name}/obs_mean"], arrays[f"{name}/obs_var"] = mean, var
        seen = ((obs - mean) / torch.sqrt(var + 1e-8)).clamp(-10, 10)
    with torch.no_grad():
        features = net(seen)
        logits, value = (tail(features) for tail in net.tails)
    arrays[f"{name}/logits"], arrays[f"{name}/value"] = logits.contiguous(), value.flatten()


for suffix, normalized in (("", False), ("_normalized", True)):
    case("mlp" + suffix, Mlp(), torch.randn(ROWS, 6) * 2, normalized)
    pixels = torch.randint(0, 256, (ROWS, 128), dtype=torch.uint8)
    case("conv" + suffix, Conv(), torch.randn(ROWS, 128) if normalized else pixels, normalized)
    case("rnn" + suffix, Rnn(), torch.randn(ROWS, 6) * 2, normalized)

metadata = {"versions": f"torch {torch.__version__}, numpy {numpy.__version__}"}
safetensors.torch.save_file(dict(sorted(arrays.items())), FILE, metadata)
FILE.chmod(0o644)
print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")
