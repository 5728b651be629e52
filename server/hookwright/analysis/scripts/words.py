"""What the words of a command come to: variables with their values and defaults, and substitutions that name a folder.

Nothing is run.  `$(git rev-parse --show-toplevel)` is the root of the repository, and `$(pwd)` is the folder.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from hookwright.paths import is_in, named_by, slashed
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell, word_of
from hookwright.shell.tree import CommandKind, PartKind, Shell, ShellCommand, Word, WordPart

_DEFAULT = late_pattern(r"\$\{(\w+)(:?)-(.*)\}\Z")
_ASSIGNMENT = late_pattern(r"([A-Za-z_]\w*)(?:\[.*?\])?\+?=")
_DECLARING = frozenset({"declare", "typeset", "local", "export", "readonly"})
_PRINTING = frozenset({"echo", "pwd", "dirname", "realpath", "readlink", "git"})
_MOST_COMMANDS = 4


class Places(Struct, frozen=True):
    """What paths in a command start from: the folder that it runs in (None if unknown), and known variables.

    `repository` is the root of the folder's repository, which may be a `guess`; None if nothing is known of one.
    `unset` are variables that only other agents set.
    """

    folder: str | None
    variables: Mapping[str, str]
    repository: str | None = None
    guess: bool = False
    unset: frozenset[str] = frozenset()


class Words:
    """The values that words have while a command runs.

    `doubtful` says that something that was expanded since it was cleared may as well come to something else.
    """

    def __init__(self, places: Places, shell: Shell) -> None:
        self.doubtful = False
        self._places = places
        lost = _not_followed(shell)
        self._values: dict[str, str | None] = {**places.variables, **dict.fromkeys(lost)}
        self._lost = lost
        self._doubtful_names: set[str] = set()

    def expand(self, word: Word, folder: str | None) -> str | None:
        """What a word comes to in that folder; None if that cannot be told."""
        told = tuple(self._told(word, it, folder) for it in word.parts)
        return replace(word, parts=told).expand(partial(self._value, folder))

    def part(self, word: Word, part: WordPart, folder: str | None) -> str | None:
        """What one expansion in a word comes to."""
        told = self._told(word, part, folder)
        if told.kind is PartKind.TEXT:
            return told.text
        return self._value(folder, part.text) if part.kind is PartKind.VARIABLE and part.plain else None

    def took(self, command: ShellCommand, folder: str | None, *, in_choice: bool) -> None:
        """Takes over the values that a command sets for those behind it."""
        flow = command.flow
        perhaps = in_choice or bool(flow.keywords) or bool(flow.subshells) or "|" in flow.before or flow.after == "|"
        for word in _set_by(command):
            found = _ASSIGNMENT.match(word.text)
            if found is None or found[1] in self._lost:
                continue
            name, plain = found[1], found[0] == f"{found[1]}="
            before, self.doubtful = self.doubtful, False
            self._values[name] = self.expand(_behind(word, found.end()), folder) if plain and not perhaps else None
            (self._doubtful_names.add if self.doubtful else self._doubtful_names.discard)(name)
            self.doubtful = before

    def inside(self, *, exported: bool) -> Places:
        """What a shell that the command starts knows; without `exported`, only what the command does not set."""
        same = self._values.items() if exported else self._places.variables.items()
        values = {name: it for name, it in same if it is not None and self._values.get(name) == it}
        return replace(self._places, variables=values)

    def _value(self, folder: str | None, name: str) -> str | None:
        if name == "PWD":
            return folder
        if name in self._doubtful_names:
            self.doubtful = True
        return self._values.get(name)

    def _told(self, word: Word, part: WordPart, folder: str | None) -> WordPart:
        """A part as the text that it comes to, where it is more than the value of a variable."""
        known = None
        if part.kind is PartKind.COMMANDS:
            known = self._printed(part.text, folder)
        elif part.kind is PartKind.VARIABLE and not part.plain:
            known = self._with_default(word.written(part), folder)
        return part if known is None else replace(part, kind=PartKind.TEXT, text=known, quote='"')

    def _with_default(self, written: str, folder: str | None) -> str | None:
        found = _DEFAULT.match(written)
        if found is None:
            return None
        name, default = found[1], word_of(found[3], 0)
        value = self._value(folder, name)
        if value or (value is not None and not found[2]):
            return value
        if default.end != len(found[3]):
            return None
        # A variable that nothing is known of may have a value.
        if value is None and name not in self._places.unset:
            if name in self._values:
                return None
            self.doubtful = True
        return self.expand(default, folder)

    def _printed(self, text: str, folder: str | None) -> str | None:
        """What a substitution of commands comes to, where it names a folder."""
        shell = read_shell(text[2:-1] if text.startswith("$(") else text[1:-1])
        if not shell.readable or len(shell.commands) > _MOST_COMMANDS:
            return None
        printed = None
        for it in shell.sequence:
            if it.flow.before == "||" and printed is not None:
                return printed
            if "|" in (it.flow.before, it.flow.after):
                return None
            if it.name == "cd" and len(it.words) == 2:
                target = self.expand(it.words[1], folder)
                folder = named_by(target, folder) if target else None
                continue
            printed = self._said(it, folder)
            if printed is None and it.flow.after != "||":
                return None
        return printed

    def _said(self, command: ShellCommand, folder: str | None) -> str | None:
        """What a command prints that names a folder."""
        if command.name not in _PRINTING:
            return None
        words = [self.expand(it, folder) for it in command.words[1:]]
        given = [it for it in words if it is not None]
        if len(given) < len(words):
            return None
        if command.name == "git":
            return self._top_level(given, folder)
        named = [it for it in given if not it.startswith("-")]
        if command.name == "pwd":
            return slashed(folder) if folder is not None and not named else None
        if len(named) != 1:
            return None
        if command.name == "echo":
            return named[0] if len(given) == 1 else None
        if command.name == "dirname":
            return posixpath.dirname(named[0]) or "."
        found = named_by(named[0], folder)
        return slashed(found) if found is not None else None

    def _top_level(self, words: list[str], folder: str | None) -> str | None:
        """What git says is the root of the repository."""
        while words[:1] == ["-C"] and len(words) > 1:
            folder, words = named_by(words[1], folder), words[2:]
        root = self._places.repository
        if words != ["rev-parse", "--show-toplevel"] or folder is None or root is None or not is_in(folder, root):
            return None
        self.doubtful = self.doubtful or self._places.guess
        return slashed(root)


def _set_by(command: ShellCommand) -> tuple[Word, ...]:
    """The words by which a command sets variables of its shell."""
    if not command.words:
        return command.assignments
    return command.words[1:] if command.name in _DECLARING else ()


def _not_followed(shell: Shell) -> frozenset[str]:
    """The variables that the command sets in other ways than by assignments, or at an unknown time."""
    # A function sets them when it is called.
    return shell.assigned if shell.functions else shell.assigned.difference(_followed(shell))


def _followed(shell: Shell) -> Iterator[str]:
    otherwise: set[str] = set()
    plain: list[str] = []
    for it in shell.commands:
        names = [found[1] for word in _set_by(it) if (found := _ASSIGNMENT.match(word.text))]
        if it.substitution is None and it.kind is CommandKind.SIMPLE:
            plain += names
        else:
            otherwise.update(names)
        if it.name not in _DECLARING:
            otherwise.update(word.text for word in it.words[1:])
        if it.words:
            otherwise.update(found[1] for word in it.assignments if (found := _ASSIGNMENT.match(word.text)))
    return (it for it in plain if it not in otherwise)


def _behind(word: Word, length: int) -> Word:
    """The value of an assignment, as a word."""
    start = word.start + length
    parts = []
    for it in word.parts:
        if it.end <= start:
            continue
        parts.append(replace(it, text=it.text[start - it.start :], start=start) if it.start < start else it)
    return Word(word.text[length:], start, word.end, tuple(parts), open=word.open)
