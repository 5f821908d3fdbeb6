"""The other side of SafeTensorsPythonTest: the Python package writes, checks and judges files.

write FILE    write known arrays
check FILE    fail unless FILE, which Java wrote, holds the same arrays
foreign DIR   write DIR/<dtype>.safetensors with a type that Java does not have, one file each
judge FILE    FILE holds many files, each after its size; print one line for each: accepted or refused
"""

import struct
import sys
from pathlib import Path

import numpy as np
from safetensors import SafetensorError, safe_open
from safetensors.numpy import load, save_file

METADATA = {"frame": "81920", "quote": '"\\/\b\f\n\r\t\x01', "unicode": "é漢😀"}


def arrays():
    return {
        "net.0.weight": np.arange(6, dtype=np.float32).reshape(2, 3) / 4 - 1,
        "special": np.array([np.nan, np.inf, -np.inf, -0.0, 1e-45, 3.4028235e38], dtype=np.float32),
        "scalar": np.full((), -7, dtype=np.int32),
        "limits": np.array([-(2**31), 2**31 - 1, 0], dtype=np.int32),
        "pixels": np.arange(256, dtype=np.uint8).reshape(4, 1, 64),
        "empty": np.zeros((3, 0, 2), dtype=np.float32),
        "ünï\n\"code\"": np.array([1], dtype=np.uint8),
        "large": np.arange(100_003, dtype=np.float32),
    }


def write(file):
    save_file(arrays(), file, METADATA)


def check(file):
    with safe_open(file, framework="np") as opened:
        found = {name: opened.get_tensor(name) for name in opened.keys()}
        metadata = opened.metadata()
        assert len(metadata.pop("data_crc32c")) == 8  # the checksum that Java adds
        assert metadata == METADATA, metadata
    wanted = arrays()
    assert set(found) == set(wanted), set(found) ^ set(wanted)
    for name, array in wanted.items():
        assert found[name].dtype == array.dtype, name
        assert found[name].shape == array.shape, name
        assert found[name].tobytes() == array.tobytes(), name


def foreign(folder):
    numpy_types = {
        "F64": "float64",
        "F16": "float16",
        "I64": "int64",
        "I16": "int16",
        "I8": "int8",
        "U16": "uint16",
        "U32": "uint32",
        "U64": "uint64",
        "BOOL": "bool",
        "C64": "complex64",
    }
    for dtype, numpy_type in numpy_types.items():
        save_file({"w": np.ones((2, 3), dtype=numpy_type)}, Path(folder) / f"{dtype}.safetensors")


def judge(file):
    data = Path(file).read_bytes()
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from("<i", data, at)
        at += 4 + size
        try:
            load(data[at - size : at])
            print("accepted")
        except (SafetensorError, KeyError):
            print("refused")


if __name__ == "__main__":
    {"write": write, "check": check, "foreign": foreign, "judge": judge}[sys.argv[1]](sys.argv[2])
