"""Fixtures. All tests run against the wheel as scripts/python-wheel builds it, unpacked into a temporary folder."""

import os
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def pytest_configure(config):
    """Build the wheel once, before any test imports the package."""
    temporary = tempfile.TemporaryDirectory(prefix="slmlab-wheel-")
    config.add_cleanup(temporary.cleanup)
    folder = Path(temporary.name)
    wheel = subprocess.run(
        [ROOT / "scripts" / "python-wheel", folder],
        env={**os.environ, "PYTHON": sys.executable},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    site = folder / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    os.environ["SLM_LAB_CACHE"] = str(folder / "cache")
    os.environ["PYTHONPATH"] = str(site)
    os.environ.pop("SLM_LAB_LAUNCHER", None)
    os.environ.pop("SLM_LAB_VENV", None)
    sys.path.insert(0, str(site))
    config.wheel = Path(wheel)
    config.site = site


@pytest.fixture(scope="session")
def wheel(pytestconfig):
    return pytestconfig.wheel


@pytest.fixture(scope="session")
def site(pytestconfig):
    return pytestconfig.site


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def run(data):
    """A short run of PPO on CartPole, two sessions."""
    import slmlab

    return slmlab.train(
        "ppo/cartpole.json", "ppo_cartpole", max_frame=6000, seeds=2, data=data, run_name="short", progress=False
    )


def alive(pid):
    """Return whether a process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_gone(pid):
    """Wait until a process has ended."""
    end = time.monotonic() + 60
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.1)
    assert not alive(pid)
