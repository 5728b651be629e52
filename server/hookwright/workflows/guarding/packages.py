"""The packages and modules that a script imports before it does anything else, and that its interpreter lacks."""

from __future__ import annotations

import os

from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.rule import Subject
from hookwright.analysis.script_uses import ScriptRun
from hookwright.host import Host
from hookwright.workflows.guarding.guard import Stop
from hookwright.workflows.guarding.interpreters import PYTHONS, asked_for, interpreter_of, python_of
from hookwright.workflows.guarding.local_modules import of_project, without_file, without_module, without_package
from hookwright.workflows.guarding.node_files import missing_file
from hookwright.workflows.guarding.node_imports import NODES, imports_of_node, is_installed, not_installed
from hookwright.workflows.guarding.python_modules import first_imports, lost_of, not_beside, partial
from hookwright.workflows.guarding.python_paths import searched
from hookwright.workflows.guarding.repairs import install_modules


async def missing_packages(it: ScriptRun, text: str, subject: Subject, host: Host) -> Stop | None:
    """Why the script of a run ends before it does anything, as a package or a module is missing."""
    interpreter = interpreter_of(subject, it)
    if interpreter is None:
        return None
    name = os.path.basename(interpreter)
    if PYTHONS.match(name):
        return await _of_python(it, text, interpreter, subject, host)
    if name not in NODES:
        return None
    command = next((one.text for one in hook_commands(it.use.file) if one.route == it.use.route), "")
    is_set = any(one.get("NODE_OPTIONS") for one in (host.environ, subject.environment))
    lost = None if is_set else missing_file(it.path, text, name, command, subject.disk)
    return lost or _of_node(it.path, text, host)


async def _of_python(it: ScriptRun, text: str, interpreter: str, subject: Subject, host: Host) -> Stop | None:
    imports, folders = first_imports(text), searched(it, text)
    if folders is None:
        return None
    relative = next((one for one in imports if one.level), None)
    if relative is not None and not it.is_module:
        return without_package(relative, folders[0])
    python = python_of(interpreter, subject.project, host, subject) if imports else None
    unknown, lost = not_beside(imports, folders), lost_of(imports, folders)
    names = (*unknown, *partial(lost, folders))
    asked = await asked_for(python, names, subject.project, host) if python is not None and (unknown or lost) else None
    if python is None or asked is None:
        return None
    path = next((path for one, path in lost.items() if one.top not in asked.there), None)
    if path is not None:
        return without_file(path)
    missing = tuple(it for it in unknown if it not in asked.there)
    local = of_project(missing, subject.project)
    if local:
        return without_module(local[0], python)
    named = ", ".join(f"`{it}`" for it in missing)
    why = f"{named} {'is' if len(missing) == 1 else 'are'} not installed for `{python}`"
    return Stop(why, 1, install_modules(python, missing, managed=asked.managed)) if missing else None


def _of_node(path: str, text: str, host: Host) -> Stop | None:
    if host.environ.get("NODE_PATH"):
        return None
    missing = [it for it in imports_of_node(text) if not is_installed(it, path)]
    return not_installed(missing, path) if missing else None
