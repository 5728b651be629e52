"""The commands of a file's hooks that a POSIX shell reads: how it reads them, and what events make of their ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property, lru_cache, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.commands.shell_lint import ShellText
from hookwright.analysis.rule import Fix, Place
from hookwright.analysis.scripts.hook_scripts import CommandHook, command_hooks
from hookwright.config.view import GroupView, HookFile, HookView, once_per_file
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source, Variable
from hookwright.model.nesting import TYPE
from hookwright.model.outcome import Result
from hookwright.model.reaction import Reaction
from hookwright.patterns import late_pattern
from hookwright.policies.exits import reaction_of
from hookwright.shell.nested import nested_text
from hookwright.shell.parse import read_shell
from hookwright.shell.programs import SHELLS
from hookwright.shell.tree import Shell
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import Node, child, plain
from hookwright.text import Route

# A shell that is given a text.
_CODE = late_pattern(r"sh\b.*\s-\w*c\b", re.DOTALL)
_DEEPEST = 3
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


class HookCommand(HookShell, frozen=True, eq=False, dict=True):
    """The same on an event that the dialect knows."""

    row: EventRow

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """The hook's own keys."""
        values = plain(self.hook.node)
        return values if isinstance(values, dict) else {}

    @property
    def background(self) -> str | None:
        """The key that puts the hook into the background, where nothing reads how it ends."""
        grammar, node = self.file.grammar, self.hook.node
        named = child(node, TYPE)
        kind = grammar.type_named(grammar.default_type if named is None else named.value)
        if kind is None or not _is_true(node, kind.keys.background) or _is_true(node, kind.keys.rewake):
            return None
        return kind.keys.background

    def reaction(self, exit_code: int) -> Reaction:
        """What the event makes of the command's ending with that code."""
        result = Result(exit_code=exit_code, started_at=_ANY_TIME, duration=0)
        return reaction_of(result, self.row.exits, self.values)


# Everything that is asked about is gone through at every keystroke.
_MOST_ASKED_ABOUT = 200


@once_per_file
def hook_shells(file: HookFile) -> tuple[HookShell, ...]:
    """Every command in the order of the file; programs that are run without a shell are left out."""
    found = [it for it in command_hooks(file) if it.arguments is None and it.shell in SHELLS]
    return tuple([_read(file, it) for it in found])


@once_per_file
def hook_commands(file: HookFile) -> tuple[HookCommand, ...]:
    """Those on events that the dialect knows, without misplaced hooks, which never run."""
    return tuple(
        [
            HookCommand(file, it.group, it.hook, it.route, it.text, it.shell, it.command, it.group.row)
            for it in hook_shells(file)
            if it.group.row is not None and not it.hook.misplaced
        ]
    )


def asked_about(file: HookFile) -> tuple[HookShell, ...]:
    """The commands that a linter may be asked about: none of a file with more hooks than anybody writes."""
    count = sum(len(it.hooks) for it in file.groups)
    return hook_shells(file) if count <= _MOST_ASKED_ABOUT else ()


@once_per_file
def understood(file: HookFile) -> tuple[HookShell, ...]:
    """The commands whose text is understood from end to end, and the texts in them that are for another shell."""
    return tuple([one for it in understood_whole(file) for one in (it, *_inside(it, _DEEPEST))])


def understood_whole(file: HookFile) -> list[HookShell]:
    """The commands alone, for what looks into such texts by itself."""
    return [it for it in hook_shells(file) if it.shell.readable]


def _inside(outer: HookShell, depth: int) -> Iterator[HookShell]:
    """What a command hands to other shells, as in `bash -c '…'`, where it stands word for word in the command."""
    if not depth or not _CODE.search(outer.text):
        return
    for command in outer.shell.commands:
        nested = nested_text(command)
        if nested is None or not nested.is_exact:
            continue
        # Blanks keep the places: what is found in the text is at the same place of the whole command.
        text = " " * nested.places[0] + nested.text
        text += " " * (len(outer.text) - len(text))
        shell = read_shell(text)
        if shell.readable:
            shell = replace(shell, assigned=shell.assigned | outer.shell.assigned)
            inner = HookShell(
                outer.file, outer.group, outer.hook, outer.route, text, shell, ShellText(outer.command.shell, text)
            )
            yield inner
            yield from _inside(inner, depth - 1)


def exec_programs(file: HookFile) -> Iterator[tuple[Place, str]]:
    """The programs that are run without a shell, each with where it is named."""
    return ((Place(it.route), it.text) for it in command_hooks(file) if it.arguments is not None)


@lru_cache(maxsize=32)
def _by_name(dialect: Dialect) -> dict[str, Variable]:
    return {it.name: it for it in dialect.variables}


def variable_of(dialect: Dialect, name: str) -> Variable | None:
    """The dialect's variable of that name, on any event."""
    return _by_name(dialect).get(name)


def payload_names(dialect: Dialect) -> frozenset[str]:
    """The variables whose values come from the payload, so that its author is theirs."""
    return frozenset(it.name for it in dialect.variables if it.source in (Source.PAYLOAD, Source.INPUT_PATH))


def _read(file: HookFile, it: CommandHook) -> HookShell:
    return HookShell(file, it.group, it.hook, it.route, it.text, read_shell(it.text), ShellText(it.shell, it.text))


def _is_true(hook: Node, key: str | None) -> bool:
    node = child(hook, key) if key is not None else None
    return node is not None and node.value is True
