"""The shell commands of a file's hooks: their texts, where they stand, and what their events make of an exit code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from hookwright.analysis.rule import Fix, Place
from hookwright.analysis.scripts.hook_scripts import is_posix
from hookwright.config.read import TYPE
from hookwright.config.view import HookFile
from hookwright.model.event import EventRow
from hookwright.model.grammar import Performer
from hookwright.model.outcome import Result
from hookwright.model.reaction import Reaction
from hookwright.policies.reading import reaction_of
from hookwright.syntax.edit import replace_piece
from hookwright.syntax.tree import Kind, child, plain
from hookwright.text import Route

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class HookCommand:
    """One command for a POSIX shell on an event that the dialect knows; `values` are the hook's own keys."""

    file: HookFile
    row: EventRow
    route: Route
    text: str
    values: Mapping[str, Any]

    def place(self, start: int, end: int) -> Place:
        """The place of a piece of the command."""
        return Place(self.route, piece=(start, end))

    def change(self, start: int, end: int, new: str, *, safe: bool = True) -> Fix:
        """A fix that writes something else in the place of a piece."""
        edits = tuple(replace_piece(self.file.tree, self.route, start, end, new))
        return Fix(f"Change to `{new}`", edits, preferred=True, safe=safe)

    @property
    def background(self) -> str | None:
        """The key that puts the hook into the background, where nobody reads how it ends."""
        grammar = self.file.dialect.grammar
        kind = grammar.type_named(self.values.get(TYPE, grammar.default_type))
        if kind is None or kind.background is None or self.values.get(kind.background) is not True:
            return None
        read = kind.rewake is not None and self.values.get(kind.rewake) is True
        return None if read else kind.background

    def reaction(self, exit_code: int) -> Reaction:
        """What the event makes of the command's ending with that code."""
        result = Result(exit_code=exit_code, started_at=_ANY_TIME, duration=0)
        return reaction_of(result, self.row.exits, self.values)


@lru_cache(maxsize=4)
def hook_commands(file: HookFile) -> tuple[HookCommand, ...]:
    """Every such command in the order of the file; those that are run without a shell are left out."""
    return tuple(_hook_commands(file))


def _hook_commands(file: HookFile) -> Iterator[HookCommand]:
    dialect = file.dialect
    for group, hook in file.hooks():
        kind = hook.type
        body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
        if kind is None or group.row is None or hook.misplaced or body is None or body.kind is not Kind.STRING:
            continue
        if dialect.arguments_key and child(hook.node, dialect.arguments_key) is not None:
            continue
        values = plain(hook.node)
        if is_posix(dialect, hook) and isinstance(values, dict):
            yield HookCommand(file, group.row, (*hook.route, kind.body), str(body.value), values)
