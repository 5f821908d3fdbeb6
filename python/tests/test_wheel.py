"""The wheel: what it holds, its command, and what it says where Java or the right jars are missing."""

import os
import subprocess
import sys
import zipfile

import pytest


def python(site, code, **variables):
    environment = {**os.environ, "PYTHONPATH": str(site), **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)


def test_it_is_pure_python_with_jars_and_specs(wheel):
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        about = packed.read("slmlab-0.1.0.dev0.dist-info/METADATA").decode()
        record = packed.read("slmlab-0.1.0.dev0.dist-info/RECORD").decode()
    assert wheel.name.endswith("-py3-none-any.whl") and wheel.stat().st_size < 100e6
    assert "slmlab/launcher/slm-lab" in names and "slmlab/launcher/spec/ppo/cartpole.json" in names
    assert any(name.startswith("slmlab/launcher/app/lab/tensor-") for name in names)
    assert not any("__pycache__" in name or name.startswith("tests") for name in names)
    assert "Requires-Dist: numpy" in about and all(f"{name}," in record for name in names)


def test_the_command_comes_with_it(site):
    told = python(site, "import sys; sys.argv = ['slm-lab', '--version']; import slmlab._launcher as l; l.main()")
    assert told.returncode == 0 and told.stdout.startswith("slm-lab 0.1.0")


def test_an_import_starts_nothing_and_loads_nothing(site):
    code = "import sys, slmlab; print(sorted({'numpy', 'gymnasium', 'pandas'} & set(sys.modules)), slmlab._host if hasattr(slmlab, '_host') else None)"
    assert python(site, code).stdout.strip() == "[] None"


def test_no_java_is_said(site, tmp_path):
    for tool in ("bash", "dirname", "uname", "mkdir", "mv", "rm", "tr", "cat", "readlink"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}" if os.path.exists(f"/usr/bin/{tool}") else f"/bin/{tool}")
    told = python(
        site,
        "import slmlab\ntry:\n    slmlab.make_vec('CartPole-v1')\nexcept slmlab.HostError as e:\n    print(e)",
        PATH=str(tmp_path),
        JAVA_HOME="",
        SLM_LAB_JDK_DIRS=str(tmp_path / "none"),
        SLM_LAB_CACHE=str(tmp_path / "cache"),
        SLM_LAB_FETCH_JDK="no",
    )
    assert "needs a JDK 25 and found none" in told.stdout, told.stderr


@pytest.mark.parametrize(
    ("launcher", "says"),
    [
        ("echo 'python-host: the package slmlab speaks version 1 and these jars version 2' >&2; exit 2", "version 2"),
        ("printf '\\0\\0\\0\\016{\"protocol\":2}'; cat >/dev/null", "speak version 2"),
        ("echo no frames at all", "ended with exit code"),
        ("exit 3", "exit code 3"),
    ],
)
def test_other_jars_are_said(site, tmp_path, launcher, says):
    script = tmp_path / "slm-lab"
    script.write_text(f"#!/usr/bin/env bash\n{launcher}\n")
    told = python(
        site,
        "import slmlab\ntry:\n    slmlab.command('list')\nexcept slmlab.HostError as e:\n    print(e)",
        SLM_LAB_LAUNCHER=str(script),
    )
    assert says in told.stdout, told.stderr


def test_missing_jars_are_said(site, tmp_path):
    told = python(site, "import slmlab; slmlab.command('list')", SLM_LAB_LAUNCHER=str(tmp_path / "gone"))
    assert "HostError" in told.stderr and "no such file" in told.stderr
