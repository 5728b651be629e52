"""Work of many parts is done side by side, in processes that are forked from this one.

Each process takes the number of the next part from a pipe until none is left, and sends what has come out.  What is
missing then, because a process failed, the caller does.  The processes end with this one.
"""

from __future__ import annotations

import copyreg
import io
import os
import pickle
import signal
import struct
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

_Done = TypeVar("_Done")

_MOST_PROCESSES = 8
_NUMBER = struct.Struct("=I")
# As many numbers as the pipe holds.
_MOST_PARTS = 16_000
_CHUNK = 1 << 16


def most_processes() -> int:
    """How many processes can work side by side; only Linux forks safely, and only without other threads."""
    if sys.platform != "linux" or threading.active_count() > 1:
        return 1
    return min(len(os.sched_getaffinity(0)), _MOST_PROCESSES)


def side_by_side(
    do: Callable[[int], _Done],
    portable: Callable[[int, _Done], _Done],
    order: Sequence[int],
    processes: int,
    known: Sequence[object],
) -> Mapping[int, _Done]:
    """What comes of parts, by their numbers; some may be missing.

    What another process has done is pickled as `portable` makes it; of what is `known` before, only places are sent.
    """
    numbers, box = os.pipe()
    others = list[tuple[int, int]]()
    try:
        with open(box, "wb") as file:
            file.write(b"".join(map(_NUMBER.pack, order[:_MOST_PARTS])))
        for _ in range(processes - 1):
            others.append(_start(do, portable, numbers, known))
        found = {it: do(it) for it in _taken(numbers)}
        for _, results in others:
            found.update(_received(results, known))
        return found
    finally:
        os.close(numbers)
        for process, results in others:
            os.close(results)
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _start(
    do: Callable[[int], _Done], portable: Callable[[int, _Done], _Done], numbers: int, known: Sequence[object]
) -> tuple[int, int]:
    """Starts a process that works as long as this one lives: its id, and where its results can be read."""
    results, into = os.pipe()
    parent = os.getpid()
    process = os.fork()
    if process:
        os.close(into)
        return process, results
    with suppress(BaseException):
        sent = list[tuple[int, bytes]]()
        for it in _taken(numbers):
            if os.getppid() != parent:
                break
            done = portable(it, do(it))
            with suppress(Exception):
                sent.append((it, _sent(done, known)))
        with open(into, "wb") as file:
            pickle.dump(sent, file)
    os._exit(0)


def _taken(numbers: int) -> Iterator[int]:
    """The numbers of the next parts, until none is left."""
    while number := os.read(numbers, _NUMBER.size):
        yield _NUMBER.unpack(number)[0]


def _received(results: int, known: Sequence[object]) -> dict[int, Any]:
    """What another process has done; nothing where it has failed."""
    sent = b"".join(iter(partial(os.read, results, _CHUNK), b""))
    try:
        return {it: _Receiver(done, known).load() for it, done in pickle.loads(sent)}
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be done again
        return {}


def _sent(done: object, known: Sequence[object]) -> bytes:
    file = io.BytesIO()
    _Sender(file, known).dump(done)
    return file.getvalue()


def _read_only(found: dict[Any, Any]) -> Mapping[Any, Any]:
    return MappingProxyType(found)


class _Sender(pickle.Pickler):
    # Python cannot pickle these by itself.
    dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda it: (_read_only, (dict(it),))}

    def __init__(self, file: io.BytesIO, known: Sequence[object]) -> None:
        super().__init__(file)
        self._places = {id(it): place for place, it in enumerate(known)}

    def persistent_id(self, obj: object) -> int | None:
        return self._places.get(id(obj))


class _Receiver(pickle.Unpickler):
    def __init__(self, sent: bytes, known: Sequence[object]) -> None:
        super().__init__(io.BytesIO(sent))
        self._known = known

    def persistent_load(self, pid: Any) -> object:  # noqa: ANN401  as its base has it
        return self._known[pid]
