"""Values and gradients of layers and losses, and a state_dict, as PyTorch has them, for the tests of slmlab.tensor.nn.

    python scripts/golden/layers.py     writes layers.safetensors and state_dict.safetensors into
                                        tensor/src/test/resources/golden
"""

import torch
from golden import Golden, save
from torch import nn
from torch.nn import functional as F

golden = Golden(seed=20250102)


def normal(*shape):
    return torch.randn(shape)


def shake(module):
    """Parameters and running statistics that are not all ones and zeros."""
    with torch.no_grad():
        for name, tensor in [*module.named_parameters(), *module.named_buffers()]:
            if tensor.is_floating_point():
                tensor.copy_(torch.rand(tensor.shape) + 0.5 if "var" in name else normal(*tensor.shape))
    return module


# ---- linear and convolution

golden.layer("linear", nn.Linear(7, 5), lambda m, x: [m(x)], normal(3, 7))
golden.layer("linear_without_bias", nn.Linear(7, 5, bias=False), lambda m, x: [m(x)], normal(3, 7))
golden.layer("linear_window", nn.Linear(3, 17), lambda m, x: [m(x)], normal(2, 5, 3))


def conv(module, x):
    return [module(x.permute(0, 3, 1, 2)).permute(0, 2, 3, 1)]


golden.layer("conv", nn.Conv2d(3, 5, 3, stride=2), conv, normal(2, 7, 9, 3))
golden.layer("conv_padded", nn.Conv2d(2, 3, 3, padding=1), conv, normal(1, 5, 4, 2))
golden.layer("conv_oblong", nn.Conv2d(2, 3, (4, 2), stride=(2, 1), padding=(2, 1)), conv, normal(2, 5, 3, 2))
golden.layer("conv_without_bias", nn.Conv2d(1, 3, 2, bias=False), conv, normal(2, 3, 3, 1))

# ---- recurrent layers; a state is one row: h of each layer, then c of each layer


def parts(module, state):
    """[batch, stateSize] to PyTorch's [layers, batch, hidden], one or two of them."""
    split = state.reshape(len(state), -1, module.num_layers, module.hidden_size).permute(1, 2, 0, 3).contiguous()
    return tuple(split) if isinstance(module, nn.LSTM) else split[0]


def rows(module, state):
    both = torch.stack(state if isinstance(module, nn.LSTM) else [state])
    return both.permute(2, 0, 1, 3).reshape(both.shape[2], -1)


def window(module, x, state):
    y, last = module(x, parts(module, state))
    return [y, rows(module, last)]


def episodes(module, x, state, reset):
    """Step by step; the state is zeroed before a step where an episode starts."""
    outputs = []
    for t in range(x.shape[1]):
        state = state * (1 - reset[:, t : t + 1])
        y, last = module(x[:, t : t + 1], parts(module, state))
        state = rows(module, last)
        outputs.append(y)
    return [torch.cat(outputs, 1), state]


starts = torch.tensor([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 1]])
for name, module, size in [
    ("lstm", nn.LSTM(5, 3, batch_first=True), 6),
    ("lstm_2", nn.LSTM(2, 3, num_layers=2, batch_first=True), 12),
    ("gru", nn.GRU(5, 3, batch_first=True), 3),
    ("gru_2", nn.GRU(2, 3, num_layers=2, batch_first=True), 6),
    ("rnn_tanh", nn.RNN(5, 3, batch_first=True), 3),
    ("rnn_relu", nn.RNN(5, 3, nonlinearity="relu", batch_first=True), 3),
    ("rnn_2", nn.RNN(2, 3, num_layers=2, batch_first=True), 6),
]:
    x, state = normal(3, 4, module.input_size), normal(3, size)
    if name in ("lstm", "gru_2"):
        golden.layer(name, module, window, x, state)
    golden.layer(name + "_episodes", module, lambda m, x, s: episodes(m, x, s, starts.double()), x, state)
golden.put("starts", starts)

# ---- normalization; channels last here, PyTorch wants them second

golden.layer("layer_norm", shake(nn.LayerNorm(7)), lambda m, x: [m(x)], normal(5, 7) * 3 + 1)
golden.layer("layer_norm_window", shake(nn.LayerNorm(17)), lambda m, x: [m(x)], normal(2, 3, 17))
golden.layer("batch_norm", shake(nn.BatchNorm1d(7)), lambda m, x: [m(x)], normal(5, 7) * 2 + 1)
golden.layer("batch_norm_images", shake(nn.BatchNorm2d(3)), conv, normal(2, 5, 3, 3))
golden.layer("batch_norm_evaluated", shake(nn.BatchNorm1d(7)).eval(), lambda m, x: [m(x)], normal(5, 7) * 2 + 1)


