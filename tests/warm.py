"""Processes that have imported hookwright already: importing is most of what a short test of the server takes.

`hookwright("lsp")` is a command like `python -m hookwright lsp`, `script(path)` one like `python path`.  What runs is
a process of its own, forked from one that has imported every module and made the converter of messages, but called
nothing else, with the standard streams, folder and environment of the command; the command ends as that process does,
and the process with the command.  Only on Linux, elsewhere all starts are real.

A test of a start, a signal, a descriptor, memory or a terminal needs a real start, `python -m hookwright`.
"""

from __future__ import annotations

import atexit
import gc
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import struct
import subprocess
import sys
import threading
import traceback
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import NoReturn

_CLIENT = Path(__file__).with_name("warm_client.py")
_STREAMS = 3
_CHUNK = 1 << 16
_LENGTH = struct.calcsize("I")
_HIGHEST_DESCRIPTOR = 1 << 12


def hookwright(*arguments: str) -> list[str]:
    """The command that runs `hookwright` with these arguments, and starts quickly."""
    if sys.platform != "linux":
        return [sys.executable, "-m", "hookwright", *arguments]
    return _forked("-m", *arguments)


def script(path: Path, *arguments: str) -> list[str]:
    """The command that runs a file in Python with these arguments, and starts quickly."""
    if sys.platform != "linux":
        return [sys.executable, str(path), *arguments]
    return _forked(str(path), *arguments)


def _forked(program: str, *arguments: str) -> list[str]:
    return [sys.executable, "-I", "-S", str(_CLIENT), nursery(), program, *arguments]


@cache
def nursery() -> str:
    """Starts what forks, and ends with its standard input, so with this process; its name among abstract sockets."""
    name = f"hookwright-warm-{os.getpid()}"
    process = subprocess.Popen(
        [sys.executable, __file__, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert process.stdin
    assert process.stdout
    assert process.stdout.readline() == b"ready\n", "nothing can be started"
    process.stdout.close()
    atexit.register(_end, process)
    return name


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin
    process.stdin.close()
    process.wait()


@dataclass(frozen=True)
class _Request:
    """What a client wants to run, and where; the program is a file, or `-m` for hookwright."""

    folder: bytes
    program: str
    arguments: list[str]
    environment: dict[bytes, bytes]
    streams: list[int]


def _serve(name: str) -> None:
    _import_everything()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"\0{name}")
    listener.listen(64)
    waiting = selectors.DefaultSelector()
    waiting.register(listener, selectors.EVENT_READ, lambda: _accept(listener, waiting))
    waiting.register(0, selectors.EVENT_READ, lambda: os._exit(0))
    os.write(1, b"ready\n")
    while True:
        for key, _ in waiting.select():
            # Another event of the same moment may have ended it, and given its number away.
            if waiting.get_map().get(key.fd) is key:
                key.data()


def _import_everything() -> None:
    import hookwright

    for module in pkgutil.walk_packages(hookwright.__path__, "hookwright."):
        import_module(module.name)
    _make_converter()
    gc.collect()
    # What is never looked at is never copied.
    gc.freeze()


def _make_converter() -> None:
    """How each kind of message is read and written is worked out when the first comes, half of the time of a start."""
    from lsprotocol import types
    from pytest_lsp import client_capabilities

    from hookwright.transport.converter import make_converter

    converter = make_converter()
    for client in ("visual-studio-code", "neovim"):
        capabilities = converter.unstructure(client_capabilities(client))
        params = {"processId": None, "rootUri": None, "capabilities": capabilities}
        converter.structure(params, types.InitializeParams)
    converter.unstructure(types.InitializeResult(types.ServerCapabilities()))


def _accept(listener: socket.socket, waiting: selectors.BaseSelector) -> None:
    client, _ = listener.accept()
    _, user, _ = struct.unpack("3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
    request = _read(client) if user == os.getuid() else None
    if request is None:
        client.close()
        return
    if (child := os.fork()) == 0:
        _become(request)
    for it in request.streams:
        os.close(it)
    handle = os.pidfd_open(child)
    waiting.register(client, selectors.EVENT_READ, partial(os.kill, child, signal.SIGKILL))
    waiting.register(handle, selectors.EVENT_READ, partial(_report, child, handle, client, waiting))


def _report(child: int, handle: int, client: socket.socket, waiting: selectors.BaseSelector) -> None:
    _, status = os.waitpid(child, 0)
    for it in (client, handle):
        waiting.unregister(it)
    os.close(handle)
    # A client that was killed does not ask.
    with suppress(BrokenPipeError):
        client.sendall(str(os.waitstatus_to_exitcode(status)).encode())
    client.close()


def _read(client: socket.socket) -> _Request | None:
    data, streams, _, _ = socket.recv_fds(client, _CHUNK, _STREAMS)
    if len(streams) != _STREAMS:
        return None
    (length,) = struct.unpack_from("I", data)
    while len(data) < _LENGTH + length:
        data += client.recv(_CHUNK)
    folder, count, *rest = data[_LENGTH:].split(b"\0")
    (program, *arguments), variables = map(os.fsdecode, rest[: int(count)]), rest[int(count) :]
    environment = dict(it.split(b"=", 1) for it in variables)
    return _Request(folder, program, arguments, environment, streams)


def _become(request: _Request) -> NoReturn:
    """What `python -m hookwright` does once everything is imported, or `python` with a file."""
    code = 1
    try:
        _move_in(request)
        if request.program == "-m":
            from hookwright.__main__ import main

            main()
        else:
            runpy.run_path(request.program, run_name="__main__")
        code = 0
    except SystemExit as end:
        code = _code(end)
    except BaseException:  # noqa: BLE001  the interpreter's own last word
        traceback.print_exc()
    finally:
        _leave(code)


def _move_in(request: _Request) -> None:
    for number, stream in enumerate(request.streams):
        os.dup2(stream, number)
    os.closerange(_STREAMS, _HIGHEST_DESCRIPTOR)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115  as the interpreter does, here and below
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    os.chdir(request.folder)
    os.environb.clear()
    os.environb.update(request.environment)
    is_module = request.program == "-m"
    sys.argv[:] = [_module_file() if is_module else request.program, *request.arguments]
    sys.path[0] = os.getcwd() if is_module else os.path.dirname(request.program)


def _module_file() -> str:
    import hookwright

    return os.path.join(hookwright.__path__[0], "__main__.py")


def _code(end: SystemExit) -> int:
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    print(end.code, file=sys.stderr)  # noqa: T201  as the interpreter does
    return 1


def _leave(code: int) -> NoReturn:
    """Ends as the interpreter does, without taking every module apart."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for it in (sys.stdout, sys.stderr):
        it.flush()
    os._exit(code & 0xFF)


if __name__ == "__main__":
    _serve(sys.argv[1])
