"""The documents that are open in the editor: their text, kept as the client changes it, and the hook file in them."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import TypeVar

from lsprotocol import types

from hookwright.analysis.samples.files import FOLDER, sample_file
from hookwright.analysis.settings.project import FILE_NAME
from hookwright.config.hook_modules import is_module_path
from hookwright.config.read import read_for
from hookwright.config.view import HookFile
from hookwright.dialects.recognition import readers
from hookwright.lsp.options import Options
from hookwright.paths import path_of
from hookwright.text import LineIndex

_SAMPLES = f"/{FOLDER}/"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.engine.modules.faults import ModuleFault
    from hookwright.lsp.run_diagnostics import RunDiagnostics


Found = TypeVar("Found")


class DocumentKind(Enum):
    """What a document is, as far as its path says it."""

    HOOKS = auto()
    """It may be a hook file; what it holds decides."""
    SETTINGS = auto()
    """It says how hook files are judged."""
    SAMPLE = auto()
    """It is a payload that the user keeps."""
    MODULE = auto()
    OTHER = auto()


def _kind_of(path: str) -> DocumentKind:
    if os.path.basename(path) == FILE_NAME:
        return DocumentKind.SETTINGS
    if _SAMPLES in path and sample_file(path) is not None:
        return DocumentKind.SAMPLE
    return DocumentKind.MODULE if is_module_path(path) else DocumentKind.HOOKS


class Document:
    """One open document; its hook file is read in full when it is first asked for after a change.

    `dialect_of` gives the id of the dialect that the project says a file is in.
    """

    __slots__ = (
        "_dialect_of",
        "_faults",
        "_file",
        "_given",
        "_lines",
        "_options",
        "_read",
        "kind",
        "path",
        "run_diagnostics",
        "text",
        "uri",
        "version",
    )

    def __init__(
        self,
        uri: str,
        version: int | None,
        text: str,
        options: Options,
        dialect_of: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        self.uri = uri
        self.path = path_of(uri)
        self.kind = DocumentKind.OTHER if self.path is None else _kind_of(self.path)
        self.version = version
        self.text = text
        # What firing has found about its hooks; most are never fired.
        self.run_diagnostics: RunDiagnostics | None = None
        # What went wrong when a hook module was loaded, and the text that it had then.
        self._faults: tuple[str, tuple[ModuleFault, ...]] = ("", ())
        self._options = options
        self._dialect_of = dialect_of
        # What the project said when the file was read.
        self._given: str | None = None
        self._lines: LineIndex | None = None
        self._file: HookFile | None = None
        self._read = False

    def rest(self) -> None:
        """Keeps the text alone, until something made of it is needed again."""
        self._lines, self._file, self._read = None, None, False

    @property
    def lines(self) -> LineIndex:
        """Editor positions in the text as it is now."""
        if self._lines is None:
            self._lines = LineIndex(self.text)
        return self._lines

    @property
    def file(self) -> HookFile | None:
        """The document as a hook file; None where it is not one of a known dialect."""
        if not self._read:
            self._file, self._read = self._current(), True
        return self._file

    def offset(self, position: types.Position) -> int:
        """The offset of an LSP position."""
        return self.lines.offset(position.line, position.character)

    def faults(self) -> tuple[ModuleFault, ...]:
        """What went wrong when this very text was loaded as a hook module."""
        text, faults = self._faults
        return faults if text == self.text else ()

    def loaded(self, faults: tuple[ModuleFault, ...]) -> None:
        """Takes in what went wrong when the text, as it is now, was loaded."""
        self._faults = self.text, faults

    def use(self, options: Options) -> None:
        """Has the file be read anew, with other options."""
        self._options, self._read = options, False

    def look_again(self, dialect_of: Callable[[str], str | None]) -> None:
        """Has the file be read anew where the project now says that it is in another dialect."""
        if self._read and self.kind is DocumentKind.HOOKS and dialect_of(self.path or "") != self._given:
            self._read = False

    def take_in(self, version: int | None, text: str) -> None:
        """Takes in another text, that of pygls' workspace."""
        self.version, self.text = version, text
        self.rest()

    def _current(self) -> HookFile | None:
        if self.path is None or self.kind is not DocumentKind.HOOKS:
            return None
        text, options = self.text, self._options
        project = options.project_of(self.path)
        self._given = self._dialect_of(self.path)
        found = readers(self.path, text, project, options.home, options.dialects, self._given)
        file = read_for(self.path, text, found) if found else None
        return file if file is not None and file.concerns_hooks else None


class _Open(Mapping[str, Found]):
    """Something of the open documents by their paths, looked for when it is asked for."""

    def __init__(self, documents: Mapping[str, Document]) -> None:
        self._documents = {it.path: it for it in documents.values() if it.path is not None}

    def __getitem__(self, path: str) -> Found:
        found = self._of(self._documents[path])
        if found is None:
            raise KeyError(path)
        return found

    def __iter__(self) -> Iterator[str]:
        return (path for path, it in self._documents.items() if self._of(it) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        """Whether any document is open: asked for often, it must not make all of them be read."""
        return bool(self._documents)

    @staticmethod
    def _of(document: Document) -> Found | None:
        raise NotImplementedError


class OpenTexts(_Open[str]):
    """The texts of the open documents."""

    @staticmethod
    def _of(document: Document) -> str | None:
        return document.text


class OpenFiles(_Open[HookFile]):
    """The open documents that are hook files, as these."""

    @staticmethod
    def _of(document: Document) -> HookFile | None:
        return document.file
