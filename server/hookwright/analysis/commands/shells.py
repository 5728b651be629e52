"""The commands of a file's hooks as the shell reads them: those that a POSIX shell runs, on any event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from hookwright.analysis.commands.shell_lint import ShellText
from hookwright.analysis.rule import Fix, Place
from hookwright.analysis.scripts.hook_scripts import is_posix, shell_name
from hookwright.config.view import GroupView, HookFile
from hookwright.model.dialect import Dialect
from hookwright.model.event import Source, Variable
from hookwright.model.grammar import Performer
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import Shell
from hookwright.syntax.edit import replace_piece
from hookwright.syntax.tree import Kind, child
from hookwright.text import Route


@dataclass(frozen=True, slots=True, eq=False)
class HookShell:
    """A command of a hook, read, with the group it stands in and the route of its text.

    `command` is the same with the shell that reads it, for whoever is asked about it.
    """

    file: HookFile
    group: GroupView
    route: Route
    text: str
    shell: Shell
    command: ShellText

    def place(self, start: int, end: int) -> Place:
        """The place of a piece of the command."""
        return Place(self.route, piece=(start, end))

    def change(self, start: int, end: int, new: str, *, safe: bool = True) -> Fix:
        """A fix that writes something else in the place of a piece."""
        edits = tuple(replace_piece(self.file.tree, self.route, start, end, new))
        return Fix(f"Change to `{new}`", edits, preferred=True, safe=safe)


# Everything that is asked about is gone through at every keystroke.
_MOST_ASKED_ABOUT = 200


@lru_cache(maxsize=4)
def hook_shells(file: HookFile) -> tuple[HookShell, ...]:
    """Every command in the order of the file; programs that are run without a shell are left out."""
    return tuple(it for group in file.groups() for it in _of_group(file, group))


def asked_about(file: HookFile) -> tuple[HookShell, ...]:
    """The commands that a linter may be asked about: none of a file with more hooks than anybody writes."""
    count = sum(len(it.hooks) for it in file.groups())
    return hook_shells(file) if count <= _MOST_ASKED_ABOUT else ()


def understood(file: HookFile) -> Iterator[HookShell]:
    """The commands whose text is understood from end to end."""
    return (it for it in hook_shells(file) if it.shell.readable)


def exec_programs(file: HookFile) -> Iterator[tuple[Place, str]]:
    """The programs that are run without a shell, each with where it is named."""
    key = file.dialect.arguments_key
    for _, hook in file.hooks() if key else ():
        kind = hook.type
        body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
        listed = child(hook.node, key) if key else None
        if kind is not None and body is not None and body.kind is Kind.STRING and listed is not None:
            yield Place((*hook.route, kind.body)), str(body.value)


@lru_cache(maxsize=32)
def _by_name(variables: tuple[Variable, ...]) -> dict[str, Variable]:
    return {it.name: it for it in variables}


def variable_of(dialect: Dialect, name: str) -> Variable | None:
    """The dialect's variable of that name, on whatever event."""
    return _by_name(dialect.variables).get(name)


def payload_names(dialect: Dialect) -> frozenset[str]:
    """The variables whose values come from the payload, so that whoever writes that writes them."""
    return frozenset(it.name for it in dialect.variables if it.source in (Source.PAYLOAD, Source.INPUT_PATH))


def _of_group(file: HookFile, group: GroupView) -> Iterator[HookShell]:
    dialect = file.dialect
    for hook in group.hooks:
        kind = hook.type
        body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
        if kind is None or body is None or body.kind is not Kind.STRING or not is_posix(dialect, hook):
            continue
        if dialect.arguments_key and child(hook.node, dialect.arguments_key) is not None:
            continue
        text = str(body.value)
        command = ShellText(shell_name(dialect, hook.node), text)
        yield HookShell(file, group, (*hook.route, kind.body), text, read_shell(text), command)
