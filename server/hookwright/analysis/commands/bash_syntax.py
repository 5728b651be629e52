"""What of a shell text only bash understands, and what dash, which is `sh` on Debian and Ubuntu, makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.tree import CommandKind, Shell, ShellCommand, Word, every_part

_ARRAY = late_pattern(r"[A-Za-z_]\w*\+?=\(")
_EXPANSION = late_pattern(r"\$\{(?:\w+(?:\^\^?|,,?|//?|:\s?\d)|!\w)")
_SINGLE_BRACKETS = frozenset({"[", "test"})
_ASKS_FOR_BASH = "BASH_VERSION"
_NEVER_TRUE = "so this is never true"


class BashSyntax(Struct, frozen=True):
    """One kind of it, at its first place: what dash does with it, and what to write instead where that is a word.

    Where it `ends` the script, dash does nothing behind it, or nothing at all, and exits with 2.
    """

    what: str
    start: int
    end: int
    effect: str = ""
    instead: str = ""

    @property
    def ends(self) -> bool:
        """Whether dash exits because of it."""
        return not self.effect


def bash_syntax(text: str, shell: Shell) -> tuple[BashSyntax, ...]:
    """Each kind that is in a text, at its first place; none in a text that asks whether bash reads it."""
    if _ASKS_FOR_BASH in text:
        return ()
    found = dict[str, BashSyntax]()
    for it in sorted(_every(text, shell), key=lambda it: it.start):
        found.setdefault(it.what, it)
    return tuple(found.values())


def _every(text: str, shell: Shell) -> Iterator[BashSyntax]:
    for command in shell.commands:
        yield from _in_command(command)
        for it in command.own_redirections:
            if it.operator == "<<<":
                yield BashSyntax("<<<", it.start, it.start + 3)
            elif it.operator in ("&>", "&>>"):
                effect = "it starts the command in the background, and goes on as if it had succeeded"
                yield BashSyntax(it.operator, it.start, it.start + len(it.operator), effect)
        for word in (*command.words, *command.assignments, *(it.target for it in command.own_redirections)):
            yield from _in_word(word)
    for use in shell.uses:
        found = None if use.plain else _EXPANSION.match(text, use.start)
        if found is not None:
            yield BashSyntax(text[use.start : use.end], use.start, use.end)


def _in_command(command: ShellCommand) -> Iterator[BashSyntax]:
    first = command.words[0] if command.words else None
    if first is None:
        return
    if command.kind is CommandKind.TEST and first.text == "[[":
        yield BashSyntax("[[", first.start, first.end, f"there is no such command, {_NEVER_TRUE}")
    elif command.kind is CommandKind.HEAD and first.text == "function":
        yield BashSyntax("function", first.start, first.end)
    elif command.name == "source":
        yield BashSyntax("source", first.start, first.end, "there is no such command, so it reads nothing", ".")
    elif command.name in _SINGLE_BRACKETS:
        for it in command.words[1:]:
            if it.text == "==":
                yield BashSyntax("==", it.start, it.end, f"`{command.name}` knows no such operator, {_NEVER_TRUE}", "=")


def _in_word(word: Word) -> Iterator[BashSyntax]:
    if _ARRAY.match(word.text):
        yield BashSyntax("a list in brackets", word.start, word.end)
    for part in every_part(word.parts):
        written = word.written(part)
        if written.startswith(("<(", ">(")) and not part.quote:
            yield BashSyntax(written[:2], part.start, part.start + 2)
