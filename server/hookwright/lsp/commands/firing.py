"""`hookwright.fire`, `fireScratch` and `replay`: hooks are run, and what came of them is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookwright.engine.events import Phase, RunEvent
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import fired, hook_file, plan_json, replayed, shot_of
from hookwright.lsp.methods import FireParams, ReplayParams
from hookwright.lsp.progress import progress
from hookwright.lsp.run_events import progress_watch
from hookwright.lsp.services import Services
from hookwright.lsp.show_report import show
from hookwright.workflows.reports.fire_json import fire_json
from hookwright.workflows.reports.fire_report import fire_report, plain_fire_report
from hookwright.workflows.reports.history_page import plain_replay, replay_page


async def fire(services: Services, params: FireParams) -> dict[str, Any]:
    """The result of `hookwright/fire`; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.require_trust()
    file = hook_file(services, params.uri)
    shot = shot_of(services, file, params)
    plan = plan_json(services, shot, params.uri)
    async with progress(services, f"Firing {shot.plan.row.name}") as tell:
        watch = progress_watch(tell, len(shot.plan.steps))
        found = await fired(services, shot, file, scratch=params.scratch, watch=watch)
    show(services, f"fire-{shot.plan.row.name}", fire_report(found), plain_fire_report(found))
    return numbered(fire_json(found, file, plan))


async def fire_scratch(services: Services, params: FireParams) -> dict[str, Any]:
    """As `fire`, on a copy of the workspace; what its hooks have changed there is shown too."""
    return await fire(services, replace(params, scratch=True))


async def replay(services: Services, params: ReplayParams) -> dict[str, Any]:
    """The result of `hookwright/replay`, with what differs from then; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.require_trust()
    async with progress(services, "Firing again") as tell:

        def watch(event: RunEvent) -> None:
            if event.phase is Phase.STARTED:
                tell(event.hook.command)

        found = await replayed(services, params, watch=watch)
    show(services, f"replay-{found.then['event']}", replay_page(found), plain_replay(found))
    return found.to_json()
