"""Edits, exactly: what they change, and that every other byte stays."""

from __future__ import annotations

import pytest

from hookwright.syntax import edit
from hookwright.syntax.edit import apply
from hookwright.syntax.layout import indent_of
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON
from hookwright.text import Edit, Route, Span

LINES = '{\n  "a": 1, // one\n  /* two */\n  "b": [\n    1,\n    2\n  ],\n  "c": {"x": 1, "y": 2}\n}\n'
TABS = '{\r\n\t"a": {\r\n\t\t"b": []\r\n\t}\r\n}'
COMPACT = '{"a":1,"b":[1,2],"c":{}}'


@pytest.mark.parametrize(
    ("text", "route", "expected"),
    [
        (COMPACT, ("a",), '{"b":[1,2],"c":{}}'),
        (COMPACT, ("b",), '{"a":1,"c":{}}'),
        (COMPACT, ("c",), '{"a":1,"b":[1,2]}'),
        (COMPACT, ("b", 0), '{"a":1,"b":[2],"c":{}}'),
        (COMPACT, ("b", 1), '{"a":1,"b":[1],"c":{}}'),
        ('{"a": 1, "b": 2}', ("a",), '{"b": 2}'),
        ('{"a": 1, "b": 2}', ("b",), '{"a": 1}'),
        ('{ "a": 1 }', ("a",), "{}"),
        ("[1, 2, 3,]", (2,), "[1, 2,]"),
        ("[1,]", (0,), "[]"),
        (LINES, ("a",), LINES.replace('"a": 1,', "").replace("   // one", "  // one")),
        (LINES, ("b",), LINES.replace('  "b": [\n    1,\n    2\n  ],\n', "")),
        (LINES, ("b", 0), LINES.replace("    1,\n", "")),
        (LINES, ("b", 1), LINES.replace(",\n    2", "")),
        (LINES, ("c",), LINES.replace(',\n  "c": {"x": 1, "y": 2}', "")),
        (LINES, ("c", "x"), LINES.replace('"x": 1, ', "")),
        (LINES, ("c", "y"), LINES.replace(', "y": 2', "")),
        ('{\n  "a": 1,\n  "b": 2,\n}', ("b",), '{\n  "a": 1,\n}'),
        ('{\n  "a": 1, // x\n  "b": 2 // y\n}', ("b",), '{\n  "a": 1 // x\n   // y\n}'),
        ('{\n  // x\n  "a": 1\n}', ("a",), "{\n  // x\n}"),
        ('{\n  "a": 1, "b": 2,\n  "c": 3\n}', ("a",), '{\n  "b": 2,\n  "c": 3\n}'),
        ('{\n  "a": 1, "b": 2,\n  "c": 3\n}', ("b",), '{\n  "a": 1,\n  "c": 3\n}'),
        (TABS, ("a", "b"), '{\r\n\t"a": {}\r\n}'),
        ('{"a": 1 "b": 2}', ("a",), '{ "b": 2}'),
        ('{"a": , "b": 2}', ("a",), '{"b": 2}'),
        ('{"h": {"a": 1, "b": 2', ("h", "b"), '{"h": {"a": 1'),
        ('{"a": 1}', ("none",), '{"a": 1}'),
        ('{"a": 1}', (), '{"a": 1}'),
    ],
)
def test_remove(text: str, route: Route, expected: str) -> None:
    assert apply(text, edit.remove(parse(text), route)) == expected


@pytest.mark.parametrize(
    ("text", "route", "value", "expected"),
    [
        (COMPACT, (), [1, "é"], '{"a":1,"b":[1,2],"c":{"k":[1,"é"]}}'),
        ('{"a": 1}', (), {"x": 1}, '{"a": 1, "k": {"x": 1}}'),
        ("{}", (), 1, '{"k": 1}'),
        ('{\n  "a": 1\n}', (), [1], '{\n  "a": 1,\n  "k": [\n    1\n  ]\n}'),
        ('{\n  "a": 1,\n}', (), 1, '{\n  "a": 1,\n  "k": 1,\n}'),
        ('{\n  "a": 1 // x\n}', (), 1, '{\n  "a": 1, // x\n  "k": 1\n}'),
        ('{\n  "a": 1, // x\n}', (), 1, '{\n  "a": 1, // x\n  "k": 1,\n}'),
        ("{\n}\n", (), 1, '{\n  "k": 1\n}\n'),
        ("{\n  // x\n}", (), 1, '{\n  "k": 1\n  // x\n}'),
        ("{ // x\n}", (), 1, '{ // x\n  "k": 1\n}'),
        ('{\n    "a": {}\n}', ("a",), 1, '{\n    "a": {\n        "k": 1\n    }\n}'),
        (TABS, ("a",), {}, TABS.replace("[]", '[],\r\n\t\t"k": {}')),
        (LINES, ("c",), None, LINES.replace('"y": 2', '"y": 2, "k": null')),
        ('{"h": {"a": 1', ("h",), 1, '{"h": {"a": 1, "k": 1'),
        ('{"h": {', ("h",), 1, '{"h": {"k": 1'),
        ("[]", (), 1, "[]"),
    ],
)
def test_insert_member(text: str, route: Route, value: JSON, expected: str) -> None:
    if route == () and text == COMPACT:
        route = ("c",)
    assert apply(text, edit.insert_member(parse(text), route, "k", value)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}', '{"k": 1, "a": 1}'),
        ('{"a":1}', '{"k":1,"a":1}'),
        ('{\n  // x\n  "a": 1\n}', '{\n  // x\n  "k": 1,\n  "a": 1\n}'),
        ("{}", '{"k": 1}'),
    ],
)
def test_insert_first_member(text: str, expected: str) -> None:
    assert apply(text, edit.insert_member(parse(text), (), "k", 1, first=True)) == expected


