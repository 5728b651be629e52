"""`hookwright.lastReport`: what came of a hook when it ran last, shown again."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.engine.journal.history import history
from hookwright.engine.journal.latest import LastRun
from hookwright.engine.journal.place import journal_path
from hookwright.errors import UsageError
from hookwright.ide.recorded_page import recorded_page
from hookwright.lsp.firing import hook_file
from hookwright.lsp.methods import FireParams, read_params
from hookwright.lsp.session import Session
from hookwright.lsp.showing import show

_NONE = "No run of this hook is known"


def last_report(session: Session, argument: dict[str, Any]) -> Coroutine[Any, Any, dict[str, Any]]:
    """`{dispatchId}` of what is shown; raises UsageError where nothing is known."""
    wanted = read_params(FireParams, argument)
    last = session.recollection.last(hook_file(session, wanted.uri), wanted.pointer or "")
    if last is None:
        raise UsageError(_NONE, "fire it")
    return _shown(session, last)


async def _shown(session: Session, last: LastRun) -> dict[str, Any]:
    page = session.recollection.page(last.dispatch_id)
    if page is None:
        page = await asyncio.to_thread(_recorded, session, last.dispatch_id)
    show(session, f"run-{last.dispatch_id[:8]}", *page)
    return {"dispatchId": last.dispatch_id}


def _recorded(session: Session, dispatch_id: str) -> tuple[str, str]:
    path = journal_path(session.host.environ, session.options.home)
    found = history(path, limit=1, dispatch=dispatch_id)
    if not found:
        raise UsageError(_NONE, "the journal no longer has it; fire it again")
    page = recorded_page(found[0])
    return page, page
