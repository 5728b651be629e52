"""The interpreter of a script, and which modules it has.

Only one that is on the PATH or of the system is run. What the folder of a virtual environment says has to do.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable

from msgspec import Struct

from hookwright.analysis.commands.shells import hook_commands
from hookwright.analysis.rule import Subject
from hookwright.analysis.rules.program_not_found import program_words
from hookwright.analysis.script_uses import ScriptRun
from hookwright.analysis.scripts.hook_scripts import programs_by_path
from hookwright.config.view import HookFile
from hookwright.engine.process import Command, run
from hookwright.host import Host
from hookwright.paths import is_in
from hookwright.patterns import late_pattern
from hookwright.shell.tree import ShellCommand
from hookwright.text import Route
from hookwright.workflows.guarding.environments import environment_of, modules_there
from hookwright.workflows.shell_checkers import find_program

_SECONDS = 5.0
_MOST_MODULES = 50
_MOST_BYTES = 1 << 16
_OF_SYSTEM = ("/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin")
# Nothing of a script is imported: only its interpreter is asked which modules it would find.
_ASK = """
import importlib.machinery, importlib.util, json, os, sys, sysconfig
sys.path[:] = [it for it in sys.path if it]
def has(name):
    top, *rest = name.split(".")
    if top in sys.builtin_module_names:
        return not rest
    spec = importlib.util.find_spec(top)
    for part in rest:
        top += "." + part
        places = spec.submodule_search_locations if spec else None
        spec = importlib.machinery.PathFinder.find_spec(top, places) if places else None
    return spec is not None
there = [it for it in sys.argv[1:] if has(it)]
managed = os.path.isfile(os.path.join(sysconfig.get_path("stdlib"), "EXTERNALLY-MANAGED"))
print(json.dumps([there, managed and sys.prefix == sys.base_prefix]))
"""
PYTHONS = late_pattern(r"python(?:3(?:\.\d+)?)?\Z")


class Asked(Struct, frozen=True):
    """What an interpreter has of the modules that it was asked for; `managed` by the packages of its system."""

    there: frozenset[str]
    managed: bool


def interpreter_of(subject: Subject, it: ScriptRun) -> str | None:
    """The program that reads a script: its name, or its absolute path; None if another program chooses it."""
    if it.interpreter:
        return named_interpreter(subject, it.use.route, it.use.piece[0])
    line = subject.disk.first_line(it.path) or ""
    words = line.removeprefix("#!").split()
    if not line.startswith("#!") or not words:
        return None
    if os.path.basename(words[0]) != "env":
        return words[0] if os.path.isabs(words[0]) else None
    return words[1] if len(words) > 1 and not words[1].startswith("-") and "/" not in words[1] else None


def named_interpreter(subject: Subject, route: Route, at: int) -> str | None:
    """The interpreter in a command before what stands at an index: its name, or its absolute path."""
    command = named_by(subject.file, route, at)
    if command is None or command.assignments:
        return None
    word = program_words(command)[-1]
    if word.bare and "/" not in word.bare:
        return word.bare
    return next((it.path for it in programs_by_path(subject) if (it.route, it.start) == (route, word.start)), None)


def named_by(file: HookFile, route: Route, at: int) -> ShellCommand | None:
    """The command of a hook's text that has what stands at an index."""
    text = next((it for it in hook_commands(file) if it.route == route), None)
    commands = text.shell.commands if text is not None else ()
    return next((it for it in commands if it.runs and it.start <= at < it.end), None)


def python_of(name: str, project: str, host: Host, subject: Subject) -> str | None:
    """The path of a Python; None if only a run can tell which one, or which modules it has."""
    if not PYTHONS.match(os.path.basename(name)) or "PYTHONPATH" in host.environ or "PYTHONPATH" in subject.environment:
        return None
    if "/" in name:
        is_known = os.access(name, os.X_OK) and (_may_be_run(name, project, host) or environment_of(name) is not None)
        return name if is_known else None
    python = find_program(name, host.environ.get("PATH", ""), (project,))
    return None if python is None or _is_of_project(python, project) else python


def _may_be_run(python: str, project: str, host: Host) -> bool:
    """Whether it is one of the machine, and no program that a project brings."""
    folders = {*host.environ.get("PATH", "").split(os.pathsep), *_OF_SYSTEM}
    return os.path.dirname(python) in folders and not any(
        is_in(it, project) for it in (python, os.path.realpath(python))
    )


def _is_of_project(python: str, project: str) -> bool:
    """Whether a version manager may take another interpreter in the project."""
    return "/shims/" in python and any(
        os.path.isfile(os.path.join(project, it)) for it in (".python-version", ".tool-versions", "mise.toml")
    )


async def asked_for(python: str, modules: Iterable[str], project: str, host: Host) -> Asked | None:
    """Which of the modules, by their whole names, a Python has; None for too many, or if it does not answer in time."""
    names = [*dict.fromkeys(modules)]
    if not _may_be_run(python, project, host):
        there = modules_there(environment_of(python) or "", names)
        return None if there is None else Asked(there, managed=False)
    if len(names) > _MOST_MODULES:
        return None
    ended = await run(Command((python, "-c", _ASK, *names), os.sep, host.environ, b"", _SECONDS, _MOST_BYTES))
    try:
        there, managed = json.loads(ended.stdout)
        return Asked(frozenset(there), bool(managed))
    except (ValueError, TypeError):
        return None
