"""The hook modules of a user and a project with what they register, as reports show them; nothing of them is run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from hookwright.config.hook_modules import find_modules
from hookwright.files import read_text
from hookwright.model.hook import Scope
from hookwright.workflows.display import code, escaped, prose


class ModuleJson(TypedDict):
    """A module's file: the events and commands that its text names, and why it cannot be loaded, None where it can."""

    path: str
    scope: str
    events: list[str]
    commands: list[str]
    problem: str | None


def modules_json(project: str, home: str | None) -> list[ModuleJson]:
    """The modules in the order in which they are loaded."""
    roots = [(Scope.USER, home), (Scope.PROJECT, project if project != home else None)]
    return [_module(scope, it.path) for scope, root in roots if root for it in find_modules(root) if not it.is_helper]


def module_lines(modules: Sequence[ModuleJson]) -> Iterator[str]:
    """Their part of a page, empty where there are none."""
    if modules:
        yield from ("", "## Hook modules", "")
    for it in modules:
        events = [f"on {', '.join(map(escaped, it['events']))}"] if it["events"] else []
        commands = [", ".join(code(f"/{name}") for name in it["commands"])] if it["commands"] else []
        problem = [f"cannot be loaded: {prose(it['problem'])}"] if it["problem"] else []
        yield f"- {it['scope']} {code(it['path'])}: {'; '.join((*problem, *events, *commands)) or 'nothing'}"


def _module(scope: Scope, path: str) -> ModuleJson:
    # Most projects have none, and need no reader of Python.
    from hookwright.workflows.hook_modules.source import read_module

    try:
        source = read_module(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        problem = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return {"path": path, "scope": scope, "events": [], "commands": [], "problem": problem}
    fault = source.fault
    events = dict.fromkeys(it.name for it in source.registrations if not it.is_command)
    commands = dict.fromkeys(it.name for it in source.registrations if it.is_command)
    return {
        "path": path,
        "scope": scope,
        "events": [*events],
        "commands": [*commands],
        "problem": fault.message if fault else None,
    }
