"""`train`: callbacks, stop and resume, sweeps, tables, interrupts, kills, wrong inputs."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import alive, wait_gone
from safetensors.numpy import load_file

import slmlab

SPEC = ("ppo/cartpole.json", "ppo_cartpole")


def weights(run):
    return {file.name: load_file(file) for file in sorted(Path(run.path).glob("model/*_s?.safetensors"))}


def assert_same(a, b):
    assert a.keys() == b.keys() and a
    for file in a:
        for name in a[file]:
            np.testing.assert_array_equal(a[file][name], b[file][name])


def test_a_callback_sees_every_row_and_stops_at_it(data, run):
    seen = []

    def on_row(row):
        seen.append(row)
        return row["frame"] < 3000 or row["session"] != 1

    stopped = slmlab.train(
        *SPEC, max_frame=6000, seeds=2, data=data, run_name="stopped", on_row=on_row, progress=False
    )
    assert not stopped.finished
    assert {"frame", "total_reward", "mean_return", "session", "run", "episodes"} <= seen[0].keys()
    assert max(row["frame"] for row in seen if row["session"] == 1) == 3000
    rows = stopped.frame()
    assert len(rows) == len(seen)

    resumed = slmlab.resume(stopped, progress=False)
    assert resumed.finished and [each["frame"] for each in resumed.sessions] == [6000, 6000]
    assert_same(weights(resumed), weights(run))  # bit for bit those of the run that was never stopped


def test_evaluations_are_seen(data):
    seen = []
    settings = {"meta.rigorous_eval": 2, "meta.eval_frequency": 1000}
    run = slmlab.train(
        *SPEC, set=settings, max_frame=2000, seeds=1, data=data, run_name="rigorous", on_evaluation=seen.append,
        progress=False,
    )
    assert seen and all(len(each["returns"]) == 2 for each in seen)
    table = run.frame(evaluations=True)
    assert table["total_reward"].tolist() == pytest.approx([each["mean_return"] for each in seen])


def test_what_a_callback_raises_stops_the_run_and_is_raised(data):
    def on_row(row):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        slmlab.train(*SPEC, max_frame=10**6, data=data, run_name="raised", on_row=on_row, progress=False)
    assert not list((data / "raised").glob("*_trial_metrics_scalar.json")) or (data / "raised" / "state").is_dir()
    assert slmlab.make_vec("CartPole-v1", 1).reset(seed=0)[0].shape == (1, 4)  # the JVM goes on


def test_a_sweep_is_a_table(data):
    runs = slmlab.train(
        *SPEC, set={"lr": [1e-3, 3e-4], "gamma": 0.98}, max_frame=2000, seeds=2, data=data, run_name="sweep",
        progress="lines",
    )
    assert [run.label for run in runs] == ["lr=0.001", "lr=0.0003"]
    table = runs.frame()
    assert table["run"].nunique() == 2 and set(table["session"]) == {0, 1}
    assert set(table["algorithm"]) == {"PPO"} and set(table["gamma"]) == {0.98}
    (rate,) = [name for name in table.columns if name.endswith("optim_spec.lr")]
    assert set(table[rate]) == {1e-3, 3e-4}
    globbed = slmlab.load_runs(str(data / "sweep_*"))
    assert len(globbed) == len(table)
    in_polars = slmlab.load_runs(str(data / "sweep_*"), polars=True)
    assert in_polars["frame"].sum() == table["frame"].sum() and in_polars["gamma"].unique().to_list() == [0.98]
    board = slmlab.compare(*runs)
    assert len(board["rows" if "rows" in board else "runs"]) == 2


def test_a_spec_in_code_is_trained(data):
    import json

    text = json.loads((Path(__file__).parents[2] / "spec/ppo/cartpole.json").read_text())
    assert slmlab.train(text, "ppo_cartpole", max_frame=256, seeds=1, data=data, progress=False).finished


def test_a_search_is_a_table_of_trials(data):
    trials = slmlab.search(
        "ppo/cartpole_search.yaml", None, "--trials=2", "--max-frame=512", "--pruner=none", "--no-confirm",
        data=data, quiet=True,
    )
    assert len(trials) == 2 and trials.shape[1] > 3


def test_commands_say_what_is_wrong():
    assert "CartPole-v1" in slmlab.command("list", "envs")
    with pytest.raises(slmlab.InputError, match="did you mean list"):
        slmlab.command("lst")
    with pytest.raises(slmlab.InputError, match="there is no folder nowhere"):
        slmlab.evaluate("nowhere")


CHILD = """
import os, sys, time, slmlab
from slmlab._host import host
print("pid", host().pid, flush=True)
if sys.argv[2] == "killed" and os.fork() == 0:  # it holds the pipe to the JVM open
    os.close(1)
    time.sleep(60)
    os._exit(0)
