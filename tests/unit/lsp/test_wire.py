"""Frames come in any pieces, and a broken one costs nothing but itself."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hookwright.lsp.wire import FrameParser, Malformed, encode, request_id

ONE = {"jsonrpc": "2.0", "method": "a", "params": {"text": "häßlich \U0001f600 \ud800"}}
TWO = {"jsonrpc": "2.0", "id": 1, "result": None}


def read(*pieces: bytes, max_body_bytes: int = 1000) -> list[Any]:
    parser = FrameParser(max_body_bytes)
    found = [item for piece in pieces for item in parser.feed(piece)]
    return [item.code if isinstance(item, Malformed) else item for item in found]


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
    ("broken", "code"),
    [
        (b"Content-Length: 1\r\n\r\n{", -32700),
        (b"Content-Length: 0\r\n\r\n", -32700),
        (b"Content-Length: 1\r\n\r\n\xff", -32700),
        (b'Content-Length: 9\r\n\r\n{"a":NaN}', -32700),
        (b"Content-Length: 900\r\n\r\n" + b"[" * 900, -32700),
        (b"Content-Length: 2\r\n\r\n[]", -32600),
        (b"Content-Length: 4\r\n\r\nnull", -32600),
        (b"Content-Length: -4\r\n\r\n", -32700),
        (b"Content-Length: 99999999999999999999\r\n\r\n", -32700),
        (b"Content-Length: 1001\r\n\r\n" + b" " * 1001, -32700),
        (b"garbage\r\n\r\n", -32700),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_broken_frame_costs_only_itself(broken: bytes, code: int, whole: bool) -> None:
    data = encode(ONE) + broken + encode(TWO)
    pieces = [data] if whole else [data[at : at + 11] for at in range(0, len(data), 11)]
    assert read(*pieces) == [ONE, code, TWO]


@pytest.mark.parametrize("size", [11, 20_000])
def test_a_header_that_never_ends_is_given_up(size: int) -> None:
    data = encode(ONE) + b"g" * 9000 + encode(TWO)
    found = read(*(data[at : at + size] for at in range(0, len(data), size)))
    assert [it for it in found if it != -32700] == [ONE, TWO]


def test_a_frame_longer_than_it_said_loses_no_later_frame() -> None:
    assert read(b'Content-Length: 2\r\n\r\n{} {"more": 1}' + encode(TWO)) == [{}, TWO]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}])
def test_what_has_no_json_is_not_sent(value: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        encode({"value": value})


@pytest.mark.parametrize(
    ("message", "expected"), [({"id": 1}, 1), ({"id": "a"}, "a"), ({"id": True}, None), ({"id": 1.5}, None), ({}, None)]
)
def test_request_ids(message: dict[str, Any], expected: object) -> None:
    assert request_id(message) == expected
