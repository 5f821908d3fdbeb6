"""Record the median best score of Optuna's samplers on functions with known answers, over 20 seeds.

Run with a Python that has optuna==4.6.0 and cmaes; writes lab/src/test/resources/golden/samplers.txt.
"""

import math
import pathlib
import statistics
import warnings

import optuna

warnings.filterwarnings("ignore")
optuna.logging.set_verbosity(optuna.logging.ERROR)

WEIGHTS = [1, 1.2, 3, 3.2]
A = [[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]]
P = [
    [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
    [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
    [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650],
    [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
]


def branin(trial):
    x, y = trial.suggest_float("x", -5, 10), trial.suggest_float("y", 0, 15)
    inner = y - 5.1 / (4 * math.pi**2) * x * x + 5 / math.pi * x - 6
    return -(inner**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10)


def hartmann6(trial):
    x = [trial.suggest_float(f"x{i}", 0, 1) for i in range(6)]
    return sum(w * math.exp(-sum(a * (v - p) ** 2 for a, v, p in zip(row, x, at))) for w, row, at in zip(WEIGHTS, A, P))


def mixed(trial):
    lr = math.log10(trial.suggest_float("lr", 1e-6, 1, log=True)) + 3
    width = trial.suggest_float("width", 0, 1) - 0.5
    penalty = {"a": 1, "b": 0.6, "c": 0, "d": 2}[trial.suggest_categorical("kind", ["a", "b", "c", "d"])]
    layers = trial.suggest_int("layers", 1, 8) - 3
    return -(lr**2 + 10 * width**2 + penalty + 0.2 * layers**2)


def rosenbrock10(trial):
    x = [trial.suggest_float(f"x{i}", -2, 2) for i in range(10)]
    return -sum(100 * (b - a * a) ** 2 + (1 - a) ** 2 for a, b in zip(x, x[1:]))


SAMPLERS = {
    "tpe": lambda seed: optuna.samplers.TPESampler(seed=seed),
    "tpe_multivariate": lambda seed: optuna.samplers.TPESampler(seed=seed, multivariate=True),
    "cma": lambda seed: optuna.samplers.CmaEsSampler(seed=seed),
}
CASES = [(f, s, 100) for s in ("tpe", "tpe_multivariate") for f in (branin, hartmann6, mixed)] + [(rosenbrock10, "cma", 300)]


def best(function, sampler, seed, trials):
    study = optuna.create_study(direction="maximize", sampler=SAMPLERS[sampler](seed))
    study.optimize(function, n_trials=trials)
    return study.best_value


lines = [f"# Optuna {optuna.__version__}: median best score over seeds 0 to 19, by function, sampler and trials"]
for function, sampler, trials in CASES:
    median = statistics.median(best(function, sampler, seed, trials) for seed in range(20))
    lines.append(f"{function.__name__}.{sampler}.{trials}={median!r}")
golden = pathlib.Path(__file__).parents[2] / "lab/src/test/resources/golden/samplers.txt"
golden.write_text("\n".join(lines) + "\n")