def on_row(row):
    print("row", row["frame"], flush=True)
    time.sleep(0.05)
try:
    slmlab.train("ppo/cartpole.json", "ppo_cartpole", max_frame=10**6, seeds=1, data=sys.argv[1], run_name=sys.argv[2],
                 on_row=on_row, progress=False)
except KeyboardInterrupt:
    print("interrupted", slmlab.make_vec("CartPole-v1", 1).reset(seed=0)[0].shape, flush=True)
    sys.exit(7)
"""


def started(data, name):
    """Start a process that trains; return it and the number of its JVM once there are three rows."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(data), name], stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    lines = [child.stdout.readline() for _ in range(4)]
    return child, int(lines[0].split()[1])


@pytest.mark.parametrize("name", ["killed", "terminated"])
def test_a_process_that_ends_leaves_no_jvm_and_a_run_that_resumes(data, name):
    child, jvm = started(data, name)
    assert alive(jvm)
    child.send_signal(signal.SIGKILL if name == "killed" else signal.SIGTERM)
    child.wait(30)
    wait_gone(jvm)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)  # the fork
    rows = slmlab.load_run(data / name)
    frame = int(rows["frame"].max())
    resumed = slmlab.resume(
        data / name, on_row=lambda row: row["frame"] < frame + 1000, progress=False
    )
    assert resumed.sessions[0]["frame"] >= frame + 500


def test_an_interrupt_stops_the_run_and_not_the_jvm(data):
    child, jvm = started(data, "interrupted")
    os.killpg(child.pid, signal.SIGINT)  # as Jupyter interrupts a kernel
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 7 and "interrupted (1, 4)" in out
    assert f"slmlab.resume({str(data / 'interrupted')!r}) continues the run" in out
    wait_gone(jvm)
    assert (data / "interrupted" / "state").is_dir()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"spec": "ppo/nowhere.json"}, "nowhere.json"),
        ({"name": "ppo_cart"}, "ppo_cart"),
        ({"set": {"lrr": 1}}, "lrr"),
        ({"set": {"lr": float("nan")}}, "set.'lr'."),
        ({"set": {"lr": [1e-3, object()]}}, "object"),
        ({"set": {"lr": []}}, "empty list"),
        ({"set": ["lr"]}, "needs a dict"),
        ({"seeds": 0}, "seeds is 0"),
        ({"seeds": 2.5}, "seeds is 2.5"),
        ({"max_frame": "1e4"}, "max_frame is '1e4'"),
        ({"on_row": 5}, "on_row is 5"),
        ({"progress": "loud"}, "progress is 'loud'"),
        ({"run_name": "a/b"}, "a/b"),
        ({"spec": {"a": {1, 2}}}, "JSON"),
        ({"spec": {"a": "x" * (17 << 20)}, "name": "a"}, "a"),
    ],
)
def test_wrong_arguments_are_refused(data, arguments, says):
    arguments = {"spec": SPEC[0], "name": SPEC[1], "data": data, "progress": False} | arguments
    with pytest.raises(slmlab.InputError, match=says):
        slmlab.train(**arguments)


@pytest.mark.parametrize("path", ["nowhere", "."])
def test_folders_without_runs_are_refused(tmp_path, path):
    with pytest.raises(slmlab.InputError, match="no folder|no run folder"):
        slmlab.load_run(tmp_path / path)
    with pytest.raises(slmlab.InputError, match="matches"):
        slmlab.load_runs(str(tmp_path / "*"))
