"""The launcher `slm-lab` of the wheel: finds a JDK 25 and starts the lab. Also the console script."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path

from .errors import HostError

#: Another launcher than the wheel's, for example `slm-lab` of a clone of the project.
VARIABLE = "SLM_LAB_LAUNCHER"


def command():
    """Return the words that start the launcher."""
    given = os.environ.get(VARIABLE)
    path = Path(given) if given else Path(__file__).parent / "launcher" / "slm-lab"
    if not path.is_file():
        if given:
            raise HostError(f"{VARIABLE} is {given}, and there is no such file; name the script slm-lab of a clone")
        raise HostError(
            f"the jars are missing: there is no {path}. Install the wheel that scripts/python-wheel writes, or let"
            f" {VARIABLE} name the script slm-lab of a clone"
        )
    bash = shutil.which("bash")
    if bash is None:
        raise HostError("there is no bash, which the launcher needs; on Windows, use WSL")
    return [bash, str(path)]


def environment():
    """Return the variables for the launcher: this Python for environments of Gymnasium, and a folder of the user's."""
    variables = dict(os.environ)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "slm-lab"
    if VARIABLE not in os.environ:
        variables.setdefault("SLM_LAB_CACHE", str(cache))
    if importlib.util.find_spec("gymnasium") is not None:
        variables.setdefault("SLM_LAB_VENV", sys.prefix)
    return variables


def main():
    """Run the command `slm-lab` in place of this process."""
    try:
        words = command()
    except HostError as e:
        print(f"slm-lab: {e}", file=sys.stderr)
        sys.exit(2)
    os.execve(words[0], [*words, *sys.argv[1:]], environment())
