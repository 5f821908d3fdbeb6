"""Values and gradients of every tensor operation, as PyTorch has them, for OpsGoldenTest.

    python scripts/golden/ops.py        writes tensor/src/test/resources/golden/ops.safetensors

`a`, `b`, `c` below are the inputs; the Java test has one line of the same name for each case.
"""

import torch
from golden import Golden
from torch.nn import functional as F

golden = Golden(seed=20250101)


def normal(*shape):
    return torch.randn(shape)


def positive(*shape):
    return torch.rand(shape) + 0.2


def ties(*shape):
    """Few different numbers, so that equals meet: -1, -0.5, 0, 0.5, 1."""
    return torch.randint(-2, 3, shape) / 2


def wide():
    """Numbers from tiny to large, and both zeros."""
    ends = torch.tensor([0.0, -0.0, 1e-6, -1e-6, 1e-3, -1e-3, 0.5, -0.5, 4, -4, 9, -9, 20, -20, 60, -60, 85, -85])
    return torch.cat([ends, torch.linspace(-6, 6, 25)])


# ---- one input

for name, f in {
    "neg": torch.neg,
    "abs": torch.abs,
    "sign": torch.sign,
    "square": torch.square,
    "erf": torch.erf,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "relu": torch.relu,
    "leaky_relu": lambda x: F.leaky_relu(x, 0.01),
    "elu": lambda x: F.elu(x, 1.5),
    "selu": F.selu,
    "gelu": F.gelu,
    "silu": F.silu,
    "softplus": F.softplus,
}.items():
    golden.case(name, f, wide())

for name, f in {"sin": torch.sin, "cos": torch.cos}.items():
    golden.case(name, f, normal(5, 7) * 10)
golden.case("exp", torch.exp, torch.cat([torch.linspace(-90, 3, 47), torch.tensor([0.0])]))
for name, f in {
    "log": torch.log,
    "sqrt": torch.sqrt,
    "reciprocal": torch.reciprocal,
    "log1p": torch.log1p,
}.items():
    golden.case(name, f, torch.cat([positive(31), torch.tensor([0.05, 1.0, 10.0, 1000.0])]))
golden.case("log1p_small", torch.log1p, torch.tensor([0.0, 1e-7, -1e-7, 1e-4, -1e-4, -0.5, -0.9]))
golden.case("reciprocal_negative", torch.reciprocal, -positive(3, 17))

# ---- two inputs

for name, f in {
    "add": torch.add,
    "sub": torch.sub,
    "mul": torch.mul,
    "min": torch.minimum,
    "max": torch.maximum,
}.items():
    golden.case(name, f, normal(5, 7), normal(5, 7))
    golden.case(name + "_row", f, normal(5, 7), normal(7))
    golden.case(name + "_column", f, normal(5, 1), normal(5, 7))
    golden.case(name + "_scalar", f, normal(3, 17), normal())
golden.case("numbers", lambda a: ((a + 0.3 - 1.7) * 2.5).minimum(a.new_tensor(1.5)), normal(5, 7))
golden.case("min_number", lambda a: a.minimum(a.new_tensor(0.5)), ties(5, 7))
golden.case("max_number", lambda a: a.maximum(a.new_tensor(0.5)), ties(5, 7))
golden.case("min_ties", torch.minimum, ties(3, 17), ties(3, 17))
golden.case("max_ties", torch.maximum, ties(3, 17), ties(3, 17))
golden.case("add_outer", torch.add, normal(5, 1), normal(1, 7))
golden.case("mul_outer", torch.mul, normal(5, 1), normal(1, 7))
golden.case("mul_middle", torch.mul, normal(3, 5, 7), normal(5, 1))
golden.case("max_middle", torch.maximum, normal(5, 1), ties(3, 5, 7))
golden.case("div", torch.div, normal(5, 7), positive(5, 7))
golden.case("div_row", torch.div, normal(5, 7), -positive(7))
golden.case("div_column", torch.div, normal(5, 1), positive(5, 7))
golden.case("div_number", lambda a: a / 3, normal(3, 17))
golden.case("pow", torch.pow, positive(5, 7), normal(5, 7))
golden.case("pow_row", torch.pow, positive(5, 7), normal(7))
for label, exponent in {"m2": -2, "m1_5": -1.5, "0_5": 0.5, "3": 3, "1": 1, "2": 2, "0": 0}.items():
    golden.case("pow_" + label, lambda a, e=exponent: torch.pow(a, e), positive(3, 17))
