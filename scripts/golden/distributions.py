"""Records values and gradients of torch.distributions, for slmlab.tensor.distribution's tests.

    python scripts/golden/distributions.py        writes distributions.safetensors

For each function f (log_prob, entropy, kl) the values [batch] are kept as `<case>.<f>`, and the gradient of the sum of
f times `weight` by each parameter as `<case>.<f>.<parameter>`.
"""

import json
from pathlib import Path

import numpy as np
import torch
from safetensors.numpy import save_file
from torch import distributions as d

GOLDEN = Path(__file__).parents[2] / "tensor/src/test/resources/golden"
BATCH = 6
VERSIONS = {"torch": torch.__version__, "numpy": np.__version__, "script": "scripts/golden/distributions.py"}

arrays = {}


def record(case, parameters, functions, **others):
    """`functions` take the parameters as leaves; a value has one number for each row of the batch."""
    arrays.update({f"{case}.{name}": value for name, value in (parameters | others).items()})
    for name, function in functions.items():
        leaves = {key: value.double().clone().requires_grad_() for key, value in parameters.items()}
        value = function(leaves)
        assert value.shape == (BATCH,), (case, name, value.shape)
        by = torch.autograd.grad((value * WEIGHT.double()).sum(), list(leaves.values()), allow_unused=True)
        arrays[f"{case}.{name}"] = value.detach()
        for key, gradient in zip(leaves, by):
            if gradient is not None:
                arrays[f"{case}.{name}.{key}"] = gradient


torch.manual_seed(20260102)
WEIGHT = torch.randn(BATCH)
arrays["weight"] = WEIGHT

# Categorical; with a mask, as the distribution over the allowed actions only
action = torch.randint(0, 5, (BATCH,))
mask = torch.rand(BATCH, 5) < 0.5
mask[torch.arange(BATCH), action] = True
logits, other = 2 * torch.randn(BATCH, 5), torch.randn(BATCH, 5)


def masked(x):
    return d.Categorical(logits=x.masked_fill(~mask, -1e9))


for case, categorical in {"categorical": lambda x: d.Categorical(logits=x), "masked": masked}.items():
    record(
        case,
        {"logits": logits, "other": other},
        {
            "log_prob": lambda p: categorical(p["logits"]).log_prob(action),
            "entropy": lambda p: categorical(p["logits"]).entropy(),
            "kl": lambda p: d.kl_divergence(categorical(p["logits"]), categorical(p["other"])),
        },
        action=action.int(),
        mask=mask.float(),
    )

# MultiCategorical
sizes = [3, 2, 4]
logits, other = torch.randn(BATCH, sum(sizes)), torch.randn(BATCH, sum(sizes))
action = torch.stack([torch.randint(0, n, (BATCH,)) for n in sizes], -1)


def factors(x):
    return [d.Categorical(logits=part) for part in x.split(sizes, -1)]


record(
    "multi",
    {"logits": logits, "other": other},
    {
        "log_prob": lambda p: sum(f.log_prob(action[:, i]) for i, f in enumerate(factors(p["logits"]))),
        "entropy": lambda p: sum(f.entropy() for f in factors(p["logits"])),
        "kl": lambda p: sum(d.kl_divergence(f, g) for f, g in zip(factors(p["logits"]), factors(p["other"]))),
    },
    action=action.int(),
)

# Bernoulli
logits, other = 2 * torch.randn(BATCH, 4), torch.randn(BATCH, 4)
action = torch.randint(0, 2, (BATCH, 4))


def bernoulli(x):
    return d.Independent(d.Bernoulli(logits=x), 1)


record(
    "bernoulli",
    {"logits": logits, "other": other},
    {
        "log_prob": lambda p: bernoulli(p["logits"]).log_prob(action.double()),
        "entropy": lambda p: bernoulli(p["logits"]).entropy(),
        "kl": lambda p: d.kl_divergence(bernoulli(p["logits"]), bernoulli(p["other"])),
    },
    action=action.int(),
)

# Gaussians: log_std is one row for all (PPO) or one for each sample (SAC)
mean, other_mean = torch.randn(BATCH, 3), torch.randn(BATCH, 3)
action = torch.randn(BATCH, 3)


def gaussian(m, s):
    return d.Independent(d.Normal(m, s.exp().expand_as(m)), 1)


