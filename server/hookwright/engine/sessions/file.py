"""The file of a session: one JSON object a line, appended so that a crash loses at most the entry being written.

Nothing that is in a file is ever taken out of it again: a client may name any file by mistake.
"""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import time
from collections.abc import Mapping
from typing import Any

from hookwright.errors import BeyondLimits, UnreadableInput, UsageError
from hookwright.files import NotRegular, require_regular
from hookwright.strict_json import NotJson, read_json, within_limits

MOST_BYTES = 256 * 1024 * 1024
"""The most that a session file may hold."""

_MOST_PROBLEMS = 20
# A client that reconnects may come before its old connection has given the file up.
_SECONDS_TO_BE_FREE = 1.0
_SECONDS_BETWEEN = 0.02

Entry = Mapping[str, Any]


class SessionFile:
    """A session file that this process alone appends to; `entries` are those that it held, `problems` what was wrong.

    A line that is not an entry stays in the file, and counts for nothing.  Opening ends a last line that a crash has
    torn, so that what follows is not glued to it.
    """

    def __init__(self, path: str, descriptor: int) -> None:
        self.path = path
        self.problems: list[str] = []
        self.entries: list[Entry] = []
        self._descriptor = descriptor
        self._bytes = 0

    @classmethod
    def open(cls, path: str, *, is_ours: bool = False) -> SessionFile:
        """Opens or creates it (mode 0600; its folder 0700, if it is missing).

        One without any entry is left untouched and refused, unless it is empty, or `is_ours`: nobody else writes it.
        Raises UsageError if it is still open elsewhere after a second, UnreadableInput if it cannot be a session
        file, and OSError.
        """
        folder = os.path.dirname(path)
        is_new = not os.path.lexists(path)
        file = cls(path, _descriptor(path, folder))
        try:
            file._lock()
            file._read(is_ours=is_ours)
            if is_new:
                _sync_folder(folder)
        except BaseException:
            file.close()
            raise
        return file

    def append(self, entry: Entry) -> None:
        """Writes an entry, and returns once it is on the disk.

        Raises UsageError if it is not JSON, BeyondLimits, UnreadableInput if the file is gone, and OSError.
        """
        line = _line(entry)
        self._require_place()
        if self._bytes + len(line) > MOST_BYTES:
            raise UsageError(f"`{self.path}` has reached {MOST_BYTES >> 20} MiB", "begin a new session")
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
            _sync(self._descriptor)
        except OSError:
            # What follows must not be glued to half an entry.
            os.ftruncate(self._descriptor, self._bytes)
            raise
        self._bytes += len(line)
        self._require_place()

    def _require_place(self) -> None:
        """Raises UnreadableInput if the path does not lead to what is written any more."""
        ours = os.fstat(self._descriptor)
        try:
            there = os.lstat(self.path)
        except OSError:
            there = None
        if there is None or (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            message = f"The session file `{self.path}` was deleted or replaced, so the entry is not kept"
            raise UnreadableInput(message, "close the session, and open it again")

    def close(self) -> None:
        """Lets another process have it."""
        os.close(self._descriptor)

    def _lock(self) -> None:
        until = time.monotonic() + _SECONDS_TO_BE_FREE
        while not _locked(self._descriptor):
            if time.monotonic() >= until:
                remedy = "close it there, or give another `sessionId` or `sessionFile`"
                raise UsageError(f"The session file `{self.path}` is open already", remedy)
            time.sleep(_SECONDS_BETWEEN)

    def _read(self, *, is_ours: bool) -> None:
        size = os.fstat(self._descriptor).st_size
        if size > MOST_BYTES:
            raise UnreadableInput(f"`{self.path}` is larger than {MOST_BYTES >> 20} MiB", "begin a new session")
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        data = bytearray()
        while len(data) < size and (piece := os.read(self._descriptor, size - len(data))):
            data += piece
        *lines, torn = bytes(data).split(b"\n")
        for number, line in enumerate(lines, 1):
            self._take(number, line)
        self._bytes = len(data)
        if torn:
            self._take(len(lines) + 1, torn)
        if data.strip() and not self.entries and not is_ours:
            raise UnreadableInput(f"`{self.path}` holds no entry of a session", "name a new file, or an empty one")
        if torn:
            self._end_last_line()
        if len(self.problems) > _MOST_PROBLEMS:
            left = len(self.problems) - _MOST_PROBLEMS
            self.problems[_MOST_PROBLEMS:] = [f"{self.path}: {left} more lines are not entries"]

    def _take(self, number: int, line: bytes) -> None:
        if not line.strip():
            return
        try:
            found = read_json(line.strip(), "The entry")
        except BeyondLimits as wrong:
            self.problems.append(f"{self.path}:{number}: is left out: {wrong.message}")
            return
        except NotJson:
            found = None
        if isinstance(found, dict) and has_type(found):
            self.entries.append(found)
        else:
            self.problems.append(f"{self.path}:{number}: is not an entry, and is left out")

    def _end_last_line(self) -> None:
        os.write(self._descriptor, b"\n")
        self._bytes += 1
        _sync(self._descriptor)


def _descriptor(path: str, folder: str) -> int:
    """The file, open and created if it is missing; raises UnreadableInput and OSError."""
    flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    # A link could lead anywhere, and opening a pipe would wait for whoever reads it.
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as wrong:
        reason = (wrong.strerror or str(wrong)).lower()
        raise UnreadableInput(f"`{folder}` cannot be made ({reason})", "name another folder") from wrong
    try:
        if os.path.lexists(path):
            require_regular(path, follow=False)
        descriptor = os.open(path, flags, 0o600)
    except NotRegular as wrong:
        raise _no_file(path, wrong) from wrong
    except OSError as wrong:
        if wrong.errno not in (errno.ELOOP, errno.EISDIR, errno.ENXIO):
            raise
        raise _no_file(path, wrong) from wrong
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise _no_file(path, OSError(errno.EINVAL, "Not a regular file"))
    return descriptor


def _no_file(path: str, wrong: OSError) -> UnreadableInput:
    what = {errno.EISDIR: "is a folder", errno.ELOOP: "is a symbolic link"}.get(wrong.errno or 0)
    return UnreadableInput(
        f"`{path}` {what or 'is not a regular file'}", "name a file that holds a session, or a new one"
    )


def has_type(entry: Entry) -> bool:
    """Whether it is an entry at all (E3)."""
    return isinstance(entry.get("type"), str) and bool(entry["type"])


def _locked(descriptor: int) -> bool:
    """Locks the file unless somebody else has; whether it did."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _line(entry: Entry) -> bytes:
    return json.dumps(within_limits(entry, "The entry"), ensure_ascii=False).encode() + b"\n"


def _sync(descriptor: int) -> None:
    getattr(os, "fdatasync", os.fsync)(descriptor)


def _sync_folder(folder: str) -> None:
    """Has the name of a new file be on the disk, too; Windows cannot."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
