"""The pages for Python name keys, arguments and functions that there are."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import slmlab

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = ["notebook.md", "from-sb3.md", "from-cleanrl.md"]
NO_KEYS = {  # names of Python, of files, and arguments of workers
    "agent.get_action_and_value",
    "agent.gif",
    "agent.state_dict",
    "env.action_space.sample",
    "env.gym_wrappers",
    "env.reset",
    "env.step",
    "env.worker_timeout",
}


@pytest.mark.parametrize("page", PAGES)
def test_keys_of_specs_exist(page):
    known = set(re.findall(r"^\| `(\w+)` \|", (DOCS / "spec.md").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?<![\w/.])((?:agent|env|meta)(?:\.\w+)+)", (DOCS / page).read_text())) - NO_KEYS
    assert len(known) > 100 and named
    assert not [path for path in named if path.rpartition(".")[2] not in known]


@pytest.mark.parametrize("page", PAGES)
def test_functions_exist(page):
    text = (DOCS / page).read_text()
    names = set(re.findall(r"slmlab\.(\w+)", text)) - {"sb3"}
    assert names and all(hasattr(slmlab, name) for name in names), names
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        if "# here" not in block:  # two columns
            ast.parse(block)


def test_arguments_of_train_are_described():
    text = (DOCS / "notebook.md").read_text()
    for name in inspect.signature(slmlab.train).parameters:
        assert f"`{name}`" in text or f"{name}=" in text, name
