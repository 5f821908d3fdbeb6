"""The example notebooks: executed by nbconvert in a real kernel, and stored without outputs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import alive, wait_gone

import slmlab

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def outputs(notebook):
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]


def kinds(notebook):
    return [kind for output in outputs(notebook) for kind in output.get("data", {})]


def test_there_are_three():
    assert [each.stem for each in NOTEBOOKS] == ["1_first_run", "2_sweep", "3_own_environment"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_it_runs_in_a_kernel(file, tmp_path, site):
    assert not outputs(json.loads(file.read_text())), "stored with outputs; strip them"
    assert file.stat().st_size < 100_000
    shutil.copy(file, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--inplace", str(tmp_path / file.name)],
        env={**os.environ, "PYTHONPATH": str(site), "JUPYTER_PLATFORM_DIRS": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    executed = json.loads((tmp_path / file.name).read_text())
    if keep := os.environ.get("SLMLAB_KEEP_NOTEBOOKS"):
        shutil.copy(tmp_path / file.name, keep)
    found = kinds(executed)
    assert "image/png" in found  # curves
    text = "".join("".join(each.get("text", [])) + str(each.get("data", "")) for each in outputs(executed))
    expected = {
        "1_first_run": ["mean return", "deterministic"],
        "2_sweep": ["lr", "<table"],
        "3_own_environment": ["policy.safetensors"],
    }
    for each in expected[file.stem]:
        assert each in text


TRAIN = """
import slmlab
from slmlab._host import host
def on_row(row):
    print("row", host().pid, flush=True)
slmlab.train("ppo/cartpole.json", "ppo_cartpole", max_frame=10**7, seeds=1, data={data!r}, run_name={name!r},
             on_row=on_row, progress=False)
"""


def until(client, number, found):
    """Read what a cell prints until it says something; return that text."""
    while True:
        message = client.get_iopub_msg(timeout=60)
        text = message["content"].get("text", "")
        if message["parent_header"].get("msg_id") == number and found in text:
            return text


def answer(client, number):
    """Wait for the end of a cell."""
    while True:
        message = client.get_shell_msg(timeout=60)
        if message["parent_header"].get("msg_id") == number:
            return message["content"]


def test_a_kernel_that_is_interrupted_or_restarted(tmp_path, site):
    """An interrupt stops the run and leaves the JVM; a restart in the middle of a run leaves none."""
    from jupyter_client.manager import start_new_kernel

    data = str(tmp_path / "data")
    manager, client = start_new_kernel(kernel_name="python3", cwd=str(tmp_path), env={**os.environ})
    try:
        number = client.execute(TRAIN.format(data=data, name="interrupted"))
        jvm = int(until(client, number, "row").split()[1])
        manager.interrupt_kernel()
        reply = answer(client, number)
        assert reply["status"] == "error" and reply["ename"] == "KeyboardInterrupt"
        assert alive(jvm) and (tmp_path / "data" / "interrupted" / "state").is_dir()

        number = client.execute(TRAIN.format(data=data, name="restarted"))
        assert int(until(client, number, "row").split()[1]) == jvm
        manager.restart_kernel(now=True)
        wait_gone(jvm)
        assert slmlab.resume(
            tmp_path / "data" / "restarted", on_row=lambda row: False, progress=False
        ).sessions[0]["frame"] >= 1000
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
