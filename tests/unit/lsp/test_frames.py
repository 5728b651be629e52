"""Frames come in any pieces, and a broken one costs nothing but itself."""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any

import pytest

from hookwright.transport.frames import FrameParser, FrameReader

ONE = {"jsonrpc": "2.0", "method": "a", "params": {"text": "häßlich \U0001f600 \ud800"}}
TWO = {"jsonrpc": "2.0", "id": 1, "result": None}


def encode(message: Any) -> bytes:
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def read(*pieces: bytes, max_body_bytes: int = 1000) -> list[Any]:
    found: list[Any] = []
    parser = FrameParser(lambda code, reason, _: found.append(code), max_body_bytes)
    for piece in pieces:
        # What is broken is told before what was whole in the same piece.
        found += [json.loads(it) for it in parser.feed(piece)]
    return found


def test_encoded_messages_come_back() -> None:
    assert read(encode(ONE) + encode(TWO)) == [ONE, TWO]


@pytest.mark.parametrize("size", [1, 2, 7, 50])
def test_in_pieces_of_any_size(size: int) -> None:
    data = encode(ONE) + encode(TWO)
    assert read(*(data[at : at + size] for at in range(0, len(data), size))) == [ONE, TWO]


def test_the_length_counts_bytes() -> None:
    body = json.dumps({"a": "ä"}, ensure_ascii=False).encode()
    assert read(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) + encode(TWO)) == [{"a": "ä"}, TWO]


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: 2",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2",
        b"Content-Length:2\r\nContent-Type: x",
        b"CONTENT-LENGTH:   2  ",
    ],
)
def test_header_spellings(header: bytes) -> None:
    assert read(header + b"\r\n\r\n{}" + encode(TWO)) == [{}, TWO]


@pytest.mark.parametrize(
    "broken",
    [
        b"Content-Length: 0\r\n\r\n",
        b"Content-Length: -4\r\n\r\n",
        b"Content-Length: 99999999999999999999\r\n\r\n",
        b"Content-Length: 1001\r\n\r\n" + b" " * 1001,
        b"garbage\r\n\r\n",
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_broken_frame_costs_only_itself(broken: bytes, whole: bool) -> None:
    data = encode(ONE) + broken + encode(TWO)
    pieces = [data] if whole else [data[at : at + 11] for at in range(0, len(data), 11)]
    found = read(*pieces)
    code = -32016 if b"1001" in broken else -32700
    assert sorted(map(str, found)) == sorted(map(str, [ONE, code, TWO]))


async def test_pygls_reads_whole_messages_and_hears_when_no_other_waits() -> None:
    source, sink = os.pipe()
    log: list[str] = []
    reader = FrameReader(source, FrameParser(lambda code, reason, _: log.append(reason)), lambda: log.append("rested"))
    os.write(sink, encode(ONE) + b"Content-Length: x\r\n\r\n" + encode(TWO) + b"Content-Length: 9\r\n\r\n{")
    bodies = [await _read(reader), await _read(reader)]
    waiting = asyncio.ensure_future(reader.next())
    await asyncio.sleep(0.01)
    assert bodies == [ONE, TWO]
    # Half a frame holds nobody back.
    assert log[-1] == "rested"
    assert "The header has no valid Content-Length" in log
    os.close(sink)
    assert await waiting is None
    os.close(source)


async def test_a_message_waits_until_the_one_before_has_begun() -> None:
    source, sink = os.pipe()
    reader = FrameReader(source, FrameParser(lambda code, reason, _: None), lambda: None)
    os.write(sink, encode(ONE) + encode(TWO))
    await _read(reader)
    begun = asyncio.Event()
    asyncio.get_running_loop().call_soon(begun.set)
    assert not reader.is_empty
    await _read(reader)
    assert begun.is_set()
    os.close(sink)
    assert await reader.next() is None
    os.close(source)


async def _read(reader: FrameReader) -> Any:
    body = await reader.next()
    assert body is not None
    return json.loads(body)
