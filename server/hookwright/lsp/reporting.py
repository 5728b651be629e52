"""The reports on a project's hooks, as the server sees them: with the editor's texts, and what it has recorded."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from hookwright.config.workspace import Snapshot
from hookwright.errors import UsageError
from hookwright.lsp.dispatching import project_folder
from hookwright.lsp.methods import HistoryParams, ProjectParams
from hookwright.lsp.session import Session
from hookwright.workflows.reports.hook_list import list_data, list_page, overview
from hookwright.workflows.reports.status import status_data, status_page

_FLUSH_SECONDS = 1.0
_NOT_RECORDED = "This was not recorded, because `HOOKWRIGHT_JOURNAL` switches the journal off"
_RECORD_IT = "unset it, restart the editor and fire the hook again"


def list_of(session: Session, params: ProjectParams) -> dict[str, Any]:
    """Page and data of every configured hook (A18)."""
    data = list_data(*_overview(session, params))
    return {"markdown": list_page(data), "data": data}


async def status_of(session: Session, params: ProjectParams) -> dict[str, Any]:
    """Page and data of counts and statistics (A18); the journal is read in a thread."""
    project, snapshots = _overview(session, params)
    environ, home = session.host.environ, session.options.home

    def read() -> dict[str, Any]:
        flush(session)
        return status_data(project, snapshots, environ, home)

    data = await asyncio.to_thread(read)
    return {"markdown": status_page(data), "data": data}


async def history_of(session: Session, params: HistoryParams) -> list[dict[str, Any]]:
    """The recorded dispatches with their verdicts, those that this session has just made too; read in a thread."""
    from hookwright.engine.journal.history import history, since
    from hookwright.engine.journal.place import journal_path
    from hookwright.workflows.verdict import recorded_verdict

    path = journal_path(session.host.environ, session.options.home)
    begin = since(params.since, time.time()) if params.since is not None else None

    def read() -> list[dict[str, Any]]:
        flush(session)
        found = history(
            path,
            limit=params.limit,
            event=params.event,
            hook=params.hook,
            project=params.project_dir,
            decision=params.decision,
            since=begin,
            dispatch=params.dispatch_id,
        )
        return [{**it, "verdict": recorded_verdict(it)} for it in found]

    return await asyncio.to_thread(read)


async def record_of(session: Session, named: str) -> dict[str, Any]:
    """The one recorded dispatch of that id, or that beginning of one; read in a thread.  Raises UsageError."""
    from hookwright.engine.journal.history import recorded_run
    from hookwright.engine.journal.place import journal_path

    path = journal_path(session.host.environ, session.options.home)

    def read() -> dict[str, Any]:
        flush(session)
        try:
            return recorded_run(path, named)
        except UsageError:
            if session.journal is not None:
                raise
            raise UsageError(_NOT_RECORDED, _RECORD_IT) from None

    return await asyncio.to_thread(read)


def flush(session: Session) -> None:
    """Has what was just recorded be in the journal, as far as that takes no longer than a moment."""
    if session.journal is not None:
        session.journal.flush(_FLUSH_SECONDS)


def _overview(session: Session, params: ProjectParams) -> tuple[str, tuple[Snapshot, ...]]:
    project = project_folder(session, params.project_dir)
    open_texts, environ = dict(session.open_texts()), session.host.environ
    return project, overview(project, session.options.home, open_texts=open_texts, environ=environ)
