"""Has the client know what is wrong with the open documents, once no more input waits."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.lsp.debounce import Debounce
from hookwright.lsp.documents import Document
from hookwright.lsp.refresh import Refreshing
from hookwright.lsp.session import Session
from hookwright.transport.failures import log_fault
from hookwright.transport.tasks import begin, stop

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.convert import DiagnosticJson

# Of more documents than these, only the text is kept: people type in few at a time.
_MOST_AWAKE = 8


class DiagnosticPublisher:
    """Publishes for a session, and again whenever the files change that its documents are judged by.

    A client that asks for diagnostics is sent none; it is told to ask again when others change than those it changed.
    `asked_for` are the open documents that it asks for one by one, `asked_early` those that it asked for before it
    opened them: editors do so where a file is in sight while the server starts.
    """

    def __init__(
        self,
        session: Session,
        server: LanguageServer,
        debounce: Debounce,
        judge: Callable[[Document], Awaitable[list[DiagnosticJson]]],
    ) -> None:
        self._session = session
        self._server = server
        self._idle = debounce
        self._judge = judge
        self.asked_for: set[str] = set()
        self.asked_early: set[str] = set()
        self._changed: dict[str, None] = {}
        self._stale: dict[str, None] = {}
        self._judged: dict[str, None] = {}
        self._publishing: dict[str, asyncio.Task[None]] = {}
        self._loop = asyncio.get_running_loop()
        self._refreshing = Refreshing(server.protocol, types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def changed(self, uri: str) -> None:
        """Publishes for a document that the client has changed, which it asks for itself where it asks."""
        if uri in self.asked_early:
            self.asked_early.discard(uri)
            self.soon(uri)
            return
        self._changed[uri] = None
        self._idle.call(self._publish)

    def soon(self, *uris: str) -> None:
        """Publishes for the documents when the input rests, so that a burst costs one analysis."""
        self._stale |= dict.fromkeys(uris)
        self._idle.call(self._publish)

    def all(self) -> None:
        """Publishes for all open documents when the input rests; their project may say that they are other files."""
        projects = self._session.projects()
        for it in self._session.documents.values():
            it.look_again(projects.dialect_of)
        self.soon(*self._session.documents)

    def call_soon(self, callback: Callable[[], None]) -> None:
        """Calls back in the thread that serves; from any thread."""
        # The session may be over.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(callback)

    def from_elsewhere(self) -> None:
        """Publishes for all documents; from any thread."""
        self.call_soon(self.all)

    def forget(self, uri: str) -> None:
        """Keeps nothing of a document that was closed."""
        self._judged.pop(uri, None)
        self.asked_for.discard(uri)
        if (task := self._publishing.get(uri)) is not None:
            task.cancel()

    async def finish(self) -> None:
        """Ends what is under way."""
        await stop(self._publishing.values())

    async def judged(self, document: Document) -> list[DiagnosticJson]:
        """The diagnostics of the document as it is when they are found."""
        found = await self._judge(document)
        self._rest_others(document.uri)
        return found

    def _publish(self) -> None:
        # The rules are many, and a session that only dispatches needs none of them.
        from hookwright.lsp.diagnostics.judge import judged_with

        session, changed = self._session, self._changed
        stale, self._stale, self._changed = {**changed, **self._stale}, {}, {}
        for it in [session.documents[uri] for uri in stale if uri in session.documents]:
            stale |= dict.fromkeys(judged_with(session.documents, it, session.options))
        if session.options.client.diagnostics.pulls:
            if not stale.keys() <= changed.keys():
                self._refreshing.ask()
            return
        for uri in stale:
            if (document := session.documents.get(uri)) is not None:
                self._begin(document)

    def _begin(self, document: Document) -> None:
        """Publishes for the document as it is now, and no more for what it was."""
        uri = document.uri
        if (earlier := self._publishing.get(uri)) is not None:
            earlier.cancel()
        self._publishing[uri] = begin(self._publish_one(document), lambda task: self._settle(uri, task))

    async def _publish_one(self, document: Document) -> None:
        found = await self.judged(document)
        params = {"uri": document.uri, "diagnostics": found, "version": document.version}
        self._server.protocol.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    def _settle(self, uri: str, task: asyncio.Task[None]) -> None:
        if self._publishing.get(uri) is task:
            del self._publishing[uri]
        if not task.cancelled() and (error := task.exception()) is not None:
            log_fault(error, "publishing diagnostics")

    def _rest_others(self, uri: str) -> None:
        """Lets those documents rest that were judged the longest time ago."""
        self._judged.pop(uri, None)
        self._judged[uri] = None
        while len(self._judged) > _MOST_AWAKE:
            oldest = next(iter(self._judged))
            del self._judged[oldest]
            if (document := self._session.documents.get(oldest)) is not None:
                document.rest()
