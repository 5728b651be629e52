"""Lines are found wherever the bytes are cut, and one that is too long is said and skipped."""

from __future__ import annotations

import pytest

from hookwright.transport.lines import LineParser

TEXT = b'{"a": 1}\n\r\n{"b": "\xc3\xa9"}\r\n   \n{"c": 3}'


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_cut_anywhere(size: int) -> None:
    parser = LineParser(lambda code, reason, _: pytest.fail(reason))
    pieces = [TEXT[it : it + size] for it in range(0, len(TEXT), size)]

    found = [line for piece in (*pieces, b"") for line in parser.feed(piece)]

    assert found == [b'{"a": 1}', b'{"b": "\xc3\xa9"}', b'{"c": 3}']


def test_a_line_that_is_too_long_is_skipped() -> None:
    said: list[tuple[int, str, bytes]] = []
    parser = LineParser(lambda *it: said.append(it), max_line_bytes=10)

    found = [line for piece in (b"x" * 8, b"y" * 8, b"z" * 8, b"\n{}\n") for line in parser.feed(piece)]

    assert found == [b"{}"]
    assert said == [(-32016, "The message is larger than 10 bytes", b"x" * 8 + b"y" * 8)]
