"""Builds the wheel from pyproject.toml and src/, with the standard library alone (PEP 517). Equal input, equal bytes.

Called by scripts/python-wheel, which first puts the launcher and the jars into src/slmlab/launcher, and by pip.
"""

import base64
import hashlib
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent
TIME = (2020, 1, 1, 0, 0, 0)
RUNNABLE = 0o100755
PLAIN = 0o100644


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    about = f"{project['name']}-{project['version']}.dist-info"
    name = f"{project['name']}-{project['version']}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:

        def add(path, content, mode=PLAIN):
            info = zipfile.ZipInfo(path, TIME)
            info.external_attr = mode << 16
            # a jar is compressed already
            info.compress_type = zipfile.ZIP_STORED if path.endswith(".jar") else zipfile.ZIP_DEFLATED
            wheel.writestr(info, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record.append(f"{path},sha256={digest},{len(content)}\n")

        source = ROOT / "src"
        for file in sorted(source.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                mode = RUNNABLE if file.stat().st_mode & 0o100 else PLAIN
                add(file.relative_to(source).as_posix(), file.read_bytes(), mode)
        add(f"{about}/METADATA", metadata(project).encode())
        add(f"{about}/WHEEL", b"Wheel-Version: 1.0\nGenerator: slmlab\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        add(f"{about}/entry_points.txt", entry_points(project).encode())
        wheel.writestr(zipfile.ZipInfo(f"{about}/RECORD", TIME), "".join(record) + f"{about}/RECORD,,\n")
    return name


def metadata(project):
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License-Expression: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {each}" for each in project["dependencies"]),
    ]
    for extra, needed in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {each}; extra == "{extra}"' for each in needed]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (ROOT / project["readme"]).read_text()


def entry_points(project):
    return "[console_scripts]\n" + "".join(f"{name} = {place}\n" for name, place in project["scripts"].items())
