"""Spaces of the lab as Gymnasium's."""


def space_of(described):
    """Return Gymnasium's space for one that the lab describes."""
    import numpy as np
    from gymnasium import spaces

    kind = described["kind"]
    if kind == "discrete":
        return spaces.Discrete(described["n"], start=described["start"])
    if kind == "multi_discrete":
        return spaces.MultiDiscrete(described["sizes"])
    if kind == "multi_binary":
        return spaces.MultiBinary(described["n"])
    shape = tuple(described["shape"])
    dtype = np.dtype(described["dtype"])
    low, high = (_bounds(described[side], shape, dtype) for side in ("low", "high"))
    return spaces.Box(low, high, shape, dtype)


def _bounds(texts, shape, dtype):
    """Return bounds from texts, of which a single one counts for all numbers."""
    import numpy as np

    values = np.array([float(each.replace("Infinity", "inf")) for each in texts], np.float32)
    return np.broadcast_to(values if len(texts) > 1 else values[0], shape if len(texts) == 1 else (len(texts),)).reshape(
        shape
    ).astype(dtype)
