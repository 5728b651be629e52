"""Scripts as they are now: each is read and understood once, until it or a file that it may import changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from msgspec import Struct

from hookwright.kept_files import kept_bytes
from hookwright.paths import is_in
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.languages import language_of
from hookwright.scripts.read import Reader, read_script
from hookwright.scripts.source import MOST_BYTES, Launch, Lying, Source

_MOST_KEPT = 1024

_Mark = tuple[int, ...] | str | None
"""What tells that a file is as it was: the stamp of one on the disk, or a text of an editor; None for no file."""


class KnownScript(Struct, frozen=True, eq=False):
    """A script with what it does; `beside` gives the texts of the files that it may import."""

    path: str
    text: str
    script: Script
    beside: Callable[[str], str | None]


class _Text(Struct, frozen=True):
    """A text with its mark."""

    text: str | None
    mark: _Mark


class _Kept(Struct, frozen=True, eq=False):
    """A script with the marks that all files had which it was understood from."""

    known: KnownScript
    marks: Mapping[str, _Mark]


class ScriptLibrary:
    """The scripts that somebody asks about again and again; `open_texts` (by path) go before the disk.

    `read` reads those that are given no `launch`.
    """

    def __init__(self, open_texts: Mapping[str, str] | None = None, read: Reader | None = None) -> None:
        self.read = read_script if read is None else read
        self._open: Mapping[str, str] = {} if open_texts is None else open_texts
        self._texts: dict[str, _Text] = {}
        self._kept: dict[tuple[str, Language, Launch | None], _Kept] = {}

    def text(self, path: str) -> str | None:
        """What a file says; None if it is not a text in UTF-8 of at most 256 KB."""
        return self._text(path, self._mark(path))

    def _text(self, path: str, mark: _Mark) -> str | None:
        held = self._texts.get(path)
        if mark is None:
            return None
        if held is not None and held.mark == mark:
            return held.text
        text = mark if isinstance(mark, str) else _text_on_disk(path)
        if text is not None and len(text) > MOST_BYTES:
            text = None
        _make_room(self._texts)
        self._texts[path] = _Text(text, mark)
        return text

    def language(self, path: str, interpreter: str = "") -> Language | None:
        """The language that a script is in, where it has a front end and the file can be read."""
        text = self.text(path)
        return None if text is None else language_of(path, text.partition("\n")[0].rstrip("\r"), interpreter)

    def script(self, path: str, language: Language, launch: Launch | None = None) -> KnownScript | None:
        """The script as a program of that language, as a hook starts it if that is given; None if it cannot be read."""
        kept = self._kept.get((path, language, launch))
        if kept is not None and all(self._mark(it) == mark for it, mark in kept.marks.items()):
            return kept.known
        mark = self._mark(path)
        text = self._text(path, mark)
        if text is None:
            return None
        asked: dict[str, _Mark] = {path: mark}
        folder = os.path.dirname(path)
        folders = (folder,) if launch is None else (folder, *launch.roots)
        real = tuple(map(os.path.realpath, folders))

        def beside(name: str) -> str | None:
            found = os.path.normpath(os.path.join(folder, name))
            if not any(is_in(found, it) for it in (*folders, *real)):
                return None
            asked[found] = self._mark(found)
            # Most of what is looked for is not there; a link must not lead out.
            if asked[found] is None or not any(is_in(os.path.realpath(found), it) for it in real):
                return None
            return self._text(found, asked[found])

        def at(place: str) -> Lying:
            asked[place] = self._mark(place)
            return lying(place)

        read = self.read if launch is None else read_script
        known = KnownScript(path, text, read(language, Source(text, path, beside, launch, at)), beside)
        _make_room(self._kept)
        self._kept[path, language, launch] = _Kept(known, dict(asked))
        return known

    def _mark(self, path: str) -> _Mark:
        opened = self._open.get(path)
        if opened is not None:
            return opened
        try:
            it = os.stat(path)
        except (OSError, ValueError):
            return None
        return it.st_dev, it.st_ino, it.st_size, it.st_mtime_ns, it.st_ctime_ns


def lying(path: str) -> Lying:
    """What lies at a path."""
    if not os.path.exists(path):
        return Lying.NOTHING
    if os.path.isdir(path):
        return Lying.FOLDER
    return Lying.PROGRAM if os.path.isfile(path) and os.access(path, os.X_OK) else Lying.OTHER


def _text_on_disk(path: str) -> str | None:
    try:
        found = kept_bytes(path, most=MOST_BYTES).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    return None if "\0" in found else found


def _make_room(kept: dict[str, _Text] | dict[tuple[str, Language, Launch | None], _Kept]) -> None:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
