"""Commands of the lab as functions."""

import json
import os
import subprocess
import sys
from pathlib import Path

from . import _launcher
from ._host import host
from .errors import InputError, RunError
from .training import _settings, _whole

_PATIENCE = 90.0  # s, in which a search that is interrupted writes its states


def command(*words):
    """Run a command of `slm-lab` and return what it prints: `slmlab.command("list", "envs")`."""
    answer = host().ask("command", words=[os.fspath(each) for each in words])
    if answer["code"]:
        raise (InputError if answer["code"] == 2 else RunError)(answer["err"].strip())
    return answer["out"]


def evaluate(run, episodes=50, *, seed=None, checkpoint=None, deterministic=None):
    """Evaluate every session of a run over fixed seeds, and return the numbers that `slm-lab eval --json` has.

    deterministic: with the best action or with draws from the policy (default: both ways)
    """
    words = ["eval", _path(run), "--json", f"--episodes={_whole('episodes', episodes)}"]
    if seed is not None:
        words.append(f"--seed={_whole('seed', seed, least=0)}")
    if checkpoint is not None:
        words.append(f"--checkpoint={checkpoint}")
    if deterministic is not None:
        words.append("--deterministic" if deterministic else "--stochastic")
    return json.loads(command(*words))


def compare(*runs, **named):
    """Say which of several runs is better, and how certain that is: the numbers of `slm-lab compare --json`.

    A keyword names one or more runs: `compare(PPO=[run, other], SAC=third)`.
    """
    words = [_path(each) for each in runs]
    for name, group in named.items():
        group = group if isinstance(group, (list, tuple)) else [group]
        words.append(f"{name}={','.join(_path(each) for each in group)}")
    return json.loads(command("compare", *words, "--json"))


def export(run, to, *flags):
    """Write a file that acts without the lab, as `slm-lab export`; the flags are the command's. Return its path."""
    command("export", _path(run), "--output", os.fspath(to), *flags)
    return Path(to)


def search(spec, name=None, *flags, set=None, data="data", seed=0, quiet=False):
    """Search hyperparameters as the spec's `search` section says, and return the trials as a DataFrame.

    flags: of `slm-lab run … search`, such as "--trials=8" or "--sampler=tpe"

    An interrupt stops the search; `slm-lab run SPEC NAME search@latest` continues it.
    """
    from .runs import read_table

    data = Path(data)
    before = _searches(data)
    words = ["run", os.fspath(spec), *([name] if name else []), "search", f"--data={data}", f"--seed={seed}", *flags]
    for each in _settings(set or {}):
        words += ["-s", each]
    lines = _stream(words, quiet)
    made = sorted(_searches(data) - before, key=lambda file: file.stat().st_mtime)
    if not made:
        raise RunError("the search wrote no table of trials:\n" + "\n".join(lines[-20:]))
    return read_table(made[-1])


def _searches(data):
    return {*data.glob("*/info/*_experiment_df.csv"), *data.glob("*/*experiment_df.csv")}


def _stream(words, quiet):
    """Run a command in a JVM of its own, which ends with this process, and show what it prints."""
    process = subprocess.Popen(
        [*_launcher.command(), "python-host", "--", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        env=_launcher.environment(),
    )
    lines = []
    try:
        for line in process.stdout:
            text = line.decode(errors="replace").rstrip()
            if text.startswith("WARNING: Using incubator modules"):
                continue
            lines.append(text)
            if not quiet:
                print(text)
                sys.stdout.flush()
        code = process.wait()
    except BaseException:
        process.stdin.close()  # it ends as after Ctrl-C
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        raise
    if code:
        raise (InputError if code == 2 else RunError)("\n".join(lines[-20:]))
    return lines


def _path(run):
    return os.fspath(getattr(run, "path", run))
