"""`hookwright/seen`: what hooks really did, from what agents recorded in the files of their sessions."""

from __future__ import annotations

import asyncio
import time
from typing import TypedDict

from hookwright.engine.journal.history import since
from hookwright.lsp.methods import SeenParams
from hookwright.lsp.services import Services
from hookwright.reports.seen_data import seen_data
from hookwright.reports.seen_markdown import seen_markdown
from hookwright.sessions.summary import SeenJson


class SeenReportJson(TypedDict):
    """The result of `hookwright/seen`, and the same as Markdown."""

    markdown: str
    data: SeenJson


async def seen(services: Services, params: SeenParams) -> SeenReportJson:
    """Read in a thread; nothing runs.  Untrusted: -32010, as the sessions are not the workspace's."""
    project = services.session.project_folder(params.project_dir)
    services.session.require_trust(project)
    begin = since(params.since, time.time()) if params.since is not None else None
    ended = services.seen_hooks.is_ended
    data = await asyncio.to_thread(seen_data, project, services.host, agent=params.agent, since=begin, stopped=ended)
    if params.agent is None and begin is None:
        services.seen_hooks.take_in(data)
    return {"markdown": seen_markdown(data, services.host.home), "data": data}
