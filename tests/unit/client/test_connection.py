"""What passes between a client and a server, and what comes of it where one of them does not keep to it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from hookwright.client.connection import Answer, Connection
from hookwright.errors import EngineGone, EngineRefused


class Peer:
    """The server's end, as a test holds it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def read(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(await self.reader.readline())
        return {key: it for key, it in message.items() if key != "jsonrpc"}

    def send(self, **message: Any) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")


@asynccontextmanager
async def connected(
    heard: list[tuple[str, Mapping[str, Any]]] | None = None, **answers: Answer
) -> AsyncIterator[tuple[Connection, Peer]]:
    """A connection and its other end; `answers` are of methods of which the name is `ui/` and that."""
    ours, theirs = socket.socketpair()
    mine = await asyncio.open_connection(sock=ours)
    peer = Peer(*await asyncio.open_connection(sock=theirs, limit=1 << 20))
    named = {f"ui/{name}": it for name, it in answers.items()}
    heard = [] if heard is None else heard
    connection = Connection(*mine, answers=named, notified=lambda method, params: heard.append((method, params)))
    try:
        yield connection, peer
    finally:
        await connection.close()
        peer.writer.close()
        await peer.writer.wait_closed()


async def test_answers_find_their_requests_in_any_order() -> None:
    heard: list[tuple[str, Mapping[str, Any]]] = []
    async with connected(heard) as (connection, peer):
        first, second = (asyncio.create_task(connection.request(it, {})) for it in ("a", "b"))
        assert await peer.read() == {"id": 1, "method": "a", "params": {}}
        assert await peer.read() == {"id": 2, "method": "b", "params": {}}
        peer.send(method="run/started", params={"dispatchId": "x"})
        peer.send(id=2, error={"code": -32010, "message": "not trusted", "data": {"reason": "untrusted"}})
        peer.send(id=1, result={"ok": True})
        peer.send(id=99, result="nobody asked")
        assert await first == {"ok": True}
        with pytest.raises(EngineRefused, match=r"not trusted \(-32010\)") as refused:
            await second
        assert refused.value.details == {"reason": "untrusted"}
        assert heard == [("run/started", {"dispatchId": "x"})]


async def test_what_is_given_up_is_cancelled_at_the_server_and_its_answer_comes_too_late() -> None:
    async with connected() as (connection, peer):
        asked = asyncio.create_task(connection.request("dispatch", {}))
        await peer.read()
        asked.cancel()
        assert await peer.read() == {"method": "$/cancelRequest", "params": {"id": 1}}
        peer.send(id=1, error={"code": -32800, "message": "cancelled"})
        with pytest.raises(asyncio.CancelledError):
            await asked
        again = asyncio.create_task(connection.request("dispatch", {}))
        await peer.read()
        peer.send(id=2, result=1)
        assert await again == 1


async def test_the_servers_requests_are_answered() -> None:
    asked = asyncio.Event()

    async def confirm(params: Mapping[str, Any]) -> bool:
        return bool(params["title"] == "Run it?")

    async def select(_: Mapping[str, Any]) -> str:
        asked.set()
        await asyncio.Event().wait()
        return "never"

    async def fail(_: Mapping[str, Any]) -> None:
        raise RuntimeError("no screen")

    async with connected(confirm=confirm, select=select, input=fail) as (_, peer):
        peer.send(id="1", method="ui/confirm", params={"title": "Run it?"})
        assert await peer.read() == {"id": "1", "result": True}
        peer.send(id="2", method="ui/input")
        assert await peer.read() == {"id": "2", "error": {"code": -32803, "message": "no screen"}}
        peer.send(id="3", method="model/list")
        assert await peer.read() == {
            "id": "3",
            "error": {"code": -32601, "message": "`model/list` is not answered here"},
        }
        peer.send(id="4", method="ui/select")
        await asked.wait()
        peer.send(method="$/cancelRequest", params={"id": "4"})
        assert (await peer.read())["error"]["code"] == -32800


@pytest.mark.parametrize("line", [b"Welcome to the jungle\n", b"[1]\n", b'{"id": 1, "error": "no"}\n', b"\xff\n", b""])
async def test_what_is_no_server_is_one_that_has_ended(line: bytes) -> None:
    async with connected() as (connection, peer):
        asked = asyncio.create_task(connection.request("dispatch", {}))
        await peer.read()
        peer.writer.write(line)
        if not line:
            peer.writer.write_eof()
        with pytest.raises(EngineGone, match="has ended"):
            await asked
        with pytest.raises(EngineGone):
            await connection.request("dispatch", {})


async def test_it_waits_while_the_server_does_not_read() -> None:
    async with connected() as (connection, peer):
        text = "x" * 100_000
        asked = [asyncio.create_task(connection.request("dispatch", {"text": text})) for _ in range(50)]
        assert (await peer.read())["id"] == 1
        for number in range(2, 51):
            assert (await peer.read())["params"] == {"text": text}
            peer.send(id=number, result=number)
        peer.send(id=1, result=1)
        assert await asyncio.gather(*asked) == list(range(1, 51))
