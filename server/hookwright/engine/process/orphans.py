"""Kills the process groups that a server leaves behind when it is killed itself.

A shell in a session of its own waits for the end of a pipe that only this process holds. A pipe ends with its
holder, however that dies; the shell then kills every group it finds in a table, and ends. The table is memory that
both share: keeping it current wakes no process.
"""

from __future__ import annotations

import mmap
import os
import threading
from contextlib import suppress
from itertools import count

from hookwright.engine.process.spawn import spawn

_WATCH = """\
trap '' HUP INT TERM
read -r _
while read -r group <&1; do
  [ "$group" -gt 0 ] && kill -9 "-$group"
done
"""
_ROW = b"%10d\n"
_ROW_LENGTH = 11
_ROWS = 512
"""More groups than this at a time run without the safety net."""


class GroupTable:
    """The groups that are alive, row by row, and the shell that reads them when this process is gone."""

    def __init__(self) -> None:
        self.groups: dict[int, int] = {}
        self._unused = count()
        self._free: list[int] = []
        self._rows: mmap.mmap | None = None
        self._file = -1
        self._lifeline = -1
        self._watcher = 0
        self._lock = threading.Lock()

    def watch(self) -> None:
        """Makes sure that the shell waits; where it cannot be started the commands run all the same."""
        if self._watcher and not _has_ended(self._watcher):
            return
        with self._lock, suppress(OSError):
            self._start()

    def _start(self) -> None:
        self._watcher = 0
        if self._rows is None:
            self._open()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
        # An earlier shell may have moved the place where reading begins.
        os.lseek(self._file, 0, os.SEEK_SET)
        silence = os.open(os.devnull, os.O_WRONLY)
        end, self._lifeline = os.pipe()
        try:
            self._watcher = spawn(("/bin/sh", "-c", _WATCH), (end, self._file, silence), "/", {})
        finally:
            os.close(end)
            os.close(silence)

    def _open(self) -> None:
        self._file = _memory_file()
        os.ftruncate(self._file, _ROWS * _ROW_LENGTH)
        rows = mmap.mmap(self._file, _ROWS * _ROW_LENGTH)
        rows[:] = _ROW % 0 * _ROWS
        self._rows = rows

    def add(self, group: int) -> None:
        self.watch()
        try:
            row = self._free.pop()
        except IndexError:
            row = next(self._unused)
        self.groups[group] = row
        self._write(row, group)

    def remove(self, group: int) -> None:
        row = self.groups.pop(group, None)
        if row is not None:
            self._write(row, 0)
            self._free.append(row)

    def _write(self, row: int, group: int) -> None:
        if self._rows is not None and row < _ROWS:
            self._rows[row * _ROW_LENGTH : (row + 1) * _ROW_LENGTH] = _ROW % group


def _has_ended(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _memory_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("hookwright-groups")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
