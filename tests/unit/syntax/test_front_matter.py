"""The YAML at the head of Markdown as a tree with places in the whole document."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from tests.effort import effort

from hookwright.syntax.cursor import Role, at
from hookwright.syntax.edit import apply, rename_key, replace_value
from hookwright.syntax.front_matter import MOST_CHARACTERS, matter_of, parse_front_matter, speaks_of
from hookwright.syntax.strings import text_offset
from hookwright.syntax.tree import Kind, Node, PlacedString, ProblemKind, find, plain
from hookwright.text import Route

_TEXT = r"""---
name: guard # why
hooks:
  PreToolUse:
    - matcher: "Ba\u0073h"
      hooks:
        - type: command
          command: 'it''s'
          timeout: 30
        - {type: command, command: "a b"}
  Stop:
    - hooks:
      - type: command
        command: |
          echo a # no comment
            b c

          d
      - type: command
        command: >-
          echo a
          b c
        once: true
other: &x {b: 1.5, n: ~, m: -7}
alias: *x
---
# Body
hooks: nothing
"""


def test_it_says_what_the_library_reads() -> None:
    tree, span = parse_front_matter(_TEXT), matter_of(_TEXT)

    assert tree.problems == ()
    assert tree.root is not None
    assert span is not None
    assert plain(tree.root) == YAML(typ="safe", pure=True).load(_TEXT[span.start : span.end])
    assert [_TEXT[it.start : it.end] for it in tree.comments] == ["# why"]


@pytest.mark.parametrize(
    ("route", "written"),
    [
        (("name",), "guard"),
        (("hooks", "PreToolUse", 0, "matcher"), r'"Ba\u0073h"'),
        (("hooks", "PreToolUse", 0, "hooks", 1), '{type: command, command: "a b"}'),
        (("hooks", "PreToolUse", 0, "hooks", 0), "type: command\n          command: 'it''s'\n          timeout: 30"),
        (("hooks", "Stop", 0, "hooks", 1, "once"), "true"),
    ],
)
def test_a_value_is_where_it_is_written(route: Route, written: str) -> None:
    node = find(parse_front_matter(_TEXT), route)

    assert node is not None
    assert _TEXT[node.start : node.end] == written


@pytest.mark.parametrize(
    ("route", "part"),
    [
        (("hooks", "PreToolUse", 0, "hooks", 0, "command"), "s"),
        (("hooks", "PreToolUse", 0, "hooks", 1, "command"), "b"),
        (("hooks", "Stop", 0, "hooks", 0, "command"), "b c"),
        (("hooks", "Stop", 0, "hooks", 0, "command"), "d"),
        (("hooks", "Stop", 0, "hooks", 1, "command"), "b c"),
    ],
)
def test_a_part_of_a_string_is_where_it_is_written(route: Route, part: str) -> None:
    tree = parse_front_matter(_TEXT)
    node = find(tree, route)
    assert isinstance(node, PlacedString)
    start = str(node.value).index(part)

    offsets = text_offset(tree, node, start), text_offset(tree, node, start + len(part))
    assert _TEXT[slice(*offsets)] == part


@pytest.mark.parametrize(
    ("text", "said", "problem"),
    [
        ("---\nhooks: [\n---\n", {"hooks": []}, "not valid YAML"),
        ("---\nhooks:\n\tx: 1\n---\n", {"hooks": None}, "a tab cannot stand here; write spaces"),
        ("---\na: &x [*x]\n---\n", {"a": []}, "stands for something that contains it"),
        ("---\na: " + "[" * 100 + "\n---\n", None, "nested more than 64 levels deep"),
        ("---\na: 1\na: 2\n---\n", {"a": 2}, "`a` is repeated"),
        ("---\na: " + "x" * MOST_CHARACTERS + "\n---\n", None, "characters of YAML"),
    ],
)
def test_what_is_broken_is_a_problem(text: str, said: Any, problem: str) -> None:
    tree = parse_front_matter(text)

    assert problem in tree.problems[0].message
    assert len(tree.problems) == 1
    assert said is None or (tree.root is not None and plain(tree.root) == said)


@pytest.mark.parametrize(
    "text", ["", "# Title", "---\nname: x\n", "text\n---\nhooks: 1\n---\n", "--- x\nhooks: 1\n---\n"]
)
def test_markdown_without_front_matter_has_no_tree(text: str) -> None:
    assert parse_front_matter(text).root is None
    assert not speaks_of(text, "hooks")


def test_only_a_key_of_the_front_matter_itself_counts() -> None:
    assert speaks_of("\ufeff---\r\n'hooks' :\r\n---\r\n", "hooks")
    assert not speaks_of("---\nname: x\nnot:\n  hooks: 1\n---\nhooks: 1\n", "hooks")
    assert speaks_of("---\n# why\n\n  name: x\n  hooks: 1\n---\n", "hooks")
    assert not speaks_of("---\n  name: x\n  not:\n    hooks: 1\n---\n", "hooks")


def _bomb() -> str:
    lines = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12))]
    return "\n".join(["---", *lines, "---\n"])


def test_aliases_that_grow_too_much_are_not_read() -> None:
    assert "values up to here" in parse_front_matter(_bomb()).problems[0].message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hooks:\n  PreTool|Use: []", (Role.KEY, ("hooks", "PreToolUse"), "PreToolUse")),
        ("hooks:\n  X:\n    - matcher: Ba|sh\n", (Role.VALUE, ("hooks", "X", 0, "matcher"), "Bash")),
        ("hooks:\n  X:\n    - matcher: Bash\n      |\n", (Role.MEMBER_GAP, ("hooks", "X", 0), None)),
        ("hooks:\n  X:\n    - matcher: Bash\n      ho|\n", (Role.KEY, ("hooks", "X", 0, "ho"), "ho")),
        ("hooks:\n  X:\n    - matcher: Bash\n  |\nname: x", (Role.MEMBER_GAP, ("hooks",), None)),
        ("name: x\n|\n", (Role.MEMBER_GAP, (), None)),
        ("name: x\n   |\n", (Role.OUTSIDE, (), None)),
        ("hooks: {X: [{type: com|mand}]}", (Role.VALUE, ("hooks", "X", 0, "type"), "command")),
    ],
)
def test_the_place_of_the_cursor(text: str, expected: tuple[Role, Route, object]) -> None:
    whole = f"---\n{text}\n---\n"
    found = at(parse_front_matter(whole.replace("|", "")), whole.index("|"))

    assert (found.role, found.route, found.node.value if found.node is not None else None) == expected


def test_names_and_scalars_can_be_changed() -> None:
    tree = parse_front_matter("---\nhooks:\n  Pre: [{timeout: 5}] # s\n---\n")

    assert "  PreToolUse: [{timeout: 5}] # s" in apply(tree.text, rename_key(tree, ("hooks", "Pre"), "PreToolUse"))
    assert "{timeout: 60}" in apply(tree.text, replace_value(tree, ("hooks", "Pre", 0, "timeout"), 60))


_PIECES = [
    "a: ",
    "- ",
    "\n",
    "  ",
    "[",
    "]",
    "{",
    "}",
    "'",
    '"',
    "|\n",
    "x",
    "#",
    "&a ",
    "*a",
    "---\n",
    "? ",
    "!!str ",
    "\t",
    ",",
]


@pytest.mark.sweep
@given(st.lists(st.sampled_from(_PIECES), max_size=40).map("".join))
def test_any_text_has_an_answer(text: str) -> None:
    whole = f"---\n{text}\n---\n"
    tree = parse_front_matter(whole)

    at(tree, len(whole) // 2)
    if tree.root is not None:
        assert _all_within(tree.root, len(whole))


def _all_within(node: Node, length: int) -> bool:
    inner = [it for member in node.members for it in (member.key, member.value)] if node.kind is Kind.OBJECT else []
    return 0 <= node.start <= node.end <= length and all(it.end <= length for it in (*inner, *node.items))


def test_reading_takes_time_in_proportion() -> None:
    for piece in ("a: 1\n", "- [1, 2]\n", "'x' ", "a: |\n  x\n", "&a x\n"):
        texts = [f"---\n{(piece * size)[:size]}\n---\n" for size in (250, 8_000)]
        short, long = (effort(partial(parse_front_matter, it)) for it in texts)
        assert long < 250 * max(short, 0.001), piece


def test_keys_are_merged_and_those_of_the_object_itself_win() -> None:
    text = "---\na: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  z: 3\n---\n"
    tree = parse_front_matter(text)

    assert tree.root is not None
    assert plain(tree.root)["c"] == {"x": 1, "y": 1, "z": 3}  # type: ignore[call-overload, index]


@pytest.mark.parametrize(
    ("matter", "value"),
    [
        ("a: b: c\n", "b: c"),
        ('a:   %x "\\\n', '%x "\\'),
        ("a: b: c\r\n", None),
        ("a: {x\nb: 1\n", "{x"),
        ("b:\n\t- x\na: @x", "@x"),
        ("a: 'it: is\n", "'it: is"),
        ("b: 1\nb: 2\na: x", "x"),
    ],
)
def test_a_second_look_quotes_what_is_not_valid_and_takes_tabs_for_spaces(matter: str, value: str | None) -> None:
    text = f"---\n{matter}\n---\n"
    broken, tree = parse_front_matter(text), parse_front_matter(text, mends=True)

    assert broken.problems
    assert not broken.mended
    assert any(it.kind is ProblemKind.SYNTAX for it in tree.problems) == (value is None)
    node = find(tree, ("a",))
    if value is not None and node is not None:
        assert node.value == value
        assert text[node.start : node.end] == value
        assert isinstance(node, PlacedString)
        assert [text[it] for it in list(node.offsets)[:-1]] == list(value)
