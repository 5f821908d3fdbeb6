"""Train a spec, resume a run: in the JVM, watched from Python."""

import json
import math
import os
import tempfile
from pathlib import Path

from . import envs, notebook
from ._host import host, number
from .errors import InputError, SlmLabError
from .runs import Run, Runs

_PATIENCE = 90.0  # s, in which a run that stops writes its states


class Row(dict):
    """A row of a session's table: its columns by name, and `session`, `run`, `episodes` and `mean_return`."""


class Evaluated(dict):
    """An evaluation: `session`, `run`, `frame`, `returns`, `lengths` and the mean of the returns as `mean_return`."""


def train(
    spec,
    name=None,
    *,
    set=None,
    env=None,
    seeds=None,
    seed=0,
    max_frame=None,
    num_envs=None,
    data="data",
    run_name=None,
    threads=None,
    on_row=None,
    on_evaluation=None,
    progress=None,
):
    """Train a spec and return its `Run`; the `Runs` of a sweep if `set` has several values for a key.

    spec: a spec file, one that `slm-lab list specs` shows, or a dict of specs by their names
    name: a spec in the file (default: the only one)
    set: values by variable or path, as in `-s KEY=VALUE`; a list has several values, each of which is trained
    env: an environment written in Python: a class or a function that returns a `gymnasium.Env`
    seeds, max_frame, num_envs: as the flags of `slm-lab run`
    data: folder of the run folders
    on_row, on_evaluation: called with a `Row` or an `Evaluated`; the run ends there if one returns False
    progress: "curves", "lines" or False (default: curves in a notebook, lines on a terminal)

    An interrupt stops the run with a resumable state; `slmlab.resume` continues it.
    """
    settings = _settings(set or {})
    flags = {
        "env.max_frame": _whole("max_frame", max_frame),
        "env.num_envs": _whole("num_envs", num_envs),
        "meta.max_session": _whole("seeds", seeds),
    }
    data = Path(data).absolute()
    if env is not None:
        if any(each.startswith(("env=", "env.name=")) for each in settings):
            raise InputError("env and set both name the environment; keep one of them")
        flags["env.name"] = envs.pickled(env, data)
    arguments = {
        "name": name,
        "settings": settings,
        "flags": {key: str(value) for key, value in flags.items() if value is not None},
        "seed": _whole("seed", seed, least=0),
        "data": str(data),
        "run_name": run_name,
        "threads": _whole("threads", threads),
        "command": ["slmlab.train"],
    }
    with _spec_file(spec) as file:
        runs = _follow("train", progress, on_row, on_evaluation, spec=file, **arguments)
    return runs if any(_is_sweep(each) for each in (set or {}).values()) else runs[0]


def resume(run, *, max_frame=None, threads=None, on_row=None, on_evaluation=None, progress=None):
    """Resume a run that was stopped, or train it further with a larger `max_frame`."""
    path = os.path.abspath(os.fspath(getattr(run, "path", run)))
    arguments = {"max_frame": _whole("max_frame", max_frame), "threads": _whole("threads", threads)}
    return _follow(
        "resume", progress, on_row, on_evaluation, path=path, command=["slmlab.resume"], **arguments
    )[0]


def _follow(call, progress, on_row, on_evaluation, **arguments):
    """Ask for a training and hand out its events until it ends."""
    jvm = host()
    view = notebook.view(progress)
    callbacks = {"row": on_row, "evaluation": on_evaluation}
    for kind, callback in callbacks.items():
        if callback is not None and not callable(callback):
            raise InputError(f"on_{kind} is {callback!r}; needs a function")
    asked = any(callback is not None for callback in callbacks.values())
    training, answers = jvm.open(call, callbacks=asked, **arguments)
    folders = []
    try:
        while True:
            message = answers.get()
            if message is None or "event" not in message:
                view.close()
                return Runs(Run.of(each) for each in jvm.result(message))
            if message["event"] == "begin":
                folders.append(message["folder"])
            view.take(message)
            _call_back(jvm, training, message, callbacks)
    except SlmLabError:
        raise
    except BaseException as e:  # an interrupt, or a callback that raised
        _stop(jvm, training, answers)
        if folders and isinstance(e, KeyboardInterrupt):
            print(f"stopped; slmlab.resume({folders[-1]!r}) continues the run")
        raise
    finally:
        view.close()
        jvm.forget(training)


def _call_back(jvm, training, message, callbacks):
    callback = callbacks.get(message["event"])
    stop = False
    try:
        if callback is not None:
            stop = callback(_event(message)) is False
    except BaseException:
        stop = True
        raise
    finally:
        if "number" in message:
            jvm.send({"call": "seen", "training": training, "event": message["number"], "stop": stop})


def _event(message):
    where = {"run": message["run"], "session": message["session"]}
    if message["event"] == "row":
        columns = {name: number(value) for name, value in message["row"].items()}
        return Row(columns, **where, episodes=message["episodes"], mean_return=number(message["mean_return"]))
    returns = message["returns"]
    mean = sum(returns) / len(returns) if returns else math.nan
    return Evaluated(frame=message["frame"], returns=returns, lengths=message["lengths"], mean_return=mean, **where)


def _stop(jvm, training, answers):
    """Stop a training and wait until its states are written."""
    try:
        jvm.send({"call": "stop", "training": training})
        while True:
            message = answers.get(timeout=_PATIENCE)
            if message is None or "event" not in message:
                return
    except SlmLabError:
        return  # the JVM has ended, after writing the states


def _settings(values):
    """Return the values as `-s` has them."""
    if not isinstance(values, dict):
        raise InputError(f'set is {values!r}; needs a dict, such as {{"lr": [1e-3, 3e-4]}}')
    return [f"{key}={_texts(key, value)}" for key, value in values.items()]


def _is_sweep(value):
    return isinstance(value, (list, tuple)) and len(value) > 1


def _texts(key, value):
    if isinstance(value, (list, tuple)):
        if not value:
            raise InputError(f"set[{key!r}] is an empty list; give at least one value")
        return ",".join(_text(key, each) for each in value)
    return _text(key, value)


def _text(key, value):
    value = value.item() if hasattr(value, "item") and not isinstance(value, (list, dict)) else value
    if isinstance(value, str):
        plain = value and all(each.isalnum() or each in "_./:+-" for each in value)
        return value if plain else json.dumps(value)
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError) as e:
        raise InputError(f"set[{key!r}] has {value!r}, which a spec cannot hold: {e}") from e


def _whole(name, value, least=1):
    if value is None:
        return None
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InputError(f"{name} is {value!r}; needs a whole number of at least {least}")
    return value


class _spec_file:
    """The file of a spec: the one that is named, or a temporary one for a dict."""

    def __init__(self, spec):
        self._spec = spec
        self._folder = None

    def __enter__(self):
        if not isinstance(self._spec, dict):
            return self._named(os.fspath(self._spec))
        self._folder = tempfile.TemporaryDirectory(prefix="slmlab-")
        file = Path(self._folder.name) / "spec.json"
        try:
            file.write_text(json.dumps(self._spec, allow_nan=False))
        except (TypeError, ValueError) as e:
            self._folder.cleanup()
            raise InputError(f"the spec cannot be written as JSON: {e}") from e
        return str(file)

    @staticmethod
    def _named(path):
        return os.path.abspath(path) if os.path.exists(path) else path  # the JVM may have another working folder

    def __exit__(self, *_):
        if self._folder is not None:
            self._folder.cleanup()
