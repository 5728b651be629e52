"""Finds everything that a command started, wherever it went, and kills it.

A process belongs to a command if it descends from it, is in its group or session, or carries its mark, which is a
variable in the environment that every child inherits.  Those that are found are stopped first, until no more turn up,
so that none can start another behind our back.  All this is read from /proc; if there is none, `look` sees nothing.

This is also the program that a watcher starts after a server was killed, so it imports the standard library only.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from typing import NamedTuple

MARK = "HOOKWRIGHT_RUN"
"""The variable: the marks of all commands that the process belongs to, as one may run another, parted by blanks."""

ROW = b"%10d %20d %20d\n"
"""A command in the table that a watcher reads: its leader (0 if it is just starting), `before`, and its number."""
ROW_LENGTH = len(ROW % (0, 0, 0))

HAS_PROC = os.path.exists("/proc/self/stat")
_MARK = MARK.encode() + b"="
_TICKS = os.sysconf("SC_CLK_TCK") if HAS_PROC else 1
_MOST_ROUNDS = 50
_KILL_SECONDS = 5.0
_PAUSE_SECONDS = 0.02
_QUIET_LOOKS = 10
"""A server may be killed while it starts a command, which gets its mark a moment later."""


class Ancestor(NamedTuple):
    """What is known of a started command: its leader, 0 if not known yet, and the mark that it was given.

    It began between the ticks `since` and `before`: a process of that number that began later is another one.
    """

    leader: int
    since: int
    before: int
    mark: bytes


class Seen(NamedTuple):
    """A process that runs; `start` is in ticks since the machine was started."""

    pid: int
    parent: int
    group: int
    session: int
    start: int


Find = Callable[[dict[int, Seen]], set[Seen]]
"""Chooses among the processes that run."""


def ticks() -> int:
    """Now, on the clock of /proc, rounded up."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * _TICKS) + 1 if HAS_PROC else 0


def look(*, ended: bool = False) -> dict[int, Seen]:
    """All processes but this one; those that have ended and were not reaped yet only if asked for."""
    if not HAS_PROC:
        return {}
    every = (_seen(it, ended=ended) for it in os.listdir("/proc") if it.isdecimal())
    return {it.pid: it for it in every if it is not None and it.pid != os.getpid()}


def _seen(process: int | str, *, ended: bool = False) -> Seen | None:
    try:
        descriptor = os.open(f"/proc/{process}/stat", os.O_RDONLY)
    except OSError:
        return None
    try:
        # The name is in parentheses and may contain any character.
        fields = os.read(descriptor, 4096).rpartition(b") ")[2].split(None, 20)
    except OSError:
        return None
    finally:
        os.close(descriptor)
    if fields[0] in (b"Z", b"X") and not ended:
        return None
    return Seen(int(process), int(fields[1]), int(fields[2]), int(fields[3]), int(fields[19]))


def members(
    ancestors: Collection[Ancestor], seen: dict[int, Seen], strays: Collection[int] = ()
) -> dict[Ancestor, set[Seen]]:
    """What belongs to each of the commands.

    A stray came from some command, but not by which way it came: if it has no mark either, it is taken to belong to
    one of these that began before it.
    """
    leaders = {it.leader: it for it in ancestors if it.leader and not _is_another(seen.get(it.leader), it)}
    marks = {it.mark: it for it in ancestors}
    children: dict[int, list[Seen]] = {}
    found: dict[Ancestor, set[Seen]] = {it: set() for it in ancestors}
    unspread: list[tuple[Ancestor, Seen]] = []
    for it in seen.values():
        children.setdefault(it.parent, []).append(it)
        number = next((n for n in (it.pid, it.group, it.session) if n in leaders), None)
        if number is not None:
            unspread.append((leaders[number], it))
            continue
        carried = _marks_of(it.pid)
        ancestor = next((marks[mark] for mark in carried if mark in marks), None)
        if ancestor is None and not carried and it.pid in strays:
            ancestor = next((known for known in ancestors if known.since <= it.start), None)
        if ancestor is not None:
            unspread.append((ancestor, it))
    while unspread:
        ancestor, it = unspread.pop()
        if it not in found[ancestor]:
            found[ancestor].add(it)
            unspread += [(ancestor, child) for child in children.get(it.pid, ())]
    return found


def _is_another(seen: Seen | None, ancestor: Ancestor) -> bool:
    return seen is not None and seen.start > ancestor.before


def _marks_of(process: int) -> list[bytes]:
    try:
        with open(f"/proc/{process}/environ", "rb", buffering=0) as file:
            environment = file.readall()
    except OSError:
        return []
    begin = environment.find(_MARK)
    return environment[begin + len(_MARK) :].partition(b"\0")[0].split() if begin >= 0 else []


def kill(find: Find) -> bool:
    """Kills what is found, again and again, and says whether there was anything."""
    stopped: set[Seen] = set()
    for _ in range(_MOST_ROUNDS):
        found = find(look()) - stopped
        if not found:
            break
        for it in found:
            send(it, signal.SIGSTOP)
        stopped |= found
    for it in stopped:
        send(it, signal.SIGKILL)
    return bool(stopped)


def kill_all(find: Find, quiet_looks: int = 1) -> None:
    """Kills until so many looks in a row have found nothing; gives up where something cannot be killed."""
    deadline, quiet = time.monotonic() + _KILL_SECONDS, 0
    while time.monotonic() < deadline:
        quiet = 0 if kill(find) else quiet + 1
        if quiet == quiet_looks:
            return
        time.sleep(_PAUSE_SECONDS if quiet else 0.001)


def send(it: Seen, number: int) -> None:
    """Signals this process, and no later one of the same number."""
    with suppress(OSError):
        try:
            descriptor = os.pidfd_open(it.pid)
        except (AttributeError, OSError):
            # There may be no descriptor left, and even then it has to end.
            if (now := _seen(it.pid)) is not None and now.start == it.start:
                os.kill(it.pid, number)
            return
        try:
            if (now := _seen(it.pid)) is not None and now.start == it.start:
                signal.pidfd_send_signal(descriptor, number)
        finally:
            os.close(descriptor)


def ancestors_in(table: bytes, token: str) -> Iterable[Ancestor]:
    """The commands in a watcher's table, which begins with a row that says whether there are any."""
    for row in table[ROW_LENGTH:].strip(b"\0").splitlines():
        leader, before, number = map(int, row.split())
        if number:
            yield Ancestor(leader, 0, before, mark_of(token, number))


def mark_of(token: str, number: int) -> bytes:
    """The mark of a command of a server."""
    return b"%b-%d" % (token.encode(), number)


def main(token: str) -> int:
    """Kills what a server left behind whose table is standard output; gives 1 if it cannot look for it."""
    if not HAS_PROC:
        return 1
    left = tuple(ancestors_in(os.pread(1, os.fstat(1).st_size, 0), token))
    kill_all(lambda seen: set[Seen]().union(*members(left, seen).values()), _QUIET_LOOKS)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
