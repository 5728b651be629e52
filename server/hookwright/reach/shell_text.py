"""The commands of a shell text as they would run: in which folder, with which words, and what they read and write."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.scripts.in_command import with_folders
from hookwright.patterns import late_pattern
from hookwright.readers.folders import repository_of
from hookwright.shell.tree import CommandKind, PartKind, Redirection, Shell, ShellCommand, Word, WordPart

_FOLDER_CHANGES = ("cd", "pushd", "popd")
_SUBSTITUTION = late_pattern(r"\$\(|`")
_PWD = late_pattern(r"(?:\$\(\s*(?:pwd(?:\s+-[LP])?)\s*\)|`\s*pwd\s*`)\Z")
_TOP_LEVEL = late_pattern(r"\$\(\s*git\s+rev-parse\s+--show-toplevel\s*(?:2>\s*/dev/null\s*)?\)\Z")
_OWN_FOLDER = late_pattern(r"\$\(\s*(?:cd\s+(?:--\s+)?\"?\$\()?\s*dirname\s+(?:--\s+)?\"?\$(?:0|\{?BASH_SOURCE)")
_WRITING = (">", ">>", ">|", "&>", "&>>", ">&", "<>")


class Here(Struct, frozen=True):
    """Where a command is: its folder, None if that cannot be told, and the script that it is in, if any."""

    folder: str | None
    script: str | None
    variables: Mapping[str, str]

    def expanded(self, word: Word) -> str | None:
        """What a word comes to; None if only a run can tell."""
        return replace(word, parts=tuple(map(self._told, word.parts))).expand(self._value)

    def _value(self, name: str) -> str | None:
        if name == "PWD":
            return self.folder
        return self.script if name == "0" and self.script else self.variables.get(name)

    def _told(self, part: WordPart) -> WordPart:
        """A substitution that asks for a folder, as the text that it comes to; anything else as it is."""
        known = None
        if part.kind is not PartKind.COMMANDS or self.folder is None:
            return part
        if _PWD.match(part.text):
            known = self.folder
        elif _TOP_LEVEL.match(part.text):
            known = repository_of(self.folder)
        elif self.script is not None and _OWN_FOLDER.match(part.text) and ".." not in part.text:
            known = os.path.dirname(self.script)
        return part if known is None else replace(part, kind=PartKind.TEXT, text=known, quote='"')


def commands_of(
    shell: Shell, variables: dict[str, str], folder: str | None
) -> Iterator[tuple[ShellCommand, str | None]]:
    """Every command with its folder, None if that cannot be told."""
    folders = {it.start: _unless_missing(here, folder) for it, here in with_folders(shell.sequence, variables, folder)}
    if not shell.functions.isdisjoint(_FOLDER_CHANGES):
        folders = dict.fromkeys(folders)
    entered: set[object] = set()
    for it in shell.commands:
        if it.substitution is None:
            yield it, folders.get(it.start)
            continue
        before = [start for start in folders if start <= it.start]
        yield it, None if it.substitution.command in entered else folders[max(before)] if before else folder
        if it.name in _FOLDER_CHANGES:
            entered.add(it.substitution.command)


def _unless_missing(folder: str | None, start: str | None) -> str | None:
    """The folder; None if `cd` would fail now, as the command then runs where it was."""
    return folder if folder is None or folder == start or os.path.isdir(folder) else None


def is_run(command: ShellCommand) -> bool:
    """Whether it is a program, a function or a builtin with its arguments, and no test."""
    return command.kind is CommandKind.SIMPLE and bool(command.words) and not command.is_test


def evaluates(command: ShellCommand) -> bool:
    """Whether it has a quoted substitution that a shell may run later: in a test, or in a variable's value."""
    words = (*command.assignments, *(command.words if command.is_test or command.kind is CommandKind.TEST else ()))
    return any(it.kind is PartKind.TEXT and _SUBSTITUTION.search(it.text) for word in words for it in word.parts)


def input_of(command: ShellCommand) -> Redirection | None:
    """The redirection that its standard input comes from."""
    return next(
        (it for it in reversed(command.redirections) if it.operator.startswith("<") and it.number in ("", "0")), None
    )


def outputs_of(command: ShellCommand) -> list[Word]:
    """The files that its redirections write."""
    return [it.target for it in command.redirections if it.operator in _WRITING]


def printed_files(command: ShellCommand, expanded: Callable[[Word], str | None]) -> list[str | None]:
    """The files that a command prints and nothing else; none if it may print anything."""
    if command.name not in ("cat", "head", "tail"):
        return []
    words = [expanded(it) for it in command.words[1:]]
    return [it for it in words if it is None or not it.startswith("-")]
