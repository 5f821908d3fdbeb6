"""What the package raises. Every exception is a `SlmLabError`; its message says what is wrong and what to do."""


class SlmLabError(Exception):
    """Base of the package's exceptions."""


class InputError(SlmLabError, ValueError):
    """An argument, a spec, a run or a file is wrong. Nothing was run."""


class DtypeError(InputError, TypeError):
    """An array has numbers of a type that cannot be used here."""


class ShapeError(InputError):
    """An array has another shape than the environment or the policy takes."""


class EnvPickleError(InputError):
    """An environment that was written in Python cannot be sent to the workers that step it."""


class RunError(SlmLabError, RuntimeError):
    """A run, an environment or a command failed on the way."""


class HostError(SlmLabError, RuntimeError):
    """The JVM did not start, ended, or speaks another version."""
