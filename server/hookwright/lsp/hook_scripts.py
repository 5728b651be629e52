"""Which scripts the hooks run that the editor has to do with: by its open documents, or else by the disk."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Mapping

from msgspec import Struct

from hookwright.analysis.rule import Disk, Subject
from hookwright.analysis.script_subject import ScriptSubject
from hookwright.analysis.script_uses import ScriptRun, script_runs, script_subjects
from hookwright.analysis.settings import FILE_NAME
from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.current_project import project_of_script
from hookwright.config.plugins import hook_files_in_use
from hookwright.config.view import HookFile
from hookwright.files import read_text
from hookwright.lsp.documents import Document
from hookwright.lsp.kinds import open_document
from hookwright.lsp.options import Options
from hookwright.lsp.session import Session
from hookwright.lsp.stamps import NotingDisk
from hookwright.paths import uri_of
from hookwright.scripts.library import ScriptLibrary


class _OnDisk(Struct, frozen=True):
    """What a hook file that is not open runs, the files that tell it, and the open settings that it was read with."""

    runs: tuple[ScriptRun, ...]
    disk: NotingDisk
    settings: Mapping[str, str]


class _Open(Struct, frozen=True):
    """What an open document runs with that text, and the real paths of the scripts that it runs now or ran before.

    `looks` is how often the disk had been looked at then.
    """

    text: str
    looks: int
    runs: tuple[ScriptRun, ...]
    paths: frozenset[str]
    now_or_before: frozenset[str]


class _Asked(Struct, frozen=True):
    """What hook files are looked for with, apart from the disk; `open_paths` are those of the open documents."""

    scripts: frozenset[str]
    options: Options
    search_path: str
    settings: Mapping[str, str]
    open_paths: frozenset[str]


class HookScripts:
    """The scripts of one session; nothing is looked for before a script is open, and nothing is read again unchanged.

    `find` looks at the disk, in a thread.  All else is asked in the thread that serves, and only of what is known.
    """

    def __init__(self, session: Session, search_path: str) -> None:
        self._session = session
        self._search_path = search_path
        self._texts: dict[str, str] = {}
        self._library = ScriptLibrary(self._texts)
        self._on_disk: dict[str, _OnDisk] = {}
        self._opened: dict[str, _Open] = {}
        self._made: dict[str, tuple[ScriptSubject, ...]] = {}
        self._sought = frozenset[str]()
        self._looks = 0
        self._programs: Disk | None = None
        self._is_stale = False
        self._finding = asyncio.Lock()

    def look_again(self) -> None:
        """Makes the disk be read again by the next `find`: something there may have changed."""
        self._is_stale = True

    async def find(self, path: str) -> None:
        """Takes in the hook files that may run a script, as they are on the disk now."""
        async with self._finding:
            if path not in self._sought or self._is_stale:
                await self._look(path)

    async def paths(self) -> frozenset[str]:
        """Every script that hooks run, by the disk as it is now."""
        async with self._finding:
            self._is_stale = True
            await self._look()
        return frozenset(it.path for it in self._runs())

    async def _look(self, *scripts: str) -> None:
        """Reads what has changed, for these scripts and the open ones that were looked for before."""
        opened = self._open_paths()
        sought = frozenset({*scripts, *(it for it in self._sought if it in opened)})
        if self._is_stale:
            # What changes from here on is found by the next look.
            self._is_stale, self._programs, self._looks = False, None, self._looks + 1
        try:
            self._on_disk = await asyncio.to_thread(_read, self._asked(sought), self._on_disk)
        except BaseException:
            self._is_stale = True
            raise
        self._sought = sought

    def subjects(self, path: str) -> tuple[ScriptSubject, ...]:
        """The script as the editor shows it, for each language that hooks run it in, with these hooks."""
        real = os.path.realpath(path)
        runs = [it for it in self._runs() if os.path.realpath(it.path) == real]
        documents = self._session.documents.values()
        self._texts.clear()
        self._texts.update((it.path, it.text) for it in documents if it.path is not None)
        if path in self._texts:
            # Hooks may run it by way of a link.
            self._texts.update((it.path, self._texts[path]) for it in runs)
        if self._programs is None:
            self._programs = NotingDisk(self._session.options.home, self._search_path)
        made, before = script_subjects(runs, self._library, self._programs), self._made.get(real, ())
        if len(made) != len(before) or not all(map(_is_same, made, before)):
            self._made[real] = made
        return self._made.get(real, ())

    def runs_of(self, document: Document) -> tuple[ScriptRun, ...]:
        """The scripts that the hooks of an open document run."""
        self._take_in(document.uri, document)
        return self._opened[document.uri].runs

    def is_about(self, path: str, file: HookFile) -> bool:
        """Whether an open hook file, as it is now or was before its last change, runs a script."""
        uri = next((it.uri for it in self._session.documents.values() if it.path == file.path), None)
        if uri is None:
            return False
        self._take_in(uri, self._session.documents[uri])
        return os.path.realpath(path) in self._opened[uri].now_or_before

    def _runs(self) -> Iterator[ScriptRun]:
        documents = self._session.documents
        for uri, document in documents.items():
            self._take_in(uri, document)
        for uri in self._opened.keys() - documents.keys():
            del self._opened[uri]
        for opened in self._opened.values():
            yield from opened.runs
        paths = self._open_paths()
        for path, known in self._on_disk.items():
            if path not in paths:
                yield from known.runs

    def _take_in(self, uri: str, document: Document) -> None:
        """Takes in what a document runs, where its text is another: to rest, a document forgets all but that."""
        known = self._opened.get(uri)
        if known is not None and known.text is document.text and known.looks == self._looks:
            return
        file = document.file
        disk = NotingDisk(self._session.options.home, self._search_path)
        runs = tuple(script_runs(Subject(file, file.project, disk))) if file is not None else ()
        paths = frozenset(os.path.realpath(it.path) for it in runs)
        before = known.paths if known is not None else frozenset[str]()
        self._opened[uri] = _Open(document.text, self._looks, runs, paths, paths | before)

    def _open_paths(self) -> frozenset[str]:
        return frozenset(it.path for it in self._session.documents.values() if it.path is not None)

    def _asked(self, scripts: frozenset[str]) -> _Asked:
        documents = self._session.documents.values()
        settings = {it.path: it.text for it in documents if it.path and os.path.basename(it.path) == FILE_NAME}
        return _Asked(scripts, self._session.options, self._search_path, settings, self._open_paths())


def _is_same(one: ScriptSubject, other: ScriptSubject) -> bool:
    return one.script is other.script and [it.hook for it in one.uses] == [it.hook for it in other.uses]


def _read(asked: _Asked, known: Mapping[str, _OnDisk]) -> dict[str, _OnDisk]:
    """The hook files of the workspace, of the scripts' own projects and of the user, each read where it has changed."""
    folders = dict.fromkeys(asked.options.folders)
    for folder in sorted(set(map(os.path.dirname, asked.scripts))):
        # Any file in the folder has the same project.
        folders[project_of_script(os.path.join(folder, "script"), asked.options.home)] = None
    paths = dict.fromkeys(path for folder in folders for path in hook_files_in_use(folder, asked.options.host))
    return {path: _of_file(path, asked, known.get(path)) for path in paths if path not in asked.open_paths}


def _of_file(path: str, asked: _Asked, known: _OnDisk | None) -> _OnDisk:
    if known is not None and known.settings == asked.settings and known.disk.is_current():
        return known
    options = asked.options
    disk = NotingDisk(options.home, asked.search_path)
    # It is noted before it is read.
    disk.is_file(path)
    dialects = ProjectSettings(options.home, disk.is_file, asked.settings)
    try:
        file = open_document(uri_of(path), None, read_text(path), options, dialects.dialect_of).file
    except (OSError, UnicodeDecodeError):
        file = None
    runs = tuple(script_runs(Subject(file, file.project, disk))) if file is not None else ()
    return _OnDisk(runs, disk, asked.settings)
