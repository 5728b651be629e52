"""What is staged in a copy of a project, where git itself writes the index.

Settings of a repository may name programs that git starts, such as hooks and filters; none of them is started here.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from msgspec import Struct

from hookwright.attacking.texts.places import is_inside
from hookwright.engine.process import Command, run
from hookwright.files import read_start
from hookwright.host import Host

_MOST_BYTES = 16 * 1024 * 1024
_SECONDS = 10.0
_STARTS_NOTHING = ("-c", f"core.hooksPath={os.devnull}", "-c", "core.fsmonitor=false")
_PLAIN_FILE = "100644"

Changes = Mapping[str, str | None]
"""Paths, each with its text; None if the file is deleted."""


class Kept(Struct, frozen=True):
    """What a copy had before: its index, and the texts of files, None if there was none."""

    index: bytes
    files: Changes


class Index:
    """The index of the repository whose root is `folder`; it cannot be changed where `host` has no git."""

    def __init__(self, folder: str, host: Host) -> None:
        self._folder, self._git = folder, host.program("git")
        repository = os.path.join(folder, ".git")
        self._file = os.path.join(repository, "index")
        # Where git finds a file, it may start a filter to see whether that has changed.
        self._elsewhere = os.path.join(repository, "objects")
        self._environment = {
            "GIT_DIR": repository,
            "GIT_WORK_TREE": self._elsewhere,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
        }

    async def paths(self) -> list[str]:
        """The paths of the files that git knows; none if its index cannot be read."""
        listed = await self._run("ls-files", "-z")
        return [os.fsdecode(it) for it in (listed or b"").split(b"\0") if it]

    @asynccontextmanager
    async def staged(self, changes: Changes, files: Changes | None = None) -> AsyncIterator[bool]:
        """Has the changes staged for a while, and the same texts in the files, or those of `files`.

        Yields whether that could be done; the index and the files are as before afterwards.
        """
        kept = await self.stage(changes, files)
        try:
            yield kept is not None
        finally:
            if kept is not None:
                self.put_back(kept)

    async def stage(self, changes: Changes, files: Changes | None = None) -> Kept | None:
        """Has the changes staged, as above; what was there before, or None if it cannot be done."""
        there = {**changes, **(files or {})}
        if not self._has_index() or not all(map(self._is_plain, there)):
            return None
        texts = {path: _text_of(os.path.join(self._folder, path)) for path in there}
        kept = Kept(read_start(self._file, _MOST_BYTES), texts)
        if not await self._has(changes):
            _write(self._file, kept.index)
            return None
        self._put(there)
        return kept

    def put_back(self, kept: Kept) -> None:
        """Has the index and the files as they were."""
        _write(self._file, kept.index)
        self._put(kept.files)

    async def _has(self, changes: Changes) -> bool:
        """Changes the index; says whether git could do so."""
        entries: list[str] = []
        for path, text in changes.items():
            if text is not None:
                written = await self._run("hash-object", "-w", "--no-filters", "--stdin", given=text.encode())
                if written is None:
                    return False
                entries.append(f"{_PLAIN_FILE} {written.decode().strip()}\t{path}")
        deleted = [path for path, text in changes.items() if text is None]
        for words, lines in (("--force-remove --stdin", deleted), ("--index-info", entries)):
            given = os.fsencode("".join(f"{it}\0" for it in lines))
            if lines and await self._run("update-index", "-z", *words.split(), given=given) is None:
                return False
        return True

    async def _run(self, *words: str, given: bytes = b"") -> bytes | None:
        """What git prints; None if it fails."""
        if self._git is None:
            return None
        argv = (self._git, *_STARTS_NOTHING, *words)
        done = await run(Command(argv, self._elsewhere, self._environment, given, _SECONDS, kept_bytes=_MOST_BYTES))
        return done.stdout if done.exit_code == 0 and done.stdout_total == len(done.stdout) else None

    def _has_index(self) -> bool:
        return os.path.isfile(self._file)

    def _is_plain(self, path: str) -> bool:
        """Whether the path is that of a text in the copy, or free."""
        whole = os.path.join(self._folder, path)
        is_free = not os.path.lexists(whole) and not os.path.isfile(os.path.dirname(whole))
        return is_inside(whole, self._folder) and (is_free or (os.path.isfile(whole) and _text_of(whole) is not None))

    def _put(self, files: Changes) -> None:
        for path, text in files.items():
            whole = os.path.join(self._folder, path)
            if text is not None:
                os.makedirs(os.path.dirname(whole), exist_ok=True)
                _write(whole, text.encode("utf-8", "surrogateescape"))
            elif os.path.isfile(whole):
                os.remove(whole)
                self._remove_empty(os.path.dirname(whole))

    def _remove_empty(self, path: str) -> None:
        while path != self._folder and not os.listdir(path):
            os.rmdir(path)
            path = os.path.dirname(path)


def _text_of(path: str) -> str | None:
    with suppress(OSError, UnicodeDecodeError):
        return read_start(path, _MOST_BYTES).decode("utf-8")
    return None


def _write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)
