"""`hookwright.fire`: runs the hooks at a place of a document and shows what the agent would see (F3)."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from hookwright.config.view import HookFile
from hookwright.lsp.convert import numbered
from hookwright.lsp.firing import fired, hook_file, plan_json, shot_of
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.progress import progress
from hookwright.lsp.run_events import progress_watch
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show
from hookwright.workflows.firing.fire import FireRequest
from hookwright.workflows.reports.fire_json import fire_json
from hookwright.workflows.reports.fire_report import fire_report, plain_fire_report


def fire(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """The result of `hookwright/fire`; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    session.require_trust()
    wanted = read_params(FireParams, argument)
    file = hook_file(session, wanted.uri)
    return _fire_and_show(session, wanted, file, shot_of(session, file, wanted))


async def _fire_and_show(session: Session, wanted: FireParams, file: HookFile, shot: FireRequest) -> dict[str, Any]:
    plan = plan_json(session, shot, wanted.uri)
    async with progress(session, f"Firing {shot.plan.row.name}") as tell:
        watch = progress_watch(tell, len(shot.plan.steps))
        found = await fired(session, shot, file, scratch=wanted.scratch, watch=watch)
    show(session, f"fire-{shot.plan.row.name}", fire_report(found), plain_fire_report(found))
    return numbered(fire_json(found, file, plan))
