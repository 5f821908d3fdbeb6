"""Records numpy's sines and cosines, which are glibc's, for TrigTest.

    $(scripts/python-env envs) scripts/golden/trig.py        writes trig.txt

A line `seed low high n S C` stands for n uniform draws of default_rng(seed): S is the exclusive or of the bits of their
sines, C that of their cosines. A line `x sin cos` is one angle. Doubles are hexadecimal.
"""

import math
import pathlib
import platform

import numpy as np

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/trig.txt"
RANGES = (1e-9, 1e-7, 1e-3, 0.126, 0.2, 0.9, 2.5, 4.0, 7.0, 30.0, 1e3, 1e6, 1e8)
ANGLES = (0.0, -0.0, 0.126, 0.85546875, 2.42626, 2.426266, math.pi / 4, math.pi / 2, -math.pi / 2, math.pi, 3.0, 1e8)


def folded(values):
    return f"{int(np.bitwise_xor.reduce(values.view(np.uint64))):016x}"


def main():
    lines = [f"# numpy {np.__version__}, {' '.join(platform.libc_ver())}, by scripts/golden/trig.py"]
    for seed, bound in enumerate(RANGES):
        x = np.random.default_rng(seed).uniform(-bound, bound, 100_000)
        lines.append(f"{seed} {-bound} {bound} {len(x)} {folded(np.sin(x))} {folded(np.cos(x))}")
    for x in ANGLES:
        lines.append(f"{x.hex()} {float(np.sin(x)).hex()} {float(np.cos(x)).hex()}")
    FILE.write_text("\n".join(lines) + "\n")
    print(FILE.name, len(lines), "lines")


if __name__ == "__main__":
    main()
