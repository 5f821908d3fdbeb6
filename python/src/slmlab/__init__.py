"""SLM Lab from Python: train spec files, act with policies, step the lab's environments at their speed.

The work is done by a JVM, which starts with the first call that needs it and ends with this process.
"""

import importlib

__version__ = "0.1.0.dev0"

_PLACES = {
    "train": "training",
    "resume": "training",
    "search": "commands",
    "evaluate": "commands",
    "compare": "commands",
    "command": "commands",
    "export": "commands",
    "load_run": "runs",
    "load_runs": "runs",
    "Run": "runs",
    "Runs": "runs",
    "Policy": "policy",
    "make_vec": "vector",
    "register": "vector",
    "LabVectorEnv": "vector",
    "shutdown": "_host",
    "SlmLabError": "errors",
    "InputError": "errors",
    "DtypeError": "errors",
    "ShapeError": "errors",
    "EnvPickleError": "errors",
    "RunError": "errors",
    "HostError": "errors",
}

__all__ = sorted(_PLACES)


def __getattr__(name):
    """Load a part of the package when it is first used, so that the import takes milliseconds."""
    if name not in _PLACES:
        raise AttributeError(f"module 'slmlab' has no attribute {name!r}")
    value = getattr(importlib.import_module(f".{_PLACES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return [*globals(), *__all__]
