"""JSON is read as every other program reads it, or not at all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.every import every

from hookwright import strict_json
from hookwright.errors import BeyondLimits, UsageError
from hookwright.limits import MOST_DEPTH, MOST_DIGITS, is_deeper
from hookwright.strict_json import Envelope, NotJson, envelope_of, read_json, within_limits


def lists(depth: int) -> str:
    return "[" * depth + "]" * depth


@every(
    ("text", "why"),
    [
        ('{"a": 1, "b": {"a": 1, "a": 2}}', 'the key "a" twice'),
        (r'{"\u0061": 1, "a": 2}', 'the key "a" twice'),
        (r'{"\ud800": 1, "\udbff": 2}', "twice"),
        ('{"a": NaN}', "`NaN` is not JSON"),
        ('{"a": -Infinity}', "is not JSON"),
        (b'{"a": "\xed\xa0\xbd"}', "not UTF-8"),
        (b"\xff\xfe{\x00}\x00", "not UTF-8"),
        (b"\xef\xbb\xbf{}", "Expecting value"),
        ('{"a": "\x00"}', "control character"),
        ("{} {}", "Extra data"),
        ("", "Expecting value"),
    ],
)
def test_what_programs_read_differently_is_not_json(text: str | bytes, why: str) -> None:
    with pytest.raises(NotJson, match=why):
        read_json(text)


@every(
    "text",
    [lists(MOST_DEPTH + 1), lists(3_000), lists(100_000), "[" * 100_000, "1" * (MOST_DIGITS + 1), "-1e309", "1" * 5000],
)
def test_what_is_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(BeyondLimits):
        read_json(text)


def test_the_limits_themselves_are_not_beyond_them() -> None:
    assert read_json(lists(MOST_DEPTH)) is not None
    assert read_json("-" + "9" * MOST_DIGITS) == -int("9" * MOST_DIGITS)
    assert within_limits(json.loads(lists(MOST_DEPTH))) is not None


def test_halves_of_surrogate_pairs_are_replaced() -> None:
    assert read_json(r'["\ud83d", "\ud83d\udca5", "a\udca5b", "\\ud83d", "\u00e9"]') == [
        "\ufffd",
        "💥",
        "a\ufffdb",
        r"\ud83d",
        "é",
    ]
    assert within_limits({"a": ["\ud83d", "\ud83d\udca5"]}) == {"a": ["\ufffd", "💥"]}


@every("value", [{"a": {1, 2}}, {"a": float("nan")}, {"a": object()}, {("a",): 1}])
def test_values_of_a_program_that_are_not_json(value: Any) -> None:
    with pytest.raises(UsageError, match="cannot be written as JSON"):
        within_limits(value)


def test_values_of_a_program_have_the_same_limits() -> None:
    knot: list[Any] = []
    knot += [knot, knot]
    for value in (json.loads(lists(MOST_DEPTH + 1)), {"a": knot}, {"a": 10**MOST_DIGITS}, {"a": 10**5000}):
        with pytest.raises(BeyondLimits):
            within_limits(value)
    same = {"a": [1, "b", None]}
    assert within_limits(same) is same
    digits = {"text": "1" * 1000}
    assert within_limits(digits) == digits


def test_how_deep_values_are() -> None:
    values: list[Any] = [1, "[[[", [], {"a": 1}, {"a": {}}, [()]]
    assert [is_deeper(it, 1) for it in values] == [False] * 4 + [True] * 2


@every(
    ("message", "expected"),
    [
        (b'{"id":7,"method":"x","params":' + lists(3000).encode() + b"}", Envelope(7)),
        (b'{"method":"x","params":' + lists(500_000).encode() + b', "id" : "a\\"b" }\r\n', Envelope('a"b')),
        (b'{"id":1,"params":{"id":2,"method":"y"},"method":"x",', Envelope(1)),
        (b'{"params":{"id":4},"method":"x"}', Envelope(None)),
        (b'{"id":3,"result":', Envelope(3, is_response=True)),
        (b'{"id":3,"error":{"method":"a"}', Envelope(3, is_response=True)),
        (b'\xef\xbb\xbf {"id":3,"method":NaN}', Envelope(3)),
        (b'{"id":"\xff","method":1}', Envelope("\ufffd")),
        (b'{"id":true,"method":1}', Envelope(None)),
        (b'{"id":1.5,"method":1}', Envelope(None)),
        (b'[{"id":1,"method":"x"', Envelope(None)),
        (b'"id":1', Envelope(None)),
        (b"", Envelope(None)),
    ],
)
def test_the_id_of_a_message_that_cannot_be_read(message: bytes, expected: Envelope) -> None:
    assert envelope_of(message) == expected


@pytest.mark.parametrize("text", ['"12345678901"', '"ÄÖÜÄÖÜ"'])
def test_what_has_too_many_bytes_is_read_by_nobody(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict_json, "MOST_BYTES", len(text.encode()))
    assert read_json(text.encode()) == within_limits(json.loads(text)) == json.loads(text)
    monkeypatch.setattr(strict_json, "MOST_BYTES", len(text.encode()) - 1)
    with pytest.raises(BeyondLimits, match="is larger than"):
        read_json(text.encode())
    with pytest.raises(BeyondLimits, match="is larger than"):
        within_limits(json.loads(text))
