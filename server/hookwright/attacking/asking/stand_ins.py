"""Asks a guard about commands that do not show what they do: scripts, files of statements, scripts of the project."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator, Sequence

from hookwright.attacking.asking.asked import Asked, found
from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.own.recipes import is_outside
from hookwright.attacking.texts.project_scripts import project_scripts, with_arguments
from hookwright.attacking.texts.recipes import pieces
from hookwright.patterns import late_pattern

_SCRIPT, _STATEMENTS = "hookwright-script.sh", "hookwright-script.sql"
_STATEMENT = late_pattern(
    r"(?P<client>(?:psql|mysql|mariadb|sqlite3)(?: [\w./:@=$\"-]+)*?)(?: -c| -e)? '(?P<text>[^']+)'"
)
_FROM_FILE = {"psql": "{client} -f {file}"}
"""How a client runs a file; others read it from their input."""
_MOST = 3


async def stand_ins(asked: Asked, stopped: Sequence[str]) -> AsyncIterator[Circumstance]:
    """What the guard does with commands that stand for those it `stopped`, the smallest first.

    Adds files to the copy.  No text of a call shows what a file does, so that none of this counts as a fault.
    """
    if not stopped:
        return
    _write(asked, _SCRIPT, stopped[0])
    yield found("a script with the command", await asked(SHELL, f"sh {_SCRIPT}"), counts=False)
    statement = next(filter(None, map(_STATEMENT.fullmatch, stopped)), None)
    if statement is not None:
        client = statement["client"]
        _write(asked, _STATEMENTS, f"{statement['text']};")
        form = _FROM_FILE.get(client.split()[0], "{client} < {file}")
        outcome = await asked(SHELL, form.format(client=client, file=_STATEMENTS))
        yield found("a file with the statement", outcome, counts=False)
    shown = 0
    for runner, command in project_scripts(asked.project).items():
        is_stopped = refuses((await asked(SHELL, command)).folded)
        arguments = "" if is_stopped else next(_arguments(runner, command, stopped), None)
        if is_stopped and any(map(is_outside, pieces(command))):
            # The attack has sent that itself.
            continue
        if arguments is not None and shown < _MOST:
            shown += 1
            text = with_arguments(runner, arguments)
            yield found(f"`{text}` of the project", await asked(SHELL, text), counts=False)


def _arguments(runner: str, command: str, stopped: Sequence[str]) -> Iterator[str]:
    """What follows the command in those that were stopped, if they begin with it and go on with arguments.

    A target of `make` gets none.
    """
    takes_some = " " in command and not runner.startswith("make ")
    begins = (it.removeprefix(f"{command} ") for it in stopped if takes_some and it.startswith(f"{command} -"))
    return (it for it in begins if not set(it) & set(";&|\n<>()"))


def _write(asked: Asked, name: str, text: str) -> None:
    with open(os.path.join(asked.copy, name), "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
