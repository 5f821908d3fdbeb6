"""Outputs of whole nets, settings of optimizers and learning rates, as PyTorch has them, for the tests of
slmlab.agent.net. Parameters have the names that SLM-Lab's nets give them.

    python scripts/golden/nets.py     writes nets.safetensors into lab/src/test/resources/golden

A case has `case/p.model.0.weight`, … (parameters, and running statistics before the call), `case/obs`, `case/y0`, …
(one output for each tail) and `case/after.…` (running statistics after a call in training). PyTorch computes in
float64 and the results are rounded to float32.
"""

import pathlib

import numpy
import safetensors.torch
import torch
from torch import nn

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/nets.safetensors"
torch.manual_seed(20250103)
torch.set_num_threads(1)
arrays = {}


def put(name, tensor):
    assert name not in arrays, name
    tensor = tensor.detach()
    arrays[name] = (tensor.float() if tensor.is_floating_point() else tensor).contiguous().clone()


def fc(widths, activation, norm=None):
    layers = []
    for i, o in zip(widths, widths[1:]):
        layers += [nn.Linear(i, o)] + ([norm(o)] if norm else []) + ([activation()] if activation else [])
    return nn.Sequential(*layers)


def tails(width, sizes):
    return fc([width, *sizes], None) if len(sizes) == 1 else nn.ModuleList([fc([width, n], None) for n in sizes])


class Net(nn.Module):
    """Parts by the names under which SLM-Lab has them, and a function of them."""

    def __init__(self, forward, **parts):
        super().__init__()
        for name, part in parts.items():
            setattr(self, name, part)
        self.function = forward

    def forward(self, x):
        return self.function(self, x)


def outputs(net, features):
    return [tail(features) for tail in net.tails] if isinstance(net.tails, nn.ModuleList) else [net.tails(features)]


def case(name, net, obs, training=False):
    with torch.no_grad():
        for key, tensor in net.named_buffers():
            if "running" in key:
                tensor.copy_(torch.rand(tensor.shape) + 0.5)
    net.double().train(training)
    state = {key: value for key, value in net.state_dict().items() if "num_batches" not in key}
    for key, value in state.items():
        put(f"{name}/p.{key}", value)
    put(f"{name}/obs", obs)
    for i, y in enumerate(net(obs.double())):
        put(f"{name}/y{i}", y)
    if training:
        for key, value in net.named_buffers():
            if "running" in key:
                put(f"{name}/after.{key}", value)


def model(net, x):
    return outputs(net, net.model(x))


def conv_model(net, x):
    return outputs(net, net.fc_model(torch.flatten(net.conv_model(x), 1)))


def dueling(features):
    def function(net, x):
        v, a = net.v(features(net, x)), net.adv(features(net, x))
        return [v + a - a.mean(1, keepdim=True)]

    return function


obs = torch.randn(6, 5)
case("mlp", Net(model, model=fc([5, 7, 6], nn.Tanh), tails=tails(6, [3, 1])), obs)
case("mlp_layer_norm", Net(model, model=fc([5, 7, 6], nn.SELU, nn.LayerNorm), tails=tails(6, [2])), obs)
for training in (False, True):
    net = Net(model, model=fc([5, 4], nn.LeakyReLU, nn.BatchNorm1d), tails=tails(4, [2]))
    case("mlp_batch_norm_" + ("training" if training else "acting"), net, obs, training)
log_std = Net(
    lambda net, x: [net.tails(net.model(x)), net.log_std.expand(len(x), 2)],
    model=fc([5, 4], nn.ReLU),
    tails=tails(4, [2]),
    log_std=nn.Parameter(torch.tensor([-0.5, 0.25])),
)
case("mlp_log_std", log_std, obs)

pixels = torch.randint(0, 256, (3, 2, 12, 10), dtype=torch.uint8)  # channels first
for training in (False, True):
    filters = [nn.Conv2d(2, 4, 4, 2), nn.ReLU(), nn.Conv2d(4, 5, 3, 1, 1), nn.ReLU(), nn.BatchNorm2d(5)]
    net = Net(
        lambda net, x: conv_model(net, x / 255),
        conv_model=nn.Sequential(*filters),
        fc_model=fc([5 * 5 * 4, 6], nn.ReLU),
        tails=tails(6, [3, 1]),
    )
    case("conv_" + ("training" if training else "acting"), net, pixels, training)
net = Net(
    lambda net, x: outputs(net, torch.flatten(net.conv_model(x.permute(0, 3, 1, 2)), 1)),
    conv_model=nn.Sequential(nn.Conv2d(3, 4, (3, 2), (2, 1), (1, 0)), nn.Tanh()),
    tails=tails(4 * 5 * 7, [2]),
)
case("conv_channels_last", net, torch.randn(2, 9, 8, 3))

body = fc([5, 7], nn.ReLU)
case("dueling_mlp", Net(dueling(lambda net, x: net.model_body(x)), model_body=body, v=nn.Linear(7, 1), adv=nn.Linear(7, 3)), obs)
net = Net(
    dueling(lambda net, x: net.fc_model(torch.flatten(net.conv_model(x / 255), 1))),
    conv_model=nn.Sequential(nn.Conv2d(2, 3, 4, 2), nn.ReLU()),
    fc_model=fc([3 * 5 * 4, 6], nn.ReLU),
    v=nn.Linear(6, 1),
    adv=nn.Linear(6, 4),
)
case("dueling_conv", net, pixels)

