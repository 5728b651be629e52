"""Progress in the editor while hooks run, which can be cancelled there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.lsp.session import SessionProtocol

Report = Callable[[str], None]


@asynccontextmanager
async def progress(session: SessionProtocol, title: str) -> AsyncIterator[Report]:
    """Shows the title while the block runs, and what is reported from inside; cancelling it there cancels the task."""
    if not session.options.shows_progress:
        yield lambda message: None
        return
    token, task = str(uuid4()), asyncio.current_task()
    with suppress(JsonRpcException):
        await session.progress.create_async(token)

    def stop_on_cancel(future: object) -> None:
        if task is not None and getattr(future, "cancelled", lambda: False)():
            task.cancel()

    session.progress.tokens[token].add_done_callback(stop_on_cancel)
    session.progress.begin(token, types.WorkDoneProgressBegin(title=title, cancellable=True))
    try:
        yield lambda message: session.progress.report(token, types.WorkDoneProgressReport(message=message))
    finally:
        session.progress.end(token, types.WorkDoneProgressEnd())
