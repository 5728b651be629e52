"""The index of git in a copy of a project: which files are staged there, without a program of git.

A repository may have settings that run other programs when git stages a file.  So only files of git are written.
"""

from __future__ import annotations

import hashlib
import os
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from msgspec import Struct

from hookwright.attacking.texts.branches import start_of
from hookwright.attacking.texts.places import is_inside
from hookwright.files import read_start

_MOST_BYTES = 16 * 1024 * 1024
_SIGNATURE, _VERSIONS = b"DIRC", (2, 3)
_HEAD, _FIXED, _FLAGS, _HASH = 12, 62, 60, 20
"""How long the head of the file is, and an entry before its path; where an entry has its flags; how long a hash is."""
_EXTENDED, _LENGTH = 0x4000, 0x0FFF
_ELSEWHERE = (b"link\0\0", b"sdir\0\0")
_PLAIN_FILE = 0o100644

Changes = Mapping[str, str | None]
"""Paths, each with its text; None if the file is deleted."""


def paths_in(folder: str) -> list[str]:
    """The paths of the files that git knows in the repository of the folder; none if its index cannot be read."""
    return [*(_entries(_read(folder)) or {})]


class Kept(Struct, frozen=True):
    """What a copy had before: its index, and the texts of files, None if there was none."""

    index: bytes
    files: Changes


@contextmanager
def staged(folder: str, changes: Changes, files: Changes | None = None) -> Iterator[bool]:
    """Has the changes staged for a while, and the same texts in the files, or those of `files`.

    Yields whether that could be done; the index and the files are as before afterwards.
    """
    kept = stage(folder, changes, files)
    try:
        yield kept is not None
    finally:
        if kept is not None:
            put_back(folder, kept)


def stage(folder: str, changes: Changes, files: Changes | None = None) -> Kept | None:
    """Has the changes staged, as above; what was there before, or None if it cannot be done."""
    there = {**changes, **(files or {})}
    index = _read(folder)
    new = _with(folder, index, changes) if all(_is_plain(folder, it) for it in there) else None
    if new is None:
        return None
    kept = Kept(index, {path: _text_of(os.path.join(folder, path)) for path in there})
    _write(_index(folder), new)
    _put(folder, there)
    return kept


def put_back(folder: str, kept: Kept) -> None:
    """Has the index and the files as they were."""
    _write(_index(folder), kept.index)
    _put(folder, kept.files)


def _is_plain(folder: str, path: str) -> bool:
    """Whether the path is that of a text in the copy, or free."""
    whole = os.path.join(folder, path)
    is_free = not os.path.lexists(whole) and not os.path.isfile(os.path.dirname(whole))
    return is_inside(whole, folder) and (is_free or (os.path.isfile(whole) and _text_of(whole) is not None))


def _index(folder: str) -> str:
    return os.path.join(folder, ".git", "index")


def _read(folder: str) -> bytes:
    with suppress(OSError):
        return read_start(_index(folder), _MOST_BYTES)
    return b""


def _with(folder: str, index: bytes, changes: Changes) -> bytes | None:
    """The index with the changes; None if it cannot be read."""
    entries = _entries(index)
    if entries is None or "objectformat" in start_of(os.path.join(folder, ".git", "config")).lower():
        return None
    for path, text in changes.items():
        entries.pop(path, None)
        if text is not None:
            entries[path] = _entry(path, text.encode(), _object(folder, text.encode()))
    body = b"".join(entries[it] for it in sorted(entries, key=str.encode))
    whole = _SIGNATURE + (2).to_bytes(4, "big") + len(entries).to_bytes(4, "big") + body
    return whole + hashlib.sha1(whole, usedforsecurity=False).digest()


def _entries(index: bytes) -> dict[str, bytes] | None:
    """The bytes of each entry by its path; None if another version has them, or a conflict is in it."""
    if index[:4] != _SIGNATURE or int.from_bytes(index[4:8], "big") not in _VERSIONS:
        return None
    if any(it in index for it in _ELSEWHERE):
        return None
    found: dict[str, bytes] = {}
    at = _HEAD
    for _ in range(int.from_bytes(index[8:12], "big")):
        flags = int.from_bytes(index[at + _FLAGS : at + _FIXED], "big")
        end = index.find(b"\0", at + _FIXED)
        # Other flags are in two more bytes, and a conflict has several entries of one path.
        if end < 0 or flags & ~_LENGTH & ~0x8000:
            return None
        following = at + (end - at) // 8 * 8 + 8
        found[index[at + _FIXED : end].decode("utf-8", "surrogateescape")] = index[at:following]
        at = following
    return found


def _entry(path: str, text: bytes, name: bytes) -> bytes:
    encoded = path.encode("utf-8", "surrogateescape")
    numbers = (0, 0, 0, 0, 0, 0, _PLAIN_FILE, 0, 0, len(text))
    flags = min(len(encoded), _LENGTH).to_bytes(2, "big")
    made = b"".join(it.to_bytes(4, "big") for it in numbers) + name + flags + encoded
    return made + b"\0" * (8 - len(made) % 8)


def _object(folder: str, text: bytes) -> bytes:
    """Writes the text where git keeps it, and gives the hash that it has there."""
    whole = b"blob %d\0%b" % (len(text), text)
    name = hashlib.sha1(whole, usedforsecurity=False)
    path = os.path.join(folder, ".git", "objects", name.hexdigest()[:2], name.hexdigest()[2:])
    if not os.path.exists(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _write(path, zlib.compress(whole))
    return name.digest()


def _text_of(path: str) -> str | None:
    with suppress(OSError, UnicodeDecodeError):
        return read_start(path, _MOST_BYTES).decode("utf-8")
    return None


def _put(folder: str, files: Changes) -> None:
    for path, text in files.items():
        whole = os.path.join(folder, path)
        if text is not None:
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            _write(whole, text.encode("utf-8", "surrogateescape"))
        elif os.path.isfile(whole):
            os.remove(whole)
            _remove_empty(os.path.dirname(whole), folder)


def _remove_empty(path: str, folder: str) -> None:
    while path != folder and not os.listdir(path):
        os.rmdir(path)
        path = os.path.dirname(path)


def _write(path: str, content: bytes) -> None:
    with open(path, "wb") as file:
        file.write(content)
