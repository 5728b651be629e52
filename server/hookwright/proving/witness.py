"""Notes what agents do not say themselves: which calls were made, and which commands their shells ran.

For calls it is a hook of ours, in the user's own file of the agent, that keeps its payloads and prints nothing.  For
commands it is the file that bash reads before it runs one (`BASH_ENV`); there the variable is taken away again, so that
what the command starts does not have it.  Where the agent keeps that variable from hooks, it is a program on the PATH
that notes the command and becomes bash.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from hookwright.proving.script import Json, Played

CALLS, COMMANDS = "calls", "commands"
"""What the files are called in a run's `reads`."""
_END = "\0"


def noting_calls(path: str) -> str:
    """The command of a hook that adds its payload to a file."""
    return f"{{ cat; echo; }} >>{shlex.quote(path)}"


def noting_commands(path: str) -> str:
    """What bash is to read first so that each command that it is given is added to a file."""
    kept = shlex.quote(path)
    noted = f"printf '%s\\0' \"$BASH_EXECUTION_STRING\" >>{kept}"
    return f"unset BASH_ENV\ncase $BASH_EXECUTION_STRING in ?*) {noted} ;; esac\n"


def noting_bash(path: str, bash: str) -> str:
    """The program that stands for the `bash` at that path, and adds each command that it is given to a file."""
    noted = f'[ "$1" = -c ] && printf \'%s\\0\' "$2" >>{shlex.quote(path)}'
    return f'#!/bin/sh\n{noted}\nexec {shlex.quote(bash)} "$@"\n'


def calls_in(played: Played) -> Iterator[Json]:
    """The payloads that the hook of ours got, those first that came first."""
    for line in played.reads.get(CALLS, "").splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield found


def commands_in(played: Played) -> tuple[str, ...]:
    """The commands that shells were given, in order."""
    return tuple(it for it in played.reads.get(COMMANDS, "").split(_END) if it)
