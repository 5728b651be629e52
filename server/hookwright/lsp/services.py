"""Puts together what works on a session, and hands it to the features: each part is made when it is first needed."""

from __future__ import annotations

import asyncio
from functools import cached_property

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from hookwright.lsp.debounce import Debounce
from hookwright.lsp.diagnostics.publisher import DiagnosticPublisher
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts
from hookwright.lsp.options import Options
from hookwright.lsp.refresh import HooksChangedNotifier
from hookwright.lsp.session import Session

# Editors kill a server that has not gone two seconds after it was told to.
_BACKGROUND_SECONDS = 1.5
_JOURNAL_SECONDS = 0.5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

    from hookwright.engine.background import Background
    from hookwright.engine.consents import Consents
    from hookwright.engine.guard import Guard
    from hookwright.engine.host import Host
    from hookwright.engine.journal.writer import Journal
    from hookwright.lsp.diagnostics.closed_files import ClosedFiles
    from hookwright.lsp.diagnostics.shell_checks import Linting
    from hookwright.lsp.file_watcher.dependencies import Dependencies
    from hookwright.lsp.hook_trees import HookTrees
    from hookwright.lsp.last_runs import LastRuns


class Services:
    """What every feature gets beside its params; `server` sends, and `reports` is the folder of what was shown."""

    def __init__(self, session: Session, server: LanguageServer, debounce: Debounce) -> None:
        self.session = session
        self.server = server
        self.debounce = debounce
        self.reports: TemporaryDirectory[str] | None = None
        self.publisher = DiagnosticPublisher(session, server, debounce, self.judged)
        # None where the client has no use for it.
        self.notifier: HooksChangedNotifier | None = None
        if session.options.asks_users:
            loop = asyncio.get_running_loop()
            self.notifier = HooksChangedNotifier(self._tell_news, loop.call_later, self.publisher.call_soon, loop.time)

    @property
    def options(self) -> Options:
        """What the client has said."""
        return self.session.options

    @property
    def documents(self) -> dict[str, Document]:
        """The open documents by URI."""
        return self.session.documents

    def document(self, named: types.TextDocumentIdentifier) -> Document | None:
        """The open document that a request names."""
        return self.session.documents.get(named.uri)

    def open_texts(self) -> OpenTexts:
        """The open documents' texts by file path."""
        return self.session.open_texts()

    def open_files(self) -> OpenFiles:
        """The open hook files by path."""
        return self.session.open_files()

    def require_trust(self, *paths: str) -> None:
        """Raises UntrustedWorkspace where the client has not said that the workspace, and each path, is trusted."""
        self.session.require_trust(*paths)

    @cached_property
    def host(self) -> Host:
        """The machine that hooks run on, as it was when the first was to run."""
        from hookwright.engine.host import Host

        return Host.real()

    @cached_property
    def background(self) -> Background:
        """What a dispatch has answered without waiting for (B6)."""
        from hookwright.engine.background import Background
        from hookwright.engine.journal.writer import late_recorder

        return Background(late_recorder(self.journal) if self.journal else None)

    @cached_property
    def journal(self) -> Journal | None:
        """Where dispatches and test-fires are recorded; None where the user has switched it off."""
        from hookwright.engine.journal.writer import open_journal

        return open_journal(self.host.environ, self.options.home)

    @cached_property
    def consents(self) -> Consents:
        """What the user has agreed to run."""
        from hookwright.engine.consents import Consents

        return Consents(self.host.environ, self.options.home)

    @cached_property
    def guard(self) -> Guard:
        """What has fired and must not fire again (A15)."""
        from hookwright.engine.guard import Guard

        return Guard()

    @cached_property
    def dependencies(self) -> Dependencies:
        """What the open documents depend on beside their text."""
        from hookwright.lsp.file_watcher.dependencies import Dependencies

        return Dependencies(self.server, self.publisher.from_elsewhere)

    @cached_property
    def last_runs(self) -> LastRuns:
        """How hooks did when they ran last."""
        from hookwright.lsp.last_runs import LastRuns

        return LastRuns(self.session, self.server, self.host, self.journal, self.publisher.soon, self.hooks_changed)

    @cached_property
    def linting(self) -> Linting:
        """What ShellCheck says of the open documents, where it is installed."""
        from hookwright.lsp.diagnostics.shell_checks import Linting

        return Linting(self.host, self.options, self.publisher.soon)

    @cached_property
    def closed_files(self) -> ClosedFiles:
        """What is wrong with the hook files that are not open."""
        from hookwright.lsp.diagnostics.closed_files import ClosedFiles

        return ClosedFiles()

    @cached_property
    def hook_trees(self) -> HookTrees:
        """Every hook that is configured."""
        from hookwright.lsp.hook_trees import HookTrees

        return HookTrees()

    def judged(self, document: Document) -> list[types.Diagnostic]:
        """The diagnostics of the document as it is; what they depend on is followed from now on."""
        # The rules are many, and a session that only dispatches needs none of them.
        from hookwright.lsp.diagnostics.judge import lsp_diagnostics
        from hookwright.lsp.stamps import NotingDisk

        options, linter = self.options, self.linting.asked()
        disk = NotingDisk(options.home, self.host.environ.get("PATH", ""))
        found = lsp_diagnostics(document, options, disk, self.open_texts(), self.open_files(), linter)
        self.dependencies.follow(document, disk.asked, options)
        self.linting.want(document.uri, linter)
        return found

    def publish_after(self, document: Document) -> None:
        """Publishes for a document that has changed, and for all where they are judged by what it says."""
        self.publisher.changed(document.uri)
        if self.notifier is not None:
            self.notifier.typed(document)
        if document.is_settings:
            self.publish_all()

    def publish_all(self) -> None:
        """Publishes for all open documents once no more input waits."""
        self.publisher.soon(*self.documents)

    def forget(self, uri: str) -> None:
        """Keeps nothing of a document that was closed, and follows and asks nothing for it."""
        self.publisher.forget(uri)
        if "dependencies" in vars(self):
            self.dependencies.forget(uri)
        if "linting" in vars(self):
            self.linting.forget(uri)

    def hooks_changed(self) -> None:
        """Has the client know, where it wants to, that its tree of hooks is no longer right."""
        if self.notifier is not None:
            self.notifier.changed()

    async def finish(self) -> None:
        """Waits for what runs behind the answers, bounded, and then ends it (B6)."""
        if "linting" in vars(self):
            await self.linting.finish()
        if "background" in vars(self):
            await self.background.finish(_BACKGROUND_SECONDS)

    def close(self) -> None:
        """Stops watching, writes what is still to be recorded, bounded, and takes the reports away."""
        if "dependencies" in vars(self):
            self.dependencies.watcher.close()
        if "journal" in vars(self) and self.journal is not None:
            self.journal.close(_JOURNAL_SECONDS)
        if self.reports is not None:
            self.reports.cleanup()

    def _tell_news(self) -> None:
        self.server.protocol.notify("hookwright/hooksChanged", {})