for cell, layers in ((nn.GRU, 2), (nn.LSTM, 1), (nn.RNN, 1)):
    net = Net(
        lambda net, x: outputs(net, net.rnn_model(net.fc_model(x).reshape(2, 3, 4))[0].reshape(6, 3)),
        fc_model=fc([5, 4], nn.Tanh),
        rnn_model=cell(4, 3, layers, batch_first=True),
        tails=tails(3, [2, 1]),
    )
    case("recurrent_" + cell.__name__.lower(), net, obs)

arc = nn.Sequential(nn.Conv2d(2, 4, 4, 2), nn.ReLU(), nn.Flatten(), nn.Linear(80, 6), nn.LayerNorm(6), nn.SiLU())
net = Net(lambda net, x: outputs(net, net.body["body"](x / 255)), body=nn.ModuleDict({"body": arc}), tails=tails(6, [3]))
case("arc", net, pixels)

net = Net(
    lambda net, x: [
        tail(net.model_body(torch.cat([net.model_heads[0](x[:, :2]), net.model_heads[1](x[:, 2:])], 1)))
        for tail in net.model_tails
    ],
    model_heads=nn.ModuleList([fc([2, 3], nn.ReLU), fc([3, 4], nn.ReLU)]),
    model_body=fc([7, 6], nn.ReLU),
    model_tails=nn.ModuleList([fc([6, 2], None), fc([6, 1], None)]),
)
case("hydra", net, obs)

# ---- what an optimizer is when a spec gives its name only

parameter = nn.Parameter(torch.zeros(1))
for name, keys in {
    "Adam": ["lr", "betas", "eps", "weight_decay"],
    "AdamW": ["lr", "betas", "eps", "weight_decay"],
    "RAdam": ["lr", "betas", "eps", "weight_decay"],
    "RMSprop": ["lr", "alpha", "eps", "weight_decay", "momentum"],
    "SGD": ["lr", "momentum", "dampening", "weight_decay"],
}.items():
    defaults = getattr(torch.optim, name)([parameter]).defaults
    numbers = [defaults[key] for key in keys]
    put("optim/" + name, torch.tensor([n for value in numbers for n in (value if isinstance(value, tuple) else [value])]))

# ---- learning rates: 20 updates of 32 frames

for name, make in {
    "LinearToZero": lambda o: torch.optim.lr_scheduler.LambdaLR(o, lambda k: max(0, 1 - k / max(1, 480 / 32))),
    "StepLR": lambda o: torch.optim.lr_scheduler.StepLR(o, step_size=3, gamma=0.5),
    "MultiStepLR": lambda o: torch.optim.lr_scheduler.MultiStepLR(o, milestones=[2, 7], gamma=0.2),
    "ExponentialLR": lambda o: torch.optim.lr_scheduler.ExponentialLR(o, gamma=0.9),
}.items():
    optim = torch.optim.SGD([parameter], lr=0.01)
    scheduler, rates = make(optim), []
    for _ in range(20):
        rates.append(optim.param_groups[0]["lr"])
        optim.step()
        scheduler.step()
    put("lr/" + name, torch.tensor(rates, dtype=torch.float64))

# ---- our own convolutional nets; recorded last, so that their random numbers do not change the others


class Block(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.conv0, self.conv1 = nn.Conv2d(n, n, 3, padding=1), nn.Conv2d(n, n, 3, padding=1)

    def forward(self, x):
        return x + self.conv1(torch.relu(self.conv0(torch.relu(x))))


class Section(nn.Module):
    """Of the residual net of IMPALA, as CleanRL names its parts."""

    def __init__(self, n, out):
        super().__init__()
        self.conv, self.res_block0, self.res_block1 = nn.Conv2d(n, out, 3, padding=1), Block(out), Block(out)

    def forward(self, x):
        pooled = nn.functional.max_pool2d(self.conv(x), 3, stride=2, padding=1)
        return self.res_block1(self.res_block0(pooled))


net = Net(
    lambda net, x: outputs(net, net.fc_model(torch.flatten(torch.relu(net.conv_model(x / 255)), 1))),
    conv_model=nn.Sequential(Section(2, 3), Section(3, 4)),
    fc_model=fc([4 * 3 * 3, 6], nn.ReLU),
    tails=tails(6, [3, 1]),
)
case("impala", net, pixels)

# a dict of a camera, 240 bytes, and of a speed; the row has the camera first
row = torch.cat([pixels.flatten(1).double(), torch.randn(3, 5)], 1)
net = Net(
    lambda net, x: outputs(
        net,
        net.fc_model(
            torch.cat([net.parts["camera"](x[:, :240].reshape(-1, 2, 12, 10) / 255), net.parts["speed"](x[:, 240:])], 1)
        ),
    ),
    parts=nn.ModuleDict(
        {"camera": nn.Sequential(nn.Conv2d(2, 3, 4, 2), nn.ReLU(), nn.Flatten()), "speed": fc([5, 4], nn.ReLU)}
    ),
    fc_model=fc([3 * 5 * 4 + 4, 6], nn.ReLU),
    tails=tails(6, [2]),
)
case("multi_input", net, row)

metadata = {"versions": f"torch {torch.__version__}, numpy {numpy.__version__}"}
safetensors.torch.save_file(dict(sorted(arrays.items())), FILE, metadata)
FILE.chmod(0o644)
print(FILE.name, len(arrays), "arrays,", FILE.stat().st_size, "bytes")
