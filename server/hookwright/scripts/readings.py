"""Readings of scripts that are kept in a folder, so that a later run need not read the same text again.

What a script does follows from its language, its path, its text, the texts beside it that it imports, and what reads it
(this code, the parsers and Python).  A reading is found by digests of all of these, so that it holds whoever kept it: a
project can have no part in what is found in another.  What was changed, cut off, or put there under another name is
read anew.  It only has to be kept where nobody else can write: who could, could hide what is wrong with a script.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from hashlib import blake2b
from importlib.util import find_spec

from msgspec import MsgspecError, Struct, msgpack

from hookwright.files import read_bytes
from hookwright.scripts.effects import Language, Script
from hookwright.scripts.endings import endings
from hookwright.scripts.numbered import NumberedEndings, endings_of, numbered
from hookwright.scripts.read import read_script
from hookwright.scripts.source import Source

MOST_BYTES = 16 * 1024 * 1024
MOST_SECONDS = 30 * 24 * 3600
"""Readings that are older are dropped, and the oldest ones of more bytes than that."""

_LONGEST = 1024 * 1024
_SIZE = 20
_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_READERS = frozenset({"scripts", "shell", "model"})
_PARSERS = ("tree_sitter", "tree_sitter_typescript")


class _Reading(Struct, frozen=True, array_like=True):
    """What a script does, and the digests of the texts beside it that were asked for; empty for one that is not there.

    The texts are in the order in which they were asked for, as the answers decide what is asked for next.  The endings
    are what `endings` gives, which takes longer than all that rules do with a script.
    """

    beside: tuple[tuple[str, bytes], ...]
    script: Script
    endings: NumberedEndings


_decoder = msgpack.Decoder(_Reading)


class Readings:
    """The readings in a folder to which only the user can write; raises OSError if the code that reads has no files.

    `version` is that of hookwright.
    """

    def __init__(self, folder: str, version: str, *, most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._most_bytes = folder, most_bytes
        self._has_room = False
        self._reader = _reader(version)

    def read(self, language: Language, source: Source) -> Script:
        """What `read_script` gives for a source without a `launch`; never raises, as that never does."""
        key = _digest(self._reader, language.encode(), _bytes(source.path), _bytes(source.text))
        path = os.path.join(self._folder, key.hex())
        kept = _kept(path, key)
        if kept is not None and all(_digest_of(source.beside(name)) == it for name, it in kept.beside):
            return kept.script
        asked = dict[str, bytes]()

        def beside(name: str) -> str | None:
            text = source.beside(name)
            asked[name] = _digest_of(text)
            return text

        script = read_script(language, Source(source.text, source.path, beside))
        if _can_be_kept(script):
            self._keep(path, key, tuple(asked.items()), script)
        return script

    def _keep(self, path: str, key: bytes, asked: tuple[tuple[str, bytes], ...], script: Script) -> None:
        # Texts may have half of a character, and numbers any length.
        with suppress(OSError, MsgspecError, ValueError, OverflowError, TypeError, RecursionError):
            content = msgpack.encode(_Reading(asked, script, numbered(script, endings(script))))
            if not self._has_room:
                self._has_room = True
                self._make_room()
            _write(path, _digest(key, content) + content)

    def _make_room(self) -> None:
        """Drops what is too old, and the oldest of what is too much; another process may do so, too."""
        with os.scandir(self._folder) as found:
            kept = sorted(((status := it.stat()).st_mtime, status.st_size, it.path) for it in found)
        size, oldest = sum(it for _, it, _ in kept), time.time() - MOST_SECONDS
        for changed, bytes_, path in kept:
            if changed >= oldest and size <= self._most_bytes:
                break
            size -= bytes_
            with suppress(OSError):
                os.unlink(path)


def _can_be_kept(script: Script) -> bool:
    """Whether it is the same when it is read again.

    Rules tell effects apart that are equal, so none may stand at two places.  Of what could not be read, somebody is to
    be told each time.
    """
    effects = script.effects
    return len(set(map(id, effects))) == len(effects) and (script.whole or bool(effects))


def _kept(path: str, key: bytes) -> _Reading | None:
    try:
        content = read_bytes(path, most=_LONGEST, follow=False)
        is_whole = content[:_SIZE] == _digest(key, content[_SIZE:])
        if not is_whole:
            return None
        found = _decoder.decode(content[_SIZE:])
        found.script.endings[False] = endings_of(found.script, found.endings)
        return found
    except (OSError, MsgspecError, ValueError, IndexError, RecursionError):
        return None


def _write(path: str, content: bytes) -> None:
    """Puts the file there at once, readable for the user alone."""
    unfinished = f"{path}.{os.getpid()}"
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.replace(unfinished, path)
    except OSError:
        os.unlink(unfinished)
        raise


def _digest(*parts: bytes) -> bytes:
    found = blake2b(digest_size=_SIZE)
    for it in parts:
        found.update(len(it).to_bytes(8, "big"))
        found.update(it)
    return found.digest()


def _digest_of(text: str | None) -> bytes:
    return b"" if text is None else _digest(_bytes(text))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _reader(version: str) -> bytes:
    """What tells this code, the parsers and Python from any others; raises OSError."""
    specs = filter(None, map(find_spec, _PARSERS))
    parsers = [it for spec in specs for folder in spec.submodule_search_locations or () for it in _files(folder)]
    known = version, sys.version, sys.platform, sorted(_files(_PACKAGE, _READERS)), sorted(parsers)
    return _digest(_bytes(repr(known)))


def _files(folder: str, below: Collection[str] | None = None) -> Iterator[tuple[str, int, int]]:
    """The files of a folder, and of those `below` it (None for all), each with its size and when it was changed."""
    with os.scandir(folder) as found:
        for it in found:
            if not it.is_dir():
                status = it.stat()
                yield it.path, status.st_size, status.st_mtime_ns
            elif it.name != "__pycache__" and (below is None or it.name in below):
                yield from _files(it.path)
