"""Asks a guard about a call whose danger is only in its surroundings: the agent's folder, a link, or a script."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from hookwright.attacking.circumstances import told
from hookwright.attacking.guard import Guard
from hookwright.attacking.model import SHELL, Label, Variant, path_and_content
from hookwright.attacking.results import Circumstance
from hookwright.attacking.sending import Call, plan_of
from hookwright.engine.dispatch import dispatch
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.paths import is_in
from hookwright.patterns import late_pattern

_LINK, _TO_FOLDER, _SCRIPT = "hookwright-link.txt", "hookwright-link", "hookwright-script.sh"
"""What is added to the copy of the project: links to a guarded file and to its folder, a script with the command."""
_CWD = "cwd"
"""The field with the folder that the agent is in."""
_OF_FILES = ("Edit", "Write", "Read")
_OF_PLACE = late_pattern(r"[.*?<>]|(?<![\w~])/(?!dev/null)")
"""What a command has that means something else in another folder, or may do so."""


async def surroundings(guard: Guard, stage: Stage, host: Host, stopped: Sequence[Call]) -> AsyncIterator[Circumstance]:
    """What the guard does with calls like those that it `stopped`, which are there smallest first.

    Adds files to the copy.  A link and another folder can be followed by a guard; what a script does, none can tell.
    """
    asked = _Asked(guard, stage, host)
    shell = [it for it in stopped if it.variant.does == SHELL]
    file = next(filter(None, (_first_of_file(stopped, it) for it in _OF_FILES)), None)
    folder = _subfolder(guard.project, stage.layout.project) if _moves(guard, stopped) else None
    if folder is not None:
        command = await _for_folder(asked, shell, stage.layout.project)
        if command is not None:
            yield _found(f"after `cd {folder}`", await asked(SHELL, command, folder))
        if file is not None:
            yield _found(f"`{file[0]}` after `cd {folder}`", await asked(*file, folder))
    async for it in _by_other_paths(
        asked, stage.layout.project, file, _first_in_folder(stopped), is_moved=folder is not None
    ):
        yield it
    if shell:
        _write(os.path.join(stage.layout.project, _SCRIPT), shell[0].variant.text)
        yield _found("a script with the command", await asked(SHELL, f"sh {_SCRIPT}"), counts=False)


async def _by_other_paths(
    asked: _Asked, copy: str, file: tuple[str, str] | None, inside: tuple[str, str] | None, *, is_moved: bool
) -> AsyncIterator[Circumstance]:
    """What the guard does with links to a file and to the folder of one, and with the name of one in its folder."""
    if file is not None and _has_link(copy, file[1], _LINK):
        yield _found(f"`{file[0]}` of a link to the file", await asked(file[0], f"{{project}}/{_LINK}"))
    if inside is None:
        return
    does, path = inside
    folder, _, name = path.rpartition("/")
    if _has_link(copy, folder, _TO_FOLDER):
        yield _found(f"`{does}` by a link to the folder", await asked(does, f"{{project}}/{_TO_FOLDER}/{name}"))
    here = folder.removeprefix("{project}/")
    if is_moved and _is_folder(asked.project, here):
        yield _found(f"`{does} {name}` after `cd {here}`", await asked(does, name, here))


class _Asked:
    """Asks the guard about a call, from a subfolder of the project if one is named."""

    def __init__(self, guard: Guard, stage: Stage, host: Host) -> None:
        self._guard, self._stage, self._host = guard, stage, host
        self.project = guard.project

    async def __call__(self, does: str, text: str, folder: str = "") -> Outcome:
        made = self._guard.askers.payload(Variant("", "", Label.DESTRUCTIVE, text, "", does=does), self._guard.project)
        payload: Mapping[str, Any] = made or {}
        if folder:
            payload = {**payload, _CWD: os.path.join(self._guard.project, folder)}
        return await dispatch(self._stage.of(plan_of(self._guard, payload, self._host)), self._stage.host)


def _found(name: str, outcome: Outcome, *, counts: bool = True) -> Circumstance:
    return told(name, outcome.folded, outcome.runs, counts=counts)


def _moves(guard: Guard, stopped: Iterable[Call]) -> bool:
    """Whether the agent may run the hooks in another folder than the project, and tells them which one."""
    is_told = any(isinstance(it.payload.get(_CWD), str) for it in stopped)
    return is_told and not guard.target.file.dialect.running.in_project


def _subfolder(project: str, copy: str) -> str | None:
    """A folder that is in the project and in the copy of it, if there is one; rather one that is not hidden."""
    names = [it.name for it in os.scandir(copy) if it.is_dir() and it.name != ".git"]
    found = sorted((it for it in names if os.path.isdir(os.path.join(project, it))), key=lambda it: (it[0] == ".", it))
    return next((it for it in ("src", *found) if it in found), None)


async def _for_folder(asked: _Asked, shell: Sequence[Call], project: str) -> str | None:
    """A stopped command that means the same in a subfolder; None if the guard stops none that does."""
    found = next((it.variant.text for it in shell if _is_anywhere(it.variant.text, project)), None)
    if found is not None or not shell:
        return found
    text = shell[0].variant.text
    outcome = await asked(SHELL, f"cd . && {text}")
    return f"cd .. && {text}" if told("", outcome.folded, (), counts=True).refuses else None


def _is_anywhere(text: str, project: str) -> bool:
    words = text.split()
    return not _OF_PLACE.search(text) and not any(os.path.lexists(os.path.join(project, it)) for it in words)


def _first_of_file(stopped: Iterable[Call], does: str) -> tuple[str, str] | None:
    """The first call for a file of the project by its whole path: what it does, and the path."""
    texts = (path_and_content(it.variant.text)[0] for it in stopped if it.variant.does == does)
    return next(((does, it) for it in texts if it.startswith("{project}/") and "*" not in it), None)


def _first_in_folder(stopped: Iterable[Call]) -> tuple[str, str] | None:
    """The first call for a file in a folder of the project by its whole path, as above."""
    found = filter(None, (_first_of_file([it], does) for it in stopped for does in _OF_FILES))
    return next((it for it in found if "/" in it[1].removeprefix("{project}/") and "/." not in it[1]), None)


def _is_folder(project: str, folder: str) -> bool:
    return os.path.isdir(os.path.join(project, folder))


def _has_link(project: str, path: str, name: str) -> bool:
    """Makes a link of that name to the path, and an empty file if there is nothing; whether it could be made."""
    target = path.replace("{project}", project)
    if not is_in(os.path.normpath(target), project):
        return False
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        if not os.path.lexists(target):
            _write(target, "")
        os.symlink(os.path.relpath(target, project), os.path.join(project, name))
    except OSError:
        return False
    return True


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
