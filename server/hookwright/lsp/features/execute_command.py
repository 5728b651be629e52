"""`workspace/executeCommand`: what the lenses and actions carry; a plain client gets progress and then a report."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeAlias

from hookwright.config.discover import hook_paths, project_of
from hookwright.config.view import HookFile
from hookwright.config.workspace import load
from hookwright.engine.events import Phase, RunEvent
from hookwright.engine.explain import explanation
from hookwright.engine.plan import make_plan
from hookwright.errors import UsageError
from hookwright.ide.code_actions import MAKE_EXECUTABLE
from hookwright.ide.code_lens import EXPLAIN, FIRE
from hookwright.ide.executable import make_executable
from hookwright.ide.explained import explained, plain_explained
from hookwright.ide.fire import Shot, fire
from hookwright.ide.fire_json import fire_json
from hookwright.ide.report import plain_report, report
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import hook_file, shot_of
from hookwright.lsp.host import model_of
from hookwright.lsp.methods import FireParams, ProjectParams, read_params
from hookwright.lsp.options import path_of
from hookwright.lsp.progress import progress
from hookwright.lsp.reporting import LIST, STATUS, list_of, status_of
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show

Result: TypeAlias = dict[str, Any] | Coroutine[Any, Any, dict[str, Any]]


def execute_command(session: Session, params: dict[str, Any]) -> Result:
    """Runs one of our commands with the arguments of its lens; the result is that of the method of the same name."""
    name, arguments = params.get("command", ""), params.get("arguments") or [{}]
    if name in _REPORTS:
        return _REPORTS[name](session, read_params(ProjectParams, arguments[0]))
    handler = _COMMANDS.get(name)
    if handler is None:
        raise UsageError(f"`{name}` is not a command", f"use one of {', '.join([*_COMMANDS, *_REPORTS])}")
    return handler(session, read_params(FireParams, arguments[0]))


def _fire(session: Session, params: FireParams) -> Result:
    session.require_trust()
    file = hook_file(session, params.uri)
    return _fired(session, file, shot_of(session, file, params))


async def _fired(session: Session, file: HookFile, shot: Shot) -> dict[str, Any]:
    count, ended = len(shot.plan.steps), 0
    async with progress(session, f"Firing {shot.plan.row.name}") as tell:

        def watch(event: RunEvent) -> None:
            nonlocal ended
            ended += event.phase is Phase.FINISHED
            if event.phase is not Phase.OUTPUT:
                tell(f"{ended} of {count}: {event.hook.command}")

        fired = await fire(shot, session.host, watch=watch, model=model_of(session), journal=session.journal)
    show(session, f"fire-{shot.plan.row.name}", report(fired), plain_report(fired))
    return numbered(fire_json(fired, file))


def _explain(session: Session, params: FireParams) -> Result:
    file = hook_file(session, params.uri)
    project, home = project_of(file.dialect, file.path), session.options.home
    discovered = file.path in {path for _, path in hook_paths(file.dialect, project, home)}
    files = None if discovered else [file.path]
    snapshot = load(
        file.dialect, project, home, config_files=files, open_texts=session.open_texts(), environ=session.host.environ
    )
    plan = make_plan(shot_of(session, file, params).plan.request, snapshot)
    told = explanation(plan, trusted=session.options.trusted)
    show(session, f"explain-{told['event']}", explained(told), plain_explained(told))
    return told


def _make_executable(session: Session, params: FireParams) -> Result:
    session.require_trust()
    path = path_of(params.uri)
    if path is None:
        raise UsageError(f"`{params.uri}` is no file", "give the `file:` URI of the script")
    make_executable(path)
    session.publish_soon(*session.documents)
    return {}


async def _status(session: Session, params: ProjectParams) -> dict[str, Any]:
    told = await status_of(session, params)
    show(session, "hooks-status", told["markdown"], told["markdown"])
    return told


def _list(session: Session, params: ProjectParams) -> Result:
    told = list_of(session, params)
    show(session, "hooks-list", told["markdown"], told["markdown"])
    return told


_COMMANDS: dict[str, Callable[[Session, FireParams], Result]] = {
    FIRE: _fire,
    EXPLAIN: _explain,
    MAKE_EXECUTABLE: _make_executable,
}
_REPORTS: dict[str, Callable[[Session, ProjectParams], Result]] = {STATUS: _status, LIST: _list}
