"""Whatever is laid out anew says what it said before, and is laid out so already when it is asked again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hookwright.ide.formatting import Style, edits_within, format_edits, style_of
from hookwright.syntax.edit import apply
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import ProblemKind, Tree, plain
from hookwright.text import Span

_EXAMPLES = sorted((Path(__file__).parents[3] / "examples").rglob("*.json"))
_STYLES = (Style(), Style("\t", 4), Style("    ", 4, final_newline=True))
_GAPS = st.lists(
    st.sampled_from(["", " ", "\n", "\r\n", "\t", "\n\n\n", "/* a\n b */", "/*c*/", "// d\n", "  // e \r\n"]),
    max_size=3,
).map("".join)
_SCALARS = st.sampled_from(["1.50", "-0", "1e5", '"\\u0041"', '"a // b"', '"{[,:"', '"/*"', "true", "null", '"é😀"'])


@st.composite
def _texts(draw: st.DrawFn, depth: int = 0) -> str:
    """JSON with blanks and comments wherever they may stand."""

    def gap() -> str:
        return draw(_GAPS)

    kind = draw(st.integers(0, 3 if depth < 4 else 0))
    if kind == 0:
        return draw(_SCALARS)
    entries = draw(st.integers(0, 4))
    values = [draw(_texts(depth=depth + 1)) for _ in range(entries)]
    if kind == 1:
        inner = [f"{gap()}{it}{gap()}" for it in values]
        return f"[{','.join(inner) or gap()}]"
    inner = [f'{gap()}"{"k" * (index * 20 + 1)}"{gap()}:{gap()}{it}{gap()}' for index, it in enumerate(values)]
    return f"{{{','.join(inner) or gap()}}}"


def _says(tree: Tree) -> tuple[object, list[str], str]:
    """Its value, its comments, and all of it that is no blank between two words."""
    comments = [tree.text[it.start : it.end] for it in tree.comments]
    words = re.sub(r"[ \t\r\n]+", "", tree.text)
    return plain(tree.root) if tree.root else None, comments, words


def _check(text: str, style: Style) -> None:
    before = parse(text)
    edits = format_edits(before, style)
    after = parse(apply(text, edits))

    assert _says(after) == _says(before)
    assert format_edits(after, style) == ()
    assert [it for it in edits if text[it.span.start : it.span.end] == it.text] == []


@pytest.mark.sweep
@pytest.mark.parametrize("style", _STYLES)
@settings(max_examples=60, deadline=None)
@given(begin=_GAPS, text=_texts(), end=_GAPS)
def test_it_says_what_it_said(style: Style, begin: str, text: str, end: str) -> None:
    _check(begin + text + end, style)


@pytest.mark.parametrize("file", _EXAMPLES, ids=lambda it: it.name)
def test_examples_do_too(file: Path) -> None:
    text = file.read_bytes().decode()
    root = parse(text).root
    assert root is not None
    for shape in (text, json.dumps(plain(root)), text.replace("\n", "\r\n")):
        _check(shape, _STYLES[0])


def test_lines_end_as_in_the_rest_of_the_file() -> None:
    assert apply("{\r\n}", format_edits(parse("{\r\n}"), Style())) == "{}"
    text = '{\r\n"a": 1}'
    assert apply(text, format_edits(parse(text), Style())) == '{\r\n  "a": 1\r\n}'


def test_a_byte_order_mark_stays() -> None:
    text = '\ufeff  {"a":1}'
    assert apply(text, format_edits(parse(text), Style())) == '\ufeff{"a": 1}'


@pytest.mark.parametrize(
    "text", ["", "  ", "{", '{"a" 1}', "{'a': 1}", "[1 2]", "{}}", '{"a": }', "nope", '{"a": 1} 2']
)
def test_what_is_broken_is_left_alone(text: str) -> None:
    assert any(it.kind is ProblemKind.SYNTAX for it in parse(text).problems) or not text.strip()
    assert format_edits(parse(text), Style()) == ()


@pytest.mark.sweep
def test_a_long_text_takes_no_longer_than_its_length() -> None:
    text = "[" * 100 + ",".join(["[1,2]"] * 10_000) + "]" * 100
    _check(text, Style())


def test_only_edits_in_the_range_are_kept() -> None:
    text = '{\n"a": 1,\n"b": 2\n}'
    edits = edits_within(format_edits(parse(text), Style()), Span(9, len(text)))
    assert apply(text, edits) == '{\n"a": 1,\n  "b": 2\n}'


@pytest.mark.parametrize(
    ("options", "style"),
    [
        ({"tabSize": 4, "insertSpaces": True}, Style("    ", 4)),
        ({"tabSize": 8, "insertSpaces": False}, Style("\t", 8)),
        ({"tabSize": -1, "insertFinalNewline": True}, Style("  ", 2, final_newline=True)),
        ({}, Style()),
    ],
)
def test_the_editor_says_how(options: dict[str, object], style: Style) -> None:
    assert style_of(options) == style
