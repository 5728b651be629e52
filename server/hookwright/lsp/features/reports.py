"""`hookwright/history` and what `hookwright.doctor` shows: how a project's hooks have run, and what is broken."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from hookwright.embedding.params import ProjectParams
from hookwright.embedding.reports import ReportJson, overview_of
from hookwright.engine.journal.history import history as recorded_dispatches
from hookwright.engine.journal.history import since
from hookwright.engine.journal.place import journal_path
from hookwright.lsp.journal import flush
from hookwright.lsp.methods import HistoryParams
from hookwright.lsp.services import Services
from hookwright.wording.verdict import recorded_verdict


async def doctor(services: Services, params: ProjectParams) -> ReportJson:
    """Markdown and data of what is broken; the server that answers is not started once more."""
    from hookwright.guards.recognition import known_guard
    from hookwright.workflows.checks import doctor_json, doctor_page
    from hookwright.workflows.cost_report import costs_of
    from hookwright.workflows.doctor import examine
    from hookwright.workflows.guard_report import guards_of
    from hookwright.workflows.hook_modules.listing import modules_json
    from hookwright.workflows.other_files import other_files

    project, snapshots = overview_of(services.engine, params)
    host = services.host
    modules = modules_json(project, host.home, services.engine.loaded_modules(project))
    known = {file.path for it in snapshots for file in it.files}
    others = await asyncio.to_thread(other_files, project, known, host)
    guards = await guards_of(snapshots, host, known_guard, plugins=others.plugins)
    costs = await asyncio.to_thread(costs_of, snapshots, project, host)
    found = await asyncio.to_thread(
        examine, host, project, snapshots, modules=modules, guards=guards, costs=costs, others=others
    )
    return {"markdown": doctor_page(found), "data": doctor_json(found, guards, costs)}


async def history(services: Services, params: HistoryParams) -> list[dict[str, Any]]:
    """The recorded dispatches with their verdicts, those that this session has just made too; read in a thread."""
    path = journal_path(services.host)
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
