"""What the server knows between two messages: the client's options, the open documents, and what is to be published."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property

from hookwright.errors import UntrustedWorkspace
from hookwright.lsp.capabilities import pulls_diagnostics
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts
from hookwright.lsp.hook_news import HookNews
from hookwright.lsp.options import read_options
from hookwright.lsp.publishing import Publishing

# Editors kill a server that has not gone two seconds after it was told to.
_BACKGROUND_SECONDS = 1.5
_JOURNAL_SECONDS = 0.5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Task
    from tempfile import TemporaryDirectory
    from typing import Any

    from hookwright.engine.background import Background
    from hookwright.engine.consents import Consents
    from hookwright.engine.guard import Guard
    from hookwright.engine.host import Host
    from hookwright.engine.journal.writer import Journal
    from hookwright.lsp.following import Following
    from hookwright.lsp.hook_trees import HookTrees
    from hookwright.lsp.linting import Linting
    from hookwright.lsp.on_disk import OnDisk
    from hookwright.lsp.recollection import Recollection
    from hookwright.lsp.server import HookwrightServer

    Feature = Callable[["Session", Any], Any]


class Session:
    """What every feature gets beside its params.

    `initialize_params` are the client's, as they came; `progress` the tasks that the user may cancel, by token;
    `reports` the folder of the reports that were shown.
    """

    def __init__(self, initialize_params: dict[str, Any], server: HookwrightServer) -> None:
        self.initialize_params = initialize_params
        self.server = server
        self.idle = server.idle
        self.options = read_options(initialize_params)
        self.pulls_diagnostics = pulls_diagnostics(initialize_params)
        self.documents: dict[str, Document] = {}
        self.progress: dict[str | int, Task[Any]] = {}
        self.reports: TemporaryDirectory[str] | None = None
        self.publishing = Publishing(self)
        # None where the client has no use for it.
        self.hook_news: HookNews | None = None
        if self.options.asks_users:
            loop = asyncio.get_running_loop()
            self.hook_news = HookNews(self, loop.call_later, self.publishing.call_soon, loop.time)

    @cached_property
    def host(self) -> Host:
        """The machine that hooks run on, as it was when the first was to run."""
        from hookwright.engine.host import Host

        return Host.real()

    @cached_property
    def background(self) -> Background:
        """What a dispatch has answered without waiting for (B6)."""
        from hookwright.engine.background import Background
        from hookwright.engine.journaling import late_recorder

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
    def following(self) -> Following:
        """What the open documents depend on beside their text."""
        from hookwright.lsp.following import Following

        return Following(self.server, self.publishing.from_elsewhere)

    @cached_property
    def recollection(self) -> Recollection:
        """How hooks did when they ran last."""
        from hookwright.lsp.recollection import Recollection

        return Recollection(self)

    @cached_property
    def linting(self) -> Linting:
        """What ShellCheck says of the open documents, where it is installed."""
        from hookwright.lsp.linting import Linting

        return Linting(self.host, self.options, self.publish_soon)

    @cached_property
    def on_disk(self) -> OnDisk:
        """What is wrong with the hook files that are not open."""
        from hookwright.lsp.on_disk import OnDisk

        return OnDisk()

    @cached_property
    def hook_trees(self) -> HookTrees:
        """Every hook that is configured."""
        from hookwright.lsp.hook_trees import HookTrees

        return HookTrees()

    @property
    def client_process_id(self) -> int | None:
        """The process to end with, where the client says one."""
        found = self.initialize_params.get("processId")
        return found if isinstance(found, int) else None

    def client_can(self, *path: str) -> bool:
        """Whether the client has said true at this path of its capabilities."""
        found: Any = self.initialize_params.get("capabilities")
        for key in path:
            found = found.get(key) if isinstance(found, dict) else None
        return found is True

    def document(self, params: dict[str, Any]) -> Document | None:
        """The open document that the params of a request name."""
        return self.documents.get(params["textDocument"]["uri"])

    def open_texts(self) -> OpenTexts:
        """The open documents' texts by file path: they stand in for what is on disk."""
        return OpenTexts(self.documents)

    def open_files(self) -> OpenFiles:
        """The open hook files by path, as they are read now."""
        return OpenFiles(self.documents)

    def require_trust(self) -> None:
        """Raises UntrustedWorkspace where the client has not said that the workspace is trusted."""
        if not self.options.trusted:
            raise UntrustedWorkspace

    def publish_soon(self, *uris: str) -> None:
        """Publishes the diagnostics of the documents once no more input waits, so that a burst costs one analysis."""
        self.publishing.soon(*uris)

    def publish_after(self, document: Document) -> None:
        """Publishes for a document that has changed, and for all where they are judged by what it says."""
        self.publishing.changed(document.uri)
        if self.hook_news is not None:
            self.hook_news.typed(document)
        if document.is_settings:
            self.publish_soon(*self.documents)

    def hooks_changed(self) -> None:
        """Has the client know, where it wants to, that its tree of hooks is no longer right."""
        if self.hook_news is not None:
            self.hook_news.changed()

    async def finish(self) -> None:
        """Waits for what runs behind the answers, bounded, and then ends it (B6)."""
        if "linting" in vars(self):
            await self.linting.finish()
        if "background" in vars(self):
            await self.background.finish(_BACKGROUND_SECONDS)

    def close(self) -> None:
        """Stops watching, writes what is still to be recorded, bounded, and takes the reports away."""
        if "following" in vars(self):
            self.following.watching.close()
        if "journal" in vars(self) and self.journal is not None:
            self.journal.close(_JOURNAL_SECONDS)
        if self.reports is not None:
            self.reports.cleanup()
