"""Runs exported policies in Python, on what a player was given, and compares with what the player did.

    export_peer.py onnx FOLDER     onnx.checker and onnxruntime
    export_peer.py torch FOLDER    the PyTorch module that is exported with the weights
    export_peer.py numpy FOLDER    weights and graph read by numpy alone

The folder has for each case NAME: NAME.safetensors, NAME.onnx, NAME.sampling.onnx, and for both ways to act
NAME[.sampling].games.safetensors, with inputs `in/…` and outputs `out/…` as arrays [steps, rows, …]. Prints a line for
each case, and exits with 1 if a number differs by more than 1e-5 times the larger of 1 and itself.
"""

import pathlib
import sys
from urllib.parse import unquote

import numpy
from safetensors import safe_open
from safetensors.numpy import load_file

TYPES = {"tensor(float)": numpy.float32, "tensor(uint8)": numpy.uint8, "tensor(int32)": numpy.int32,
         "tensor(bool)": numpy.bool_}  # fmt: skip


def onnx_steps(folder, name, given):
    import onnx
    import onnxruntime

    onnx.checker.check_model(str(folder / f"{name}.onnx"), full_check=True)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(folder / f"{name}.onnx", options, providers=["CPUExecutionProvider"])
    assert session.get_modelmeta().custom_metadata_map["algorithm"]
    past = {}
    for inputs in given:
        rows = len(inputs["obs"])
        feed = {}
        for wanted in session.get_inputs():
            kind = TYPES[wanted.type]
            shape = [rows] + [size for size in wanted.shape[1:]]
            value = inputs.get(wanted.name, past.get(wanted.name))
            feed[wanted.name] = numpy.zeros(shape, kind) if value is None else value.astype(kind).reshape(shape)
        names = [output.name for output in session.get_outputs()]
        out = dict(zip(names, session.run(names, feed)))
        past = {key.removesuffix("_next"): value for key, value in out.items() if key.endswith("_next")}
        yield out


def torch_steps(folder, name, given):
    import torch

    sys.path.insert(0, str(folder))
    from torch_policy import TorchPolicy

    torch.set_num_threads(1)
    policy = TorchPolicy(folder / f"{name.removesuffix('.sampling')}.safetensors")
    assert {key for key in policy.state_dict()} == set(load_file(folder / f"{name.removesuffix('.sampling')}.safetensors"))
    out = None
    for inputs in given:
        tensors = {key: torch.from_numpy(value.copy()) for key, value in inputs.items()}
        with torch.no_grad():
            out = policy(
                tensors["obs"],
                action_mask=tensors.get("action_mask"),
                state=None if out is None else policy.next_state(out),
                episode_start=tensors["episode_start"],
                noise=tensors.get("noise"),
                sampling=name.endswith(".sampling"),
            )
        yield {key: value.numpy() for key, value in out.items()}


def numpy_steps(folder, name, given):
    """Only what multilayer perceptrons need, by the words of docs/play.md."""
    file = folder / f"{name}.safetensors"
    weights = load_file(file)
    with safe_open(file, "np") as opened:
        facts = opened.metadata()
    unary = {"tanh": numpy.tanh, "relu": lambda x: numpy.maximum(x, 0), "exp": numpy.exp, "log": numpy.log,
             "neg": numpy.negative}  # fmt: skip
    binary = {"matmul": numpy.matmul, "add": numpy.add, "sub": numpy.subtract, "mul": numpy.multiply}
    for inputs in given:
        x = inputs["obs"].astype(numpy.float64)
        for step in facts["obs_steps"].splitlines():
            words = dict(word.split("=") for word in step.split(" ")[1:])
            assert step.startswith("normalize")
            scaled = (x - weights["obs_mean"]) / numpy.sqrt(weights["obs_var"] + float(words["eps"]))
            x = numpy.clip(scaled, -float(words["clip"]), float(words["clip"]))
        lines, out = [], {}
        for line in facts["graph_64"].splitlines():
            op, *words = line.split(" ")
            if op == "output":
                out[unquote(words[0])] = lines[int(words[1])]
                continue
            shape = [int(size) for size in words[0].strip("[]").split(",") if size] if words[0].startswith("[") else []
            if op == "input":
                value = x
            elif op == "variable":
                order = [int(axis) for axis in words[2].strip("[]").split(",")]
                value = weights[unquote(words[0])].transpose(numpy.argsort(order))
            elif op == "constant":
                value = numpy.float32(words[0])
            elif op == "uniform":
                value = numpy.full(shape, 0.5)
            elif op == "reshape":
                value = lines[int(words[1])].reshape(shape)
            elif op == "broadcast":
                value = numpy.broadcast_to(lines[int(words[1])], shape)
            elif op == "reduce":
                fold = {"sum": numpy.sum, "max": numpy.max}[words[0]]
                value = fold(lines[int(words[3])], tuple(range(int(words[1]), int(words[2]))))
            elif op == "argmax":
                value = numpy.argmax(lines[int(words[1])], int(words[0]))
            elif op in unary:
                value = unary[op](lines[int(words[0])])
            else:
                value = binary[op](lines[int(words[0])], lines[int(words[1])])
            lines.append(value)
        out["action"] = out.pop("mode")
        yield out


def check(folder, name, steps):
    games = load_file(folder / f"{name}.games.safetensors")
    inputs = {key[3:]: value for key, value in games.items() if key.startswith("in/")}
    wanted = {key[4:]: value for key, value in games.items() if key.startswith("out/")}
    count = len(inputs["obs"])
    given = [{key: value[step] for key, value in inputs.items()} for step in range(count)]
    worst = 0.0
    for step, out in enumerate(steps(folder, name, given)):
        for key, values in wanted.items():
            needed = values[step].reshape(-1)
            difference = numpy.abs(out[key].reshape(-1).astype(numpy.float64) - needed)
            assert len(difference) == len(needed), (name, key)
            worst = max(worst, float((difference / numpy.maximum(1, numpy.abs(needed))).max()))
    print(f"{name} {count * len(given[0]['obs'])} observations, largest difference {worst:.1e}")
    return worst <= 1e-5


kind, folder = sys.argv[1], pathlib.Path(sys.argv[2])
names = sorted(path.name.removesuffix(".games.safetensors") for path in folder.glob("*.games.safetensors"))
if kind == "numpy":
    names = [name for name in names if name in ("MLP", "REINFORCE")]
steps = {"onnx": onnx_steps, "torch": torch_steps, "numpy": numpy_steps}[kind]
good = [check(folder, name, steps) for name in names]
sys.exit(0 if good and all(good) else 1)
