"""The programs that a command of a shell stands or falls with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.analysis.rules.program_not_found import program_words
from hookwright.patterns import late_pattern
from hookwright.shell.tree import Shell, ShellCommand

_IN_BRACES = late_pattern(r"\{[^{}]*\}|'[^']*'|\"[^\"]*\"|\d?>&\d|&>")
_GOES_ON = late_pattern(r"[;|&\n](?=.*\S)", re.DOTALL)


def deciding_commands(text: str, shell: Shell) -> Iterator[ShellCommand]:
    """The commands without which a text ends as if it had not started."""
    for it in shell.sequence:
        behind = _IN_BRACES.sub("", text[it.end :])
        if it.runs and not _GOES_ON.search(behind.replace("&&", "")):
            yield it


def deciding_starts(text: str, shell: Shell) -> set[int]:
    """Where the names of their programs begin."""
    return {word.start for it in deciding_commands(text, shell) for word in program_words(it)}
