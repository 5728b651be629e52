"""A shell text as dash understands it, in words that every shell reads alike."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hookwright.analysis.commands.bash_syntax import BashSyntax, bash_syntax
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import CommandKind, Shell, ShellCommand

_NOT_FOUND, _NO_SUCH_OPERATOR, _ENDS = "(exit 127)", "(exit 2)", "exit 2\n"
_OPENING = frozenset({"if", "while", "until", "{", "for", "case", "select"})
_CLOSING = frozenset({"fi", "done", "esac", "}"})
# Dash finds these where it reads the text, and does nothing of the line.
_NO_SYNTAX = frozenset({"<<<", "<(", ">(", "a list in brackets"})


class AsDash(Struct, frozen=True):
    """What dash makes of a text, and the first thing that it does not understand."""

    text: str
    first: BashSyntax


def as_dash(text: str) -> AsDash | None:
    """The same text for every shell; None if dash understands all of it, or only a run can tell what it does."""
    shell = read_shell(text)
    found = sorted(bash_syntax(text, shell), key=lambda it: it.start) if shell.readable else []
    if not found or any(it.what == "function" for it in found):
        return None
    ending = next((it for it in found if it.ends), None)
    end = len(text)
    if ending is not None:
        cut = _cut(text, shell, ending)
        if cut is None:
            return None
        end = cut
    changed, last = "", 0
    for start, stop, instead in sorted(_replaced(shell)):
        if last <= start and stop <= end:
            changed, last = changed + text[last:start] + instead, stop
    changed += text[last:end]
    return AsDash(changed + _ENDS if ending is not None else changed, found[0])


def _replaced(shell: Shell) -> Iterator[tuple[int, int, str]]:
    """What stands for the words that dash does not know: their place, and what they come to."""
    for it in shell.commands:
        words = it.words
        if it.name == "source" or (words and it.kind is CommandKind.TEST and words[0].text == "[["):
            yield words[0].start, words[-1].end, _NOT_FOUND
        elif it.name in ("[", "test") and any(one.text == "==" for one in words):
            yield words[0].start, words[-1].end, _NO_SUCH_OPERATOR
        for one in it.own_redirections:
            if one.operator in ("&>", "&>>"):
                # It is the end of a command in the background, and a redirection of none.
                yield one.start, one.start + len(one.operator), f"& {one.operator[1:]}"


def _cut(text: str, shell: Shell, ending: BashSyntax) -> int | None:
    """Where dash ends with its exit code 2; None if only a run can tell whether it gets there."""
    depth, outer = 0, 0
    for it in shell.commands:
        opened = sum(word in _OPENING for word in _keywords(it))
        if not depth:
            outer = it.start
        if it.start <= ending.start < _end(it) and (it.substitution is None or ending.what in _NO_SYNTAX):
            line = text.rfind("\n", 0, outer) + 1
            if ending.what in _NO_SYNTAX:
                return line
            is_plain = not (depth or opened or it.flow.subshells or it.flow.keywords or it.substitution)
            return line if is_plain and not text[line : it.start].strip() else None
        depth += opened - sum(word in _CLOSING for word in _keywords(it))
    return None


def _end(command: ShellCommand) -> int:
    return max(command.end, *(it.target.end for it in command.own_redirections), 0)


def _keywords(command: ShellCommand) -> tuple[str, ...]:
    """The words that open and close what is around commands."""
    head = command.words[0].text if command.words and command.kind is CommandKind.HEAD else ""
    return (*command.flow.keywords, head)
