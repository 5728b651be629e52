"""Kills the commands that a server leaves behind when it is killed itself.

A shell in a session of its own waits for the end of a pipe that only this process holds. A pipe ends with its
holder, however that dies; if commands are running, the shell then starts the program in `descendants`, which reads
from a table which ones. The table is memory that both share: keeping it current wakes no process.
"""

from __future__ import annotations

import mmap
import os
import sys
import threading
from asyncio import AbstractEventLoop
from contextlib import suppress
from itertools import count

from hookwright.engine.process import descendants
from hookwright.engine.process.descendants import ROW, ROW_LENGTH, Ancestor
from hookwright.engine.process.spawn import spawn

# Where Python is gone by then, or the system has no /proc, the groups at least are killed.
_WATCH = """\
trap '' HUP INT TERM
read -r _
read -r running _ <&1
[ "$running" -gt 0 ] || exit 0
"$@" || while read -r leader _ <&1; do
  [ "$leader" -gt 0 ] && kill -9 "-$leader"
done
"""
_SOME, _NONE = ROW % (1, 0, 0), ROW % (0, 0, 0)
_ROWS = 4096
"""More commands than this at a time run without the safety net."""


class Orphans:
    """The commands that are running, row by row, and the shell that reads them when this process is gone."""

    def __init__(self) -> None:
        self.running: dict[int, Ancestor] = {}
        """By their number, which is given to no other."""
        self._token = ""
        self._numbers = count(1)
        self._row_of: dict[int, int] = {}
        self._unused = count(1)
        self._free: list[int] = []
        self._rows: mmap.mmap | None = None
        self._file = -1
        self._lifeline = -1
        self._watcher = 0
        self._descriptor = -1
        self._guarded: AbstractEventLoop | None = None
        self._lock = threading.Lock()

    def watch(self) -> None:
        """Makes sure that the shell waits; if it cannot be started the commands run anyway."""
        if self._watcher and not _has_ended(self._watcher):
            return
        # Not before: two processes that are forked from this one would have the same, and end each other's commands.
        self._token = self._token or os.urandom(8).hex()
        with self._lock, suppress(OSError):
            self._start()

    def guard(self, loop: AbstractEventLoop) -> None:
        """From now on a shell that is killed is replaced at once."""
        if loop is self._guarded or self._descriptor < 0:
            return
        self._guarded = loop
        loop.add_reader(self._descriptor, self._replace, loop)

    def _replace(self, loop: AbstractEventLoop) -> None:
        self._unguard()
        self.watch()
        self.guard(loop)

    def _unguard(self) -> None:
        if self._guarded is not None and not self._guarded.is_closed():
            self._guarded.remove_reader(self._descriptor)
        self._guarded = None

    def _start(self) -> None:
        self._watcher = 0
        if self._rows is None:
            self._open()
        self._close_earlier()
        # An earlier shell may have moved the place where reading begins.
        os.lseek(self._file, 0, os.SEEK_SET)
        silence = os.open(os.devnull, os.O_WRONLY)
        end, self._lifeline = os.pipe()
        program = (sys.executable, "-I", "-S", descendants.__file__, self._token)
        try:
            self._watcher = spawn(("/bin/sh", "-c", _WATCH, "sh", *program), (end, self._file, silence), "/", {})
        finally:
            os.close(end)
            os.close(silence)
        with suppress(AttributeError, OSError):
            self._descriptor = os.pidfd_open(self._watcher)

    def _close_earlier(self) -> None:
        if self._descriptor >= 0:
            self._unguard()
            os.close(self._descriptor)
            self._descriptor = -1
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1

    def _open(self) -> None:
        self._file = _memory_file()
        os.ftruncate(self._file, _ROWS * ROW_LENGTH)
        self._rows = mmap.mmap(self._file, _ROWS * ROW_LENGTH)
        self._write(0, _NONE)

    def expect(self) -> tuple[int, str]:
        """The number of a command that is about to start, and the mark that it has to carry."""
        self.watch()
        number = next(self._numbers)
        try:
            row = self._free.pop()
        except IndexError:
            row = next(self._unused)
        self._row_of[number] = row
        mark, now = descendants.mark_of(self._token, number), descendants.ticks()
        self._write(row, ROW % (0, now, number))
        if not self.running:
            self._write(0, _SOME)
        self.running[number] = Ancestor(0, now - 1, now, mark)
        return number, mark.decode()

    def began(self, number: int, leader: int) -> Ancestor:
        """Notes the leader of a command that was expected."""
        _, since, _, mark = self.running[number]
        now = descendants.ticks()
        self.running[number] = found = Ancestor(leader, since, now, mark)
        self._write(self._row_of[number], ROW % (leader, now, number))
        return found

    def remove(self, number: int) -> None:
        """The command has ended, or never began."""
        if self.running.pop(number, None) is not None:
            row = self._row_of.pop(number)
            self._write(row, _NONE)
            self._free.append(row)
            if not self.running:
                self._write(0, _NONE)
                # Another thread may have started one just now.
                self._write(0, _SOME if self.running else _NONE)

    def own(self) -> set[int]:
        """The leaders of the commands, and the shell."""
        return {self._watcher, *(it.leader for it in self.running.values())}

    def _write(self, row: int, text: bytes) -> None:
        if self._rows is not None and row < _ROWS:
            self._rows[row * ROW_LENGTH : (row + 1) * ROW_LENGTH] = text


def _has_ended(process: int) -> bool:
    try:
        return os.waitpid(process, os.WNOHANG)[0] != 0
    except ChildProcessError:
        return True


def _memory_file() -> int:
    if hasattr(os, "memfd_create"):
        return os.memfd_create("hookwright-commands")
    import tempfile

    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
