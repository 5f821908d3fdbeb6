"""Shared by the scripts beside it: collects cases and writes them as one safetensors file.

A case is a function of some inputs. Its arrays are named `case/in0`, `case/in1`, … (inputs), `case/y` (value) and
`case/g0`, … (the gradient of sum(w·y) by each float input, where w is the beginning of the array `w`). Inputs are
float32; PyTorch computes in float64 and the results are rounded to float32, so a comparison measures our error alone.
"""

import pathlib

import numpy
import safetensors.torch
import torch

RESOURCES = pathlib.Path(__file__).resolve().parents[2] / "tensor/src/test/resources/golden"


def save(arrays, file):
    """One key of metadata only: the order of several would differ from run to run, and so the bytes of the file."""
    metadata = {"versions": f"torch {torch.__version__}, numpy {numpy.__version__}"}
    safetensors.torch.save_file(arrays, RESOURCES / file, metadata)
    (RESOURCES / file).chmod(0o644)
    print(file, len(arrays), "arrays,", (RESOURCES / file).stat().st_size, "bytes")


class Golden:
    def __init__(self, seed):
        torch.manual_seed(seed)
        torch.set_num_threads(1)
        self.arrays = {}
        self.put("w", torch.randn(1000))

    def weighted(self, y):
        """The loss whose gradient is recorded."""
        return (self.arrays["w"][: y.numel()].view(y.shape).double() * y).sum()

    def put(self, name, tensor):
        assert name not in self.arrays, name
        tensor = tensor.detach()
        if tensor.dtype == torch.float64:
            tensor = tensor.to(torch.float32)
        if tensor.dtype in (torch.int64, torch.bool):
            tensor = tensor.to(torch.int32)
        self.arrays[name] = tensor.contiguous().clone()

    def case(self, name, function, *inputs):
        """Records the value of `function` and, where it has one, the gradient."""
        wide = []
        for i, x in enumerate(inputs):
            self.put(f"{name}/in{i}", x)
            floating = x.is_floating_point()
            wide.append(x.double().requires_grad_() if floating else x)
        y = function(*wide)
        self.put(f"{name}/y", y.double() if y.dtype == torch.bool else y)
        if y.requires_grad:
            floats = [x for x in wide if x.is_floating_point()]
            gradients = torch.autograd.grad(self.weighted(y), floats, allow_unused=True)
            for i, (x, g) in enumerate(zip(floats, gradients)):
                self.put(f"{name}/g{i}", torch.zeros_like(x) if g is None else g)

    def layer(self, name, module, function, *inputs):
        """Records the outputs of `function(module, *inputs)`, and the gradients of the sum of all weighted outputs
        by inputs and parameters. Parameters are `case/p.weight`, …, buffers before the call `case/b.running_mean`, …,
        and after it `case/after.running_mean`, …"""
        module.double()
        for key, parameter in module.named_parameters():
            self.put(f"{name}/p.{key}", parameter)
        buffers = {k: b for k, b in module.named_buffers() if k != "num_batches_tracked"}
        for key, buffer in buffers.items():
            self.put(f"{name}/b.{key}", buffer)
        wide = []
        for i, x in enumerate(inputs):
            self.put(f"{name}/in{i}", x)
            wide.append(x.double().requires_grad_())
        outputs = function(module, *wide)
        for i, y in enumerate(outputs):
            self.put(f"{name}/y{i}", y)
        for key, buffer in buffers.items():
            self.put(f"{name}/after.{key}", buffer)
        by = wide + list(module.parameters())
        names = [f"g{i}" for i in range(len(wide))] + [f"g.{key}" for key, _ in module.named_parameters()]
        gradients = torch.autograd.grad(sum(self.weighted(y) for y in outputs), by, allow_unused=True)
        for key, x, g in zip(names, by, gradients):
            self.put(f"{name}/{key}", torch.zeros_like(x) if g is None else g)

    def write(self, file):
        save(dict(sorted(self.arrays.items())), file)
