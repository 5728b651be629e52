"""Progress in the editor while hooks run, which can be cancelled there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.lsp.services import Services
from hookwright.lsp.transport.tasks import cancel

Report = Callable[[str], None]


@asynccontextmanager
async def progress(services: Services, title: str) -> AsyncIterator[Report]:
    """Shows the title while the block runs, and what is reported from inside; cancelling it there cancels the task."""
    token, shown = os.urandom(8).hex(), services.server.work_done_progress
    task = asyncio.current_task()
    if task is None or not services.options.shows_progress or not await _created(services, token):
        yield lambda message: None
        return
    shown.tokens[token].add_done_callback(lambda it: cancel(task) if it.cancelled() else None)
    shown.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
    try:
        # What is told late must not come behind the end.
        yield (
            lambda message: (
                shown.report(token, types.WorkDoneProgressReport(message=message)) if token in shown.tokens else None
            )
        )
    finally:
        del shown.tokens[token]
        shown.end(token, types.WorkDoneProgressEnd())


async def _created(services: Services, token: str) -> bool:
    try:
        await services.server.work_done_progress.create_async(token)
    except JsonRpcException:
        return False
    return True