@pytest.mark.parametrize(
    ("text", "route", "expected"),
    [
        (COMPACT, ("b",), '{"a":1,"b":[1,2,{"k":"v"}],"c":{}}'),
        ('{"a": []}', ("a",), '{"a": [{"k": "v"}]}'),
        (LINES, ("b",), LINES.replace("    2\n", '    2,\n    {\n      "k": "v"\n    }\n')),
        (TABS, ("a", "b"), TABS.replace("[]", '[\r\n\t\t\t{\r\n\t\t\t\t"k": "v"\r\n\t\t\t}\r\n\t\t]')),
        ("[1, // x\n 2]", (), '[1, // x\n 2,\n {\n   "k": "v"\n }]'),
        ("[1,", (), '[1, {"k": "v"},'),
        (COMPACT, ("a",), COMPACT),
    ],
)
def test_append_item(text: str, route: Route, expected: str) -> None:
    assert apply(text, edit.append_item(parse(text), route, {"k": "v"})) == expected


@pytest.mark.parametrize(
    ("text", "route", "value", "expected"),
    [
        (COMPACT, ("b",), {"x": "é"}, '{"a":1,"b":{"x":"é"},"c":{}}'),
        (LINES, ("a",), "x\n", LINES.replace("1, //", '"x\\n", //')),
        (LINES, ("a",), [1], LINES.replace("1, //", "[\n    1\n  ], //")),
        (LINES, ("c", "x"), [1], LINES.replace('"x": 1', '"x": [1]')),
        ('{\n    "a": 1\n}', ("a",), {"b": 1}, '{\n    "a": {\n        "b": 1\n    }\n}'),
        ('{"a": 1}', (), [], "[]"),
        ('{"a": , "b": 1}', ("a",), 2, '{"a": 2, "b": 1}'),
        ('{"a":, "b": 1}', ("a",), 2, '{"a":2, "b": 1}'),
        ('{"b": 1, "a":}', ("a",), 2, '{"b": 1, "a": 2}'),
        ('{"a"}', ("a",), 2, '{"a": 2}'),
        ('{"a": 1}', ("a",), "\ud800", '{"a": "\\ud800"}'),
        ('{"a": 1}', ("b",), 2, '{"a": 1}'),
    ],
)
def test_replace_value(text: str, route: Route, value: JSON, expected: str) -> None:
    assert apply(text, edit.replace_value(parse(text), route, value)) == expected


def test_rename_key_renames_the_member_that_counts() -> None:
    text = '{"a": {"x": 1, "x": 2}, b: 1}'
    tree = parse(text)
    assert apply(text, edit.rename_key(tree, ("a", "x"), 'y"')) == '{"a": {"x": 1, "y\\"": 2}, b: 1}'
    assert apply(text, edit.rename_key(tree, ("b",), "c")) == '{"a": {"x": 1, "x": 2}, "c": 1}'
    assert edit.rename_key(tree, ("none",), "c") == []
    assert edit.rename_key(parse("[1]"), (0,), "c") == []


@pytest.mark.parametrize(
    ("text", "start", "end", "new", "expected"),
    [
        ('{"a": "Edit|Wriet|Bash"}', 5, 10, "Write", '{"a": "Edit|Write|Bash"}'),
        (r'{"a": "\"x\" \u00e9 $Y z"}', 6, 8, '"$Z"', r'{"a": "\"x\" \u00e9 \"$Z\" z"}'),
        (r'{"a": "\ud83d\ude00b"}', 0, 1, "a", '{"a": "ab"}'),
        ('{"a": "x"}', 1, 1, "\\y", r'{"a": "x\\y"}'),
        ('{"a": "x', 0, 9, "yz", '{"a": "yz'),
        ('{"a": 1}', 0, 1, "y", '{"a": 1}'),
    ],
)
def test_replace_piece(text: str, start: int, end: int, new: str, expected: str) -> None:
    assert apply(text, edit.replace_piece(parse(text), ("a",), start, end, new)) == expected


def test_apply_takes_edits_in_any_order_and_keeps_that_of_insertions() -> None:
    edits = [Edit(Span(2, 3), "C"), Edit(Span(0, 0), "1"), Edit(Span(0, 0), "2"), Edit(Span(0, 1), "A")]
    assert apply("abcd", edits) == "12AbCd"
    with pytest.raises(ValueError, match="overlap at offset 1"):
        apply("abcd", [Edit(Span(0, 2), ""), Edit(Span(1, 3), "")])


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("", "  "),
        (COMPACT, "  "),
        (LINES, "  "),
        (TABS, "\t"),
        ('{\n    "a": 1}', "    "),
        ('{"a": {\n   "b": 1}}', "   "),
        ('  {\n      "a": 1\n  }', "    "),
        ('{"a": [\n1\n], "b": {\n    "c": 1}}', "    "),
    ],
)
def test_indent_of(text: str, unit: str) -> None:
    assert indent_of(parse(text)) == unit
