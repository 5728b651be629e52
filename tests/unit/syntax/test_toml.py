"""TOML as a tree with places: what it says is what the standard library reads, and each part is where it is written."""

from __future__ import annotations

import tomllib
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import effort

from hookwright.syntax.cursor import Role, at
from hookwright.syntax.edit import apply, rename_key, replace_piece, replace_value
from hookwright.syntax.strings import text_offset, value_index
from hookwright.syntax.toml import parse_toml
from hookwright.syntax.tree import Kind, Node, PlacedString, Tree, find, plain
from hookwright.text import Route

_TEXT = r"""# Settings
model = "gpt"
[hooks]
[[hooks.PreToolUse]]
matcher = "^Bash$" # why
[[hooks.PreToolUse.hooks]]
type = "command"
command = 'echo "hi"'
timeout = 30

[[hooks.PreToolUse.hooks]]
type = "command"
command = "a\tb \u0041 \"c\" \U0001F600."
[mcp."odd name"]
x = {a = 1, b.c = [1, 2.5, true,], "d e" = 'f'}
numbers = [0xff, 0o17, 0b11, 1_000, -5, 6.02e23, -0.5]
[[hooks.Stop]]
hooks = [{type = "command", command = "x"},
  # a comment
  {type = "command", command = '''
y'''},
]
dotted.a.b = 1
dotted.a.c = "it"
text = '''
two
lines''''
"""


def test_it_says_what_the_standard_library_reads() -> None:
    tree = parse_toml(_TEXT)

    assert tree.problems == ()
    assert tree.root is not None
    assert plain(tree.root) == tomllib.loads(_TEXT)


def _scalars(node: Node) -> list[Node]:
    inner = [it for member in node.members for it in (member.key, *_scalars(member.value))]
    return [*inner, *(it for item in node.items for it in _scalars(item))] if node.kind in _CONTAINERS else [node]


_CONTAINERS = (Kind.OBJECT, Kind.ARRAY)


def test_every_character_of_a_string_has_its_place() -> None:
    tree = parse_toml(_TEXT)
    assert tree.root is not None
    strings = [it for it in _scalars(tree.root) if isinstance(it, PlacedString)]
    assert len(strings) > 30
    for node in strings:
        value = str(node.value)
        assert len(node.offsets) == len(value) + 1
        for index, char in enumerate(value):
            offset = text_offset(tree, node, index)
            assert _TEXT[offset] in (char, "\\")
            assert value_index(tree, node, offset) == index


@pytest.mark.parametrize(
    ("route", "written"),
    [
        (("model",), '"gpt"'),
        (("hooks", "PreToolUse", 0, "matcher"), '"^Bash$"'),
        (("hooks", "PreToolUse", 0, "hooks", 0, "timeout"), "30"),
        (("hooks", "Stop", 0, "hooks", 1, "type"), '"command"'),
        (("mcp", "odd name", "x", "b", "c", 1), "2.5"),
        (("hooks", "Stop", 0, "dotted", "a", "c"), '"it"'),
    ],
)
def test_a_value_is_where_it_is_written(route: Route, written: str) -> None:
    node = find(parse_toml(_TEXT), route)

    assert node is not None
    assert _TEXT[node.start : node.end] == written


@pytest.mark.parametrize(
    ("text", "said", "problem", "where"),
    [
        ("[hooks", {"hooks": {}}, "expected ']'", "s"),
        ("a = \nb = 1", {"a": None, "b": 1}, "invalid value", "\n"),
        ('[[h.X]]\nx = "abc\ny = 1', {"h": {"X": [{"x": "abc", "y": 1}]}}, "illegal character", "\n"),
        ("= 3\nb = 4", {"b": 4}, "invalid statement", "="),
        ("[a]\nb = 1\n[a]\n", {"a": {"b": 1}}, "cannot declare", "]"),
        ("a = {b = 1, c", {"a": {"b": 1}}, "expected '='", "c"),
        ("a = " + "[" * 3000, None, "nested", "a"),
    ],
)
def test_what_is_broken_is_said_where_it_is_and_the_rest_is_read(
    text: str, said: Any, problem: str, where: str
) -> None:
    tree = parse_toml(text)

    assert tree.root is not None
    assert said is None or plain(tree.root) == said
    assert len(tree.problems) == 1
    assert problem in tree.problems[0].message
    assert tree.problems[0].message.startswith("not valid TOML: ")
    assert text[tree.problems[0].span.start] == where


