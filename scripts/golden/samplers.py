"""Record the median best score of Optuna's samplers on functions with known answers, over 20 seeds.

Run with `$(scripts/python-env search)`; writes search/src/test/resources/golden/samplers.txt.
"""

import pathlib
import statistics
import sys

import optuna

root = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(root / "bench/peers"))
from samplers import best  # noqa: E402

CASES = [(f, s, 100) for s in ("tpe", "tpe_multivariate") for f in ("branin", "hartmann6", "mixed")]
CASES += [("rosenbrock10", "cma", trials) for trials in (100, 300)]

lines = [f"# Optuna {optuna.__version__}: median best score over seeds 0 to 19, by function, sampler and trials"]
for name, sampler, trials in CASES:
    median = statistics.median(best(name, sampler, seed, trials) for seed in range(20))
    lines.append(f"{name}.{sampler}.{trials}={median!r}")
golden = root / "search/src/test/resources/golden/samplers.txt"
golden.write_text("\n".join(lines) + "\n")
