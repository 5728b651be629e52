"""The file of a session: one JSON object a line, appended so that a crash loses at most the entry being written."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from hookwright.errors import UnreadableInput, UsageError
from hookwright.files import require_regular

MOST_BYTES = 256 * 1024 * 1024
"""The most that a session file may hold."""

_MOST_PROBLEMS = 20

Entry = Mapping[str, Any]


class SessionFile:
    """A session file that this process alone appends to; `entries` are those that it held, `problems` what was wrong.

    Opening mends a last line that a crash has torn: what is whole stays, the rest is cut off, and `problems` says so.
    A line that is not an entry stays in the file, and counts for nothing.
    """

    def __init__(self, path: str, descriptor: int) -> None:
        self.path = path
        self.problems: list[str] = []
        self.entries: list[Entry] = []
        self._descriptor = descriptor
        self._bytes = 0

    @classmethod
    def open(cls, path: str) -> SessionFile:
        """Opens or creates it (mode 0600; its folder 0700, where it is missing).

        Raises UsageError if it is open already, UnreadableInput if it cannot be a session file, and OSError.
        """
        folder = os.path.dirname(path)
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError as wrong:
            raise UnreadableInput(
                f"`{folder}` cannot be made ({(wrong.strerror or str(wrong)).lower()})", "name another folder"
            ) from wrong
        is_new = not os.path.exists(path)
        if not is_new:
            # Opening a pipe would wait for whoever reads it.
            require_regular(path)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
        file = cls(path, os.open(path, flags, 0o600))
        try:
            file._lock()
            file._read()
            if is_new:
                _sync_folder(folder)
        except BaseException:
            file.close()
            raise
        return file

    def append(self, entry: Entry) -> None:
        """Writes an entry, and returns once it is on the disk; raises UsageError if it is not JSON, and OSError."""
        line = _line(entry)
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

    def close(self) -> None:
        """Lets another process have it."""
        os.close(self._descriptor)

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self._descriptor, msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            remedy = "close it there, or give another `sessionId` or `sessionFile`"
            raise UsageError(f"The session file `{self.path}` is open already", remedy) from None

    def _read(self) -> None:
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
            self._mend(torn)
        if len(self.problems) > _MOST_PROBLEMS:
            left = len(self.problems) - _MOST_PROBLEMS
            self.problems[_MOST_PROBLEMS:] = [f"{self.path}: {left} more lines are not entries"]

    def _take(self, number: int, line: bytes) -> None:
        entry = _entry(line)
        if entry is not None:
            self.entries.append(entry)
        elif line.strip():
            self.problems.append(f"{self.path}:{number}: is not an entry, and is left out")

    def _mend(self, torn: bytes) -> None:
        """A last line without its end: an entry that is whole gets it, and anything else is cut off."""
        entry = _entry(torn)
        if entry is not None:
            os.write(self._descriptor, b"\n")
            self._bytes += 1
            self.entries.append(entry)
        else:
            self._bytes -= len(torn)
            os.ftruncate(self._descriptor, self._bytes)
            said = f"the last entry was torn, so its {len(torn)} bytes were cut off"
            self.problems.insert(0, f"{self.path}: {said}")
        _sync(self._descriptor)


def _entry(line: bytes) -> Entry | None:
    """The entry of a line, None where it is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and has_type(found) else None


def has_type(entry: Entry) -> bool:
    """Whether it is an entry at all (E3)."""
    return isinstance(entry.get("type"), str) and bool(entry["type"])


def _line(entry: Entry) -> bytes:
    try:
        return json.dumps(entry, ensure_ascii=False, allow_nan=False).encode() + b"\n"
    except UnicodeEncodeError:
        # Half of a surrogate pair, which UTF-8 cannot write.
        return json.dumps(entry, allow_nan=False).encode() + b"\n"
    except (TypeError, ValueError) as wrong:
        raise UsageError(f"The entry cannot be written as JSON ({wrong})", "use null in place of NaN") from wrong


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
