"""The single commands that a shell command is made of, as far as that can be told without running a shell."""

from __future__ import annotations

from hookwright.shell.parse import parse, shell_of
from hookwright.shell.tree import CommandKind, ShellCommand, Word

_LONGEST = 200_000
_HEREDOC = "<<"
_RUN = (CommandKind.SIMPLE, CommandKind.TEST)


def single_commands(command: str) -> tuple[str, ...] | None:
    """Every command in a list, pipeline or substitution, leading assignments taken off; None where it is unclear."""
    if len(command) > _LONGEST:
        return None
    reader = parse(command)
    if reader.fault is not None or reader.given_up or _HEREDOC in command:
        return None
    return tuple(_written(command, it) for it in shell_of(reader).commands if it.kind in _RUN)


def _written(text: str, command: ShellCommand) -> str:
    pieces: list[Word] = [*(command.words or command.assignments), *(it.target for it in command.own_redirections)]
    start = min((it.start for it in pieces), default=command.start)
    return text[start : max((it.end for it in pieces), default=start)]
