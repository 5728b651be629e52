"""The host process's end of the wire: lines of JSON over a socket, and the file that says whose code runs."""

from __future__ import annotations

import json
import mmap
import socket
import struct
import threading
from collections.abc import Coroutine, Generator
from types import TracebackType
from typing import Any

from hookwright.limits import is_deeper

MARK = struct.Struct("<qqq")
"""The number of the call whose code runs, 0 for none; one more than the index of its module, 0 for nobody's; and the
highest number of a call that has begun."""

MOST_BYTES = 32 << 20
"""Of one message of the host process."""

_MOST_LEVELS = 500
_RUNNING = struct.Struct("<qq")
_CHUNK = 1 << 16
# These are taken once, before any module is loaded, which may replace what others find in `json`.
_loads = json.JSONDecoder().decode
_dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode

Runner = tuple[int, int]
"""A call's number, and one more than its module's index."""

NOBODY: Runner = (0, 0)


class Marks:
    """The file that says whose code runs, for whoever has to end this process."""

    __slots__ = ("_file", "running")

    def __init__(self, descriptor: int) -> None:
        self._file = mmap.mmap(descriptor, MARK.size)
        self.running = NOBODY

    def run(self, runner: Runner) -> Runner:
        """From now on this one's code runs; gives whose ran before."""
        earlier, self.running = self.running, runner
        _RUNNING.pack_into(self._file, 0, *runner)
        return earlier

    def begin(self, runner: Runner) -> None:
        """The same for a call that has not run before."""
        MARK.pack_into(self._file, 0, *runner, runner[0])
        self.running = runner


class Marked(Coroutine[Any, Any, Any]):
    """A coroutine each step of which is marked as its call's."""

    __slots__ = ("_inner", "_marks", "_runner")

    def __init__(self, inner: Coroutine[Any, Any, Any], marks: Marks, runner: Runner) -> None:
        self._inner = inner
        self._marks = marks
        self._runner = runner

    def send(self, value: Any) -> Any:  # noqa: ANN401  whatever the loop sends
        earlier = self._marks.run(self._runner)
        try:
            return self._inner.send(value)
        except (SystemExit, KeyboardInterrupt) as ending:
            # These would end the loop, and with it the other modules.
            raise RuntimeError(f"raised {type(ending).__name__}") from ending
        finally:
            self._marks.run(earlier)

    def throw(self, kind: Any, value: Any = None, trace: TracebackType | None = None) -> Any:  # noqa: ANN401
        earlier = self._marks.run(self._runner)
        try:
            return self._inner.throw(kind if value is None else value)
        finally:
            self._marks.run(earlier)

    def close(self) -> None:
        self._inner.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._inner.__await__()


class Wire:
    """The socket: whole lines out, from any thread; whole lines in, as they come or right now."""

    def __init__(self, descriptor: int) -> None:
        self._socket = socket.socket(fileno=descriptor)
        self._receive, self._write = self._socket.recv, self._socket.sendall
        self._without_waiting = int(socket.MSG_DONTWAIT)
        self._lock = threading.Lock()
        self._rest = bytearray()

    def fileno(self) -> int:
        """For the loop."""
        return self._socket.fileno()

    def send(self, message: object) -> None:
        """Writes one message; raises TypeError, ValueError or RecursionError for what is not JSON, or too large.

        What nests too deep for whoever reads it is too large as well.
        """
        if is_deeper(message, _MOST_LEVELS):
            raise ValueError(f"it nests more than {_MOST_LEVELS} levels deep")
        data = _dumps(message).encode("utf-8", "replace") + b"\n"
        if len(data) > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES >> 20} MiB")
        with self._lock:
            self._write(data)

    def receive(self, *, wait: bool) -> list[dict[str, Any]] | None:
        """The messages in the next piece of input, if need be waiting for one; None at the end."""
        try:
            data = self._receive(_CHUNK, 0 if wait else self._without_waiting)
        except BlockingIOError:
            return []
        if not data:
            return None
        self._rest += data
        if b"\n" not in data:
            return []
        *lines, self._rest = self._rest.split(b"\n")
        return [_loads(it.decode()) for it in lines]
