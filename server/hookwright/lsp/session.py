"""What is known of a client: what it has said at the start, and the documents that it has open."""

from __future__ import annotations

from dataclasses import dataclass, field

from hookwright.errors import UntrustedWorkspace
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts
from hookwright.lsp.options import Options


@dataclass(slots=True)
class Session:
    """The state of one session; `documents` are those that are open, by URI."""

    options: Options
    documents: dict[str, Document] = field(default_factory=dict)

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
