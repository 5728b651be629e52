"""The single commands that a shell command is made of, as far as that can be told without running a shell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.shell.parse import parse, shell_of
from hookwright.shell.tree import CommandKind, ShellCommand, Word

_LONGEST = 200_000
_HEREDOC = "<<"
_RUN = (CommandKind.SIMPLE, CommandKind.TEST)
_XARGS = "xargs"
_XARGS_VALUED = frozenset({"-a", "-d", "-E", "-I", "-L", "-n", "-P", "-s"})


def single_commands(command: str) -> tuple[str, ...] | None:
    """Every command in a list, pipeline, substitution or compound command, leading assignments taken off.

    What `xargs` runs is one too.  There is none in a text that the shell refuses; None where it is too complex.
    """
    if len(command) > _LONGEST or _HEREDOC in command:
        return None
    reader = parse(command)
    if reader.given_up:
        return None
    if reader.fault is not None:
        return ()
    return tuple(it for one in shell_of(reader).commands if one.kind in _RUN for it in _written(command, one))


def _written(text: str, command: ShellCommand) -> Iterator[str]:
    pieces: list[Word] = [*(command.words or command.assignments), *(it.target for it in command.own_redirections)]
    start = min((it.start for it in pieces), default=command.start)
    end = max((it.end for it in pieces), default=start)
    yield text[start:end]
    program = _run_by_xargs(command.words) if command.name == _XARGS else None
    if program is not None:
        yield text[program.start : end]


def _run_by_xargs(words: Sequence[Word]) -> Word | None:
    """The first word after `xargs` and its options."""
    takes_value = False
    for it in words[1:]:
        if not takes_value and not it.text.startswith("-"):
            return it
        takes_value = it.text in _XARGS_VALUED
    return None
