"""Outputs and gradients of TorchArc's modules and graphs, for ArcGoldenTest.

    $(scripts/python-env arcs) scripts/golden/arcs.py     writes arcs.safetensors beside arcs.yaml, which it reads, in
                                                          lab/src/test/resources/golden

As SLM-Lab's TorchArcNet does, it puts a linear tail on the first output, flattened. A case has `case/p.body.…` and
`case/p.tails.0.…` (parameters, and running statistics before the call), `case/obs`, `case/y0`, `case/g.…` (the
gradient of Σ w·y by each parameter that has one, where w is the beginning of the array `w`) and `case/after.…`
(running statistics after a call in training). PyTorch computes in float64 and the results are rounded to float32.
"""

import importlib.metadata
import pathlib

import numpy
import safetensors.torch
import torch
import torcharc
import yaml
from torch import nn
from torch.nn.utils.parametrizations import weight_norm

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden"
torch.manual_seed(20250607)
torch.set_num_threads(1)
arrays = {}


class WeightNormLinear(nn.Module):
    """SLM-Lab adds it to torch.nn: a linear layer as `linear`, its weight normalized."""

    def __init__(self, in_features, out_features, bias=True):
        super().__init__()
        self.linear = weight_norm(nn.Linear(in_features, out_features, bias))

    def forward(self, x):
        return self.linear(x)


class LazyWeightNormLinear(nn.Module):
    """The same as `_linear`, made by the first call."""

    def __init__(self, out_features, bias=True):
        super().__init__()
        self.made = lambda width: weight_norm(nn.Linear(width, out_features, bias))
        self._linear = None

    def forward(self, x):
        if self._linear is None:
            self._linear = self.made(x.shape[-1])
        return self._linear(x)


nn.WeightNormLinear = WeightNormLinear
nn.LazyWeightNormLinear = LazyWeightNormLinear


def put(name, tensor):
    assert name not in arrays, name
    tensor = tensor.detach()
    arrays[name] = (tensor.float() if tensor.is_floating_point() else tensor).contiguous().clone()


def sequential(layers):
    """A Sequential with others in it, which TorchArc does not read."""
    made = []
    for layer in layers:
        (kind, settings), = layer.items()
        made.append(sequential(settings) if kind == "Sequential" else getattr(nn, kind)(**(settings or {})))
    return nn.Sequential(*made)


def body(name, arc):
    if name == "nested":
        return nn.ModuleDict({key: sequential(module["Sequential"]) for key, module in arc["modules"].items()})
    return torcharc.build(arc)


class Net(nn.Module):
    def __init__(self, body, obs):
        super().__init__()
        self.body = body
        self.eval()
        with torch.no_grad():
            width = self.features(obs[:1]).shape[-1]
        self.tails = nn.Sequential(nn.Linear(width, 3))

    def features(self, x):
        y = self.body["body"](x) if isinstance(self.body, nn.ModuleDict) else self.body(x)
        return torch.flatten(y[0] if isinstance(y, (list, tuple)) else y, 1)

    def forward(self, x):
        return self.tails(self.features(x))


def saved(tensors):
    """Without counters and constants, which ours does not keep."""
    return {key: value for key, value in tensors if "num_batches" not in key and not key.endswith("index")}


put("w", torch.randn(100))
for name, arc in yaml.safe_load((FOLDER / "arcs.yaml").read_text()).items():
    image = name.startswith("image")
    training = name.endswith("training")
    obs = torch.randint(0, 256, (3, 2, 12, 10), dtype=torch.uint8) if image else torch.randn(6, 8)
    x = obs.double() / 255 if image else obs.double()
    net = Net(body(name, arc), x.float()).double().train(training)
    with torch.no_grad():
        for key, tensor in net.named_buffers():
            if "running" in key:
                tensor.copy_(torch.rand(tensor.shape) + 0.5)
    for key, tensor in saved(net.state_dict().items()).items():
        tensor.copy_(tensor.float())  # what is recorded
        put(f"{name}/p.{key}", tensor)
    put(f"{name}/obs", obs)
    y = net(x)
    put(f"{name}/y0", y)
    weights = arrays["w"][: y.numel()].view(y.shape).double()
    named = list(net.named_parameters())
    gradients = torch.autograd.grad((weights * y).sum(), [tensor for _, tensor in named], allow_unused=True)
    for (key, _), gradient in zip(named, gradients):
        if gradient is not None:
            put(f"{name}/g.{key}", gradient)
    if training:
        for key, tensor in net.named_buffers():
            if "running" in key:
                put(f"{name}/after.{key}", tensor)

# One key of metadata only: the order of several would differ from run to run, and so the bytes of the file.
versions = f"torch {torch.__version__}, torcharc {importlib.metadata.version('torcharc')}, numpy {numpy.__version__}"
file = FOLDER / "arcs.safetensors"
safetensors.torch.save_file(dict(sorted(arrays.items())), file, {"versions": versions})
file.chmod(0o644)
print(file.name, len(arrays), "arrays,", file.stat().st_size, "bytes")
