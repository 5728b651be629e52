"""Every request is answered, also one that cannot be read, and one whose answer cannot be written."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.unit.serve.test_server import Sent, ask

from hookwright.host import Host
from hookwright.limits import MOST_DEPTH
from hookwright.serve.server import EngineServer, Machine
from hookwright.transport.frames import FrameParser
from hookwright.transport.lines import LineParser

DISPATCH = (
    '{"jsonrpc":"2.0","id":%s,"method":"dispatch",'
    '"params":{"event":"PreToolUse","payload":{"tool_name":"Bash","x":%s}}}'
)


def lists(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.fixture
def sent() -> Sent:
    return Sent()


@pytest.fixture
async def server(sent: Sent, tmp_path: Path, home: Path) -> AsyncIterator[EngineServer]:
    found = EngineServer(Machine(Host(dict(os.environ), str(home)), None), lambda: None, lambda: True)
    found.protocol.set_writer(sent, include_headers=False)
    await ask(found, 0, "engine/initialize", {"projectDir": str(tmp_path), "trusted": True, "dialect": "claude-code"})
    yield found
    await found.finish()


CASES: dict[str, tuple[str, int]] = {
    "beyond the payload's depth": (lists(MOST_DEPTH), -32016),
    "beyond pydantic's depth": (lists(480), -32016),
    "beyond Python's depth": (lists(3000), -32016),
    "too many digits for Python": ("1" * 5000, -32016),
    "too many digits for others": ("1" * 309, -32016),
    "too large for a double": ("1e999", -32016),
    "NaN": ("NaN", -32700),
    "a key twice": ('{"a":1,"a":2}', -32700),
    "broken": ("{]", -32700),
    "a control character": ('"\x01"', -32700),
}


@pytest.mark.parametrize("name", CASES)
async def test_what_cannot_be_read_is_answered_under_its_id(server: EngineServer, sent: Sent, name: str) -> None:
    payload, code = CASES[name]
    server.protocol.receive((DISPATCH % (7, payload)).encode())
    await sent.answered(7)

    error = sent.answers[7]["error"]
    assert error["code"] == code
    assert error.get("data") == ({"reason": "limits"} if code == -32016 else None)


async def test_bytes_that_are_not_utf8_are_answered_under_their_id(server: EngineServer, sent: Sent) -> None:
    server.protocol.receive((DISPATCH % ('"ü"', '"?"')).encode().replace(b"?", b"\xed\xa0\xbd"))
    assert sent.answers["ü"]["error"]["code"] == -32700


async def test_payloads_within_the_limits(server: EngineServer, sent: Sent) -> None:
    for number, payload in enumerate((lists(MOST_DEPTH - 1), r'"\ud83d"', "9" * 308), 1):
        server.protocol.receive((DISPATCH % (number, payload)).encode())
        await sent.answered(number)
        assert sent.answers[number]["result"]["decision"] is None


def test_a_message_that_is_too_large_is_refused_under_its_id() -> None:
    told: list[tuple[int, str, bytes]] = []
    body = b'{"jsonrpc":"2.0","id":3,"method":"dispatch","params":"' + b"x" * 2000 + b'"}'
    lines = LineParser(lambda *it: told.append(it), max_line_bytes=1000)
    frames = FrameParser(lambda *it: told.append(it), max_body_bytes=1000)
    whole = [*lines.feed(body + b"\n{}\n")]
    for at in range(0, len(body) + 100, 7):
        piece = (b"Content-Length: %d\r\n\r\n%b" % (len(body), body) + b"Content-Length: 2\r\n\r\n{}")[at : at + 7]
        whole += frames.feed(piece)

    assert whole[:2] == [b"{}", b"{}"]
    assert [(code, kept[:25]) for code, _, kept in told] == [(-32016, body[:25])] * 2


async def test_an_answer_that_cannot_be_written_is_an_error(server: EngineServer, sent: Sent) -> None:
    """A fault of ours, such as a result that holds what is no JSON, leaves nobody waiting."""
    deep: list[object] = []
    for _ in range(5_000):
        deep = [deep]
    for number, result in enumerate((float("nan"), object(), deep), 1):

        async def give(_: Any, result: Any = result) -> Any:
            return result

        server.feature(f"test/{number}")(give)
        await ask(server, number, f"test/{number}", {})
        await sent.answered(number)
        assert sent.answers[number]["error"]["code"] == -32603
        assert sent.answers[number]["error"]["data"]["logId"]


async def test_an_answer_of_the_client_that_cannot_be_read_settles_its_question(
    server: EngineServer, sent: Sent
) -> None:
    asked = server.protocol.send_request("ui/confirm", {"title": "?"})
    server.protocol.receive(b'{"jsonrpc":"2.0","id":"hookwright-1","result":%b}' % lists(3000).encode())

    assert "nests" in str(asked.exception(0))
    assert sent.answers[None]["error"]["code"] == -32016


async def test_a_question_that_cannot_be_written_fails(server: EngineServer) -> None:
    asked = server.protocol.send_request("ui/confirm", {"title": float("nan")})
    assert "cannot be written" in str(asked.exception(0))


async def test_entries_are_within_the_limits_too(server: EngineServer, sent: Sent) -> None:
    await ask(server, 1, "session/open", {"sessionId": "s"})
    await sent.answered(1)
    deep = {"type": "message", "message": {"role": "user", "x": json.loads(lists(MOST_DEPTH - 1))}}
    await ask(server, 2, "session/append", {"sessionId": "s", "entry": deep})
    deep["message"] = {"role": "user", "x": json.loads(lists(MOST_DEPTH - 2))}
    await ask(server, 3, "session/append", {"sessionId": "s", "entry": deep})
    for number, method in enumerate(("session/messages", "session/entries"), 4):
        await sent.answered(number - 1)
        await ask(server, number, method, {"sessionId": "s"})
        await sent.answered(number)

    assert sent.answers[2]["error"]["code"] == -32016
    assert sent.answers[4]["result"]["messages"] == [deep["message"]]
    assert sent.answers[5]["result"]["entries"] == [deep]
