"""What agents recorded of the hooks of a session's projects, for lenses and the tree; read in a thread, and kept."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping
from typing import NamedTuple

from pygls.lsp.server import LanguageServer

from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile
from hookwright.host import Host
from hookwright.ide.hook_tree import SeenHooksOf
from hookwright.lsp.refresh import Refreshing
from hookwright.lsp.session import Session
from hookwright.model.hook import Scope
from hookwright.reports.seen_data import has_sessions, seen_data
from hookwright.reports.seen_words import short_verdict
from hookwright.sessions.attribution import as_recorded
from hookwright.sessions.summary import HookSeenJson, SeenJson
from hookwright.text import to_pointer

logger = logging.getLogger(__name__)

_SIGNS = {True: "✗", False: "∑"}


class SeenTitle(NamedTuple):
    """What the lens of a hook says of its recorded runs, and whether some of them failed."""

    text: str
    is_problem: bool


class SeenHooks:
    """What is known by now; where more comes, the client is asked to ask again.

    Nothing is read before the client has said that the workspace is trusted.  A project is read again after one of
    its hook files was opened or saved.
    """

    def __init__(self, session: Session, server: LanguageServer, host: Host, changed: Callable[[], None]) -> None:
        self._session = session
        self._host = host
        self._changed = changed
        self._ended = threading.Event()
        self._known: dict[str, SeenHooksOf] = {}
        self._current: set[str] = set()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        able = "codeLens" in session.options.client.refreshes
        self._refreshing = Refreshing(server.protocol, "workspace/codeLens/refresh") if able else None

    def titles(self, file: HookFile) -> Mapping[str, SeenTitle]:
        """The lens of each hook that has records, by its pointer, if its command is still the one that they name."""
        known = self.of(self._project(file))
        found = ((it, known.get((file.path, to_pointer(it.route)))) for it in runnable_hooks(file)[0]) if known else ()
        return {
            to_pointer(hook.route): _title(it)
            for hook, it in found
            if it is not None and it["command"] == as_recorded(file.dialect, hook)
        }

    def of(self, project: str) -> SeenHooksOf:
        """What is known by now of the hooks that apply in a project."""
        if project and project not in self._current and project not in self._tasks and self._is_trusted(project):
            task = asyncio.get_running_loop().create_task(self._find(project))
            self._tasks[project] = task
            task.add_done_callback(lambda _: self._tasks.pop(project, None))
        return self._known.get(project, {})

    def look_again(self) -> None:
        """Reads what is new for those who asked before."""
        asked = sorted(self._current)
        self._current.clear()
        for it in asked:
            self.of(it)

    def is_ended(self) -> bool:
        """Whether the session has ended, so that the answer is not needed any more."""
        return self._ended.is_set()

    def close(self) -> None:
        """Has what is being read end soon."""
        self._ended.set()

    def take_in(self, data: SeenJson) -> None:
        """Keeps what was read for a request, of all agents and times."""
        self._current.add(data["projectDir"])
        self._keep(data["projectDir"], data)

    def _project(self, file: HookFile) -> str:
        """The project that a file is for; of files of the user, the first folder of the workspace."""
        if file.scope in (Scope.PROJECT, Scope.LOCAL):
            return file.project
        return next(iter(self._session.options.folders), "")

    def _is_trusted(self, project: str) -> bool:
        trust = self._session.trust
        return trust.given and trust.covers(project)

    async def _find(self, project: str) -> None:
        self._current.add(project)
        try:
            found = await asyncio.to_thread(self._read, project)
        except Exception:  # what one agent has written must not end the session's other lenses
            logger.exception("What agents recorded of the hooks of %s cannot be read", project)
            return
        if found is not None and not self.is_ended():
            self._keep(project, found)

    def _read(self, project: str) -> SeenJson | None:
        return seen_data(project, self._host, stopped=self.is_ended) if has_sessions(self._host) else None

    def _keep(self, project: str, data: SeenJson) -> None:
        hooks = (hook for agent in data["agents"] for hook in agent["hooks"] if hook["runs"])
        found = {(it["place"]["source"], it["place"]["pointer"]): it for it in hooks}
        if found == self._known.get(project, {}):
            return
        self._known[project] = found
        if self._refreshing is not None:
            self._refreshing.ask()
        self._changed()


def _title(it: HookSeenJson) -> SeenTitle:
    failed = it["failed"] + it["timedOut"] > 0
    return SeenTitle(f"{_SIGNS[failed]} {short_verdict(it)}", failed)
