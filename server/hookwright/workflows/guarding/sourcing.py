"""Commands of hooks that begin with `source` or `.`, where `sh` reads them and is dash on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator

from hookwright.analysis.commands.shells import HookShell, understood_whole
from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.scripts.hook_places import places_of
from hookwright.analysis.scripts.in_command import with_folders
from hookwright.analysis.scripts.models import is_model
from hookwright.analysis.scripts.words import Places
from hookwright.host import Host
from hookwright.paths import named_by
from hookwright.shell.programs import word_set
from hookwright.shell.tree import ShellCommand
from hookwright.text import Route
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.shells import agents_shell, is_dash
from hookwright.workflows.guarding.standing import deciding_starts

_NOT_FOUND, _ENDS = 127, 2
_LOADS = word_set("source .")
_BEFORE = word_set("cd export")


def sourcing_stops(subject: Subject, host: Host) -> Iterator[tuple[Route, Stop]]:
    """Why hooks do not do their work that load a file first, by their routes."""
    if is_model(subject.disk, subject.file.path):
        return
    for it in understood_whole(subject.file):
        shell = agents_shell(it, subject.file.dialect)
        if shell is None or not is_dash(shell, host):
            continue
        places = places_of(subject, it.group, it.hook)
        for command, folder in with_folders(it.shell.sequence, dict(places.variables), places.folder):
            is_plain = command.runs and not (command.flow.keywords or command.flow.subshells or command.substitution)
            if not is_plain or command.flow.before in ("||", "|") or (command.name not in _LOADS | _BEFORE | {""}):
                break
            stop = _stop(it, command, places, folder, subject.disk) if command.name in _LOADS else None
            if stop is not None:
                yield it.route, stop
                break


def _stop(it: HookShell, command: ShellCommand, places: Places, folder: str | None, disk: Disk) -> Stop | None:
    if command.name == "source":
        why = "`source` is for bash, and `sh` is dash here"
        is_part = command.start not in deciding_starts(it.text, it.shell)
        return Stop(why, _NOT_FOUND, "write `.` for `source`", is_part, is_late=True)
    variables = dict(places.variables)
    path = (
        command.words[1].expand(lambda name: folder if name == "PWD" else variables.get(name))
        if command.words[1:]
        else None
    )
    if not path:
        return None
    if "/" not in path:
        if disk.has_program(path):
            return None
        why = f"`. {path}` looks for `{path}` on the PATH only, and `sh`, which is dash here, ends without it"
        return Stop(why, _ENDS, f"write `. ./{path}`", is_late=True)
    found = named_by(path, folder)
    if found is None or os.path.exists(found):
        return None
    why = f"`{found}` is missing, and `sh`, which is dash here, ends without it"
    return Stop(why, _ENDS, "create it, or correct the path in the hook", is_late=True)
