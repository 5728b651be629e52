"""The file in which parked hooks lie, `.hookwright/parked.json` in the project's folder: read, and written whole."""

from __future__ import annotations

import json
import os.path
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from hookwright.config.discover import project_of
from hookwright.config.view import HookFile
from hookwright.errors import UnreadableInput
from hookwright.ide.parking import Parked, Piece
from hookwright.ide.writing import create_text, is_below, write_text

_NAME = os.path.join(".hookwright", "parked.json")
_VERSION = 1
_KEYS = frozenset(Parked.__dataclass_fields__)


def parked_path(file: HookFile) -> str:
    """Where the parked hooks of the file's project lie."""
    return os.path.join(project_of(file.dialect, file.path), _NAME)


def name_in_project(file: HookFile) -> str:
    """The file's path in its project, with slashes."""
    return os.path.relpath(file.path, project_of(file.dialect, file.path)).replace(os.sep, "/")


def read_parked(path: str) -> tuple[Parked, ...]:
    """The hooks that are parked there, none where there is no file.  Raises UnreadableInput."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as wrong:
        raise UnreadableInput(f"`{path}` cannot be read", str(wrong)) from wrong
    try:
        return tuple(_parked(it) for it in found["parked"])
    except (KeyError, TypeError) as wrong:
        raise UnreadableInput(f"`{path}` holds no parked hooks", "move the file away") from wrong


def write_parked(path: str, parked: Iterable[Parked]) -> None:
    """Writes them in place of those that are there.  Raises UnreadableInput."""
    text = json.dumps({"version": _VERSION, "parked": [asdict(it) for it in parked]}, indent=2, ensure_ascii=True)
    folder = os.path.dirname(path)
    if os.path.exists(folder) and not is_below(folder, os.path.dirname(folder)):
        raise UnreadableInput(f"`{folder}` leads out of the project", "make it a folder of its own")
    if os.path.exists(path):
        write_text(path, text + "\n")
    else:
        create_text(path, text + "\n")


def _parked(found: dict[str, Any]) -> Parked:
    pieces = tuple(Piece(**it) for it in found["pieces"])
    return Parked(**{key: it for key, it in found.items() if key in _KEYS and key != "pieces"}, pieces=pieces)
