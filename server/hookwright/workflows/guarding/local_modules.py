"""Modules that a script imports and that belong to its project, and are not where Python looks for them."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence

from msgspec import Struct

from hookwright.shell.programs import word_set
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.python_modules import Import, is_beside

_MOST_FOLDERS = 2000
_LEFT_OUT = word_set(".git node_modules .venv venv env site-packages __pycache__ .tox .nox .mypy_cache dist build")
# Nobody means the packages that are called like this.
_NAMES = word_set(
    "lib libs util utils helper helpers common shared hook hooks hooklib hook_utils hook_lib hook_helpers config"
    " constants settings core guard guards checks rules patterns"
)
# Where the project has something else of such a name, the package is still the one that is meant.
_PACKAGES = word_set(
    "anthropic attr attrs bashlex boto3 bs4 click cv2 dateutil django dotenv fastapi flask git google httpx jinja2"
    " jsonschema jwt loguru numpy openai packaging pandas PIL psutil pydantic pytest redis requests rich sklearn"
    " sqlalchemy sqlparse structlog tabulate tiktoken toml tomli tomlkit tqdm typer ulid watchdog yaml"
)
_PROJECTS = ("pyproject.toml", "setup.py", "setup.cfg")


class Elsewhere(Struct, frozen=True):
    """A module of the project: its name, and its path in another folder; empty if there is no such file."""

    name: str
    path: str = ""


def of_project(modules: Sequence[str], project: str) -> list[Elsewhere]:
    """Those of the modules that evidently belong to the project."""
    perhaps = [it for it in modules if it not in _PACKAGES]
    found = _paths(perhaps, project) if perhaps else {}
    return [Elsewhere(it, found.get(it, "")) for it in perhaps if it in found or it in _NAMES or it.startswith("_")]


def _paths(modules: Sequence[str], project: str) -> dict[str, str]:
    """Where the project has files or folders of code of those names."""
    found = dict[str, str]()
    for count, (here, folders, names) in enumerate(os.walk(project)):
        folders[:] = sorted(set(folders) - _LEFT_OUT)
        for it in modules:
            if f"{it}.py" in names:
                found.setdefault(it, os.path.join(here, f"{it}.py"))
            elif it in folders and _has_code(os.path.join(here, it)):
                found.setdefault(it, os.path.join(here, it))
        if len(found) == len(modules) or count >= _MOST_FOLDERS:
            break
    return found


def _has_code(folder: str) -> bool:
    try:
        return any(it.endswith(".py") for it in os.listdir(folder))
    except OSError:
        return False


def without_module(it: Elsewhere, python: str) -> Stop:
    """Why a script does not start where such a module is not found."""
    if not it.path:
        why = f"`{it.name}`, which the script imports, is missing"
        return Stop(why, 1, f"create `{it.name}.py` beside the script, or correct the import")
    why = f"`{it.name}`, which the script imports, is not beside it (it is `{it.path}`)"
    folder = os.path.dirname(it.path)
    root = next((one for one in (folder, os.path.dirname(folder)) if _is_project(one)), None)
    if root is not None:
        return Stop(why, 1, f"{shlex.quote(python)} -m pip install --editable {shlex.quote(root)}")
    return Stop(why, 1, f"add `{folder}` to `sys.path` before the import, or correct the import")


def without_file(path: str) -> Stop:
    """Why a script does not start where a package lacks a file."""
    return Stop(f"`{path}`, which the script imports, is missing", 1, "create it, or correct the import")


def _is_project(folder: str) -> bool:
    return any(os.path.isfile(os.path.join(folder, it)) for it in _PROJECTS)


def without_package(it: Import, folder: str) -> Stop:
    """Why a script that is run by its path does not start where it imports something relative to a package."""
    written = f"from {'.' * it.level}{it.module} import"
    why = f"`{written}` works in a package only, and the script is run by its path"
    name = it.module or next(iter(it.names), "")
    instead = f"write `from {it.module} import`" if it.module else f"write `import {name}`"
    if is_beside(name.partition(".")[0], folder):
        return Stop(why, 1, instead)
    return Stop(why, 1, f"create `{name.partition('.')[0]}.py` beside the script, and {instead}")
