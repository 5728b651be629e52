"""A small server on the real transport: one handler for each thing the transport has to get right.

Arguments: `stdio`, `tcp ADDRESS` or `pipe PATH`; then a folder in which it leaves notes about what it did.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hookwright.lsp.start import leave, serve_stdio

NOTES = Path(sys.argv[-1])
HEAVY = ("asyncio", "attrs", "cattrs", "lsprotocol", "pygls", "dataclasses", "logging")

CHANGES: list[int] = []
LOADED_AT_START = sorted(name for name in HEAVY if name in sys.modules)


def load_early() -> Any:
    """Where the folder has a FIFO, waits until the test opens it: what was sent before needed nothing from here on."""
    loaded = sorted(name for name in HEAVY if name in sys.modules)
    gate = NOTES / "gate"
    if gate.exists() and gate.read_text() == "fail":
        raise ImportError("early boom")

    def diagnose(initialize: dict[str, Any], opened: dict[str, Any]) -> dict[str, Any] | None:
        document = opened["textDocument"]
        if document["text"] == "boom":
            raise ValueError("early boom")
        message = f"early {initialize.get('initializationOptions')} {loaded} pygls={'pygls' in sys.modules}"
        return {"uri": document["uri"], "version": document["version"], "diagnostics": [_diagnostic(message)]}

    return diagnose


def _diagnostic(message: str) -> dict[str, Any]:
    place = {"line": 0, "character": 0}
    return {"range": {"start": place, "end": place}, "message": message}


def build_server() -> Any:
    import asyncio

    from lsprotocol import types

    from hookwright.lsp.protocol import create_server

    def hover(ls: Any, params: types.HoverParams) -> types.Hover:
        return types.Hover(contents=f"{params.text_document.uri}:{params.position.line}")

    def echo(ls: Any, params: Any) -> Any:
        return {"params": params, "kind": type(params).__name__, "id": ls.protocol.msg_id}

    def session(ls: Any, params: Any) -> Any:
        protocol = ls.protocol
        return {
            "folders": sorted(ls.workspace.folders),
            "root": ls.workspace.root_uri,
            "encoding": ls.workspace.position_encoding,
            "snippets": bool(getattr(ls.client_capabilities.text_document, "completion", None)),
            "options": protocol.initialize_params.get("initializationOptions"),
            "early": sorted(protocol.early_published),
            "documents": {uri: it.source for uri, it in ls.workspace.text_documents.items()},
        }

    async def slow(ls: Any, params: Any) -> Any:
        try:
            ls.protocol.notify("hookwright/started", {"name": params["name"]})
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            ls.protocol.notify("hookwright/cleaned", {"name": params["name"]})
            (NOTES / "cleaned").write_text(params["name"])

    def stray(ls: Any, params: Any) -> Any:
        print("stray print", flush=True)  # noqa: T201
        os.write(1, b"stray bytes\n")
        return os.read(0, 10).decode()

    def in_thread(ls: Any, params: Any) -> Any:
        while not (NOTES / "release").exists():
            pass
        return "released"

    server = create_server(
        (
            ("textDocument/hover", hover),
            ("textDocument/didOpen", did_open),
            ("textDocument/didChange", did_change),
            ("hookwright/echo", echo),
            ("hookwright/session", session),
            ("hookwright/slow", slow),
            ("hookwright/stray", stray),
            ("hookwright/thread", server_thread(in_thread)),
        )
    )
    vars(server)["settled"] = lambda: server.protocol.notify("hookwright/settled", {"changes": CHANGES})
    return server


def did_open(ls: Any, params: Any) -> None:
    uri = params.text_document.uri
    ls.protocol.notify("textDocument/publishDiagnostics", {"uri": uri, "diagnostics": [_diagnostic("late")]})


def did_change(ls: Any, params: Any) -> None:
    CHANGES.append(params.text_document.version)
    ls.protocol.call_when_idle(ls.settled)


def server_thread(handler: Any) -> Any:
    handler.execute_in_thread = True
    return handler


def main() -> int:
    (NOTES / "loaded").write_text(" ".join(LOADED_AT_START))
    options: dict[str, Any] = {"load_early": load_early, "at_end": (NOTES / "ended").touch}
    if sys.argv[1] == "stdio":
        return serve_stdio(build_server, **options)
    from hookwright.lsp.sockets import serve_pipe, serve_tcp

    serve = serve_tcp if sys.argv[1] == "tcp" else serve_pipe
    return serve(sys.argv[2], build_server, **options)


leave(main())
