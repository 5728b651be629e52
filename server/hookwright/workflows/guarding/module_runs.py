"""Hooks that have Python run a module by its name, which is not there: `python3 -m guards.check`."""

from __future__ import annotations

import os

from hookwright.analysis.commands.shells import HookCommand, hook_commands
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules.program_not_found import program_words
from hookwright.analysis.scripts.hook_scripts import HookScript, scripts_and_modules
from hookwright.analysis.scripts.interpreters import Way
from hookwright.analysis.scripts.models import is_model
from hookwright.analysis.scripts.modules import module_paths
from hookwright.host import Host
from hookwright.shell.tree import Word
from hookwright.text import Route
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.interpreters import Asked, asked_for, named_by, named_interpreter, python_of
from hookwright.workflows.guarding.local_modules import of_project
from hookwright.workflows.guarding.python_modules import is_beside, is_standard
from hookwright.workflows.guarding.repairs import install_modules
from hookwright.workflows.guarding.standing import Standing, deciding_starts, standings


async def module_stops(subject: Subject, host: Host) -> list[tuple[Route, Stop]]:
    """Why hooks do not do their work that have Python run a module, by their routes."""
    found = list[tuple[Route, Stop]]()
    for it in scripts_and_modules(subject) if not is_model(subject.disk, subject.file.path) else ():
        stop = await _stop(it, subject, host) if it.way is Way.MODULE and not (it.optional or it.doubtful) else None
        if stop is not None:
            found.append((it.of.hook.route, stop))
    return found


async def _stop(it: HookScript, subject: Subject, host: Host) -> Stop | None:
    name = named_interpreter(subject, it.route, it.start)
    python = python_of(name, subject.project, host, subject) if name is not None else None
    text = next((one for one in hook_commands(subject.file) if one.route == it.route), None)
    command = named_by(subject.file, it.route, it.start)
    if python is None or text is None or command is None or it.folder is None or is_standard(it.text):
        return None
    how = _standing(text, program_words(command)[-1])
    if how is None or any(map(os.path.isfile, module_paths(it.text, it.folder))):
        return None
    asked = await asked_for(python, (it.text,), subject.project, host)
    if asked is None or it.text in asked.there:
        return None
    why, repair = _told(it.text, it.folder, python, asked, subject)
    return Stop(why, 1, repair, how.is_part, how.is_hushed, is_late=True)


def _standing(text: HookCommand, program: Word) -> Standing | None:
    """What a command makes of the failure of its Python."""
    if program.bare and "/" not in program.bare:
        return standings(text.text, text.shell).get(program.start)
    is_alone = program.start in deciding_starts(text.text, text.shell) and "/dev/null" not in text.text
    return Standing() if is_alone else None


def _told(module: str, folder: str, python: str, asked: Asked, subject: Subject) -> tuple[str, str]:
    """Why a module is not found where a hook runs, and what to do."""
    top = module.partition(".")[0]
    path, main = module_paths(module, folder)
    if is_beside(top, folder):
        lost = main if os.path.isdir(os.path.dirname(main)) else path
        return f"`{lost}`, which `-m {module}` runs, is missing", "create it, or correct the name of the module"
    for it in of_project((top,), subject.project):
        if it.path:
            where = os.path.dirname(it.path)
            why = f"`{top}`, which `-m {module}` runs, is not in `{folder}` (it is `{it.path}`)"
            return why, f"run the module in `{where}`, or correct its name"
        return f"`{path}`, which `-m {module}` runs, is missing", "create it, or correct the name of the module"
    why = f"`{module}`, which `-m` runs, is not installed for `{python}`"
    return why, install_modules(python, (top,), managed=asked.managed)
