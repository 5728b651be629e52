"""When ShellCheck and the shells are asked about open documents: after the typing has rested, behind all else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from hookwright.host import Host
from hookwright.lsp.options import Options
from hookwright.transport.tasks import stop
from hookwright.workflows.shell_checkers import PendingQuestions, ShellCheckers, find_shell_checkers

_REST_SECONDS = 0.3


class ShellChecks:
    """Asks about the commands that the last judgment of each document missed; `changed` is called with the URIs.

    Nothing is ever asked in an untrusted workspace, where nothing is executed.
    """

    def __init__(self, host: Host, options: Options, changed: Callable[..., None]) -> None:
        folders = [it for it in options.folders if it != options.home]
        self._experts = (
            find_shell_checkers(host.environ.get("PATH", ""), folders) if options.settings.trusted else ShellCheckers()
        )
        self._changed = changed
        self._wanted: dict[str, PendingQuestions] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def asked(self) -> PendingQuestions | None:
        """What a judgment asks; None if there is no checker to ask."""
        return PendingQuestions(self._experts) if self._experts else None

    def want(self, uri: str, asked: PendingQuestions | None) -> None:
        """Asks for what the document's judgment missed, once no other comes for a moment."""
        self._wanted.pop(uri, None)
        if asked is None or not asked.misses:
            return
        self._wanted[uri] = asked
        self._wait()

    def _wait(self) -> None:
        """Begins the wait, or begins it again."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_REST_SECONDS, self._ask)

    def forget(self, uri: str) -> None:
        """Asks nothing more for a document that was closed."""
        self._wanted.pop(uri, None)

    async def finish(self) -> None:
        """Ends what is under way."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            await stop([self._task])

    def _ask(self) -> None:
        if self._wanted and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._wanted:
            wanted, self._wanted = self._wanted, {}
            for uri, asked in wanted.items():
                if await asked.learn():
                    self._changed(uri)
