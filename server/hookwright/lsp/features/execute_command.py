"""`workspace/executeCommand`: what the lenses and actions carry; a plain client gets progress and then a report."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from hookwright.config.discover import hook_paths, project_of
from hookwright.config.workspace import load
from hookwright.engine.events import Phase, RunEvent
from hookwright.engine.explain import explanation
from hookwright.engine.plan import make_plan
from hookwright.errors import UsageError
from hookwright.ide.code_lens import EXPLAIN, FIRE
from hookwright.ide.explained import explained
from hookwright.ide.fire import fire
from hookwright.ide.fire_json import fire_json
from hookwright.ide.report import plain_report, report
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import hook_file, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.progress import progress
from hookwright.lsp.server import HookServer
from hookwright.lsp.showing import show


async def execute_command(ls: HookServer, params: dict[str, Any]) -> dict[str, Any]:
    """Runs one of our commands with the arguments of its lens; the result is that of the method of the same name."""
    handler = _COMMANDS.get(params.get("command", ""))
    if handler is None:
        raise UsageError(f"`{params.get('command')}` is not a command", f"use one of {', '.join(_COMMANDS)}")
    arguments = params.get("arguments") or [{}]
    return await handler(ls, read_params(FireParams, arguments[0]))


async def _fire(ls: HookServer, params: FireParams) -> dict[str, Any]:
    session = ls.session
    session.require_trust()
    file = hook_file(session, params.uri)
    shot = shot_of(session, file, params)
    count, ended = len(shot.plan.steps), 0
    async with progress(session, f"Firing {shot.plan.row.name}") as tell:

        def watch(event: RunEvent) -> None:
            nonlocal ended
            ended += event.phase is Phase.FINISHED
            if event.phase is not Phase.OUTPUT:
                tell(f"{ended} of {count}: {event.hook.command}")

        fired = await fire(shot, session.host, watch=watch)
    show(session, f"fire-{shot.plan.row.name}", report(fired), plain_report(fired))
    return numbered(fire_json(fired, file))


async def _explain(ls: HookServer, params: FireParams) -> dict[str, Any]:
    session = ls.session
    file = hook_file(session, params.uri)
    project, home = project_of(file.dialect, file.path), session.options.home
    discovered = file.path in {path for _, path in hook_paths(file.dialect, project, home)}
    files = None if discovered else [file.path]
    snapshot = load(file.dialect, project, home, config_files=files, open_texts=session.open_texts())
    told = explanation(make_plan(shot_of(session, file, params).plan.request, snapshot))
    page = explained(told)
    show(session, f"explain-{told['event']}", page, page)
    return told


_COMMANDS: dict[str, Callable[[HookServer, FireParams], Awaitable[dict[str, Any]]]] = {FIRE: _fire, EXPLAIN: _explain}
