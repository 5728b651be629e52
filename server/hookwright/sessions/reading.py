"""Reads what is new in the session files of agents, bounded; each file goes on where it was left the last time."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from fnmatch import fnmatchcase
from hashlib import sha256
from io import BufferedReader

from msgspec import Struct

from hookwright.dialects import by_id
from hookwright.files import open_file
from hookwright.host import Host
from hookwright.readers.search import below_user
from hookwright.sessions.formats import MOST_LINE, SessionFormat, parsed
from hookwright.sessions.index import Index, Progress
from hookwright.sessions.lines import Lines, Stopped
from hookwright.sessions.records import SessionHead

_MOST_FILES = 20_000
_MOST_FOLDERS = 20_000
# What one call reads at most; the rest is for the next one.
_MOST_BYTES = 4 * 1024**3
_LONGEST_HEAD = 1024 * 1024
_MOST_RUNS = 100_000
_MARK = 256


class Looked(Struct, frozen=True):
    """How much there was of one agent: its files, those that had something new, and those left for the next time."""

    dialect: str
    folder: str
    files: int
    read: int
    left: int


def read_new(
    form: SessionFormat, host: Host, index: Index, *, since: float = 0.0, stopped: Stopped = lambda: False
) -> Looked:
    """Takes what an agent has written since the last time into the index, the newest files first.

    Files that were last written before `since` are passed over.  Files that cannot be read count as not there.  Once
    it is `stopped`, it ends soon, and goes on from there the next time.
    """
    folder = folder_of(form, host)
    there = dict(_files(folder, form)) if host.home else {}
    known = index.progress(form.dialect)
    gone = [it for it in known if it not in there]
    if gone:
        index.forget(gone)
    room, read, left = _MOST_BYTES, 0, 0
    for path, now in sorted(there.items(), key=lambda it: -it[1].modified):
        before = known.get(path)
        if now.modified < since * 1e9 or (before is not None and _is_same(before, now)):
            continue
        if room <= 0 or stopped():
            left += 1
            continue
        start = before.offset if before is not None else 0
        room -= now.size - start
        read += _read_file(form, path, now, before, index, stopped)
    return Looked(form.dialect, folder, len(there), read, left)


def folder_of(form: SessionFormat, host: Host) -> str:
    """Where an agent of the user has its session files."""
    return os.path.join(*below_user(by_id(form.dialect), form.folder, host))


def _files(folder: str, form: SessionFormat) -> Iterator[tuple[str, Progress]]:
    """The session files below the folder, and how they are now; no link is followed."""
    waiting, folders, files = [(folder, 0)], 0, 0
    while waiting and folders < _MOST_FOLDERS:
        here, depth = waiting.pop()
        folders += 1
        try:
            with os.scandir(here) as found:
                entries = sorted(found, key=lambda it: it.name)
        except OSError:
            continue
        for it in entries:
            try:
                if it.is_dir(follow_symlinks=False):
                    waiting += [(it.path, depth + 1)] if depth < form.depth else []
                    continue
                status = it.stat(follow_symlinks=False)
            except OSError:
                continue
            if stat.S_ISREG(status.st_mode) and fnmatchcase(it.name, form.name) and files < _MOST_FILES:
                files += 1
                # On Windows a listing has no inode.
                inode = min(status.st_ino, 2**63 - 1)
                yield it.path, Progress(min(status.st_dev, 2**63 - 1), inode, status.st_size, status.st_mtime_ns)


def _is_same(before: Progress, now: Progress) -> bool:
    return (before.device, before.inode, before.size, before.modified) == (
        now.device,
        now.inode,
        now.size,
        now.modified,
    )


def _read_file(
    form: SessionFormat, path: str, now: Progress, before: Progress | None, index: Index, stopped: Stopped
) -> bool:
    try:
        with open_file(path, follow=False) as file:
            goes_on = before is not None and _goes_on(file, before, now)
            start = before.offset if before is not None and goes_on else 0
            lines = Lines(file, start, form.needles, MOST_LINE, stopped)
            head = _head(form, file)
            found = (it for line in lines if (it := parsed(line)) is not None)
            # The lines of a file of megabytes are not all kept at once, but it is gone through to its end.
            runs = [it for number, it in enumerate(form.read(found, head, path)) if number < _MOST_RUNS]
            mark = _mark(file, lines.end)
    except OSError:
        return False
    # One that was not gone through to its end has another size than it is known with, so that it is read on.
    size = now.size if lines.is_done else lines.end
    done = Progress(now.device, now.inode, size, now.modified, lines.end, mark)
    index.keep(form.dialect, path, done, runs, anew=not goes_on)
    return True


def _head(form: SessionFormat, file: BufferedReader) -> SessionHead:
    file.seek(0)
    return form.head(parsed(file.readline(_LONGEST_HEAD)) or {})


def _goes_on(file: BufferedReader, before: Progress, now: Progress) -> bool:
    """Whether the file is the one that was read, and has only grown."""
    same = (before.device, before.inode) == (now.device, now.inode) and now.size >= before.offset
    return same and _mark(file, before.offset) == before.mark


def _mark(file: BufferedReader, offset: int) -> bytes:
    """What stands for the bytes before an offset."""
    file.seek(max(0, offset - _MARK))
    return sha256(file.read(min(offset, _MARK))).digest()
