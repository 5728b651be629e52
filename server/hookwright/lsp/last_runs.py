"""How hooks did when they ran last: what this session has fired, and else what the journal knows."""

from __future__ import annotations

import asyncio
import logging
import os.path
from collections import OrderedDict
from collections.abc import Callable, Mapping

from pygls.lsp.server import LanguageServer

from hookwright.config.view import HookFile
from hookwright.engine.journal.place import journal_path
from hookwright.engine.journal.statistics import HookKey, LastRun, key_of, latest
from hookwright.engine.journal.writer import Journal
from hookwright.errors import HookwrightError
from hookwright.firing.fire_result import FireResult
from hookwright.host import Host
from hookwright.ide.code_lens import Results
from hookwright.ide.last_runs import identities, last_run_labels, last_runs, slow_hooks
from hookwright.lsp.documents import Document
from hookwright.lsp.kinds.hooks import HooksDocument
from hookwright.lsp.refresh import Refreshing
from hookwright.lsp.run_diagnostics import RunDiagnostics, script_stamps
from hookwright.lsp.session import Session

logger = logging.getLogger(__name__)

_MOST_PAGES = 64
# Where last results are shown: what the client is to ask for again when there are others.
_SHOWING = ("codeLens", "inlayHint")


class LastRuns:
    """The last results of one session.  The journal is read in a thread, once for each document and its hooks."""

    def __init__(
        self,
        session: Session,
        server: LanguageServer,
        host: Host,
        journal: Journal | None,
        publish: Callable[[str], None],
        changed: Callable[[], None],
    ) -> None:
        self._session = session
        self._journal = journal
        self._path = journal_path(host)
        self._publish = publish
        self._changed = changed
        self._fired: dict[HookKey, LastRun] = {}
        self._recorded: dict[str, Mapping[HookKey, LastRun]] = {}
        self._asked: dict[str, frozenset[str]] = {}
        self._pages: OrderedDict[str, tuple[str, str]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        able = (it for it in _SHOWING if it in session.options.client.refreshes)
        self._refreshing = [Refreshing(server.protocol, f"workspace/{it}/refresh") for it in able]

    def results(self, document: Document) -> Results:
        """What is known by now of the document's hooks; more may come, and then the client is asked to ask again."""
        file = document.file
        if file is None or (not self._fired and not self._has_journal()):
            return {}
        self._look(document, file)
        return last_run_labels(file, {**self._recorded.get(file.path, {}), **self._fired})

    def last(self, file: HookFile, pointer: str) -> LastRun | None:
        """The last run of the hook at a pointer; None if none is known."""
        known = {**self._recorded.get(file.path, {}), **self._fired}
        keys = (key_of(it) for it in identities(file) if it.pointer == pointer)
        return next((known[it] for it in keys if it in known), None)

    def fired(self) -> Mapping[HookKey, LastRun]:
        """The last runs of what this session has fired."""
        return dict(self._fired)

    def page(self, dispatch_id: str) -> tuple[str, str] | None:
        """The report of what this session fired, as a page and in plain text."""
        return self._pages.get(dispatch_id)

    def keep(self, fired: FireResult) -> None:
        """Takes in what was fired."""
        from hookwright.reports.fire_report import fire_report, plain_fire_report

        self._fired.update(last_runs(fired.outcome))
        self._pages[fired.outcome.dispatch_id] = fire_report(fired), plain_fire_report(fired)
        while len(self._pages) > _MOST_PAGES:
            self._pages.popitem(last=False)
        self.show_again()
        self._changed()

    def show_again(self) -> None:
        """Has the client ask again for all that shows last results."""
        for it in self._refreshing:
            it.ask()

    def _has_journal(self) -> bool:
        return self._journal is not None and os.path.exists(self._path)

    def _look(self, document: Document, file: HookFile) -> None:
        places = frozenset(it.id for it in identities(file))
        if places <= self._asked.get(file.path, frozenset()):
            return
        self._asked[file.path] = places
        task = asyncio.get_running_loop().create_task(self._read(document.uri, file))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read(self, uri: str, file: HookFile) -> None:
        try:
            found = await asyncio.to_thread(latest, self._path, identities(file))
        except HookwrightError as error:
            logger.info("%s", error)
            return
        document = self._session.documents.get(uri)
        if not found or not isinstance(document, HooksDocument):
            return
        self._recorded[file.path] = found
        slow = list(slow_hooks(file, found))
        if slow:
            stamps = await asyncio.to_thread(script_stamps, self._session.options, file, [it.route for it, _ in slow])
            document.run_diagnostics = document.run_diagnostics or RunDiagnostics()
            document.run_diagnostics.remember(slow, file, stamps)
            self._publish(uri)
        self.show_again()
