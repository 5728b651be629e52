"""What is known of a client: what it has said at the start, and the documents that it has open."""

from __future__ import annotations

from lsprotocol import types
from msgspec import Struct, field

from hookwright.analysis.settings.project import ProjectSettings
from hookwright.errors import UntrustedWorkspace, UsageError
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts
from hookwright.lsp.options import Options
from hookwright.paths import absolute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.embedding.trust import Trust


class Session(Struct):
    """The state of one session; `documents` are those that are open, by URI."""

    options: Options
    documents: dict[str, Document] = field(default_factory=dict)

    def open_texts(self) -> OpenTexts:
        """The open documents' texts by file path: they stand in for what is on disk."""
        return OpenTexts(self.documents)

    def open_files(self) -> OpenFiles:
        """The open hook files by path, as they are read now."""
        return OpenFiles(self.documents)

    def dialect_of(self, path: str) -> str | None:
        """The id of the dialect that the project's settings, as the editor shows them, give to a file."""
        return self.projects().dialect_of(path)

    def projects(self) -> ProjectSettings:
        """The settings of projects, as the editor shows them now."""
        return ProjectSettings(self.options.home, texts=self.open_texts())

    @property
    def trust(self) -> Trust:
        """What the client trusts now: the folders of the workspace and those that it names, if it says so."""
        from hookwright.embedding.trust import Trust

        folders = (*self.options.folders, *self.options.settings.trusted_folders)
        how = "open its folder in your editor, or name it in `initializationOptions.trustedFolders`"
        return Trust(self.options.settings.trusted, folders, self.options.host, UntrustedWorkspace(), how)

    def require_trust(self, *paths: str) -> None:
        """Raises UntrustedWorkspace if the client has not said that the workspace, and each path, is trusted."""
        self.trust.require(*paths)

    def document(self, named: types.TextDocumentIdentifier) -> Document | None:
        """The open document that a request names."""
        return self.documents.get(named.uri)

    def project_folder(self, named: str | None) -> str:
        """The folder that the client names, else the first of the workspace; raises UsageError."""
        project = absolute(named) if named else next(iter(self.options.folders), None)
        if project is None:
            raise UsageError("No project folder is known", "give `projectDir`, or open a folder")
        return project
