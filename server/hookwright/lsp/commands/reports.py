"""Commands that show a report to a client without a place for it: `hookwright.fire`, `replay`, `explain`, `list`…"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from hookwright.embedding import reports
from hookwright.embedding.params import ProjectParams
from hookwright.embedding.reports import ReportJson
from hookwright.engine.events import Phase, RunEvent
from hookwright.engine.explain import ExplanationJson
from hookwright.engine.journal.history import history
from hookwright.engine.journal.place import journal_path
from hookwright.errors import UsageError
from hookwright.firing.replay import ReplayJson
from hookwright.lsp.client.pages import show_page
from hookwright.lsp.client.progress import progress, progress_watch
from hookwright.lsp.features import reports as features
from hookwright.lsp.features.fire import (
    FireResultJson,
    aimed_at,
    explain_hook,
    fired,
    plan_json,
    replayed,
    result_json,
)
from hookwright.lsp.features.seen import SeenReportJson
from hookwright.lsp.features.seen import seen as read_seen
from hookwright.lsp.hook_files import hook_file
from hookwright.lsp.methods import FireParams, LastReportParams, ReplayParams, SeenParams
from hookwright.lsp.results import LastReportJson
from hookwright.lsp.services import Services
from hookwright.reports.explanation import explanation_page, plain_explanation
from hookwright.reports.fire_report import fire_report, plain_fire_report
from hookwright.reports.history_page import history_page, plain_replay, replay_page

_NO_RUN = "No run of this hook is known"


async def fire(services: Services, params: FireParams) -> FireResultJson:
    """The result of `hookwright/fire`; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.session.require_trust()
    file, request = aimed_at(services, params)
    plan = plan_json(services, request, params.uri)
    async with progress(services, f"Firing {request.plan.row.name}") as tell:
        watch = progress_watch(tell, len(request.plan.steps))
        found = await fired(services, request, file, scratch=params.scratch, watch=watch)
    show_page(services, f"fire-{request.plan.row.name}", fire_report(found), plain_fire_report(found))
    return result_json(found, file, plan)


async def fire_scratch(services: Services, params: FireParams) -> FireResultJson:
    """As `fire`, on a copy of the workspace; what its hooks have changed there is shown too."""
    return await fire(services, replace(params, scratch=True))


async def replay(services: Services, params: ReplayParams) -> ReplayJson:
    """The result of `hookwright/replay`, with what differs from then; cancelling the progress kills the hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.
    """
    services.session.require_trust()
    async with progress(services, "Firing again") as tell:

        def watch(event: RunEvent) -> None:
            if event.phase is Phase.STARTED:
                tell(event.hook.command)

        found = await replayed(services, params, watch=watch)
    show_page(services, f"replay-{found.then['event']}", replay_page(found), plain_replay(found))
    return found.to_json()


def explain(services: Services, params: FireParams) -> ExplanationJson:
    """The result of `hookwright/explain` for the event at a place of a document; runs nothing."""
    told = explain_hook(services, params)
    show_page(services, f"explain-{told['event']}", explanation_page(told), plain_explanation(told))
    found: ExplanationJson = {
        "event": told["event"],
        "dialect": told["dialect"],
        "matched": [{"hook": it["hook"], "because": it["because"]} for it in told["matched"]],
        "skipped": [{"hook": it["hook"], "because": it["because"]} for it in told["skipped"]],
    }
    return {**found, "withheld": told["withheld"]} if "withheld" in told else found


async def last_report(services: Services, params: LastReportParams) -> LastReportJson:
    """`{dispatchId}` of the last run of a hook, whose report is opened unless the client shows it itself.

    Raises UsageError if no run is known.
    """
    last = services.last_runs.last(hook_file(services.session, params.uri), params.pointer)
    if last is None:
        raise UsageError(_NO_RUN, "fire it")
    if params.show:
        page = services.last_runs.page(last.dispatch_id)
        if page is None:
            page = await asyncio.to_thread(_recorded, services, last.dispatch_id)
        show_page(services, f"run-{last.dispatch_id[:8]}", *page)
    return {"dispatchId": last.dispatch_id}


async def status(services: Services, params: ProjectParams) -> ReportJson:
    """The result of `hookwright/status`."""
    told = await reports.status(services.engine, params)
    show_page(services, "hooks-status", told["markdown"], told["markdown"])
    return told


async def doctor(services: Services, params: ProjectParams) -> ReportJson:
    """Markdown and data of what is broken, and of what repairs it; runs nothing of the project's."""
    told = await features.doctor(services, params)
    show_page(services, "hookwright-doctor", told["markdown"], told["markdown"])
    return told


async def seen(services: Services, params: SeenParams) -> SeenReportJson:
    """The result of `hookwright/seen`.  Untrusted: -32010."""
    told = await read_seen(services, params)
    show_page(services, "hooks-seen", told["markdown"], told["markdown"])
    return told


def list_hooks(services: Services, params: ProjectParams) -> ReportJson:
    """The result of `hookwright/list`."""
    told = reports.list_hooks(services.engine, params)
    show_page(services, "hooks-list", told["markdown"], told["markdown"])
    return told


def _recorded(services: Services, dispatch_id: str) -> tuple[str, str]:
    path = journal_path(services.host)
    found = history(path, limit=1, dispatch=dispatch_id)
    if not found:
        raise UsageError(_NO_RUN, "the journal no longer has it; fire it again")
    page = history_page(found[0])
    return page, page
