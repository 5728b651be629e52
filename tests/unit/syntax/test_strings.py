"""How places in a decoded string and in the text map onto one another."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookwright.syntax.parser import parse
from hookwright.syntax.strings import decode, quote, text_offset, value_index
from hookwright.syntax.tree import Node, Tree


def _string(literal: str) -> tuple[Tree, Node]:
    tree = parse(literal)
    assert tree.root
    return tree, tree.root


@pytest.mark.parametrize(
    ("literal", "offsets"),
    [
        ('"abc"', [1, 2, 3, 4]),
        (r'"a\"b"', [1, 2, 4, 5]),
        (r'"\\\n"', [1, 3, 5]),
        (r'"\u00e9x"', [1, 7, 8]),
        (r'"\ud83d\ude00x"', [1, 13, 14]),
        (r'"\ud83dx"', [1, 7, 8]),
        ('"\U0001f600x"', [1, 2, 3]),
        (r'"C:\dir"', [1, 2, 3, 4, 5, 6, 7]),
        ('""', [1]),
        ('"abc', [1, 2, 3, 4]),
        ("abc", [0, 1, 2, 3]),
        ("'abc'", [1, 2, 3, 4]),
        ('abc"', [0, 1, 2, 3]),
    ],
)
def test_each_place_in_a_value_has_its_offset(literal: str, offsets: list[int]) -> None:
    tree, node = _string(literal)
    length = len(str(node.value))
    assert [text_offset(tree, node, index) for index in range(length + 1)] == offsets
    assert [value_index(tree, node, offset) for offset in offsets] == list(range(length + 1))
    assert text_offset(tree, node, length + 5) == offsets[-1]
    assert text_offset(tree, node, -1) == offsets[0]


def test_an_offset_inside_an_escape_is_its_start() -> None:
    tree, node = _string(r'"a\u00e9\"b"')
    assert [value_index(tree, node, offset) for offset in range(13)] == [0, 0, *[1] * 6, 2, 2, 3, 4, 4]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.booleans())
def test_offsets_come_back_and_cut_the_value_where_they_say(value: str, ascii_only: bool) -> None:
    tree, node = _string(json.dumps(value, ensure_ascii=ascii_only))
    assert node.value == value
    for index in range(len(value) + 1):
        offset = text_offset(tree, node, index)
        assert value_index(tree, node, offset) == index
        assert decode(tree.text[1:offset]) == value[:index]


@settings(max_examples=60, deadline=None)
@given(st.text(st.characters(codec=None), max_size=30))
def test_quoted_text_reads_back(value: str) -> None:
    quoted = quote(value)
    assert json.loads(quoted) == value
    assert decode(quoted[1:-1]) == value
    quoted.encode()


def test_only_what_must_be_escaped_is() -> None:
    assert quote('a"\\/\n\t\x01é\U0001f600\ud800') == '"a\\"\\\\/\\n\\t\\u0001é\U0001f600\\ud800"'
