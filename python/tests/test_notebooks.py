"""The example notebooks: executed by nbconvert in a real kernel, and stored without outputs."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