def _cursor(text: str) -> tuple[Role, Route, object]:
    tree = parse_toml(text.replace("|", ""))
    found = at(tree, text.index("|"))
    return found.role, found.route, found.node.value if found.node is not None else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[hooks.PreTool|Use]]\n", (Role.KEY, ("hooks", "PreToolUse"), "PreToolUse")),
        ('[hooks]\n[[hooks.X]]\nmatcher = "B|ash"', (Role.VALUE, ("hooks", "X", 0, "matcher"), "Bash")),
        ("[[hooks.X]]\nmat|", (Role.KEY, ("hooks", "X", 0, "mat"), "mat")),
        ("[[hooks.X]]\n|\n[other]\na = 1", (Role.MEMBER_GAP, ("hooks", "X", 0), None)),
        ("[[hooks.X]]\n[[hooks.X.hooks]]\ntype = |", (Role.VALUE, ("hooks", "X", 0, "hooks", 0, "type"), None)),
        ('[[hooks.X]]\nhooks = [{type = "com|mand"}]', (Role.VALUE, ("hooks", "X", 0, "hooks", 0, "type"), "command")),
        ("a = 1\n# com|ment", (Role.OUTSIDE, (), None)),
    ],
)
def test_the_place_of_the_cursor(text: str, expected: tuple[Role, Route, object]) -> None:
    assert _cursor(text) == expected


def test_names_and_scalars_can_be_changed() -> None:
    tree = parse_toml("[[hooks.Pre]]\nmatcher = 'a'\n[[hooks.Pre.hooks]]\ntimeout = 5 # s\ncommand = \"x y\"\n")

    def changed(tree: Tree, edits: list[Any]) -> str:
        return apply(tree.text, edits)

    assert changed(tree, rename_key(tree, ("hooks", "Pre"), "PreToolUse")).count("hooks.PreToolUse") == 2
    hook: Route = ("hooks", "Pre", 0, "hooks", 0)
    assert "timeout = 60 # s" in changed(tree, replace_value(tree, (*hook, "timeout"), 60))
    assert 'command = "x \\"z\\""' in changed(tree, replace_piece(tree, (*hook, "command"), 2, 3, '"z"'))
    assert 'matcher = "it\'s"' in changed(tree, replace_piece(tree, ("hooks", "Pre", 0, "matcher"), 0, 1, "it's"))
    assert replace_value(tree, ("hooks", "Pre"), []) == []


_PIECES = [
    "[a]",
    "[[a.b]]",
    "[",
    "]",
    "{",
    "}",
    "=",
    "a",
    "b.c",
    '"x"',
    "'",
    '"""',
    "'''",
    ",",
    "\n",
    " ",
    "#",
    "1",
    "\\",
    "\r\n",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_any_text_has_a_tree_and_sound_ones_say_the_same(text: str) -> None:
    tree = parse_toml(text)

    assert tree.root is not None
    at(tree, len(text) // 2)
    # It knows no TOML 1.1.
    with suppress(tomllib.TOMLDecodeError):
        assert (tomllib.loads(text), ()) == (plain(tree.root), tree.problems)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = {\n  b = 1, # note\n  c = [{ d = 2, }],\n}\n", None),
        ("a = { b = 1, c = [ { d = 2 } ] }", None),
        ("a = {\n  b = 1,\n  c = }\n", (21, 22)),
        ("a = { b = 1,, }", (12, 13)),
        ("a = {,}", (5, 6)),
        ("a = {\n b = 1\n c = 2 }", (14, 15)),
    ],
)
def test_an_inline_table_can_have_several_lines_and_a_last_comma(text: str, problem: tuple[int, int] | None) -> None:
    tree = parse_toml(text)

    assert [(it.span.start, it.span.end) for it in tree.problems] == ([] if problem is None else [problem])
    if problem is None:
        assert tree.root is not None
        assert plain(tree.root) == {"a": {"b": 1, "c": [{"d": 2}]}}


@pytest.mark.sweep
def test_reading_takes_time_in_proportion() -> None:
    for piece in (
        "[[a.b]]\nc = 1\n",
        "a = '''",
        "a.b.c = 1\n",
        '"""',
        "[a",
        "[[a]]\n",
        "a = [{b = 1},\n",
        "x" * 9 + " = 1\n",
    ):
        texts = [(piece * (size // len(piece) + 1))[:size] for size in (500, 16_000)]
        short, long = (effort(partial(parse_toml, it)) for it in texts)
        assert long < 250 * max(short, 0.001), piece