for label, exponent in {"3": 3, "1": 1, "2": 2, "0": 0}.items():
    golden.case(f"pow_{label}_ties", lambda a, e=exponent: torch.pow(a, e), ties(3, 17))
for name, f in {
    "lt": torch.lt,
    "le": torch.le,
    "gt": torch.gt,
    "ge": torch.ge,
    "eq": torch.eq,
    "ne": torch.ne,
}.items():
    golden.case(name, lambda a, b, f=f: f(a, b).double(), ties(5, 7), ties(5, 7))
    golden.case(name + "_number", lambda a, f=f: f(a, 0.5).double(), ties(5, 7))

# ---- three inputs

golden.case("select", lambda a, b, c: torch.where(a != 0, b, c), ties(5, 7), normal(5, 7), normal(5, 7))
golden.case("select_broadcast", lambda a, b, c: torch.where(a != 0, b, c), ties(5, 1), normal(7), normal())
golden.case("clamp", torch.clamp, ties(5, 7), torch.full((5, 7), -0.5), torch.full((5, 7), 0.5))
golden.case("clamp_rows", torch.clamp, normal(5, 7), -positive(7), positive(7))
golden.case("clamp_crossed", torch.clamp, normal(5, 7), normal(5, 7), normal(5, 7))
golden.case("clamp_number", lambda a: torch.clamp(a, -0.5, 0.5), ties(3, 17))

# ---- along axes

AXES = {"all": (0, 1, 2), "0": (0,), "1": (1,), "2": (2,), "01": (0, 1), "12": (1, 2), "02": (0, 2)}
for label, axes in AXES.items():
    golden.case("sum_" + label, lambda a, d=axes: a.sum(d), normal(3, 5, 7))
    golden.case("max_over_" + label, lambda a, d=axes: a.amax(d), ties(3, 5, 7))
    golden.case("min_over_" + label, lambda a, d=axes: a.amin(d), ties(3, 5, 7))
for label in ("all", "1", "12", "02"):
    axes = AXES[label]
    golden.case("mean_" + label, lambda a, d=axes: a.mean(d), normal(3, 5, 7))
    golden.case("variance_" + label, lambda a, d=axes: a.var(d, correction=0), normal(3, 5, 7))
    golden.case("log_sum_exp_" + label, lambda a, d=axes: a.logsumexp(d), normal(3, 5, 7) * 3)
golden.case("sum_long", lambda a: a.sum(1), normal(1, 301))
golden.case("mean_columns", lambda a: a.mean(0), normal(37, 3))
golden.case("variance_shifted", lambda a: a.var(1, correction=0), normal(3, 17) + 100)
golden.case("sum_single", lambda a: a.sum((0, 2)), normal(1, 5, 1))
golden.case("log_sum_exp_large", lambda a: a.logsumexp(1), normal(3, 17) * 300)
masked = normal(5, 7)
masked[:, ::3] = -torch.inf
golden.case("log_sum_exp_masked", lambda a: a.logsumexp(1), masked)
for axis in (0, 1, 2):
    golden.case(f"argmax_{axis}", lambda a, d=axis: a.argmax(d), normal(3, 5, 7))
    golden.case(f"argmax_ties_{axis}", lambda a, d=axis: a.argmax(d), ties(3, 5, 7))
    golden.case(f"softmax_{axis}", lambda a, d=axis: a.softmax(d), normal(3, 5, 7) * 3)
    golden.case(f"log_softmax_{axis}", lambda a, d=axis: a.log_softmax(d), normal(3, 5, 7) * 3)
