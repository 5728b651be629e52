"""What is wrong with hook files that are not open: judged in a thread, and again only where something has changed."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator, Mapping

from msgspec import Struct

from hookwright.analysis.check import finish
from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.hook_modules import module_files
from hookwright.config.plugins import hook_files_in_use
from hookwright.files import read_text
from hookwright.lsp.convert import DiagnosticJson
from hookwright.lsp.diagnostics.judge import lsp_diagnostics
from hookwright.lsp.documents import Document, OpenFiles, OpenTexts, Surroundings
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options
from hookwright.lsp.session import Session
from hookwright.lsp.stamps import NotingDisk, Stamp, stamps
from hookwright.paths import path_of, uri_of


class OpenNow(Struct, frozen=True):
    """The texts of the open documents by URI, with their versions, and all else that is not in the judged files.

    `programs` are the stamps of the folders of the `search_path`.
    """

    texts: tuple[tuple[str, int | None, str], ...]
    options: Options
    search_path: str
    programs: Mapping[str, Stamp]

    @staticmethod
    def of(session: Session, search_path: str) -> OpenNow:
        """What is open in the session."""
        texts = tuple((it.uri, it.version, it.text) for it in session.documents.values())
        return OpenNow(texts, session.options, search_path, stamps(search_path.split(os.pathsep)))


class _Kept(Struct, frozen=True):
    disk: NotingDisk
    opened: OpenNow
    diagnostics: list[DiagnosticJson]


class ClosedFiles:
    """Judges the files of the workspace folders that are not open, one call at a time, from any thread."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._judging = threading.Lock()

    def judged(self, opened: OpenNow) -> dict[str, list[DiagnosticJson]]:
        """The diagnostics of each file by its URI; what ShellCheck would say is left to open ones."""
        with self._judging:
            documents = _documents(opened)
            open_paths = {it.path for it in documents.values()}
            paths = [it for it in dict.fromkeys(_paths(opened.options)) if it not in open_paths]
            self._kept = {path: self._kept_of(path, opened, documents) for path in paths}
            return {uri_of(path): it.diagnostics for path, it in self._kept.items()}

    def _kept_of(self, path: str, opened: OpenNow, documents: dict[str, Document]) -> _Kept:
        kept = self._kept.get(path)
        if kept is not None and kept.opened == opened and kept.disk.is_current():
            return kept
        options = opened.options
        disk = NotingDisk(options.home, opened.search_path)
        texts, files = OpenTexts(documents), OpenFiles(documents)
        dialects = ProjectSettings(options.home, disk.is_file, texts)
        # It is noted before it is read.
        disk.is_file(path)
        try:
            document = open_document(uri_of(path), None, read_text(path), options, dialects.dialect_of)
        except (OSError, UnicodeDecodeError):
            return _Kept(disk, opened, [])
        return _Kept(disk, opened, finish(lsp_diagnostics(document, Surroundings(options, disk, texts, files))))


def _documents(opened: OpenNow) -> dict[str, Document]:
    """What is open, by URI."""
    texts = {path: text for uri, _, text in opened.texts if (path := path_of(uri)) is not None}
    dialect_of = ProjectSettings(opened.options.home, texts=texts).dialect_of
    return {uri: open_document(uri, version, text, opened.options, dialect_of) for uri, version, text in opened.texts}


def _paths(options: Options) -> Iterator[str]:
    """The hook files, modules and settings of the folders; those of the user's home are none of the workspace's."""
    for folder in options.folders:
        yield from hook_files_in_use(folder)
        yield from module_files(folder)
        settings = os.path.join(folder, FILE_NAME)
        if os.path.isfile(settings):
            yield settings
