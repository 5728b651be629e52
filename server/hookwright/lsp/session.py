"""What the server knows between two messages: the client's options, the open documents, and what is to be published."""

from __future__ import annotations

from tempfile import TemporaryDirectory
from typing import Any

from hookwright.engine.host import Host
from hookwright.errors import UntrustedWorkspace
from hookwright.lsp.diagnostics import publication
from hookwright.lsp.documents import Document
from hookwright.lsp.options import Options
from hookwright.lsp.protocol import HookProtocol


class SessionProtocol(HookProtocol):
    """The protocol with the state of its one session; every feature's params and results are plain JSON values."""

    def __init__(self, *arguments: Any) -> None:  # noqa: ANN401  pygls' own
        super().__init__(*arguments)
        self.options = Options()
        self.host = Host.real()
        self.documents: dict[str, Document] = {}
        self.reports: TemporaryDirectory[str] | None = None
        self._stale: dict[str, None] = {}

    def document(self, params: dict[str, Any]) -> Document | None:
        """The open document that the params of a request name."""
        return self.documents.get(params["textDocument"]["uri"])

    def open_texts(self) -> dict[str, str]:
        """The open documents' texts by file path: they stand in for what is on disk."""
        return {it.path: it.text for it in self.documents.values() if it.path is not None}

    def require_trust(self) -> None:
        """Raises UntrustedWorkspace where the client has not said that the workspace is trusted."""
        if not self.options.trusted:
            raise UntrustedWorkspace

    def publish_soon(self, *uris: str) -> None:
        """Publishes the diagnostics of the documents once no more input waits, so that a burst costs one analysis."""
        self._stale |= dict.fromkeys(uris)
        self.call_when_idle(self._publish)

    def _publish(self) -> None:
        stale, self._stale = self._stale, {}
        for uri in stale:
            if (document := self.documents.get(uri)) is not None:
                self.notify("textDocument/publishDiagnostics", publication(document, self.options))