golden.case("softmax_large", lambda a: a.softmax(1), normal(3, 17) * 100)
golden.case("log_softmax_large", lambda a: a.log_softmax(1), normal(3, 17) * 100)
golden.case("softmax_masked", lambda a: a.softmax(1), masked)

# ---- matrices and images

for label, (m, k, n) in {"": (5, 7, 3), "_wide": (3, 7, 17), "_row": (1, 5, 7), "_column": (5, 7, 1)}.items():
    golden.case("matmul" + label, lambda a, b: a @ b, normal(m, k), normal(k, n))
    golden.case("matmul_tn" + label, lambda a, b: a.T @ b, normal(k, m), normal(k, n))
    golden.case("matmul_nt" + label, lambda a, b: a @ b.T, normal(m, k), normal(n, k))
    golden.case("matmul_tt" + label, lambda a, b: a.T @ b.T, normal(k, m), normal(n, k))
golden.case("matmul_bias_tanh", lambda a, b, c: torch.tanh(a @ b + c), normal(5, 7), normal(7, 19), normal(19))
golden.case("matmul_bias_relu", lambda a, b, c: torch.relu(a @ b + c), normal(13, 7), normal(7, 5), normal(5))
golden.case("matmul_add", lambda a, b, c: torch.sigmoid(c + a @ b), normal(5, 7), normal(7, 3), normal(5, 3))
golden.case("matmul_square", lambda a: a @ a + a, normal(5, 5))
for label, (images, height, width, channels, kh, kw, filters, sh, sw) in {
    "1": (2, 5, 7, 3, 3, 3, 5, 1, 1),
    "2": (2, 9, 7, 3, 3, 3, 4, 2, 2),
    "2_1": (1, 8, 5, 2, 4, 2, 3, 2, 1),
    "1_3": (2, 4, 10, 1, 2, 3, 17, 1, 3),
    "4": (1, 12, 8, 1, 8, 4, 3, 4, 2),
    "point": (3, 3, 3, 5, 1, 1, 7, 1, 1),
    "cut": (1, 6, 8, 2, 3, 3, 2, 2, 2),
}.items():
    golden.case(
        "conv2d_" + label,
        lambda a, b, s=(sh, sw): F.conv2d(a.permute(0, 3, 1, 2), b.permute(3, 2, 0, 1), stride=s).permute(0, 2, 3, 1),
        normal(images, height, width, channels),
        normal(kh, kw, channels, filters),
    )

# ---- by index

golden.case("gather_1", lambda a, i: a.gather(1, i), normal(5, 7), torch.randint(0, 7, (5, 3)))
golden.case("gather_0", lambda a, i: a.gather(0, i), normal(5, 7), torch.randint(0, 5, (9, 7)))
golden.case("gather_middle", lambda a, i: a.gather(1, i), normal(3, 5, 7), torch.randint(0, 5, (3, 2, 7)))
scatter = torch.randint(0, 4, (5, 7))
golden.case(
    "scatter_add_1", lambda a, i: a.new_zeros(5, 4).scatter_add(1, i, a), normal(5, 7), scatter
)
golden.case(
    "scatter_add_0", lambda a, i: a.new_zeros(6, 7).scatter_add(0, i, a), normal(5, 7), torch.randint(0, 6, (5, 7))
)
golden.case("one_hot", lambda i: F.one_hot(i, 7).double(), torch.randint(0, 7, (3, 5)))

# ---- shapes

