"""Run folders as tables: read from their files, without the JVM."""

import glob as globbing
import json
import os
import re
from pathlib import Path

from ._host import number
from .errors import InputError

_TABLE = re.compile(r"_t0_s(\d+)_session_df_(train|eval)\.csv$")
_ALWAYS = ("agent.algorithm.name", "env.name")  # spec columns of every frame


class Run:
    """A run folder. `path` is where it lies; what `train` returned also has `finished`, `mean_return` and `sessions`."""

    def __init__(self, path, result=None):
        self.path = Path(path)
        result = result or {}
        self.label = result.get("label", "")
        self.finished = result.get("finished")
        self.mean_return = number(result.get("mean_return"))
        self.sessions = result.get("sessions", [])
        self.warnings = result.get("warnings", [])
        self.failed = result.get("failed")

    @classmethod
    def of(cls, result):
        return cls(result["folder"], result)

    def frame(self, *args, **kwargs):
        """Return the rows of all sessions; see `load_run`."""
        return load_run(self.path, *args, **kwargs)

    def policy(self, **kwargs):
        """Load the best policy; see `Policy.load`."""
        from .policy import Policy

        return Policy.load(self.path, **kwargs)

    def evaluate(self, episodes=50, **kwargs):
        """Evaluate every session; see `slmlab.evaluate`."""
        from .commands import evaluate

        return evaluate(self.path, episodes, **kwargs)

    def __fspath__(self):
        return os.fspath(self.path)

    def __repr__(self):
        if self.failed:
            return f"Run({str(self.path)!r}, failed)"
        if self.finished is None:
            return f"Run({str(self.path)!r})"
        state = "" if self.finished else ", stopped"
        return f"Run({str(self.path)!r}, mean return {self.mean_return:.2f}{state})"


class Runs(list):
    """The runs of a sweep."""

    def frame(self, *args, **kwargs):
        """Return the rows of all sessions of all runs; see `load_runs`."""
        return load_runs([run.path for run in self if run.failed is None], *args, **kwargs)


def load_run(run, *, evaluations=False, spec_columns=None, polars=False):
    """Return the rows of all sessions of a run as a DataFrame.

    Its first columns are `run`, `session` and the spec's: the algorithm, the environment, the seed and what was set
    when the run was started. `spec_columns` names other keys by their paths, or "all" for every key.

    evaluations: the rows of the evaluations instead of those of training
    polars: return a frame of polars instead of pandas
    """
    return load_runs([run], evaluations=evaluations, spec_columns=spec_columns, polars=polars)


def load_runs(runs, *, evaluations=False, spec_columns=None, polars=False):
    """Return the rows of several runs as one DataFrame: of a glob pattern, or of a list of runs.

    Keys of the spec in which the runs differ are columns too; for the rest, see `load_run`.
    """
    if isinstance(runs, (str, os.PathLike)) and not isinstance(runs, Run):
        pattern = os.fspath(runs)
        runs = sorted(each for each in globbing.glob(pattern) if (Path(each) / "run.json").is_file())
        if not runs:
            raise InputError(f"no run folder matches {pattern}")
    paths = [Path(getattr(each, "path", each)) for each in runs]
    if not paths:
        raise InputError("no runs are given; name at least one")
    specs = [_spec(path) for path in paths]
    columns = _columns(specs, paths, spec_columns)
    frames = []
    for path, spec in zip(paths, specs):
        facts = {"run": path.resolve().name, "seed": _facts(path).get("seed")}
        facts |= {name: _cell(spec.get(key)) for key, name in columns.items()}
        frames += _sessions(path, "eval" if evaluations else "train", facts)
    if not frames:
        raise InputError(f"{', '.join(map(str, paths))}: there is no row yet")
    return _joined(frames, polars)


def read_table(file, polars=False):
    """Read one of the lab's CSV files."""
    return _joined([(file, {})], polars)


def _joined(frames, polars):
    if polars:
        import polars as pl

        parts = []
        for file, facts in frames:
            table = pl.read_csv(file, infer_schema_length=None)
            own = pl.DataFrame({name: [value] * len(table) for name, value in facts.items()}, strict=False)
            parts.append(pl.concat([own, table.drop(set(facts) & set(table.columns))], how="horizontal") if facts else table)
        return pl.concat(parts, how="diagonal_relaxed")
    import pandas as pd

    parts = []
    for file, facts in frames:
        table = pd.read_csv(file)
        table = table.drop(columns=[name for name in facts if name in table.columns])
        own = pd.DataFrame({name: [value] * len(table) for name, value in facts.items()}, index=table.index)
        parts.append(pd.concat([own, table], axis=1) if facts else table)
    return pd.concat(parts, ignore_index=True)


def _sessions(path, phase, facts):
    """Return the tables of a run's sessions, each with what is the same in all of its rows."""
    found = []
    for file in sorted((path / "info").glob("*.csv")):
        match = _TABLE.search(file.name)
        if match and match[2] == phase:
            session = int(match[1])
            found.append((session, file, {"run": facts["run"], "session": session, **facts}))
    return [(file, own) for _, file, own in sorted(found, key=lambda each: each[0])]


def _json(file):
    try:
        return json.loads(file.read_text())
    except FileNotFoundError:
        raise InputError(f"{file.parent} is no run folder: it has no {file.name}") from None
    except (OSError, ValueError) as e:
        raise InputError(f"cannot read {file}: {e}") from e


def _facts(path):
    return _json(path / "run.json")


def _spec(path):
    """Return the values of a run's spec by their paths."""
    if not path.is_dir():
        raise InputError(f"there is no folder {path}")
    _facts(path)
    files = [each for each in sorted(path.glob("*_spec.json")) if not each.name.endswith("_t0_spec.json")]
    if not files:
        raise InputError(f"{path} is no run folder: it has no spec")
    (spec,) = _json(files[0]).values()
    return dict(_leaves("", spec))


def _leaves(path, value):
    if isinstance(value, dict) and value:
        for key, each in value.items():
            yield from _leaves(f"{path}.{key}" if path else key, each)
    else:
        yield path, value


def _columns(specs, paths, wanted):
    """Return the paths of the keys that become columns, with the names of these: the last words that tell them apart."""
    known = {key: None for spec in specs for key in spec}
    if wanted == "all":
        chosen = list(known)
    else:
        chosen = [key for key in _ALWAYS if key in known]
        for path in paths:
            settings = _facts(path).get("settings", {})
            chosen += [*settings.get("keys", {}), *_of_variables(settings.get("vars", {}), known)]
        if len(specs) > 1:
            chosen += [key for key in known if len({json.dumps(spec.get(key)) for spec in specs}) > 1]
        for key in wanted or ():
            if key not in known:
                raise InputError(f"spec_columns: the spec has no key {key!r}; name one by its whole path")
            chosen.append(key)
    chosen = list(dict.fromkeys(key for key in chosen if key in known and key != "meta.max_session"))
    return {key: _short(key, chosen) for key in chosen}


def _of_variables(variables, known):
    """Return the keys that `-s KEY=…` named by the end of their path."""
    return [key for name in variables for key in known if key == name or key.endswith(f".{name}")]


def _short(key, others):
    if key == "agent.algorithm.name":
        return "algorithm"
    if key == "env.name":
        return "env"
    words = key.split(".")
    for count in range(1, len(words) + 1):
        end = ".".join(words[-count:])
        if sum(each == end or each.endswith(f".{end}") for each in others) == 1 and end not in ("name", "lr"):
            return end
    return key


def _cell(value):
    return value if value is None or isinstance(value, (str, int, float, bool)) else json.dumps(value)
