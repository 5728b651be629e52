"""Tells the client how runs go on: `hookwright/run` where it follows them, and lines for its progress."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.engine.events import Phase, RunEvent, Watch
from hookwright.lsp.services import Services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.progress import Report

_LONGEST_LINE = 120


def run_watch(services: Services, others: Watch | None = None) -> Watch | None:
    """What is to watch a dispatch, None where nobody wants to know; `others` is told of the same events.

    Output comes in pieces, at most every 50 ms and none longer than 32 K characters.
    """
    watches: list[Callable[[RunEvent], None]] = [] if others is None else [others]
    if services.options.follows_runs:
        watches.append(lambda event: services.server.protocol.notify("hookwright/run", event.to_json()))
    if not watches:
        return None

    from hookwright.engine.events import gathering

    def tell(event: RunEvent) -> None:
        for watch in watches:
            watch(event)

    return gathering(tell)


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
    """The last line with something in it, fit to be shown; empty where there is none."""
    from hookwright.workflows.display import shown

    end = text[-4 * _LONGEST_LINE :]
    lines = [it for it in shown(end.replace("\r", "\n"))[0].splitlines() if it.strip()]
    return _short(lines[-1].strip()) if lines else ""


def _first_line(command: str) -> str:
    return _short(command.strip().split("\n", 1)[0])


def _short(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"
