"""What ShellCheck says of a command: how it is to be asked, and its report, read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import accumulate
from typing import Any, Protocol

from msgspec import Struct

from hookwright.model.reaction import Severity
from hookwright.shell.tree import ShellFault

SHELLS = frozenset({"sh", "bash", "dash", "ksh"})
LONGEST = 20_000

# A hook's command is not a script: it needs no `#!` line, does not read other files, and gets
# variables that it does not assign. What single quotes keep from being expanded is another rule's.
_LEFT_OUT = (1090, 1091, 2148, 2154, 2016)


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
        """What ShellCheck remarks on a command, nothing where that is not known yet."""

    def refusal(self, command: ShellText) -> ShellFault | None:
        """Why the shell itself refuses a command; None where it does not, or where that is not known yet."""


def can_ask(command: ShellText) -> bool:
    """Whether ShellCheck reads commands for that shell, and the text can be handed to it."""
    text = command.text
    pairs = not text.isascii() and any("\ud800" <= it <= "\udfff" for it in text)
    return command.shell in SHELLS and bool(text.strip()) and len(text) <= LONGEST and "\0" not in text and not pairs


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