class BatchRenorm(nn.Module):
    """Ioffe 2017 (arXiv:1702.03275), algorithm 1, with SLM-Lab's linear warm-up of the bounds. PyTorch has none."""

    def __init__(self, features, step, warmup_steps, r_max=3.0, d_max=5.0, momentum=0.01, eps=1e-3):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.ones(features)), nn.Parameter(torch.zeros(features))
        self.register_buffer("running_mean", torch.zeros(features))
        self.register_buffer("running_var", torch.ones(features))
        shake(self)
        self.register_buffer("step", torch.tensor(float(step)))
        self.warmup_steps, self.r_max, self.d_max, self.momentum, self.eps = warmup_steps, r_max, d_max, momentum, eps

    def forward(self, x):
        if not self.training:
            x = (x - self.running_mean) / torch.sqrt(self.running_var + self.eps)
            return [self.weight * x + self.bias]
        axes = tuple(range(x.dim() - 1))
        mean, var = x.mean(axes), x.var(axes, correction=0)
        sigma, running = torch.sqrt(var + self.eps), torch.sqrt(self.running_var + self.eps)
        warm = min(1.0, self.step.item() / self.warmup_steps)
        r_max, d_max = 1 + warm * (self.r_max - 1), warm * self.d_max
        r = (sigma / running).clamp(1 / r_max, r_max).detach()
        d = ((mean - self.running_mean) / running).clamp(-d_max, d_max).detach()
        y = (x - mean) / sigma * r + d
        with torch.no_grad():
            self.running_mean += self.momentum * (mean - self.running_mean)
            self.running_var += self.momentum * (var - self.running_var)
            self.step += 1
        return [self.weight * y + self.bias]


spread = torch.tensor([0.01, 0.3, 1, 1, 1.5, 3, 9])
for name, step in [("cold", 0), ("warming", 2500), ("warm", 10_000), ("long_warm", 30_000)]:
    x = normal(5, 7) * spread + torch.tensor([0, -9, 0, 1, 3, 0, 20])
    golden.layer("batch_renorm_" + name, BatchRenorm(7, step, 10_000), lambda m, x: m(x), x)
golden.layer("batch_renorm_images", BatchRenorm(3, 5000, 10_000), lambda m, x: m(x), normal(2, 3, 2, 3))
golden.layer("batch_renorm_evaluated", BatchRenorm(7, 5000, 10_000).eval(), lambda m, x: m(x), normal(5, 7))

# ---- losses, one number per element

y, target = normal(5, 7), normal(5, 7)
y[0], target[0] = target[0], target[0]                    # no distance
y[1], target[1] = target[1].round() + 0.5, target[1].round()  # exactly at the kink
for name, loss in {
    "mse": F.mse_loss,
    "l1": F.l1_loss,
    "huber_1": lambda a, b, reduction: F.huber_loss(a, b, reduction=reduction, delta=1),
    "huber_0_5": lambda a, b, reduction: F.huber_loss(a, b, reduction=reduction, delta=0.5),
    "smooth_l1_1": lambda a, b, reduction: F.smooth_l1_loss(a, b, reduction=reduction, beta=1),
    "smooth_l1_0_5": lambda a, b, reduction: F.smooth_l1_loss(a, b, reduction=reduction, beta=0.5),
    "smooth_l1_0": lambda a, b, reduction: F.smooth_l1_loss(a, b, reduction=reduction, beta=0),
}.items():
    golden.case("loss_" + name, lambda a, b, f=loss: f(a, b, reduction="none"), y, target)
golden.case("loss_mse_mean", F.mse_loss, y, target)
labels = torch.randint(0, 7, (5,))
golden.case("loss_cross_entropy", lambda a, i: F.cross_entropy(a, i, reduction="none"), normal(5, 7) * 5, labels)
golden.case("loss_cross_entropy_mean", lambda a, i: F.cross_entropy(a, i), normal(5, 7) * 5, labels)
logits = normal(5, 7) * 10
logits[0] = 0
golden.case(
    "loss_binary", lambda a, b: F.binary_cross_entropy_with_logits(a, b, reduction="none"), logits, torch.rand(5, 7)
)

# ---- initialization

for name, shape in {"tall": (7, 4), "wide": (4, 7), "square": (5, 5), "conv": (6, 3, 2, 2)}.items():
    generator = torch.Generator().manual_seed(3)
    normals = torch.empty(shape[0], torch.Size(shape).numel() // shape[0], dtype=torch.float64)
    golden.put(f"orthogonal_{name}/normals", normals.normal_(generator=generator))
    generator.manual_seed(3)
    weight = torch.empty(shape, dtype=torch.float64)
    golden.put(f"orthogonal_{name}/y", nn.init.orthogonal_(weight, gain=1.5, generator=generator))
names = ["linear", "sigmoid", "tanh", "relu", "leaky_relu", "selu"]
golden.put("gains", torch.tensor([nn.init.calculate_gain(name) for name in names]))
fans = [nn.init._calculate_fan_in_and_fan_out(torch.empty(shape)) for shape in [(5, 7), (6, 3, 4, 2)]]
golden.put("fans", torch.tensor(fans))


# ---- a whole net, saved as PyTorch saves it


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(2, 3, 2)
        self.fc = nn.Linear(12, 5)
        self.lstm = nn.LSTM(5, 4, num_layers=2, batch_first=True)
        self.head = nn.Linear(4, 3)

    def forward(self, x):
        batch, steps = x.shape[:2]
        features = torch.relu(self.conv(x.flatten(0, 1))).flatten(1)
        return self.head(self.lstm(torch.tanh(self.fc(features)).view(batch, steps, -1))[0])


net = Net()
save(net.state_dict(), "state_dict.safetensors")
x = normal(2, 4, 2, 3, 3)
golden.put("net/x", x)
golden.put("net/y", net.double()(x.double()))

golden.write("layers.safetensors")
