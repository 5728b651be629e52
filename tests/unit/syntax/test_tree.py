"""Finding nodes by route and pointer, and reading them as plain data."""

from __future__ import annotations

import pytest

from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, child, find, key_at, member, plain, route_of_pointer
from hookwright.text import Route, to_pointer

TEXT = '{"hooks": {"Pre": [{"m": "x"}, 2], "0": {"a/b": null}, "Pre": [7]}, "t": 1e999}'
TREE = parse(TEXT)


@pytest.mark.parametrize(
    ("route", "source"),
    [
        ((), TEXT),
        (("hooks", "Pre"), "[7]"),
        (("hooks", "Pre", 0), "7"),
        (("hooks", "0", "a/b"), "null"),
        (("t",), "1e999"),
        (("hooks", 0), None),
        (("hooks", "Pre", 1), None),
        (("hooks", "Pre", -1), None),
        (("hooks", "Pre", "0"), None),
        (("t", "x", "y"), None),
    ],
)
def test_find(route: Route, source: str | None) -> None:
    node = find(TREE, route)
    assert (node and TEXT[node.start : node.end]) == source


def test_the_last_of_equal_keys_wins_everywhere() -> None:
    hooks = find(TREE, ("hooks",))
    assert hooks
    assert plain(hooks) == {"Pre": [7], "0": {"a/b": None}}
    key = key_at(TREE, ("hooks", "Pre"))
    assert key
    assert key.start == TEXT.rindex('"Pre"')
    last = member(hooks, "Pre")
    assert last
    assert last.value is child(hooks, "Pre")


@pytest.mark.parametrize("route", [(), ("hooks", "Pre", 0), ("none",), ("t", "x")])
def test_only_a_member_has_a_key(route: Route) -> None:
    assert key_at(TREE, route) is None


@pytest.mark.parametrize("route", [(), ("hooks",), ("hooks", "Pre", 0), ("hooks", "0"), ("hooks", "0", "a/b")])
def test_pointers_lead_back_to_their_routes(route: Route) -> None:
    assert route_of_pointer(TREE, to_pointer(route)) == route


@pytest.mark.parametrize(
    "pointer", ["hooks", "/none", "/hooks/Pre/1", "/hooks/Pre/-", "/hooks/Pre/²", "/t/0", "/hooks/"]
)
def test_a_pointer_to_nothing_has_no_route(pointer: str) -> None:
    assert route_of_pointer(TREE, pointer) is None


def test_in_a_blank_text_there_is_nothing_to_find() -> None:
    for text in ("", " \n", "// x", "\ufeff"):
        blank = parse(text)
        assert blank.root is None
        assert find(blank, ()) is None
        assert find(blank, ("a",)) is None
        assert route_of_pointer(blank, "/a") is None


def test_a_missing_value_is_none() -> None:
    tree = parse('{"a": , "b": [1]}')
    missing = find(tree, ("a",))
    assert missing
    assert (missing.kind, missing.start, missing.end) == (Kind.MISSING, 6, 6)
    assert tree.root
    assert plain(tree.root) == {"a": None, "b": [1]}


def test_lines_are_indexed_once() -> None:
    assert TREE.lines is TREE.lines
    assert TREE.lines.position(5).character == 5
