"""Files that are asked for again and again: one is read again only when it has changed."""

from __future__ import annotations

import os
from threading import Lock

from msgspec import Struct

from hookwright.files import read_bytes, read_start

_LONGEST = 256 * 1024
_MOST_BYTES = 4 * 1024 * 1024

_Mark = tuple[int, int, int, int, int]


class _Kept(Struct, frozen=True):
    """What was read of a file, and what told that state of it from others."""

    content: bytes
    mark: _Mark


_lock = Lock()
_kept: dict[str, _Kept] = {}


def kept_bytes(path: str, *, most: int) -> bytes:
    """All of a regular file, as `read_bytes` reads it, with its errors."""
    found = _content(path)
    if found is None or len(found) > most:
        return read_bytes(path, most=most)
    return found


def kept_start(path: str, count: int) -> bytes:
    """The first bytes of a regular file, as `read_start` reads them, with its errors."""
    found = _content(path)
    return read_start(path, count) if found is None else found[:count]


def _content(path: str) -> bytes | None:
    """All of a file; None for one that is too large to be kept, or that cannot be read."""
    try:
        it = os.stat(path)
    except (OSError, ValueError):
        return None
    mark = it.st_dev, it.st_ino, it.st_size, it.st_mtime_ns, it.st_ctime_ns
    held = _kept.get(path)
    if held is not None and held.mark == mark:
        return held.content
    if it.st_size > _LONGEST:
        return None
    try:
        found = read_bytes(path, most=_LONGEST)
    except OSError:
        return None
    _keep(path, _Kept(found, mark))
    return found


def _keep(path: str, it: _Kept) -> None:
    with _lock:
        _kept.pop(path, None)
        _kept[path] = it
        size = sum(len(one.content) for one in _kept.values())
        for oldest in [*_kept]:
            if size <= _MOST_BYTES:
                break
            size -= len(_kept.pop(oldest).content)
