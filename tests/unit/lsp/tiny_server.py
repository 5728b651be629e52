"""The real server with a few handlers more: one for each thing that a session has to get right.

Arguments: `stdio` or `pipe PATH`; then a folder in which it leaves notes about what it did.
"""

from __future__ import annotations

import os
import sys
import weakref
from pathlib import Path
from typing import Any

from hookwright.lsp.start.serve import serve
from hookwright.transport.process import leave, serve_stdio

NOTES = Path(sys.argv[-1])
CHANGES: list[int] = []


def echo(services: Any, params: Any) -> Any:
    return {"params": params}


def changed(services: Any, params: Any) -> None:
    CHANGES.append(params["version"])
    services.server.debounce.call(services.server.settled)


def documents(services: Any, params: Any) -> Any:
    return {uri: it.text for uri, it in services.session.documents.items()}


async def slow(services: Any, params: Any) -> Any:
    import asyncio

    try:
        services.server.protocol.notify(
            "hookwright/started", {"name": params["name"], "documents": documents(services, params)}
        )
        await asyncio.Event().wait()
    finally:
        await asyncio.sleep(0.05)
        services.server.protocol.notify("hookwright/cleaned", {"name": params["name"]})
        (NOTES / "cleaned").write_text(params["name"])


def workspace(services: Any, params: Any) -> Any:
    found = services.server.workspace
    return {"folders": sorted(found.folders), "root": found.root_uri, "encoding": found.position_encoding}


async def in_thread(services: Any, params: Any) -> Any:
    import asyncio

    def busy() -> None:
        (NOTES / "in-thread").touch()
        while not (NOTES / "release").exists():
            pass

    await asyncio.to_thread(busy)


def stuck(services: Any, params: Any) -> None:
    """Comes never back."""
    from hookwright.transport import process

    process.ENDING_SECONDS = 1.0
    services.server.protocol.notify("hookwright/stuck", {})
    while True:
        pass


def lose_signal(services: Any, params: Any) -> None:
    """Has a signal come where Python loses what its handler raises."""
    import signal

    class Gone: ...

    gone = Gone()
    seen = weakref.ref(gone, lambda _: signal.raise_signal(signal.SIGINT))
    del gone
    assert seen() is None


def stray(services: Any, params: Any) -> Any:
    print("stray print", flush=True)  # noqa: T201
    os.write(1, b"stray bytes\n")
    return os.read(0, 10).decode()


def build(*seams: Any) -> Any:
    from hookwright.lsp.server import HookwrightServer

    class TinyServer(HookwrightServer):
        def settled(self) -> None:
            self.protocol.notify("hookwright/settled", {"changes": CHANGES})

        async def finish(self) -> None:
            await super().finish()
            (NOTES / "ended").touch()

    server = TinyServer(*seams)
    for handler in (documents, echo, slow, stray, workspace):
        server.answer(f"hookwright/{handler.__name__}", handler)
    server.answer("hookwright/thread", in_thread)
    server.hear("hookwright/loseSignal", lose_signal)
    server.hear("hookwright/changed", changed)
    server.hear("hookwright/getStuck", stuck)
    return server


def serve_descriptors(in_fd: int, out_fd: int, *, first: bytes = b"") -> int:
    return serve(in_fd, out_fd, build, first=first)


def main() -> int:
    if sys.argv[1] == "stdio":
        return serve_stdio(serve_descriptors)
    from hookwright.lsp.start.sockets import serve_pipe

    return serve_pipe(sys.argv[2], serve_descriptors)


leave(main())
