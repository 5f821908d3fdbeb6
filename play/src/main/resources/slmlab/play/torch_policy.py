"""A policy of SLM Lab as a PyTorch module. Needs torch and safetensors.

    from torch_policy import TorchPolicy

    policy = TorchPolicy("policy.safetensors")
    out = policy(torch.tensor([[0.01, -0.02, 0.03, 0.04]]))  # observations as the env shows them, one in each row
    out["action"]                                            # as the env takes it; also logits, value, …

A policy that remembers (a recurrent net, stacked frames) returns what it remembers, to be handed to the next call:

    out = policy(obs, state=None)                            # None where all episodes begin
    out = policy(obs, state=policy.next_state(out), episode_start=done)

The module computes the graph in the file's metadata, of which docs/play.md describes the text. Its parameters have the
names of the file and can be trained; state_dict() is the file's tensors.
"""

import math
import re
from urllib.parse import unquote

import torch
from safetensors import safe_open
from torch.nn import functional

UNARY = {
    "neg": torch.neg, "abs": torch.abs, "sign": torch.sign, "square": torch.square, "reciprocal": torch.reciprocal,
    "sqrt": torch.sqrt, "exp": torch.exp, "log": torch.log, "log1p": torch.log1p, "tanh": torch.tanh,
    "sigmoid": torch.sigmoid, "relu": torch.relu, "erf": torch.erf, "sin": torch.sin, "cos": torch.cos,
    "stop_gradient": torch.Tensor.detach, "to_float": torch.Tensor.float,
}  # fmt: skip
BINARY = {
    "add": torch.add, "sub": torch.sub, "mul": torch.mul, "div": torch.div, "pow": torch.pow, "matmul": torch.matmul,
    "min": torch.minimum, "max": torch.maximum,
    "lt": lambda a, b: (a < b).float(), "le": lambda a, b: (a <= b).float(),
    "eq": lambda a, b: (a == b).float(), "ne": lambda a, b: (a != b).float(),
    "embedding": lambda table, index: table[index.long()],
}  # fmt: skip
TERNARY = {
    "select": lambda condition, a, b: torch.where(condition != 0, a, b),
    "clamp": lambda x, low, high: torch.minimum(torch.maximum(x, low), high),
}
LARGEST = torch.finfo(torch.float32).max
REDUCE = {"sum": torch.sum, "max": torch.amax, "min": torch.amin}


def numbers(text):
    return [int(word) for word in text.strip("[]").split(",") if word]


def settings(line):
    word, *rest = line.split(" ")
    return word, dict(pair.split("=", 1) for pair in rest)


