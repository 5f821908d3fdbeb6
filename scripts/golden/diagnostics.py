"""Records what Stable-Baselines3's PPO logs of an update, for DiagnosticsTest.

    $(scripts/python-env peers) scripts/golden/diagnostics.py       writes diagnostics.txt

A line `shift EPS KL FRACTION` is followed by `old`: log-probabilities of the acting policy of actions that the new one takes with
probability 1/2. KL and FRACTION are those of stable_baselines3/ppo/ppo.py, computed by PyTorch in float64. A line
`explained E` is followed by `value` and `return`; E is stable_baselines3.common.utils.explained_variance of them.
"""

import math
import pathlib

import numpy as np
import stable_baselines3
import torch as th
from stable_baselines3.common.utils import explained_variance

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/diagnostics.txt"


def text(values):
    return " ".join(repr(float(x)) for x in np.atleast_1d(values))


def shift(rng, rows, spread, clip_range):
    old = (math.log(0.5) - rng.normal(0, spread, rows)).astype(np.float32)
    log_prob = th.full((rows,), math.log(0.5), dtype=th.float64)
    old_log_prob = th.from_numpy(old).double()
    ratio = th.exp(log_prob - old_log_prob)
    # as in stable_baselines3/ppo/ppo.py, PPO.train
    clip_fraction = th.mean((th.abs(ratio - 1) > clip_range).double()).item()
    log_ratio = log_prob - old_log_prob
    approx_kl_div = th.mean((th.exp(log_ratio) - 1) - log_ratio).cpu().numpy()
    return [f"shift {clip_range} {text(approx_kl_div)} {clip_fraction!r}", f"old {text(old)}"]


def explained(value, returns):
    value, returns = value.astype(np.float32), returns.astype(np.float32)
    number = explained_variance(value.astype(np.float64), returns.astype(np.float64))
    return [f"explained {text(number)}", f"value {text(value)}", f"return {text(returns)}"]


def main():
    rng = np.random.default_rng(0)
    lines = [
        f"# stable-baselines3 {stable_baselines3.__version__}, torch {th.__version__.split('+')[0]},"
        " by scripts/golden/diagnostics.py"
    ]
    for rows, spread, clip_range in [(64, 0.02, 0.2), (64, 0.2, 0.2), (33, 0.5, 0.1), (7, 1.5, 0.3), (1, 0.0, 0.2)]:
        lines += shift(rng, rows, spread, clip_range)
    returns = rng.normal(50, 20, 60)
    lines += explained(returns + rng.normal(3, 4, 60), returns)
    lines += explained(rng.normal(0, 30, 60), returns)
    lines += explained(np.full(60, 7.0), returns)
    lines += explained(rng.normal(0, 1, 12), np.full(12, 5.0))
    FILE.write_text("\n".join(lines) + "\n")


main()
