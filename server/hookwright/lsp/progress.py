"""Progress in the editor while hooks run, which can be cancelled there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.lsp.session import Session

Report = Callable[[str], None]


@asynccontextmanager
async def progress(session: Session, title: str) -> AsyncIterator[Report]:
    """Shows the title while the block runs, and what is reported from inside; cancelling it there cancels the task."""
    token = os.urandom(8).hex()
    task = asyncio.current_task()
    if task is None or not session.options.shows_progress or not await _created(session, token):
        yield lambda message: None
        return

    def tell(kind: str, **said: object) -> None:
        session.server.progress(types.ProgressParams(token, {"kind": kind, **said}))

    session.progress[token] = task
    tell("begin", title=title, cancellable=True)
    try:
        # What is told late must not come behind the end.
        yield lambda message: tell("report", message=message) if token in session.progress else None
    finally:
        del session.progress[token]
        tell("end")


async def _created(session: Session, token: str) -> bool:
    try:
        await session.server.window_work_done_progress_create_async(types.WorkDoneProgressCreateParams(token))
    except JsonRpcException:
        return False
    return True
