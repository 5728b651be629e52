"""Has the client see how runs go on: progress that can be cancelled, and `hookwright/run` where it follows them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from hookwright.engine.events import Phase, RunEvent, Watch
from hookwright.lsp.services import Services
from hookwright.transport.tasks import cancel

Report = Callable[[str], None]

_LONGEST_LINE = 120


@asynccontextmanager
async def progress(services: Services, title: str, given: str | None = None) -> AsyncIterator[Report]:
    """Shows the title while the block runs, and what is reported from inside; cancelling it there cancels the task.

    With the token that a request has `given`, its client shows it, and cancels the request.
    """
    if given is not None:
        with _told(services, title, given) as report:
            yield report
        return
    token, shown = os.urandom(8).hex(), services.server.work_done_progress
    task = asyncio.current_task()
    if task is None or not services.session.options.client.shows_progress or not await _created(services, token):
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


@contextmanager
def _told(services: Services, title: str, token: str) -> Iterator[Report]:
    shown = services.server.work_done_progress
    shown.begin(token, types.WorkDoneProgressBegin(title))
    try:
        yield lambda message: shown.report(token, types.WorkDoneProgressReport(message=message))
    finally:
        shown.end(token, types.WorkDoneProgressEnd())


async def _created(services: Services, token: str) -> bool:
    try:
        await services.server.work_done_progress.create_async(token)
    except JsonRpcException:
        return False
    return True


def run_watch(services: Services, others: Watch | None = None) -> Watch | None:
    """What is to watch a dispatch, None if no client asks for it; `others` is told of the same events.

    Output comes in pieces, at most every 50 ms and none longer than 32 K characters.
    """
    watches: list[Callable[[RunEvent], None]] = [] if others is None else [others]
    if services.session.options.client.follows_runs:
        watches.append(lambda event: services.server.protocol.notify("hookwright/run", event.to_json()))
    if not watches:
        return None

    from hookwright.engine.events import batched_output

    def tell(event: RunEvent) -> None:
        for watch in watches:
            watch(event)

    return batched_output(tell)


def progress_watch(report: Report, count: int) -> Watch:
    """Reports how many of so many runs have ended, and the last line that one has printed."""
    ended = 0

    def watch(event: RunEvent) -> None:
        nonlocal ended
        ended += event.phase is Phase.FINISHED
        line = last_line(event.text or "") if event.phase is Phase.OUTPUT else _first_line(event.hook.command)
        if line:
            report(f"{ended} of {count}: {line}")

    return watch


def last_line(text: str) -> str:
    """The last line with something in it, fit to be shown; empty if there is none."""
    from hookwright.wording.display import shown

    end = text[-4 * _LONGEST_LINE :]
    lines = [it for it in shown(end.replace("\r", "\n"))[0].splitlines() if it.strip()]
    return _short(lines[-1].strip()) if lines else ""


def _first_line(command: str) -> str:
    return _short(command.strip().split("\n", 1)[0])


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"