golden.case("reshape", lambda a: a.reshape(7, 15), normal(3, 5, 7))
golden.case("reshape_of_transpose", lambda a: a.transpose(1, 2).reshape(21, 5), normal(3, 5, 7))
golden.case("insert_axis", lambda a: a.unsqueeze(1) * 2, normal(5, 7))
golden.case("transpose", lambda a: a.transpose(1, 2), normal(3, 5, 7))
golden.case("transpose_201", lambda a: a.permute(2, 0, 1), normal(3, 5, 7))
golden.case("transpose_tanh", lambda a, b: torch.tanh(a.T) * b, normal(5, 7), normal(7, 5))
golden.case("broadcast", lambda a: a.broadcast_to(3, 5, 7), normal(5, 1))
golden.case("broadcast_new", lambda a: a.broadcast_to(3, 5, 7), normal(7))
golden.case("slice_0", lambda a: a[1:4], normal(5, 7))
golden.case("slice_1", lambda a: a[:, 2:5], normal(5, 7))
golden.case("slice_middle", lambda a: a[:, 4:5] * 3, normal(3, 5, 7))
golden.case("pad_0", lambda a: F.pad(a, (0, 0, 1, 2)), normal(5, 7))
golden.case("pad_1", lambda a: F.pad(a, (0, 3)), normal(5, 7))
golden.case("concat_0", lambda a, b, c: torch.cat([a, b, c], 0), normal(2, 7), normal(1, 7), normal(5, 7))
golden.case("concat_1", lambda a, b: torch.cat([a, b, a], 1), normal(5, 3), normal(5, 7))
golden.case("stack_0", lambda a, b: torch.stack([a, b], 0), normal(5, 7), normal(5, 7))
golden.case("stack_1", lambda a, b: torch.stack([a, b, b], 1), normal(5, 7), normal(5, 7))
golden.case("stack_last", lambda a, b: torch.stack([a, b], -1), normal(5, 7), normal(5, 7))
golden.case("stop_gradient", lambda a, b: a * b.detach() + b, normal(5, 7), normal(5, 7))
golden.case("to_float_int", lambda i: i.double(), torch.randint(-9, 9, (5, 7)))
golden.case("to_float_byte", lambda i: i.double(), torch.randint(0, 256, (5, 7)).to(torch.uint8))

# ---- several together, where fusion and shared parts could go wrong

golden.case("reused", lambda a, b: torch.tanh(a * b) * a + torch.exp(-a.square()) * b, normal(5, 7), normal(5, 7))
golden.case(
    "ppo",
    lambda a, b, c: torch.minimum(torch.exp(a - b) * c, torch.clamp(torch.exp(a - b), 0.8, 1.2) * c).mean(),
    normal(37) * 0.2,
    normal(37) * 0.2,
    normal(37),
)
golden.case(
    "second_order",
    lambda a: torch.autograd.grad((torch.tanh(a) * a.sigmoid() * a.exp()).sum(), a, create_graph=True)[0],
    normal(3, 17),
)

# ---- added later, after all others, whose random numbers stay as they are

golden.case("matmul_batch", lambda a, b: a @ b, normal(3, 5, 7), normal(3, 7, 4))
golden.case("matmul_batch_wide", lambda a, b: a @ b, normal(2, 3, 2, 5), normal(2, 3, 5, 17))
golden.case("matmul_batch_one_right", lambda a, b: a @ b, normal(3, 5, 7), normal(7, 4))
golden.case("matmul_batch_one_left", lambda a, b: a @ b, normal(5, 7), normal(3, 7, 4))
golden.case("matmul_batch_grows", lambda a, b: a @ b, normal(2, 3, 4, 5), normal(3, 5, 2))
golden.case("matmul_batch_tt", lambda a, b: a.transpose(1, 2) @ b.transpose(1, 2), normal(3, 7, 5), normal(3, 4, 7))


def attention(q, k, v):
    """Two heads of width 3 over 5 positions, from rows of [heads · width]."""
    q, k, v = (x.reshape(2, 5, 2, 3).permute(0, 2, 1, 3) for x in (q, k, v))
    weights = (q @ k.transpose(2, 3) / 3**0.5).softmax(3)
    return (weights @ v).permute(0, 2, 1, 3).reshape(2, 5, 6)


golden.case("attention", attention, normal(2, 5, 6), normal(2, 5, 6), normal(2, 5, 6))
golden.case("embedding", lambda a, i: F.embedding(i, a), normal(7, 5), torch.randint(0, 7, (3, 4)))
golden.case("embedding_repeated", lambda a, i: F.embedding(i, a).tanh(), normal(3, 17), torch.randint(0, 3, (40,)))
golden.case("embedding_one", lambda a, i: F.embedding(i, a), normal(3, 4), torch.randint(0, 3, ()))

golden.write("ops.safetensors")
