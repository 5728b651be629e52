"""What ShellCheck and the shells themselves say of a command: which are asked about it, and their answers, read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from typing import Any, Protocol

from msgspec import Struct

from hookwright.model.reaction import Severity
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import ShellFault

SHELLS = ("sh", "bash", "dash")
"""Those that read a command with `-n` and run nothing of it, not even files of their own."""

_COMPLAINT = late_pattern(r"^[^\n:]*: (?:line )?(?P<line>\d+): (?P<text>(?!warning:)[^\n]+)$", re.MULTILINE)
_TOKEN = late_pattern(r"""unexpected token [`'](?P<bash>.+)'|"(?P<dash>[^"]+)" unexpected""")
_BASH_QUOTES = late_pattern(r"`([^`']+)'")
_TEMPLATE = "{{"
_LINTED = frozenset({"sh", "bash", "dash", "ksh"})
LONGEST = 20_000

# A hook's command is not a script: it needs no `#!` line, does not read other files, and gets
# variables that it does not assign. What single quotes keep from being expanded is another rule's.
# `echo done` is right, and a `done` that a loop lacks is an error of the syntax.
_LEFT_OUT = (1010, 1090, 1091, 2148, 2154, 2016)


class ShellText(Struct, frozen=True):
    """A command, and the name of the shell that reads it."""

    shell: str
    text: str


class Remark(Struct, frozen=True):
    """One finding; `start`, `end` and those of `changes` are indices into the command, its `code` is ShellCheck's."""

    code: int
    start: int
    end: int
    message: str
    severity: Severity
    changes: tuple[tuple[int, int, str], ...] = ()


class Linter(Protocol):
    """Who knows what ShellCheck and the shells say; rules never wait for them."""

    def remarks(self, command: ShellText) -> tuple[Remark, ...]:
        """What ShellCheck remarks on a command, nothing if that is not known yet."""

    def refusal(self, command: ShellText) -> ShellFault | None:
        """Why the shell itself refuses a command; None if it does not, or where that is not known yet."""


def can_ask(command: ShellText) -> bool:
    """Whether ShellCheck reads commands for that shell, and the text can be handed to it."""
    text = command.text
    pairs = not text.isascii() and any("\ud800" <= it <= "\udfff" for it in text)
    return command.shell in _LINTED and bool(text.strip()) and len(text) <= LONGEST and "\0" not in text and not pairs


def arguments(shell: str) -> tuple[str, ...]:
    """What ShellCheck is started with to read a command on its standard input, and nothing else."""
    left_out = ",".join(f"SC{it}" for it in _LEFT_OUT)
    return ("--norc", f"--shell={shell}", "--format=json1", f"--exclude={left_out}", "-")


def read_remarks(report: bytes, text: str) -> tuple[Remark, ...]:
    """The remarks in a report (`json1`) on the text; what is not understood is left out.  Never raises."""
    try:
        comments = json.loads(report)["comments"]
        return tuple(_remarks(comments if isinstance(comments, list) else [], text))
    except (ValueError, TypeError, KeyError, RecursionError):
        return ()


def _remarks(comments: list[Any], text: str) -> Iterator[Remark]:
    starts = list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
    for it in comments:
        try:
            start, end = _extent(it, starts, text)
            fix = it.get("fix") or {}
            changes = tuple(
                (*_extent(one, starts, text), str(one["replacement"])) for one in fix.get("replacements", ())
            )
            severity = Severity.HINT if it["level"] == "style" else Severity.INFORMATION
            if start == end:
                # A fault of the syntax has no width, and may be at the end.
                start, end = max(0, min(start, len(text) - 1)), min(start + 1, len(text))
            yield Remark(int(it["code"]), start, end, str(it["message"]).rstrip("."), severity, changes)
        except (ValueError, TypeError, KeyError, AttributeError):
            continue


def _extent(it: dict[str, Any], starts: list[int], text: str) -> tuple[int, int]:
    """The indices of an extent, which counts lines and code points from 1."""
    start = _offset(it["line"], it["column"], starts, text)
    return start, max(start, _offset(it["endLine"], it["endColumn"], starts, text))


def _offset(line: int, column: int, starts: list[int], text: str) -> int:
    return max(0, min(starts[max(0, min(line, len(starts)) - 1)] + column - 1, len(text)))


# Every command of a file is asked about after each keystroke.
@lru_cache(maxsize=1024)
def can_judge(command: ShellText) -> bool:
    """Whether that shell can be asked: of plain words none is refused, and of templates it would read too much."""
    text = command.text
    return command.shell in SHELLS and can_ask(command) and _TEMPLATE not in text and not read_shell(text).is_plain


def read_refusal(exit_code: int | None, complaint: bytes, command: ShellText) -> tuple[ShellFault, ...]:
    """The fault in the complaint of `-n` about the command, none if it was accepted or is not told; never raises.

    It is at the token that is named where the line that is named has it once, else on all of that line.
    """
    found = _COMPLAINT.search(complaint.decode("utf-8", "replace")) if exit_code else None
    if found is None:
        return ()
    start, end = _line(command.text, int(found["line"]))
    token = _TOKEN.search(found["text"])
    named = (token["bash"] or token["dash"]) if token else ""
    if named and command.text.count(named, start, end) == 1:
        start = command.text.index(named, start, end)
        end = start + len(named)
    said = _BASH_QUOTES.sub(r"`\1`", found["text"])
    return (ShellFault(said[:1].lower() + said[1:], start, end),)


def _line(text: str, number: int) -> tuple[int, int]:
    """Where a line is, without its blanks; all of the text if it has no such line, or only blanks there."""
    lines = text.split("\n")
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    start = sum(len(it) + 1 for it in lines[: number - 1]) + len(line) - len(line.lstrip())
    return (start, start + len(line.strip())) if line.strip() else (0, len(text))
