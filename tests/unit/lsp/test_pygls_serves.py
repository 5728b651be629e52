"""Every answer of a session comes from a handler that is registered with pygls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.unit.lsp.wires import Wire

_URI = "file:///project/.claude/settings.json"
_TEXT = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "./a.sh"}]}]}}'


def _counted(handler: Callable[..., Any], count: Callable[[], None]) -> Callable[..., Any]:
    if asyncio.iscoroutinefunction(handler):

        async def later(*args: Any) -> Any:
            count()
            return await handler(*args)

        return later

    def called(*args: Any) -> Any:
        count()
        return handler(*args)

    return called


async def test_they_are_counted(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOOKWRIGHT_STATE_DIR", str(tmp_path))
    wire = Wire(params={"capabilities": {}, "initializationOptions": {"userHome": str(home)}})
    manager, calls = wire.server.protocol.fm, list[str]()
    # `shutdown` calls the handler of ours by itself.
    requests = [it for it in manager.features if it not in {"initialize", "shutdown"}]
    for registry in (manager.features, manager.builtin_features):
        for method, handler in registry.items() - {("shutdown", registry["shutdown"])}:
            registry[method] = _counted(handler, lambda method=method: calls.append(method))  # type: ignore[misc]
    document = {"uri": _URI, "languageId": "json", "version": 1, "text": _TEXT}
    wire.notify("textDocument/didOpen", {"textDocument": document})
    await wire.settle()
    place = {"textDocument": {"uri": _URI}, "position": {"line": 0, "character": 12}}
    extent = {"range": {"start": place["position"], "end": place["position"]}}
    about = {
        "options": {"tabSize": 2, "insertSpaces": True},
        "context": {"diagnostics": [], "includeDeclaration": True, "triggerKind": 1},
        "label": "x",
    }
    params = {**place, **extent, **about, "positions": [], "newName": "x", "query": "", "files": [], "uri": _URI}
    params |= {"event": "Stop", "dialect": "claude-code", "previousResultIds": []}
    asked = [it for it in requests if "/did" not in it and it != "initialized"]
    wire.sent.clear()
    calls.clear()

    for number, method in enumerate([*asked, "workspace/executeCommand"]):
        wire.request(number, method, params if "executeCommand" not in method else {"command": "hookwright.list"})
    await wire.settle()

    answered = [it["id"] for it in wire.sent if "id" in it and "method" not in it]
    assert sorted(map(str, answered)) == sorted(map(str, range(len(asked) + 1)))
    invalid = [it for it in wire.sent if it.get("error", {}).get("message", "").startswith("Invalid params")]
    assert invalid == []
    assert sorted(calls) == sorted([*asked, "workspace/executeCommand"])
