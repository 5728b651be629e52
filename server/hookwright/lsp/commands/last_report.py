"""`hookwright.lastReport`: what came of a hook when it ran last, shown again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.engine.journal.history import history
from hookwright.engine.journal.place import journal_path
from hookwright.engine.journal.statistics import LastRun
from hookwright.errors import UsageError
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import LastReportParams, read_params
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show as show_page
from hookwright.workflows.reports.history_page import history_page

_NONE = "No run of this hook is known"


def last_report(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """`{dispatchId}` of the run, whose report is opened unless the client shows it itself (`show: false`).

    Raises UsageError where no run is known.
    """
    wanted = read_params(LastReportParams, argument)
    last = session.recollection.last(hook_file(session, wanted.uri), wanted.pointer)
    if last is None:
        raise UsageError(_NONE, "fire it")
    return _shown(session, last, show=wanted.show)


async def _shown(session: Session, last: LastRun, *, show: bool) -> dict[str, Any]:
    if show:
        await _open(session, last)
    return {"dispatchId": last.dispatch_id}


async def _open(session: Session, last: LastRun) -> None:
    page = session.recollection.page(last.dispatch_id)
    if page is None:
        page = await asyncio.to_thread(_recorded, session, last.dispatch_id)
    show_page(session, f"run-{last.dispatch_id[:8]}", *page)


def _recorded(session: Session, dispatch_id: str) -> tuple[str, str]:
    path = journal_path(session.host.environ, session.options.home)
    found = history(path, limit=1, dispatch=dispatch_id)
    if not found:
        raise UsageError(_NONE, "the journal no longer has it; fire it again")
    page = history_page(found[0])
    return page, page
