"""SLM-Lab's side of `slm-lab bench train --slm-lab DIR`: a checkout of SLM-Lab, run live in its own environment.

Prints what it is, then answers each line `FILE SPEC 0` with the seconds that one frame of a whole session took, from its
first step to its last row, on one thread. FILE lies below slm_lab/spec/benchmark.
"""

import contextlib
import os
import sys
import time
from importlib.metadata import version

os.environ["lab_mode"] = "train"
os.environ["LOG_LEVEL"] = "ERROR"
answers = sys.stdout

with contextlib.redirect_stdout(sys.stderr):  # what SLM-Lab prints is no answer
    import torch

    torch.set_num_threads(1)
    from slm_lab.experiment.control import Session
    from slm_lab.spec import spec_util

print(f"SLM-Lab {version('slm-lab')}, PyTorch {torch.__version__}, 1 thread", file=answers, flush=True)
for line in sys.stdin:
    file, name, _ = line.split()
    with contextlib.redirect_stdout(sys.stderr):
        spec = spec_util.get(f"slm_lab/spec/benchmark/{file}", name)
        spec["meta"]["max_session"] = 1
        spec = spec_util.override_spec(spec, "train")
        spec_util.tick(spec, "trial")
        spec_util.tick(spec, "session")
        session = Session(spec)
        start = time.perf_counter()
        session.run()
        seconds = time.perf_counter() - start
    print(seconds / spec["env"]["max_frame"], file=answers, flush=True)
