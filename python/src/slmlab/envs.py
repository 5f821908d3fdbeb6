"""Environments written in Python, for example in a notebook's cell, as an id that the lab's workers can make.

The class or function is pickled by value with cloudpickle into the folder `envs` of the data folder. Only this user's
own Python reads the file again: the workers of a run, also of one that is resumed later.
"""

import hashlib
import os
import re
import sys
from pathlib import Path

from .errors import EnvPickleError, InputError

_LARGEST = 64 << 20
_HEAD = b"slmlab env 1 "  # as in pickled.py


def pickled(env, data):
    """Write an environment into the data folder and return its id."""
    try:
        import cloudpickle
        import gymnasium
    except ImportError as e:
        raise InputError(f"an environment written in Python needs {e.name}; install it beside slmlab") from e

    if isinstance(env, str):
        return env
    if isinstance(env, gymnasium.Env):
        raise InputError(
            f"env is one {type(env).__name__}; every worker makes its own, so give the class, or a function that"
            " returns one"
        )
    if not callable(env):
        raise InputError(f"env is {env!r}; needs a class or a function that returns a gymnasium.Env")
    _check(env, gymnasium)
    module = sys.modules.get(getattr(env, "__module__", None))
    by_value = module is not None and _is_local(module)
    try:
        if by_value:
            cloudpickle.register_pickle_by_value(module)
        version = "%d.%d" % sys.version_info[:2]
        content = _HEAD + version.encode() + b"\n" + cloudpickle.dumps(env, protocol=4)
    except Exception as e:
        raise EnvPickleError(
            f"the environment {_name(env)} cannot be pickled: {type(e).__name__}: {e}. Open files, sockets and locks in"
            " its __init__, not in the notebook"
        ) from e
    finally:
        if by_value:
            cloudpickle.unregister_pickle_by_value(module)
    if len(content) > _LARGEST:
        raise EnvPickleError(
            f"the environment {_name(env)} has {len(content) >> 20} MB as a pickle; needs at most {_LARGEST >> 20} MB:"
            " load its data in __init__"
        )
    digest = hashlib.sha256(content).hexdigest()
    folder = Path(data) / "envs"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{_name(env)}-{digest[:16]}.pkl"
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
    os.replace(part, file)
    return f"pickle:{file}"


def _check(env, gymnasium):
    """Make one here, where what is wrong with it shows in the notebook's own traceback."""
    made = env()
    try:
        if not isinstance(made, gymnasium.Env):
            raise InputError(f"{_name(env)}() returned a {type(made).__name__}; needs a gymnasium.Env")
        for space in ("observation_space", "action_space"):
            if not isinstance(getattr(made, space, None), gymnasium.spaces.Space):
                raise InputError(f"{_name(env)} has no {space}, a gymnasium.spaces.Space")
    finally:
        if hasattr(made, "close"):
            made.close()


def _is_local(module):
    """Return whether a worker could not import a module: the notebook itself is pickled by value anyway."""
    file = getattr(module, "__file__", None)
    return module.__name__ != "__main__" and file is not None and "site-packages" not in file and not _is_stdlib(module)


def _is_stdlib(module):
    return module.__name__.partition(".")[0] in sys.stdlib_module_names


def _name(env):
    name = getattr(env, "__name__", type(env).__name__)
    return re.sub(r"\W+", "_", name).strip("_") or "env"
