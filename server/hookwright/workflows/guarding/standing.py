"""The programs that a command of a shell stands or falls with."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from hookwright.analysis.rules.program_not_found import hushed_programs, needed_programs, program_words
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


class Standing(Struct, frozen=True):
    """What a text makes of a program's failure: it `is_part` of its work, or it `is_hushed`, so that nobody sees it."""

    is_part: bool = False
    is_hushed: bool = False


def standings(text: str, shell: Shell) -> dict[int, Standing]:
    """The programs that a text does not go on without, by where their names begin."""
    deciding = deciding_starts(text, shell)
    hushed = {it.start: Standing(is_hushed=True) for it in hushed_programs(text) if it.start in deciding}
    return hushed | {it.start: Standing(it.start not in deciding) for it in needed_programs(text)}
