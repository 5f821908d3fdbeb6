"""Optuna's side of `slm-lab bench samplers`, and the functions that both sides maximize.

Reads lines and answers each with a number. The first line it prints is its version.

    value FUNCTION VALUE…             the function at the values of its keys, in their order
    best FUNCTION SAMPLER SEED TRIALS the best score that Optuna's sampler finds
"""

import math
import sys
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


def branin(x, y):
    inner = y - 5.1 / (4 * math.pi**2) * x * x + 5 / math.pi * x - 6
    return -(inner**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10)


def hartmann6(*x):
    return sum(w * math.exp(-sum(a * (v - p) ** 2 for a, v, p in zip(row, x, at))) for w, row, at in zip(WEIGHTS, A, P))


def mixed(lr, width, kind, layers):
    penalty = {"a": 1, "b": 0.6, "c": 0, "d": 2}[kind]
    return -((math.log10(lr) + 3) ** 2 + 10 * (width - 0.5) ** 2 + penalty + 0.2 * (layers - 3) ** 2)


def rosenbrock10(*x):
    return -sum(100 * (b - a * a) ** 2 + (1 - a) ** 2 for a, b in zip(x, x[1:]))


def floats(count, low, high):
    return lambda trial: [trial.suggest_float(f"x{i}", low, high) for i in range(count)]


def settings(trial):
    return [
        trial.suggest_float("lr", 1e-6, 1, log=True),
        trial.suggest_float("width", 0, 1),
        trial.suggest_categorical("kind", ["a", "b", "c", "d"]),
        trial.suggest_int("layers", 1, 8),
    ]


FUNCTIONS = {
    "branin": (branin, lambda trial: [trial.suggest_float("x", -5, 10), trial.suggest_float("y", 0, 15)]),
    "hartmann6": (hartmann6, floats(6, 0, 1)),
    "mixed": (mixed, settings),
    "rosenbrock10": (rosenbrock10, floats(10, -2, 2)),
}
SAMPLERS = {
    "tpe": lambda seed: optuna.samplers.TPESampler(seed=seed),
    "tpe_multivariate": lambda seed: optuna.samplers.TPESampler(seed=seed, multivariate=True),
    "cma": lambda seed: optuna.samplers.CmaEsSampler(seed=seed),
}


def best(name, sampler, seed, trials):
    function, ask = FUNCTIONS[name]
    study = optuna.create_study(direction="maximize", sampler=SAMPLERS[sampler](seed))
    study.optimize(lambda trial: function(*ask(trial)), n_trials=trials)
    return study.best_value


def number(word):
    try:
        return float(word)
    except ValueError:
        return word


if __name__ == "__main__":
    print(f"Optuna {optuna.__version__}", flush=True)
    for line in sys.stdin:
        verb, name, *words = line.split()
        if verb == "value":
            print(repr(FUNCTIONS[name][0](*map(number, words))), flush=True)
        else:
            print(repr(best(name, words[0], int(words[1]), int(words[2]))), flush=True)
