"""`hookwright/status`, `list` and `history`: what is configured in a project, and how it has run."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

from hookwright.config.workspace import Snapshot
from hookwright.engine.journal.history import history as recorded_dispatches
from hookwright.engine.journal.history import since
from hookwright.engine.journal.place import journal_path
from hookwright.lsp.journal import flush
from hookwright.lsp.methods import HistoryParams, ProjectParams
from hookwright.lsp.results import ReportJson
from hookwright.lsp.services import Services
from hookwright.workflows.reports.hook_list import list_data, list_page, overview
from hookwright.workflows.reports.status import status_data, status_page
from hookwright.workflows.verdict import recorded_verdict


async def status(services: Services, params: ProjectParams) -> ReportJson:
    """Markdown and data of counts and statistics (A18), read in a thread.

    It runs nothing, so it works in an untrusted workspace too.
    """
    project, snapshots = _overview(services, params)
    environ, home = services.host.environ, services.session.options.home

    def read() -> dict[str, Any]:
        flush(services)
        return status_data(project, snapshots, environ, home)

    data = await asyncio.to_thread(read)
    return {"markdown": status_page(data), "data": data}


async def doctor(services: Services, params: ProjectParams) -> ReportJson:
    """Markdown and data of what is broken; the server that answers is not started once more."""
    from hookwright.workflows.doctor import doctor_json, doctor_page, examine

    project, snapshots = _overview(services, params)
    host = replace(services.host, home=services.session.options.home)
    found = await asyncio.to_thread(examine, host, project, snapshots)
    return {"markdown": doctor_page(found), "data": doctor_json(found)}


def list_hooks(services: Services, params: ProjectParams) -> ReportJson:
    """Markdown and data of every configured hook (A18); runs nothing, so it works in an untrusted workspace too."""
    data = list_data(*_overview(services, params))
    return {"markdown": list_page(data), "data": data}


async def history(services: Services, params: HistoryParams) -> list[dict[str, Any]]:
    """The recorded dispatches with their verdicts, those that this session has just made too; read in a thread."""
    path = journal_path(services.host.environ, services.session.options.home)
    begin = since(params.since, time.time()) if params.since is not None else None

    def read() -> list[dict[str, Any]]:
        flush(services)
        found = recorded_dispatches(
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


def _overview(services: Services, params: ProjectParams) -> tuple[str, tuple[Snapshot, ...]]:
    project = services.session.project_folder(params.project_dir)
    open_texts, environ = dict(services.session.open_texts()), services.host.environ
    return project, overview(project, services.session.options.home, open_texts=open_texts, environ=environ)
