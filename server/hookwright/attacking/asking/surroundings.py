"""Asks a guard about a call whose danger is only in its surroundings: the agent's folder, a link, or a script."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterable, Sequence

from hookwright.attacking.asking.asked import CWD, Asked, found
from hookwright.attacking.asking.circumstances import refuses
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.asking.sending import Call
from hookwright.attacking.asking.stand_ins import stand_ins
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL, path_and_content
from hookwright.engine.scratch.stage import Stage
from hookwright.model.outcome import Run
from hookwright.paths import is_in
from hookwright.patterns import late_pattern

_LINK, _TO_FOLDER, _TO_PROJECT = "hookwright-link.txt", "hookwright-link", "hookwright-project"
"""What is added to the copy of the project, and to its home: links to a guarded file, to its folder, and to all."""
_OF_FILES = ("Edit", "Write", "Read")
_HARMLESS, _HARMLESS_FILE = "ls", "{project}/hookwright-notes.md"
"""What a guard leaves alone, if it leaves anything alone."""
_MISSING = late_pattern(r"(?i)no such file|can't open|cannot open|cannot find|not found")
_MOST_SEEDS = 6
_OF_PLACE = late_pattern(r"[.*?<>]|(?<![\w~])/(?!dev/null)")
"""What a command has that means something else in another folder, or may do so."""


async def surroundings(trial: Trial, stage: Stage, stopped: Sequence[Call]) -> AsyncIterator[Circumstance]:
    """What the guard does with calls like those that it `stopped`, which are there smallest first.

    Adds files to the copy.  A link and another folder can be followed by a guard; what a script does, none can tell.
    """
    guard, asked = trial.guard, Asked(trial, stage)
    shell = [it for it in stopped if it.variant.does == SHELL]
    file = next(filter(None, (_first_of_file(stopped, it) for it in _OF_FILES)), None)
    folder = _subfolder(guard.project, stage.layout.project) if _moves(guard, stopped) else None
    is_there = folder is not None
    if folder is not None:
        everything = await _refused_whatever_it_is(asked, folder, file)
        if everything is not None:
            is_there = False
            yield everything
        else:
            async for it in _in_folder(asked, shell, file, folder):
                yield it
    async for it in _by_other_paths(asked, stage.layout.project, file, _first_in_folder(stopped), is_moved=is_there):
        yield it
    async for it in stand_ins(asked, [it.variant.text for it in shell]):
        yield it


async def _refused_whatever_it_is(asked: Asked, folder: str, file: tuple[str, str] | None) -> Circumstance | None:
    """What is to be told of a hook that refuses each call in the folder, though not in the project; else None.

    Mostly, the agent does not find the hook there, and the program that is to run it ends with the code for a refusal.
    """
    does, text = (SHELL, _HARMLESS) if file is None else (file[0], _HARMLESS_FILE)
    here, there = await asked(does, text), await asked(does, text, folder)
    if refuses(here.folded) or not refuses(there.folded):
        return None
    why = " (the hook is not found)" if any(map(_is_missing, there.runs)) else ""
    return found(f"any call after `cd {folder}`{why}", there)


def _is_missing(run: Run) -> bool:
    return run.result is not None and _MISSING.search(run.result.stderr) is not None


async def _in_folder(
    asked: Asked, shell: Sequence[Call], file: tuple[str, str] | None, folder: str
) -> AsyncIterator[Circumstance]:
    """What the guard does in a subfolder with commands that it stops in the project, one of each seed, and with a file.

    If it lets no command pass, one is told; else also each that passes, by its text.
    """
    command = await _for_folder(asked, shell, asked.copy)
    if command is not None:
        first = found(f"after `cd {folder}`", await asked(SHELL, command, folder))
        yield first
        for text in _of_other_seeds(shell, command, asked.copy) if first.refuses else ():
            told = found(f"`{text}` after `cd {folder}`", await asked(SHELL, text, folder))
            if told.is_fault:
                yield told
    if file is not None:
        yield found(f"`{file[0]}` after `cd {folder}`", await asked(*file, folder))


def _of_other_seeds(shell: Sequence[Call], known: str, project: str) -> list[str]:
    """The smallest stopped command of each seed that means the same in a subfolder, but for one that is known."""
    texts: dict[tuple[str, str], str] = {}
    for it in shell:
        if _is_anywhere(it.variant.text, project):
            texts.setdefault((it.variant.danger, it.variant.seed), it.variant.text)
    return [it for it in texts.values() if it != known][:_MOST_SEEDS]


async def _by_other_paths(
    asked: Asked, copy: str, file: tuple[str, str] | None, inside: tuple[str, str] | None, *, is_moved: bool
) -> AsyncIterator[Circumstance]:
    """What the guard does with links to a file and to the folder of one, and with the name of one in its folder."""
    if file is not None and _has_link(copy, file[1], _LINK):
        yield found(f"`{file[0]}` of a link to the file", await asked(file[0], f"{{project}}/{_LINK}"))
    if file is not None and _links_to(copy, asked.home):
        path = file[1].replace("{project}", f"{asked.home}/{_TO_PROJECT}")
        yield found(f"`{file[0]}` by a link to the project", await asked(file[0], path))
    if inside is None:
        return
    does, path = inside
    folder, _, name = path.rpartition("/")
    if _has_link(copy, folder, _TO_FOLDER):
        yield found(f"`{does}` by a link to the folder", await asked(does, f"{{project}}/{_TO_FOLDER}/{name}"))
    here = folder.removeprefix("{project}/")
    if is_moved and _is_folder(asked.project, here):
        yield found(f"`{does} {name}` after `cd {here}`", await asked(does, name, here))


def _moves(guard: Guard, stopped: Iterable[Call]) -> bool:
    """Whether the agent may run the hooks in another folder than the project, and tells them which one."""
    is_told = any(isinstance(it.payload.get(CWD), str) for it in stopped)
    return is_told and not guard.target.file.dialect.running.in_project


def _subfolder(project: str, copy: str) -> str | None:
    """A folder that is in the project and in the copy of it, if there is one; rather one that is not hidden."""
    names = [it.name for it in os.scandir(copy) if it.is_dir() and it.name != ".git"]
    found = sorted((it for it in names if os.path.isdir(os.path.join(project, it))), key=lambda it: (it[0] == ".", it))
    return next((it for it in ("src", *found) if it in found), None)


async def _for_folder(asked: Asked, shell: Sequence[Call], project: str) -> str | None:
    """A stopped command that means the same in a subfolder; None if the guard stops none that does."""
    found = next((it.variant.text for it in shell if _is_anywhere(it.variant.text, project)), None)
    if found is not None or not shell:
        return found
    text = shell[0].variant.text
    outcome = await asked(SHELL, f"cd . && {text}")
    return f"cd .. && {text}" if refuses(outcome.folded) else None


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


def _links_to(project: str, home: str) -> bool:
    """Makes a link to the project in the home folder; whether it could be made."""
    try:
        os.symlink(project, os.path.join(home, _TO_PROJECT))
    except OSError:
        return False
    return True


def _write(path: str, text: str) -> None:
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
