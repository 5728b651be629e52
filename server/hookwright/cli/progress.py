"""One line on the terminal that says what a command waits for; it is wiped before anything else is printed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from hookwright.cli.finishing import finished
from hookwright.cli.terminal import show_in_place, takes_lines_in_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.events import RunEvent, Watch

Result = TypeVar("Result")

_QUIET_SECONDS = 0.5
"""Most hooks have ended by then, and a line that is gone at once only distracts."""

_TICK_SECONDS = 0.5


class ProgressLine:
    """The line; where standard error is no terminal that can take a line back, it shows nothing."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._text = ""
        self._is_shown = False
        self._can_show = takes_lines_in_place()

    def show(self, text: str) -> None:
        """What is waited for from now on; an empty text is nothing."""
        self._text = text
        self.draw()

    def draw(self) -> None:
        """Shows the text with the seconds that have passed, if it has been a while."""
        seconds = time.monotonic() - self._began
        if not self._text:
            self.wipe()
        elif self._can_show and seconds >= _QUIET_SECONDS:
            show_in_place(self._text, f" ({seconds:.0f} s)")
            self._is_shown = True

    def wipe(self) -> None:
        """Takes the line back."""
        if self._is_shown:
            show_in_place("")
            self._is_shown = False


def with_progress(work: Callable[[ProgressLine], Coroutine[Any, Any, Result]]) -> Result:
    """The result of the work, which says on the line what it waits for."""

    async def tick(line: ProgressLine) -> None:
        while True:
            await asyncio.sleep(_TICK_SECONDS)
            line.draw()

    async def run() -> Result:
        line = ProgressLine()
        ticking = asyncio.create_task(tick(line))
        try:
            return await work(line)
        finally:
            ticking.cancel()
            line.wipe()

    return finished(run())


def hooks_on(line: ProgressLine) -> Watch:
    """A watcher of a dispatch that names the hooks that run on the line."""
    from hookwright.engine.events import Phase

    running: dict[str, str] = {}

    def watch(event: RunEvent) -> None:
        if event.phase is Phase.STARTED:
            running[event.hook.id] = event.hook.name or event.hook.command
        elif event.phase is Phase.FINISHED:
            running.pop(event.hook.id, None)
        else:
            return
        many = f"{len(running)} hooks run: " if len(running) > 1 else "running "
        line.show(many + ", ".join(running.values()) if running else "")

    return watch
