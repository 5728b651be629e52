"""The first hook file of a project: one hook that says that it ran, in whatever dialect."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hookwright.config.read import read_hook_file
from hookwright.dialects import DIALECTS
from hookwright.ide.convert.file import convert
from hookwright.model.dialect import Dialect, Scope

# A shell of any kind understands it.
_COMMAND = 'echo "A tool is about to run" >&2'
_HOOKS = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": _COMMAND}]}]}}


@dataclass(frozen=True, slots=True)
class Starter:
    """`path` is relative to the project's folder."""

    dialect: str
    title: str
    path: str
    text: str


def starters() -> tuple[Starter, ...]:
    """One a dialect."""
    return tuple(_starter(it) for it in DIALECTS)


def _starter(dialect: Dialect) -> Starter:
    first = DIALECTS[0]
    path = next(it.path for it in dialect.locations if not it.below_home)
    model = read_hook_file(path, json.dumps(_HOOKS), first, Scope.PROJECT)
    return Starter(dialect.id, dialect.title, path, convert(model, dialect).text)
