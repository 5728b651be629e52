"""The beginning of a hook file for each dialect: where it goes, and one with a hook that runs before every tool use."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hookwright.config.read import read_hook_file
from hookwright.converting.convert import convert
from hookwright.dialects import DIALECTS, written
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.location import Format

EVENT = "PreToolUse"
_NAME = "guard"
# Every shell understands it.
_STARTER_COMMAND = 'echo "A tool is about to run" >&2'
_STARTER_GROUP = {"hooks": [{"type": "command", "command": _STARTER_COMMAND}]}


class Starter(Struct, frozen=True):
    """A first hook file; `path` is relative to the project's folder."""

    dialect: str
    title: str
    path: str
    text: str


def starters() -> tuple[Starter, ...]:
    """One for each dialect that has hook files."""
    return tuple(_starter(it) for it in written())


def starter_path(dialect: Dialect) -> str:
    """Where the dialect's agent looks for a project's hooks, relative to its folder; of many files, one for guards."""
    apart = (Scope.USER, Scope.SYSTEM, Scope.MANAGED)
    form = Format.JSON if dialect.executables is None else Format.SCRIPT
    place = next(it for it in dialect.locations if it.format is form and it.scope not in apart)
    of_plugins = dialect.plugins if place.scope is Scope.PLUGIN and dialect.plugins.nowhere_else else None
    folder = next((f"{it.path}/" for it in of_plugins.folders if not it.below_home), "") if of_plugins else ""
    return f"{folder}{place.path}".replace("**/", "").replace("*", _NAME)


def starter_hooks(dialect: Dialect, group: Mapping[str, Any], event: str = EVENT) -> str:
    """A hook file with one group, by default one that runs before every tool use; both are the first dialect's."""
    first, text = DIALECTS[0], json.dumps({"hooks": {event: [group]}})
    return convert(read_hook_file(starter_path(first), text, first, Scope.PROJECT), dialect).text


def _starter(dialect: Dialect) -> Starter:
    return Starter(dialect.id, dialect.title, starter_path(dialect), starter_hooks(dialect, _STARTER_GROUP))