for case, log_std, other_log_std in [
    ("gaussian", 0.5 * torch.randn(BATCH, 3), 0.5 * torch.randn(BATCH, 3)),
    ("gaussian_row", 0.5 * torch.randn(3), 0.5 * torch.randn(3)),
]:
    record(
        case,
        {"mean": mean, "log_std": log_std, "other_mean": other_mean, "other_log_std": other_log_std},
        {
            "log_prob": lambda p: gaussian(p["mean"], p["log_std"]).log_prob(action.double()),
            "entropy": lambda p: gaussian(p["mean"], p["log_std"]).entropy(),
            "kl": lambda p: d.kl_divergence(
                gaussian(p["mean"], p["log_std"]), gaussian(p["other_mean"], p["other_log_std"])
            ),
        },
        action=action,
    )

# Squashed Gaussian, onto (-1, 1) and onto bounds
log_std = 0.5 * torch.randn(BATCH, 3)
low, high = torch.tensor([-2.0, 0.0, -0.5]), torch.tensor([2.0, 1.0, 3.5])
for case, scale, offset in [
    ("squashed", torch.ones(3), torch.zeros(3)),
    ("bounded", (high - low) / 2, (high + low) / 2),
]:

    def squashed(m, s):
        onto = [d.TanhTransform(), d.AffineTransform(offset.double(), scale.double())]
        return d.Independent(d.TransformedDistribution(d.Normal(m, s.exp()), onto), 1)

    action = offset + scale * torch.tanh(mean + log_std.exp() * torch.randn(BATCH, 3))
    record(
        case,
        {"mean": mean, "log_std": log_std},
        {"log_prob": lambda p: squashed(p["mean"], p["log_std"]).log_prob(action.double())},
        action=action,
        low=low,
        high=high,
    )

# The relaxed one-hot categorical. Recorded before Beta, which was added later: its draws must not move these.
logits = torch.randn(BATCH, 4)
temperature = torch.tensor(0.7)
soft = d.RelaxedOneHotCategorical(temperature, logits=logits).sample()
record(
    "relaxed",
    {"logits": logits, "temperature": temperature},
    {
        "log_prob": lambda p: d.RelaxedOneHotCategorical(
            p["temperature"], logits=p["logits"], validate_args=False
        ).log_prob(soft.double())
    },
    soft=soft,
)

# Beta, stretched from (0, 1) to (-1, 1); from almost uniform to sharp
alpha = torch.tensor([1.0, 1.1, 1.5, 2.0, 30.0, 8.0])[:, None] + torch.rand(BATCH, 3)
beta = torch.tensor([1.0, 1.5, 1.1, 7.0, 20.0, 40.0])[:, None] + torch.rand(BATCH, 3)
other_alpha, other_beta = alpha * (1 + 0.1 * torch.rand(BATCH, 3)), beta * (1 + 0.1 * torch.rand(BATCH, 3))


def stretched(a, b):
    onto = d.AffineTransform(torch.tensor(-1.0).double(), torch.tensor(2.0).double())
    return d.Independent(d.TransformedDistribution(d.Beta(a, b, validate_args=False), onto, validate_args=False), 1)


def plain(a, b):
    return d.Independent(d.Beta(a, b, validate_args=False), 1)


action = 2 * d.Beta(alpha, beta).sample().clamp(1e-4, 1 - 1e-4) - 1
record(
    "beta",
    {"alpha": alpha, "beta": beta, "other_alpha": other_alpha, "other_beta": other_beta},
    {
        "log_prob": lambda p: stretched(p["alpha"], p["beta"]).log_prob(action.double()),
        "entropy": lambda p: plain(p["alpha"], p["beta"]).entropy() + 3 * np.log(2),
        "kl": lambda p: d.kl_divergence(plain(p["alpha"], p["beta"]), plain(p["other_alpha"], p["other_beta"])),
    },
    action=action,
)

# What Stirling's formula leaves out of ln gamma, and its slope
z = torch.cat([torch.tensor([0.3, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 100.0, 5000.0]), 1 + 20 * torch.rand(20)]).double()
z = z.float().double()
arrays["gamma.z"] = z
arrays["gamma.correction"] = torch.lgamma(z) - (z - 0.5) * z.log() + z - 0.5 * np.log(2 * np.pi)
arrays["gamma.slope"] = torch.digamma(z) - z.log() + 0.5 / z
arrays["gamma.lgamma"] = torch.lgamma(z)
arrays["gamma.digamma"] = torch.digamma(z)

if __name__ == "__main__":
    numbers = {
        name: np.ascontiguousarray(a.detach().numpy().astype("i4" if a.dtype == torch.int32 else "f4"))
        for name, a in arrays.items()
    }
    GOLDEN.mkdir(parents=True, exist_ok=True)
    path = GOLDEN / "distributions.safetensors"
    save_file(numbers, path, {"recorded": json.dumps(VERSIONS)})  # one key: equal numbers give equal bytes
    path.chmod(0o644)
    print(path.name, len(numbers), "arrays,", path.stat().st_size, "bytes")
