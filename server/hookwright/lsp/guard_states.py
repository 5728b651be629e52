"""The states of the guards of open hook files, for their lenses; they are looked at in a thread."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from pygls.lsp.server import LanguageServer

from hookwright.config.view import HookFile
from hookwright.lsp.documents import Document
from hookwright.lsp.refresh import Refreshing
from hookwright.lsp.session import Session
from hookwright.workflows.guarding.guard import Guard
from hookwright.workflows.guarding.kept import KnownGuards

logger = logging.getLogger(__name__)


class GuardStates:
    """What is known by now; more may come, and then the client is asked to ask for the lenses again."""

    def __init__(self, session: Session, server: LanguageServer, guards: KnownGuards) -> None:
        self._guards = guards
        self._tasks: dict[str, asyncio.Task[None]] = {}
        able = "codeLens" in session.options.client.refreshes
        self._refreshing = Refreshing(server.protocol, "workspace/codeLens/refresh") if able else None

    def of(self, document: Document) -> Mapping[str, Guard]:
        """Each guard, by its hook's pointer."""
        file = document.file
        if file is None or not file.hooks:
            return {}
        known = self._guards.known(file)
        if known is None:
            self._look(file)
            return {}
        return known

    def show_again(self) -> None:
        """Has the client ask again for the lenses."""
        if self._refreshing is not None:
            self._refreshing.ask()

    def _look(self, file: HookFile) -> None:
        if file.path in self._tasks:
            return
        task = asyncio.get_running_loop().create_task(self._find(file))
        self._tasks[file.path] = task
        task.add_done_callback(lambda _: self._tasks.pop(file.path, None))

    async def _find(self, file: HookFile) -> None:
        try:
            found = await asyncio.to_thread(self._guards.of, file)
        except Exception:  # a file that cannot be understood must not end the session's other lenses
            logger.exception("The guards of %s cannot be looked at", file.path)
            return
        if found:
            self.show_again()
