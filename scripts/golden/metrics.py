"""Records SLM-Lab's metrics, computed with pandas from their formulas, for MetricsGoldenTest.

    pip install pandas==3.1.1 numpy==2.4.6
    python scripts/golden/metrics.py        writes metrics.txt

A line `case NAME RANDOM` begins a trial; RANDOM is the return of random actions. Each `session` line is followed by its columns
`total_reward`, `frame` and `opt_step`, its numbers, and its series with a `~` before the name. After the sessions come the
trial's `consistency` and `~consistencies`. Doubles have the digits they need to come back, `nan` is none.
"""

import pathlib

import numpy as np
import pandas as pd

FILE = pathlib.Path(__file__).resolve().parents[2] / "lab/src/test/resources/golden/metrics.txt"


def text(values):
    return " ".join(repr(float(x)) for x in np.atleast_1d(np.asarray(values, dtype=float)))


def efficiency(strength, time):
    """The weighted mean of 1/t; a ratio by zero counts for nothing."""
    ratio = (strength / time).where(lambda x: np.isfinite(x))
    return ratio.sum() / strength.sum(), ratio.cumsum() / strength.cumsum()


def session(table, random):
    strength = table["total_reward"] - random
    sample, samples = efficiency(strength, table["frame"])
    training, trainings = efficiency(strength, table["opt_step"])
    before, after = strength[:-1], strength[1:].set_axis(strength.index[:-1])
    drop = np.minimum(after - before, 0)
    numbers = {
        "total_reward_ma": table["total_reward"].tail(100).mean(),
        "strength": strength.mean(),
        "max_strength": strength.max(),
        "final_strength": strength.iloc[-1],
        "sample_efficiency": sample,
        "training_efficiency": training,
        "stability": 1 - abs(np.float64(drop.sum()) / before.sum()),
    }
    series = {"strengths": strength, "sample_efficiencies": samples, "training_efficiencies": trainings,
              "stabilities": 1 - (drop / before).abs()}
    return numbers, series


def consistency(strengths):
    rows = min(map(len, strengths))
    by_row = pd.concat([s[:rows].reset_index(drop=True) for s in strengths], axis=1)
    std, mean = by_row.std(axis=1), by_row.mean(axis=1)
    return (1 - 2 * std.sum() / mean.sum() if len(strengths) > 1 else np.nan), 1 - 2 * std / mean


def table(rng, rows, gaps, first_frame):
    curve = 20 + 480 / (1 + np.exp(-(np.arange(rows) - rows / 3) / (rows / 10 + 1))) + rng.normal(0, 25, rows)
    curve = np.round(curve, 2)
    curve[:gaps] = np.nan
    frame = first_frame + 500.0 * np.arange(rows)
    return pd.DataFrame({"total_reward": curve, "frame": frame, "opt_step": np.floor(frame / 128) * 16})


def main():
    np.seterr(all="ignore")
    rng = np.random.default_rng(0)
    lines = [f"# pandas {pd.__version__}, numpy {np.__version__}, by scripts/golden/metrics.py"]
    cases = {
        "four_sessions": (22.97, [(120, 0, 500), (120, 0, 500), (117, 0, 500), (120, 0, 500)]),
        "begins_at_frame_0_without_an_episode": (-1197.15, [(50, 3, 0), (50, 1, 0)]),
        "one_session": (0.0, [(20, 0, 500)]),
        "three_rows": (-200.0, [(3, 0, 500), (3, 1, 0)]),
        "two_rows": (5.0, [(2, 0, 500)]),
        "one_row": (5.0, [(1, 0, 500), (1, 0, 500)]),
        "no_episode_ended": (5.0, [(4, 4, 0)]),
    }
    for name, (random, sessions) in cases.items():
        lines.append(f"case {name} {text(random)}")
        strengths = []
        for rows, gaps, first_frame in sessions:
            df = table(rng, rows, gaps, first_frame)
            numbers, series = session(df, random)
            strengths.append(series["strengths"])
            lines.append("session")
            lines += [f"{column} {text(df[column])}" for column in df]
            lines += [f"{key} {text(value)}" for key, value in numbers.items()]
            lines += [f"~{key} {text(value)}" for key, value in series.items()]
        number, by_row = consistency(strengths)
        lines += [f"consistency {text(number)}", f"~consistencies {text(by_row)}"]
    FILE.write_text("\n".join(lines) + "\n")
    print(FILE.name, len(lines), "lines,", FILE.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
