"""Record 100 random trials of three functions and how much their parameters matter.

`additive` and `smooth` have the shares of Optuna's fANOVA. The parameters of `branin` interact, which fANOVA's shares
leave out: it has the true total effects, by sampling each parameter again at 200,000 points of the function itself.

Run with a Python that has optuna==4.6.0 and scikit-learn==1.7.2; writes search/src/test/resources/golden/importance.txt:
a line `name share …` with the shares, then a line of coordinates and score for each trial.
"""

import math
import pathlib
import random

import optuna

optuna.logging.set_verbosity(optuna.logging.ERROR)


def additive(trial):
    lr = math.log10(trial.suggest_float("lr", 1e-5, 1e-1, log=True)) + 3
    gamma = trial.suggest_float("gamma", 0.9, 1) - 0.95
    kind = {"relu": 0.0, "tanh": 1.2, "selu": 0.3}[trial.suggest_categorical("kind", ["relu", "tanh", "selu"])]
    trial.suggest_float("unused", 0, 1)
    return -(lr**2) - 200 * gamma**2 + kind


def smooth(trial):
    x = [trial.suggest_float(f"x{i}", -1, 1) for i in range(5)]
    return 1.3 * math.sin(2 * x[0]) - 1.3 * x[1] + 2 * x[2] ** 2 + 0.6 * math.exp(x[3]) + 0.01 * x[4]


def branin(trial):
    return branin_at(trial.suggest_float("x", -5, 10), trial.suggest_float("y", 0, 15))


def branin_at(x, y):
    inner = y - 5.1 / (4 * math.pi**2) * x * x + 5 / math.pi * x - 6
    return -(inner**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x) + 10)


def coordinate(trial, name):
    domain, value = trial.distributions[name], trial.params[name]
    if isinstance(domain, optuna.distributions.CategoricalDistribution):
        return float(domain.choices.index(value))
    return math.log(value) if domain.log else value


def fanova(study, names):
    seeds = [optuna.importance.get_param_importances(
        study, evaluator=optuna.importance.FanovaImportanceEvaluator(seed=seed)) for seed in range(5)]
    return [sum(each[name] for each in seeds) / len(seeds) for name in names]


def branin_effects():
    draw = random.Random(7)
    effects = [0.0, 0.0]
    for _ in range(200_000):
        x, y, other_x, other_y = draw.uniform(-5, 10), draw.uniform(0, 15), draw.uniform(-5, 10), draw.uniform(0, 15)
        effects[0] += (branin_at(other_x, y) - branin_at(x, y)) ** 2
        effects[1] += (branin_at(x, other_y) - branin_at(x, y)) ** 2
    return [effect / sum(effects) for effect in effects]


lines = []
for function in (additive, smooth, branin):
    study = optuna.create_study(direction="maximize", sampler=optuna.samplers.RandomSampler(seed=7))
    study.optimize(function, n_trials=100)
    names = list(study.trials[0].params)
    shares = branin_effects() if function is branin else fanova(study, names)
    lines.append(" ".join([function.__name__] + [f"{share:.4f}" for share in shares]))
    for trial in study.trials:
        lines.append(" ".join(f"{number:.7g}" for number in [coordinate(trial, name) for name in names] + [trial.value]))
root = pathlib.Path(__file__).resolve().parents[2]
(root / "search/src/test/resources/golden/importance.txt").write_text("\n".join(lines) + "\n")
