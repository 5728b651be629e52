"""`hookwright.explain`, `lastReport`, `status` and `list`: reports, shown to clients that have no place for them."""

from __future__ import annotations

import asyncio
from typing import Any

from hookwright.engine.journal.history import history
from hookwright.engine.journal.place import journal_path
from hookwright.errors import UsageError
from hookwright.lsp.firing import explained_at, hook_file
from hookwright.lsp.methods import FireParams, LastReportParams, ProjectParams
from hookwright.lsp.reporting import list_of, status_of
from hookwright.lsp.services import Services
from hookwright.lsp.show_report import show
from hookwright.workflows.reports.explanation import explanation_page, plain_explanation
from hookwright.workflows.reports.history_page import history_page

_NO_RUN = "No run of this hook is known"
_MEMBERS = ("event", "dialect", "matched", "skipped")


def explain(services: Services, params: FireParams) -> dict[str, Any]:
    """The result of `hookwright/explain` for the event at a place of a document; runs nothing."""
    told = explained_at(services, params)
    show(services, f"explain-{told['event']}", explanation_page(told), plain_explanation(told))
    plain = {key: told[key] for key in _MEMBERS}
    for key in ("matched", "skipped"):
        plain[key] = [{"hook": it["hook"], "because": it["because"]} for it in told[key]]
    return plain


async def last_report(services: Services, params: LastReportParams) -> dict[str, Any]:
    """`{dispatchId}` of the last run of a hook, whose report is opened unless the client shows it itself.

    Raises UsageError where no run is known.
    """
    last = services.last_runs.last(hook_file(services, params.uri), params.pointer)
    if last is None:
        raise UsageError(_NO_RUN, "fire it")
    if params.show:
        page = services.last_runs.page(last.dispatch_id)
        if page is None:
            page = await asyncio.to_thread(_recorded, services, last.dispatch_id)
        show(services, f"run-{last.dispatch_id[:8]}", *page)
    return {"dispatchId": last.dispatch_id}


async def status(services: Services, params: ProjectParams) -> dict[str, Any]:
    """The result of `hookwright/status`."""
    told = await status_of(services, params)
    show(services, "hooks-status", told["markdown"], told["markdown"])
    return told


def list_hooks(services: Services, params: ProjectParams) -> dict[str, Any]:
    """The result of `hookwright/list`."""
    told = list_of(services, params)
    show(services, "hooks-list", told["markdown"], told["markdown"])
    return told


def _recorded(services: Services, dispatch_id: str) -> tuple[str, str]:
    path = journal_path(services.host.environ, services.options.home)
    found = history(path, limit=1, dispatch=dispatch_id)
    if not found:
        raise UsageError(_NO_RUN, "the journal no longer has it; fire it again")
    page = history_page(found[0])
    return page, page
