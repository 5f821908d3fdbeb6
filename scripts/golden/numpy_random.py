"""Records numpy's draws, for NumpyRandomTest.

    $(scripts/python-env envs) scripts/golden/numpy_random.py        writes numpy_random.txt

One draw per line, in order: what is drawn, its arguments, the value. A line `seed N` begins a new generator. Doubles are
hexadecimal; `normals N X` and `words N X` stand for N draws whose bits give X when combined by exclusive or.
"""

import pathlib
import random

import numpy as np

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/numpy_random.txt"
SEEDS = (0, 1, 42, 123456789, 2**31, 2**32, 2**53 + 1, 2**63 - 1)
RANGES = ((0, 1), (0, 2), (0, 6), (1, 14), (-7, 1000), (0, 2**31), (0, 3 * 2**30), (0, 2**32 - 1), (0, 2**32),
          (0, 2**32 + 1), (5, 2**40), (0, 3 * 2**61), (-(2**63), 2**63 - 1), (-(2**63), 2**62))
SIZES = (0, 1, 2, 3, 5, 8, 13, 100)


def folded(values):
    return f"{int(np.bitwise_xor.reduce(np.asarray(values).view(np.uint64))):016x}"


def draw(rng, order):
    kind = order.choice(("random", "random", "uniform", "integers", "integers", "integers", "normal", "choice",
                         "weighted", "permutation", "state"))
    if kind == "random":
        return f"random {float(rng.random()).hex()}"
    if kind == "uniform":
        low, high = order.choice(((-0.05, 0.05), (-0.6, -0.4), (0.0, 1.0), (-np.pi, np.pi), (2.0, 2.0)))
        return f"uniform {low.hex()} {high.hex()} {float(rng.uniform(low, high)).hex()}"
    if kind == "integers":
        low, high = order.choice(RANGES)
        return f"integers {low} {high} {rng.integers(low, high)}"
    if kind == "normal":
        return f"normal {float(rng.normal()).hex()}"
    if kind == "choice":
        n = order.choice((1, 2, 3, 10, 500))
        return f"choice {n} {rng.choice(n)}"
    if kind == "weighted":
        p = order.choice(([1.0], [0.25, 0.75], [1 / 3, 1 / 3, 1 / 3], [0.1] * 10, [0.0, 0.5, 0.0, 0.5]))
        return f"weighted {','.join(x.hex() for x in p)} {rng.choice(len(p), p=p)}"
    if kind == "permutation":
        n = order.choice(SIZES)
        return f"permutation {n} {','.join(map(str, rng.permutation(n)))}".strip()
    state = rng.bit_generator.state
    longs = []
    for name in ("state", "inc"):
        longs += [state["state"][name] >> 64, state["state"][name] % 2**64]
    return "state " + " ".join(map(str, longs + [state["has_uint32"], state["uinteger"]]))


def main():
    order = random.Random(0)
    lines = [f"# numpy {np.__version__}, by scripts/golden/numpy_random.py"]
    for seed in SEEDS:
        rng = np.random.default_rng(seed)
        lines.append(f"seed {seed}")
        lines += [draw(rng, order) for _ in range(150)]
        lines.append(f"normals 100000 {folded(rng.normal(size=100000))}")
        lines.append(f"words 1000 {folded(rng.random(1000))}")
        lines += [draw(rng, order) for _ in range(10)]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("\n".join(lines) + "\n")
    print(FILE.name, len(lines), "lines,", FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
