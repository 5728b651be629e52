"""What is known of a client: what it has said at the start, and the documents that it has open."""

from __future__ import annotations

import os.path
from dataclasses import dataclass, field

from hookwright.errors import UntrustedWorkspace
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts
from hookwright.lsp.options import Options
from hookwright.paths import is_in


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

    def trusts(self, path: str) -> bool:
        """Whether a path leads into one of the folders that are trusted where the workspace is."""
        folders = (*self.options.folders, *self.options.trusted_folders)
        return any(is_in(os.path.realpath(path), os.path.realpath(it)) for it in folders)

    def require_trust(self, *paths: str) -> None:
        """Raises UntrustedWorkspace where the client has not said that the workspace, and each path, is trusted."""
        if not self.options.trusted:
            raise UntrustedWorkspace
        strange = next((it for it in paths if not self.trusts(it)), None)
        if strange is not None:
            raise UntrustedWorkspace(
                f"`{strange}` is not in a trusted folder, so nothing was run",
                "open its folder in your editor, or name it in `initializationOptions.trustedFolders`",
            )
