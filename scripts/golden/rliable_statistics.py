"""Records rliable's statistics of fixed scores: statistics.txt.

    scripts/python-env statistics    then run this file with its python

A line each: name, numbers. Scores are in the file too, so that both sides read the same ones.
"""

import sys

import numpy as np
import rliable
from rliable import library, metrics

OUT = "lab/src/test/resources/golden/statistics.txt"


def line(to, name, values):
    to.write(name + " " + " ".join(repr(float(v)) for v in np.ravel(values)) + "\n")


def main():
    rng = np.random.default_rng(7)
    with open(OUT, "w") as to:
        to.write("# rliable 1.2.0; scores are [runs, tasks]\n")
        for name, runs, tasks in (("one", 12, 1), ("three", 8, 3), ("few", 4, 2)):
            a = np.round(rng.normal(0.5, 0.3, (runs, tasks)), 3)
            b = np.round(rng.normal(0.35, 0.3, (runs, tasks)), 3)
            b[0, 0] = a[0, 0]  # a tie
            line(to, name + ".size", [runs, tasks])
            line(to, name + ".a", a)
            line(to, name + ".b", b)
            line(to, name + ".mean", metrics.aggregate_mean(a))
            line(to, name + ".iqm", metrics.aggregate_iqm(a))
            line(to, name + ".improvement", metrics.probability_of_improvement(a, b))
            thresholds = np.linspace(-0.2, 1.2, 8)
            line(to, name + ".thresholds", thresholds)
            profile, _ = library.create_performance_profile({"a": a}, thresholds, reps=100)
            line(to, name + ".profile", profile["a"])
    print("written", OUT, "by rliable", getattr(rliable, "__version__", "1.2.0"), "python", sys.version.split()[0])


if __name__ == "__main__":
    main()
