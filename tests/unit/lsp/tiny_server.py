"""A small server on the real transport: one handler for each thing the transport has to get right.

Arguments: `stdio`, `tcp ADDRESS` or `pipe PATH`; then a folder in which it leaves notes about what it did.
"""

from __future__ import annotations

import os
import signal
import sys
import weakref
from pathlib import Path
from typing import Any

from hookwright.lsp.start import leave, serve, serve_stdio

NOTES = Path(sys.argv[-1])
HEAVY = ("asyncio", "attrs", "cattrs", "lsprotocol", "pygls", "pydantic", "dataclasses", "logging")

CHANGES: list[int] = []
LOADED_AT_START = sorted(name for name in HEAVY if name in sys.modules)


def echo(session: Any, params: Any) -> Any:
    return {"params": params, "loaded": [name for name in HEAVY if name in sys.modules]}


def did_open(session: Any, params: Any) -> None:
    from hookwright.lsp.features.did_open import did_open

    did_open(session, params)
    place = {"line": 0, "character": 0}
    found = {"range": {"start": place, "end": place}, "message": " ".join(echo(session, params)["loaded"])}
    uri = params["textDocument"]["uri"]
    session.client.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": [found]})


def did_change(session: Any, params: Any) -> None:
    from hookwright.lsp.features.did_change import did_change

    did_change(session, params)
    CHANGES.append(params["textDocument"]["version"])
    session.idle.call(session.settled)


def documents(session: Any, params: Any) -> Any:
    return {uri: it.text for uri, it in session.documents.items()}


def slow(session: Any, params: Any) -> Any:
    texts = documents(session, params)

    async def work() -> None:
        import asyncio

        try:
            session.client.notify("hookwright/started", {"name": params["name"], "documents": texts})
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            session.client.notify("hookwright/cleaned", {"name": params["name"]})
            (NOTES / "cleaned").write_text(params["name"])

    return work()


def ask(session: Any, params: Any) -> Any:
    async def work() -> Any:
        import asyncio

        return await asyncio.wrap_future(session.client.send_request("hookwright/ui/confirm", params))

    return work()


def lose_signal(session: Any, params: Any) -> None:
    """Has a signal come where Python loses what its handler raises."""

    class Gone: ...

    gone = Gone()
    seen = weakref.ref(gone, lambda _: signal.raise_signal(signal.SIGINT))
    del gone
    assert seen() is None


def stray(session: Any, params: Any) -> Any:
    print("stray print", flush=True)  # noqa: T201
    os.write(1, b"stray bytes\n")
    return os.read(0, 10).decode()


PLAIN = {
    "textDocument/didOpen": did_open,
    "textDocument/didChange": did_change,
    "hookwright/ask": ask,
    "hookwright/documents": documents,
    "hookwright/echo": echo,
    "hookwright/loseSignal": lose_signal,
    "hookwright/slow": slow,
    "hookwright/stray": stray,
}


def build_protocol(session: Any) -> Any:
    """Where the folder has a FIFO, waits until the test opens it: what was answered before needed nothing from here."""
    gate = NOTES / "gate"
    if gate.exists() and gate.read_text() == "fail":
        raise ImportError("no library")
    from lsprotocol import types

    from hookwright.lsp.protocol import create_server, protocol_of

    def hover(ls: Any, params: types.HoverParams) -> types.Hover:
        return types.Hover(contents=f"{params.text_document.uri}:{params.position.line}")

    def workspace(ls: Any, params: Any) -> Any:
        return {
            "folders": sorted(ls.workspace.folders),
            "root": ls.workspace.root_uri,
            "encoding": ls.workspace.position_encoding,
            "snippets": bool(getattr(ls.client_capabilities.text_document, "completion", None)),
            "trace": ls.protocol.trace,
        }

    def in_thread(ls: Any, params: Any) -> Any:
        (NOTES / "in-thread").touch()
        while not (NOTES / "release").exists():
            pass
        return "released"

    in_thread.execute_in_thread = True  # type: ignore[attr-defined]
    features = (
        ("textDocument/hover", hover),
        ("hookwright/workspace", workspace),
        ("hookwright/thread", in_thread),
    )
    return protocol_of(create_server(session, features))


def serve_descriptors(in_fd: int, out_fd: int) -> int:
    def feature(method: str) -> Any:
        handler: Any = PLAIN.get(method)
        return handler and (lambda session, params: handler(with_settled(session), params))

    return serve(in_fd, out_fd, feature, build_protocol, at_end=(NOTES / "ended").touch)


def with_settled(session: Any) -> Any:
    vars(session).setdefault("settled", lambda: session.client.notify("hookwright/settled", {"changes": CHANGES}))
    return session


def main() -> int:
    (NOTES / "loaded").write_text(" ".join(LOADED_AT_START))
    if sys.argv[1] == "stdio":
        return serve_stdio(serve_descriptors)
    from hookwright.lsp.sockets import serve_pipe, serve_tcp

    return (serve_tcp if sys.argv[1] == "tcp" else serve_pipe)(sys.argv[2], serve_descriptors)


leave(main())
