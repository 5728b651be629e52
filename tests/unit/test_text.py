"""Offsets, editor positions and pointers."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookwright.text import LineIndex, Position, Span, offset_at, to_pointer

ODD_TEXT = st.text(st.sampled_from("ab\n\r\u00e9\U0001f600\u2028\ud800\x0b"), max_size=40)


@pytest.mark.parametrize(
    ("text", "offset", "position"),
    [
        ("", 0, Position(0, 0)),
        ("ab\ncd", 3, Position(1, 0)),
        ("ab\ncd", 5, Position(1, 2)),
        ("ab\ncd", 99, Position(1, 2)),
        ("ab\ncd", -3, Position(0, 0)),
        ("ab\r\ncd", 3, Position(0, 2)),
        ("ab\r\ncd", 4, Position(1, 0)),
        ("ab\rcd\n", 3, Position(1, 0)),
        ("ab\rcd\n", 6, Position(2, 0)),
        ("\n\r\n\r", 4, Position(3, 0)),
        ("x\U0001f600y", 2, Position(0, 3)),
        ("é\nx\U0001f600y", 5, Position(1, 4)),
        ("a\u2028b\x0bc", 4, Position(0, 4)),
    ],
)
def test_position(text: str, offset: int, position: Position) -> None:
    assert LineIndex(text).position(offset) == position


@pytest.mark.parametrize(
    ("text", "line", "character", "offset"),
    [
        ("ab\ncd", 1, 1, 4),
        ("ab\ncd", 0, 99, 2),
        ("ab\r\ncd", 0, 99, 2),
        ("ab\ncd", 9, 0, 5),
        ("ab\ncd", -1, 5, 0),
        ("ab\ncd", 1, -5, 3),
        ("x\U0001f600y", 0, 1, 1),
        ("x\U0001f600y", 0, 2, 1),
        ("x\U0001f600y", 0, 3, 2),
        ("x\U0001f600y", 0, 9, 3),
    ],
)
def test_offset(text: str, line: int, character: int, offset: int) -> None:
    assert LineIndex(text).offset(line, character) == offset


@given(ODD_TEXT, st.integers(-2, 12), st.integers(-2, 12))
@settings(deadline=None)
def test_an_offset_is_the_same_without_an_index(text: str, line: int, character: int) -> None:
    assert offset_at(text, line, character) == LineIndex(text).offset(line, character)


@given(ODD_TEXT)
@settings(deadline=None)
def test_lines_begin_behind_line_ends(text: str) -> None:
    index = LineIndex(text)
    ends = text.replace("\r\n", " \n").replace("\r", "\n")
    assert [index.line_start(it) for it in range(index.count)] == [
        0,
        *(at + 1 for at, char in enumerate(ends) if char == "\n"),
    ]


def test_line_text_leaves_the_line_end_out() -> None:
    index = LineIndex("a\r\n\rb\nc")
    assert [index.line_text(line) for line in range(-1, 6)] == ["", "a", "", "b", "c", "", ""]
    assert index.count == 4
    assert index.line_start(3) == 6


@settings(max_examples=60, deadline=None)
@given(ODD_TEXT)
def test_every_offset_outside_a_line_end_comes_back(text: str) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        if not (0 < offset < len(text) and text[offset - 1 : offset + 1] == "\r\n"):
            position = index.position(offset)
            assert index.offset(position.line, position.character) == offset


@settings(max_examples=60, deadline=None)
@given(ODD_TEXT)
def test_characters_are_counted_in_utf_16(text: str) -> None:
    index = LineIndex(text)
    line = index.count - 1
    last = index.line_text(line)
    units = len(last.encode("utf-16-le", "surrogatepass")) // 2
    assert index.position(len(text)) == Position(line, units)


def test_a_position_far_out_in_a_line_costs_no_more_than_a_near_one() -> None:
    index = LineIndex("\U0001f600" * 1_000_000)
    begin = process_time()
    for offset in range(990_000, 1_000_000):
        index.position(offset)
    # To look at so much text takes a hundred times as long.
    assert process_time() - begin < 2


def test_pointers_escape_tilde_and_slash() -> None:
    assert to_pointer(()) == ""
    assert to_pointer(("hooks", "a/b~c", 0, "")) == "/hooks/a~1b~0c/0/"


@given(st.text("ab\r\n😀", max_size=30))
def test_an_extent_is_the_positions_of_both_ends(text: str) -> None:
    index, places = LineIndex(text), range(len(text) + 1)
    for one in places:
        for other in range(one, len(text) + 1):
            if not {"\r", "\n"} & {text[one : one + 1], text[other : other + 1]}:
                first, last = index.position(one), index.position(other)
                found = index.extent(Span(one, other))
                assert found == (first.line, first.character, last.line, last.character)
