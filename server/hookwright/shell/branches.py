"""Which simple commands of a shell command run one after the other, whatever happens in between."""

from __future__ import annotations

from collections.abc import Sequence

from hookwright.shell.simple_commands import SimpleCommand
from hookwright.shell.static_output import Printed, printed, printed_by

_OPENING = frozenset({"then", "else", "elif", "do", "{"})
_CLOSING = frozenset({"fi", "done", "}", "esac"})
_ONE_OF_TWO = "||"


def before(commands: Sequence[SimpleCommand], index: int) -> list[SimpleCommand]:
    """The commands that have run when that one runs, back to where its branch begins, in order."""
    found: list[SimpleCommand] = []
    for position in range(index, -1, -1):
        it = commands[position]
        if it.group != commands[index].group or _CLOSING.intersection(it.keywords):
            break
        if position != index:
            found.append(it)
        if it.before == _ONE_OF_TWO or _OPENING.intersection(it.keywords):
            break
    return found[::-1]


def printed_in(text: str, commands: Sequence[SimpleCommand]) -> list[Printed]:
    """What those commands print to the stdout or stderr of the whole command."""
    known = {it.start for it in printed(text)}
    found = (printed_by(text, it) for it in commands)
    return [it for it in found if it is not None and it.start in known]
