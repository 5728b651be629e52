"""What one client of the engine may have open at once."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from hookwright.host import Host
from hookwright.serve.server import EngineServer, Machine

STAYS = {"hooks": {"PreToolUse": [{"matcher": "*", "hooks": [{"type": "command", "command": "sleep 100"}]}]}}


class Sent:
    """A writer that keeps the messages it gets."""

    def __init__(self) -> None:
        self.answers: dict[Any, Any] = {}
        self._arrived = asyncio.Event()

    def write(self, data: bytes) -> None:
        message = json.loads(data)
        if "method" not in message:
            self.answers[message["id"]] = message
            self._arrived.set()

    async def answered(self, number: int) -> None:
        """Waits for the answer of that number."""
        while number not in self.answers:
            self._arrived.clear()
            await self._arrived.wait()

    def close(self) -> None: ...


@pytest.fixture
def sent() -> Sent:
    return Sent()


@pytest.fixture
async def server(sent: Sent, tmp_path: Path, home: Path) -> AsyncIterator[EngineServer]:
    (tmp_path / ".ai_agents").mkdir()
    (tmp_path / ".ai_agents/settings.json").write_text(json.dumps(STAYS))
    machine = Machine(Host(dict(os.environ), str(home)), None)
    found = EngineServer(machine, lambda: None, lambda: True)
    found.protocol.set_writer(sent, include_headers=False)
    await ask(found, 0, "engine/initialize", {"projectDir": str(tmp_path), "trusted": True})
    yield found
    await found.finish()


async def ask(server: EngineServer, number: int, method: str, params: Any) -> None:
    server.protocol.handle_message({"id": number, "method": method, "params": params})
    for _ in range(3):
        await asyncio.sleep(0)


async def test_so_many_requests_and_no_more(server: EngineServer, sent: Sent) -> None:
    server.most_open = 2
    event = {"event": "PreToolUse", "payload": {"tool_name": "Bash", "tool_input": {}}}
    for number in (1, 2, 3):
        await ask(server, number, "dispatch", event)

    assert sent.answers[3]["error"]["code"] == -32015
    assert "2 requests are open" in sent.answers[3]["error"]["message"]
    server.protocol.handle_message({"method": "$/cancelRequest", "params": {"id": 1}})
    await sent.answered(1)
    await ask(server, 4, "list", {})
    assert sent.answers.keys() == {0, 1, 3, 4}
    assert "result" in sent.answers[4]


async def test_so_many_bytes_and_no_more(server: EngineServer, sent: Sent) -> None:
    server.most_open_bytes, server.received_bytes = 1000, lambda: 600
    event = {"event": "PreToolUse", "payload": {"tool_name": "Bash", "tool_input": {}}}
    for number in (1, 2, 3):
        await ask(server, number, "dispatch", event)

    assert sent.answers[3]["error"]["code"] == -32015
    assert "hold" in sent.answers[3]["error"]["message"]
    # It can be ended anyway.
    server.protocol.handle_message({"id": 4, "method": "engine/shutdown"})
    await sent.answered(4)
    assert sent.answers[4]["result"] is None
    assert {sent.answers[it]["error"]["code"] for it in (1, 2)} == {-32800}
