"""Prints what dstack's own models read in the files of a folder, one line each, sorted by name."""
import pathlib
import sys

import yaml
from dstack._internal.core.models.configurations import parse_apply_configuration


def span(value):
    if value is None:
        return "-"
    low, high = value.min, value.max
    return str(low) if low == high else f"{low}..{'' if high is None else high}"


VARIABLES = ["SPEC_FILE", "SPEC_NAME", "LAB_MODE", "SPEC_VARS", "PROFILE", "PROF_SKIP", "PROF_ACTIVE", "HF_TOKEN", "HF_REPO"]

for file in sorted(pathlib.Path(sys.argv[1]).glob("*.yml")):
    task = parse_apply_configuration(yaml.safe_load(file.read_text()))
    asked = task.resources
    assert list(task.env.keys()) == VARIABLES, list(task.env.keys())
    assert task.repos[0].local_path == "..", task.repos
    assert any("./slm-lab run $SPEC_VARS" in command for command in task.commands), task.commands
    print(
        file.name, task.type, span(asked.cpu.count), span(asked.memory), span(asked.gpu.count), span(asked.gpu.memory),
        task.max_price, task.max_duration, task.spot_policy.value if task.spot_policy else "-",
        ",".join(event.value for event in task.retry.on_events), task.retry.duration,
    )
