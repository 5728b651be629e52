"""The hook modules of a user and a project with what they register, as reports show them; nothing of them is run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypedDict

from hookwright.config.hook_modules import find_modules
from hookwright.engine.modules.states import LoadedModule, ModuleState
from hookwright.files import read_text
from hookwright.model.hook import Scope
from hookwright.wording.display import code, escaped, prose

_STATES = {
    ModuleState.BROKEN: "cannot be loaded",
    ModuleState.OUTDATED: "runs in the version before its file changed",
    ModuleState.LOST: "lost",
}


class ModuleJson(TypedDict):
    """A module's file with the events and commands that it registers, or that its text names if it is not loaded.

    `state` is how it fares: `running`, `outdated` (its last version that could be loaded runs), `lost` or `broken`;
    None if it is not loaded and its text shows no mistake.  `problem` says why it does not run as its file says.
    """

    path: str
    scope: str
    events: list[str]
    commands: list[str]
    state: str | None
    problem: str | None


def modules_json(project: str, home: str | None, loaded: Iterable[LoadedModule] = ()) -> list[ModuleJson]:
    """The modules in the order in which they are loaded; `loaded` are those of a host, as they fare now."""
    roots = [(Scope.USER, home), (Scope.PROJECT, project if project != home else None)]
    fares = {it.path: it for it in loaded}
    files = [(scope, it.path) for scope, root in roots if root for it in find_modules(root) if not it.is_helper]
    return [_loaded(fares[path]) if path in fares else _module(scope, path) for scope, path in files]


def module_lines(modules: Sequence[ModuleJson]) -> Iterator[str]:
    """Their part of a page, empty if there are none."""
    if modules:
        yield from ("", "## Hook modules", "")
    for it in modules:
        events = [f"on {', '.join(map(escaped, it['events']))}"] if it["events"] else []
        commands = [", ".join(code(f"/{name}") for name in it["commands"])] if it["commands"] else []
        problem = [prose(said)] if (said := module_problem(it)) is not None else []
        yield f"- {it['scope']} {code(it['path'])}: {'; '.join((*problem, *events, *commands)) or 'nothing'}"


def module_problem(it: ModuleJson) -> str | None:
    """Why the module does not run as its file says; None if it does, as far as that is known."""
    if it["problem"] is None:
        return None
    return f"{_STATES[ModuleState(it['state'] or ModuleState.BROKEN)]}: {it['problem']}"


def _loaded(it: LoadedModule) -> ModuleJson:
    return {
        "path": it.path,
        "scope": it.scope,
        "events": [*it.events],
        "commands": [*it.commands],
        "state": it.state,
        "problem": it.problem,
    }


def _module(scope: Scope, path: str) -> ModuleJson:
    # Most projects have none, and need no reader of Python.
    from hookwright.config.module_source import read_module

    try:
        source = read_module(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        problem = (error.strerror if isinstance(error, OSError) else None) or str(error)
        state = ModuleState.BROKEN
        return {"path": path, "scope": scope, "events": [], "commands": [], "state": state, "problem": problem}
    fault = source.fault
    events = dict.fromkeys(it.name for it in source.registrations if not it.is_command)
    commands = dict.fromkeys(it.name for it in source.registrations if it.is_command)
    return {
        "path": path,
        "scope": scope,
        "events": [*events],
        "commands": [*commands],
        "state": ModuleState.BROKEN if fault else None,
        "problem": fault.message if fault else None,
    }
