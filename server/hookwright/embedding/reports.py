"""`status` and `list`: what is configured in a project, and how it has run; both work where nothing is trusted."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, TypedDict

from hookwright.config.workspace import Snapshot
from hookwright.embedding.engine import Engine
from hookwright.embedding.params import ProjectParams
from hookwright.reports.hook_list import list_data, list_page, overview
from hookwright.reports.status import status_data, status_page
from hookwright.workflows.hook_modules.listing import modules_json

_FLUSH_SECONDS = 1.0


class ReportJson(TypedDict):
    """The result of `status` and `list`."""

    markdown: str
    data: Mapping[str, Any]


async def status(engine: Engine, params: ProjectParams) -> ReportJson:
    """Markdown and data of counts and statistics (A18), read in a thread."""
    project, snapshots = overview_of(engine, params)
    loaded = engine.loaded_modules(project)

    def read() -> dict[str, Any]:
        if engine.runner.journal is not None:
            engine.runner.journal.flush(_FLUSH_SECONDS)
        return status_data(project, snapshots, engine.host, modules_json(project, engine.host.home, loaded))

    data = await asyncio.to_thread(read)
    return {"markdown": status_page(data), "data": data}


def list_hooks(engine: Engine, params: ProjectParams) -> ReportJson:
    """Markdown and data of every configured hook (A18)."""
    project, snapshots = overview_of(engine, params)
    data = list_data(project, snapshots, modules_json(project, engine.host.home, engine.loaded_modules(project)))
    return {"markdown": list_page(data), "data": data}


def overview_of(engine: Engine, params: ProjectParams) -> tuple[str, tuple[Snapshot, ...]]:
    """The project, and what applies to it in each dialect."""
    project = engine.project_folder(params.project_dir)
    return project, overview(project, engine.host, open_texts=dict(engine.open_texts()))
