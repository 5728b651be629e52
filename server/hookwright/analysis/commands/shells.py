"""The commands of a file's hooks that a POSIX shell reads: how it reads them, and what events make of their ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct

from hookwright.analysis.commands.shell_lint import ShellText
from hookwright.analysis.rule import Fix, Place
from hookwright.analysis.scripts.hook_scripts import shell_command, shell_name
from hookwright.config.view import GroupView, HookFile, HookView, arguments_node, once_per_file
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.hook_type import Performer
from hookwright.model.nesting import TYPE
from hookwright.model.outcome import Result
from hookwright.model.reaction import Reaction
from hookwright.policies.reading import reaction_of
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import Shell
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import Kind, child, plain
from hookwright.text import Route

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


class HookShell(Struct, frozen=True, eq=False):
    """A command of a hook, read, with its group, its hook, and the route of its text.

    `command` is the same with the shell that reads it, for linters.
    """

    file: HookFile
    group: GroupView
    hook: HookView
    route: Route
    text: str
    shell: Shell
    command: ShellText

    def place(self, start: int, end: int) -> Place:
        """The place of a piece of the command."""
        return Place(self.route, piece=(start, end))

    def change(self, start: int, end: int, new: str, *, safe: bool = True) -> Fix:
        """A fix that writes something else in the place of a piece."""
        edits = partial(replace_piece, self.file.tree, self.route, start, end, new)
        return Fix(f"Change to `{new}`", edits, preferred=True, safe=safe)


class HookCommand(HookShell, frozen=True, eq=False):
    """The same on an event that the dialect knows; `values` are the hook's own keys."""

    row: EventRow
    values: Mapping[str, Any]

    @property
    def background(self) -> str | None:
        """The key that puts the hook into the background, where nothing reads how it ends."""
        grammar = self.file.grammar
        kind = grammar.type_named(self.values.get(TYPE, grammar.default_type))
        if kind is None or kind.keys.background is None or self.values.get(kind.keys.background) is not True:
            return None
        read = kind.keys.rewake is not None and self.values.get(kind.keys.rewake) is True
        return None if read else kind.keys.background

    def reaction(self, exit_code: int) -> Reaction:
        """What the event makes of the command's ending with that code."""
        result = Result(exit_code=exit_code, started_at=_ANY_TIME, duration=0)
        return reaction_of(result, self.row.exits, self.values)


# Everything that is asked about is gone through at every keystroke.
_MOST_ASKED_ABOUT = 200


@once_per_file
def hook_shells(file: HookFile) -> tuple[HookShell, ...]:
    """Every command in the order of the file; programs that are run without a shell are left out."""
    return tuple(it for group in file.groups for it in _of_group(file, group))


@once_per_file
def hook_commands(file: HookFile) -> tuple[HookCommand, ...]:
    """Those on events that the dialect knows, without misplaced hooks, which never run."""
    return tuple(_hook_commands(file))


def asked_about(file: HookFile) -> tuple[HookShell, ...]:
    """The commands that a linter may be asked about: none of a file with more hooks than anybody writes."""
    count = sum(len(it.hooks) for it in file.groups)
    return hook_shells(file) if count <= _MOST_ASKED_ABOUT else ()


@once_per_file
def understood(file: HookFile) -> tuple[HookShell, ...]:
    """The commands whose text is understood from end to end."""
    return tuple([it for it in hook_shells(file) if it.shell.readable])


def exec_programs(file: HookFile) -> Iterator[tuple[Place, str]]:
    """The programs that are run without a shell, each with where it is named."""
    for _, hook in file.hooks:
        kind = hook.type
        body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
        if kind is None or body is None or arguments_node(file.dialect, hook.node) is None:
            continue
        if body.kind is Kind.STRING:
            yield Place((*hook.route, kind.body)), str(body.value)


@lru_cache(maxsize=32)
def _by_name(variables: tuple[Variable, ...]) -> dict[str, Variable]:
    return {it.name: it for it in variables}


def variable_of(dialect: Dialect, name: str) -> Variable | None:
    """The dialect's variable of that name, on whatever event."""
    return _by_name(dialect.variables).get(name)


def payload_names(dialect: Dialect) -> frozenset[str]:
    """The variables whose values come from the payload, so that its author is theirs."""
    return frozenset(it.name for it in dialect.variables if it.source in (Source.PAYLOAD, Source.INPUT_PATH))


def _of_group(file: HookFile, group: GroupView) -> Iterator[HookShell]:
    for hook in group.hooks:
        body = shell_command(file.dialect, hook)
        if body is not None and hook.type is not None:
            text, route = str(body.value), (*hook.route, hook.type.body)
            command = ShellText(shell_name(file.dialect, hook.node), text)
            yield HookShell(file, group, hook, route, text, read_shell(text), command)


def _hook_commands(file: HookFile) -> Iterator[HookCommand]:
    for it in hook_shells(file):
        row, values = it.group.row, plain(it.hook.node)
        if row is not None and not it.hook.misplaced and isinstance(values, dict):
            yield HookCommand(file, it.group, it.hook, it.route, it.text, it.shell, it.command, row, values)
