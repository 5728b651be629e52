"""The reports on a project's hooks, as the server sees them: with the editor's texts, and what it has recorded."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from hookwright.config.workspace import Snapshot
from hookwright.errors import UsageError
from hookwright.lsp.dispatching import project_folder
from hookwright.lsp.methods import HistoryParams, ProjectParams
from hookwright.lsp.services import Services
from hookwright.workflows.reports.hook_list import list_data, list_page, overview
from hookwright.workflows.reports.status import status_data, status_page

_FLUSH_SECONDS = 1.0
_NOT_RECORDED = "This was not recorded, because `HOOKWRIGHT_JOURNAL` switches the journal off"
_RECORD_IT = "unset it, restart the editor and fire the hook again"


def list_of(services: Services, params: ProjectParams) -> dict[str, Any]:
    """Page and data of every configured hook (A18)."""
    data = list_data(*_overview(services, params))
    return {"markdown": list_page(data), "data": data}


async def status_of(services: Services, params: ProjectParams) -> dict[str, Any]:
    """Page and data of counts and statistics (A18); the journal is read in a thread."""
    project, snapshots = _overview(services, params)
    environ, home = services.host.environ, services.options.home

    def read() -> dict[str, Any]:
        flush(services)
        return status_data(project, snapshots, environ, home)

    data = await asyncio.to_thread(read)
    return {"markdown": status_page(data), "data": data}


async def history_of(services: Services, params: HistoryParams) -> list[dict[str, Any]]:
    """The recorded dispatches with their verdicts, those that this session has just made too; read in a thread."""
    from hookwright.engine.journal.history import history, since
    from hookwright.engine.journal.place import journal_path
    from hookwright.workflows.verdict import recorded_verdict

    path = journal_path(services.host.environ, services.options.home)
    begin = since(params.since, time.time()) if params.since is not None else None

    def read() -> list[dict[str, Any]]:
        flush(services)
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


async def record_of(services: Services, named: str) -> dict[str, Any]:
    """The one recorded dispatch of that id, or that beginning of one; read in a thread.  Raises UsageError."""
    from hookwright.engine.journal.history import recorded_run
    from hookwright.engine.journal.place import journal_path

    path = journal_path(services.host.environ, services.options.home)

    def read() -> dict[str, Any]:
        flush(services)
        try:
            return recorded_run(path, named)
        except UsageError:
            if services.journal is not None:
                raise
            raise UsageError(_NOT_RECORDED, _RECORD_IT) from None

    return await asyncio.to_thread(read)


def flush(services: Services) -> None:
    """Has what was just recorded be in the journal, as far as that takes no longer than a moment."""
    if services.journal is not None:
        services.journal.flush(_FLUSH_SECONDS)


def _overview(services: Services, params: ProjectParams) -> tuple[str, tuple[Snapshot, ...]]:
    project = project_folder(services, params.project_dir)
    open_texts, environ = dict(services.open_texts()), services.host.environ
    return project, overview(project, services.options.home, open_texts=open_texts, environ=environ)
