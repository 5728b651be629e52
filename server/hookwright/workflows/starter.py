"""The first hook file of a project: one hook that says that it ran, in whatever dialect."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hookwright.config.read import read_hook_file
from hookwright.dialects import DIALECTS
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.workflows.converting.file import convert

# A shell of any kind understands it.
_COMMAND = 'echo "A tool is about to run" >&2'
_GROUP = {"hooks": [{"type": "command", "command": _COMMAND}]}


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


def starter_path(dialect: Dialect) -> str:
    """Where the dialect's agent looks for the hooks of a project, from its folder on."""
    return next(it.path for it in dialect.locations if not it.below_home)


def starter_hooks(dialect: Dialect, group: Mapping[str, Any]) -> str:
    """A hook file with one group before every use of a tool, which is given as in the first dialect."""
    first, text = DIALECTS[0], json.dumps({"hooks": {"PreToolUse": [group]}})
    return convert(read_hook_file(starter_path(first), text, first, Scope.PROJECT), dialect).text


def _starter(dialect: Dialect) -> Starter:
    return Starter(dialect.id, dialect.title, starter_path(dialect), starter_hooks(dialect, _GROUP))