class Line:
    """One tensor of the graph: an operation, its settings and the lines that it reads."""

    COUNTS = {"constant": 2, "numbers": 2, "input": 3, "variable": 3, "uniform": 1, "reduce": 3, "argmax": 1,
              "gather": 1, "scatter_add": 2, "one_hot": 1, "reshape": 1, "transpose": 1, "broadcast": 1, "slice": 3,
              "pad": 3, "concat": 1, "conv2d": 2}  # fmt: skip

    def __init__(self, few, few_rows, many, many_rows):
        words, others = few.split(" "), many.split(" ")
        self.op = words[0]
        count = self.COUNTS.get(self.op, 0)
        self.settings = [self.setting(*pair, few_rows, many_rows) for pair in zip(words[1 : count + 1], others[1:])]
        self.inputs = [int(word) for word in words[count + 1 :]]
        if len(words) != len(others) or words[count + 1 :] != others[count + 1 :] or others[0] != self.op:
            raise ValueError(f"the graphs of {few_rows} and {many_rows} rows differ: {few!r}, {many!r}")

    @staticmethod
    def setting(few, many, few_rows, many_rows):
        """A word, or a shape with −k for an axis of k elements for each row."""
        if few == many:
            return few
        sizes = []
        for a, b in zip(numbers(few), numbers(many), strict=True):
            if a != b and (a % few_rows or a * many_rows != b * few_rows):
                raise ValueError(f"{few} of {few_rows} rows becomes {many} of {many_rows}")
            sizes.append(a if a == b else -(a // few_rows))
        return str(sizes).replace(" ", "")


class TorchPolicy(torch.nn.Module):
    def __init__(self, file):
        super().__init__()
        with safe_open(file, "pt") as opened:
            self.facts = dict(opened.metadata() or {})
            tensors = {name: opened.get_tensor(name) for name in opened.keys()}
        if self.facts.get("format") != "slm-lab policy 1" or "graph_64" not in self.facts:
            raise ValueError(f"{file} is no policy file of SLM Lab; write one with: slm-lab export RUN --torch DIR")
        few, many = (self.facts[f"graph_{rows}"].splitlines() for rows in (8, 64))
        body = [line for line in few if not line.startswith("output ")]
        self.lines = [Line(a, 8, b, 64) for a, b in zip(body, many)]
        self.outputs = {unquote(line.split(" ")[1]): int(line.split(" ")[2]) for line in few[len(body) :]}
        self.steps = [settings(line) for line in self.facts["obs_steps"].splitlines()]
        self.obs_shape = numbers(self.facts["obs"].split(" ")[1])
        self.kind, self.action = settings(self.facts["action"])
        for name, tensor in tensors.items():
            self.add(name, tensor)

    def add(self, name, tensor):
        """Add a weight under its name in the file: modules within modules."""
        *path, last = name.split(".")
        module = self
        for part in path:
            if part not in module._modules:
                module.add_module(part, torch.nn.Module())
            module = module._modules[part]
        if name.startswith("obs_") or "running_" in name:
            module.register_buffer(last, tensor)
        else:
            module.register_parameter(last, torch.nn.Parameter(tensor))

    def forward(self, obs, action_mask=None, state=None, episode_start=None, noise=None, sampling=False):
        """Compute the action and what it comes from; `sampling` draws it as in training.

        noise: [rows, n] numbers of the open interval (0, 1) that decide the draw (default: random ones)
        """
        rows = obs.shape[0]
        if episode_start is None:
            episode_start = torch.full((rows,), state is None, device=obs.device)
        start = episode_start.bool()
        seen, frames = self.preprocess(obs, start, state)
        inputs = {"obs": seen, "mask": action_mask}
        run = Run(self, rows, inputs, start, state or {}, noise)
        wanted = [name for name in self.outputs if name != ("mode" if sampling else "sample")]
        out = {name: run.value(self.outputs[name]) for name in wanted}
        out = {name + "_next" if name.endswith(".state") else name: value for name, value in out.items()}
        out["action"] = self.to_env(out.pop("sample" if sampling else "mode"))
        if frames is not None:
            out["frames_next"] = frames
        return out

    @staticmethod
    def next_state(out):
        """What a policy that remembers is given in the next call."""
        return {name.removesuffix("_next"): value for name, value in out.items() if name.endswith("_next")}

    def preprocess(self, obs, start, state):
        rows, x, frames = obs.shape[0], obs.reshape(obs.shape[0], -1), None
        for word, values in self.steps:
            if word == "one_hot":
                sizes, first = numbers(values["sizes"]), int(values["start"])
                parts = [functional.one_hot(x[:, i].long() - first, size) for i, size in enumerate(sizes)]
                x = torch.cat(parts, 1).float()
            elif word == "flatten":
                x = x.float()
            elif word == "stack":
                n, part = int(values["n"]), int(values["part"])
                newest = x.reshape(rows, -1, 1, part)
                x = newest.expand(-1, -1, n, -1)
                if state is not None:
                    older = state["frames"].reshape(rows, -1, n, part)[:, :, 1:]
                    x = torch.where(start.reshape(-1, 1, 1, 1), x, torch.cat([older, newest], 2))
                frames = x = x.reshape(rows, -1)
            elif word == "normalize":
                scale = 1 / torch.sqrt(self.obs_var.double() + float(values["eps"]))
                limit = float(values["clip"])
                x = ((x.double() - self.obs_mean.double()) * scale).clamp(-limit, limit).float()
            elif word == "clip":
                x = x.clamp(float(values["low"]), float(values["high"]))
        return x, frames

    def to_env(self, chosen):
        if self.kind != "box":
            return chosen.long() + int(self.action.get("start", 0))
        if "low" in self.action:
            low, high = (
                torch.tensor([float(word) for word in self.action[key].strip("[]").split(",")], dtype=torch.float64)
                for key in ("low", "high")
            )
            low, high = low.to(chosen.device), high.to(chosen.device)
            chosen = (low + (high - low) * ((chosen.double() + 1) / 2)).float()
        return chosen.reshape([chosen.shape[0], *numbers(self.action["shape"])])


class Run:
    """The values of one call, each computed when it is first read."""

    def __init__(self, policy, rows, inputs, start, state, noise):
        self.policy, self.rows, self.inputs, self.start, self.state = policy, rows, inputs, start, state
        self.values = {}
        self.columns = {}  # of the noise, for each line that draws
        at = 0
        for number, line in enumerate(policy.lines):
            if line.op == "uniform":
                width = -1
                for size in numbers(line.settings[0]):
                    width *= size
                self.columns[number] = (at, at + width)
                at += width
        if noise is None and at:
            noise = torch.rand(rows, at, device=start.device).clamp(1e-7, 1 - 1e-7)
        self.noise = noise

    def shape(self, text):
        return [-size * self.rows if size < 0 else size for size in numbers(text)]

    def value(self, number):
        if number not in self.values:
            needed = [number]
            while needed:  # instead of a recursion, which deep nets would exhaust
                line = self.policy.lines[needed[-1]]
                missing = [read for read in line.inputs if read not in self.values]
                if missing:
                    needed.extend(missing)
                else:
                    at = needed.pop()
                    self.values[at] = self.compute(at, line, [self.values[read] for read in line.inputs])
        return self.values[number]

    def compute(self, number, line, x):
        op, words = line.op, line.settings
        if op in UNARY:
            return UNARY[op](x[0])
        if op in BINARY:
            return BINARY[op](x[0], x[1])
        if op in TERNARY:
            return TERNARY[op](x[0], x[1], x[2])
        if op == "input":
            return self.input(unquote(words[0]), words[1], self.shape(words[2]))
        if op == "variable":
            value = self.policy
            for part in unquote(words[0]).split("."):
                value = getattr(value, part)
            order = numbers(words[2])
            return value.permute([order.index(axis) for axis in range(len(order))])
        device = self.start.device
        if op == "constant":
            value = float(words[0])
            if math.isfinite(value):  # 3.4028235E38 is the largest float32, and as a double a little above it
                value = max(-LARGEST, min(LARGEST, value))
            return torch.full(self.shape(words[1]), value, device=device)
        if op == "numbers":
            values = [float(word) for word in words[1].strip("[]").split(",")]
            return torch.tensor(values, device=device).reshape(self.shape(words[0]))
        if op == "uniform":
            first, last = self.columns[number]
            return self.noise[:, first:last].reshape(self.shape(words[0]))
        if op == "reshape":
            return x[0].reshape(self.shape(words[0]))
        if op == "broadcast":
            return x[0].expand(self.shape(words[0]))
        if op == "transpose":
            return x[0].permute(numbers(words[0]))
        if op == "concat":
            return torch.cat(x, int(words[0]))
        if op == "conv2d":
            strides = (int(words[0]), int(words[1]))
            maps = functional.conv2d(x[0].permute(0, 3, 1, 2), x[1].permute(3, 2, 0, 1), stride=strides)
            return maps.permute(0, 2, 3, 1)
        first, *others = (int(word) for word in words if re.fullmatch(r"-?\d+", word))
        if op == "reduce":
            return REDUCE[words[0]](x[0], dim=list(range(first, others[0])))
        if op == "argmax":
            return torch.argmax(x[0], first)
        if op == "gather":
            return torch.gather(x[0], first, x[1].long())
        if op == "one_hot":
            return functional.one_hot(x[0].long(), first).float()
        if op == "slice":
            return x[0].narrow(first, others[0], others[1] - others[0])
        if op == "pad":
            before = (x[0].dim() - 1 - first) * 2
            return functional.pad(x[0], [0] * before + others)
        raise ValueError(f"no operation {op} here; the file may be from a newer version")

    def input(self, name, dtype, shape):
        if name == "explore_var":
            return torch.tensor(float(self.policy.facts["explore_var"]), device=self.start.device)
        if name.endswith(".state"):
            if name not in self.state:
                return torch.zeros(shape, device=self.start.device)
            fresh = self.start.reshape([-1] + [1] * (len(shape) - 1))
            return torch.where(fresh, torch.zeros((), device=self.start.device), self.state[name])
        value = self.inputs[name]
        if value is None:
            raise ValueError(f"the policy needs action_mask, with {shape} entries: it was trained with action masks")
        return value.reshape(shape) if dtype != "UINT8" or name == "obs" else value.reshape(shape).to(torch.uint8)
