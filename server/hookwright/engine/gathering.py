"""What hooks print, passed on in pieces that a reader can bear: a few a second, and none too long."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from hookwright.engine.events import Phase, RunEvent, Watch

MOST_CHARACTERS = 32_768
"""As much of what came since the last piece is passed on: the newest of it."""
_SECONDS = 0.05


class _Gathered:
    """What came of one stream of a hook since its last piece; what is too old is counted and thrown away."""

    def __init__(self, event: RunEvent) -> None:
        self._event = event
        self._pieces: list[str] = []
        self._length = 0
        self._left_out = 0

    def add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)
        if self._length > 2 * MOST_CHARACTERS:
            self._trim()

    def event(self) -> RunEvent:
        self._trim()
        return replace(self._event, text="".join(self._pieces), left_out=self._left_out)

    def _trim(self) -> None:
        newest = "".join(self._pieces)[-MOST_CHARACTERS:]
        self._left_out += self._length - len(newest)
        self._pieces, self._length = [newest], len(newest)


def gathering(watch: Watch) -> Watch:
    """Passes events on to `watch`, and output at most every 50 ms, whole pieces before the end of their run.

    It is called in the thread of a running loop.
    """
    waiting: dict[tuple[str, str | None], _Gathered] = {}

    def flush(hook: str | None = None) -> None:
        for key in [it for it in waiting if hook in (None, it[0])]:
            watch(waiting.pop(key).event())

    def gather(event: RunEvent) -> None:
        if event.phase is not Phase.OUTPUT:
            flush(event.hook.id)
            watch(event)
            return
        if not waiting:
            asyncio.get_running_loop().call_later(_SECONDS, flush)
        key = event.hook.id, event.stream
        if key not in waiting:
            waiting[key] = _Gathered(event)
        waiting[key].add(event.text or "")

    return gather
