"""What a shell itself says of the syntax of a command: which it is asked about, and its complaint, read."""

from __future__ import annotations

import re
from functools import lru_cache

from hookwright.analysis.commands.shell_lint import ShellText, can_ask
from hookwright.patterns import late_pattern
from hookwright.shell.parse import read_shell
from hookwright.shell.tree import ShellFault

SHELLS = ("sh", "bash", "dash")
"""Those that read a command with `-n` and run nothing of it, not even files of their own."""

_COMPLAINT = late_pattern(r"^[^\n:]*: (?:line )?(?P<line>\d+): (?P<text>(?!warning:)[^\n]+)$", re.MULTILINE)
_TOKEN = late_pattern(r"""unexpected token [`'](?P<bash>.+)'|"(?P<dash>[^"]+)" unexpected""")
_BASH_QUOTES = late_pattern(r"`([^`']+)'")
_TEMPLATE = "{{"


# Every command of a file is asked about after each keystroke.
@lru_cache(maxsize=1024)
def can_judge(command: ShellText) -> bool:
    """Whether that shell can be asked: of plain words none is refused, and of templates it would read too much."""
    text = command.text
    return command.shell in SHELLS and can_ask(command) and _TEMPLATE not in text and not read_shell(text).is_plain


def read_refusal(exit_code: int | None, complaint: bytes, command: ShellText) -> tuple[ShellFault, ...]:
    """The fault in the complaint of `-n` about the command, none where it was accepted or is not told; never raises.

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
    """Where a line is, without its blanks; all of the text where it has no such line, or only blanks there."""
    lines = text.split("\n")
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    start = sum(len(it) + 1 for it in lines[: number - 1]) + len(line) - len(line.lstrip())
    return (start, start + len(line.strip())) if line.strip() else (0, len(text))
