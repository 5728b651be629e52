"""Which role and route are at a place; ‸ marks it."""

from __future__ import annotations

import pytest

from hookwright.syntax.cursor import Cursor, Role, at
from hookwright.syntax.parser import parse
from hookwright.text import Route


def _at(marked: str) -> Cursor:
    return at(parse(marked.replace("‸", "", 1)), marked.index("‸"))


KEYS: list[tuple[str, Route, int]] = [
    ('{"hooks": {"‸"}}', ("hooks", ""), 0),
    ('{"hooks": {"B‸": []}}', ("hooks", "B"), 1),
    ('{"hooks": {"PreToolUse": [], "‸"}}', ("hooks", ""), 0),
    ('{"hooks": {"PreToolUse": [{"‸"}]}}', ("hooks", "PreToolUse", 0, ""), 0),
    ('{"hooks": {"Pre‸', ("hooks", "Pre"), 3),
    ('{"hooks": {"Pre‸}}', ("hooks", "Pre"), 3),
    ('{"hooks": {"‸, "Stop": []}}', ("hooks", ""), 0),
    ("{hoo‸ks: 1}", ("hooks",), 3),
    ('{‸"a": 1}', ("a",), 0),
    ('{"a"‸: 1}', ("a",), 1),
    ('{"a": 1, "b\\n‸c": 1}', ("b\nc",), 2),
]


@pytest.mark.parametrize(("marked", "route", "index"), KEYS)
def test_key(marked: str, route: Route, index: int) -> None:
    cursor = _at(marked)
    assert (cursor.role, cursor.route, cursor.prefix_index) == (Role.KEY, route, index)
    assert cursor.node
    assert cursor.container


VALUES: list[tuple[str, Route, int]] = [
    ('{"hooks": {"PreToolUse": [{"matcher": "‸', ("hooks", "PreToolUse", 0, "matcher"), 0),
    ('{"hooks": {"PreToolUse": [{"matcher": "Ba‸}]}}', ("hooks", "PreToolUse", 0, "matcher"), 2),
    ('{"hooks": {"PreToolUse": [{"matcher": "FileWriter|‸"}]}}', ("hooks", "PreToolUse", 0, "matcher"), 11),
    ('{"a": "x\\"‸y"}', ("a",), 2),
    ('{"a": ‸}', ("a",), 0),
    ('{"a":‸}', ("a",), 0),
    ('{"a":   ‸  , "b": 1}', ("a",), 0),
    ('{"a": ‸\n "b": 1}', ("a",), 0),
    ('{"a": ‸', ("a",), 0),
    ('{"a": /* x */ ‸', ("a",), 0),
    ('{"a": tr‸}', ("a",), 2),
    ('{"a": tr‸ue}', ("a",), 0),
    ('{"a": 1‸}', ("a",), 0),
    ('{"a":‸ [1]}', ("a",), 0),
    ('{"a": ‸{}}', ("a",), 0),
    ('["a", "b‸"]', (1,), 1),
    ("[1, ‸2]", (1,), 0),
    ("[Ba‸", (0,), 2),
    ('"x‸y"', (), 1),
]


@pytest.mark.parametrize(("marked", "route", "index"), VALUES)
def test_value(marked: str, route: Route, index: int) -> None:
    cursor = _at(marked)
    assert (cursor.role, cursor.route, cursor.prefix_index) == (Role.VALUE, route, index)
    assert cursor.node


GAPS: list[tuple[str, Role, Route, int, bool, bool]] = [
    ("{‸}", Role.MEMBER_GAP, (), 0, False, False),
    ('{ ‸ "a": 1}', Role.MEMBER_GAP, (), 0, False, True),
    ('{"a": 1‸ }', Role.VALUE, ("a",), 0, False, False),
    ('{"a": 1 ‸}', Role.MEMBER_GAP, (), 1, True, False),
    ('{"a": 1, ‸}', Role.MEMBER_GAP, (), 1, False, False),
    ('{"a": 1, ‸ "b": 2}', Role.MEMBER_GAP, (), 1, False, True),
    ('{"a": 1 /* , */ ‸}', Role.MEMBER_GAP, (), 1, True, False),
    ('{"a": , ‸}', Role.MEMBER_GAP, (), 1, False, False),
    ('{"a": {}‸}', Role.MEMBER_GAP, (), 1, True, False),
    ('{"a": {‸}}', Role.MEMBER_GAP, ("a",), 0, False, False),
    ('{"a": [{‸', Role.MEMBER_GAP, ("a", 0), 0, False, False),
    ('{"a": [{"b": 1,\n ‸\n], "c": 1}', Role.MEMBER_GAP, ("a", 0), 1, False, False),
    ('{"hooks": {"PreToolUse": [‸]}}', Role.ITEM_GAP, ("hooks", "PreToolUse"), 0, False, False),
    ('{"a": [1, ‸', Role.ITEM_GAP, ("a",), 1, False, False),
    ("[{} ‸, {}]", Role.ITEM_GAP, (), 1, True, True),
    ("[‸ {}]", Role.ITEM_GAP, (), 0, False, True),
]


@pytest.mark.parametrize(("marked", "role", "route", "index", "needs_comma", "followed"), GAPS)
def test_gap(marked: str, role: Role, route: Route, index: int, needs_comma: bool, followed: bool) -> None:
    cursor = _at(marked)
    assert (cursor.role, cursor.route, cursor.index) == (role, route, index)
    assert (cursor.needs_comma, cursor.followed) == (needs_comma, followed)


@pytest.mark.parametrize(
    "marked",
    [
        "‸",
        "  ‸",
        "‸{}",
        "{}‸",
        "{} ‸",
        "{ // x‸\n}",
        "{ /* ‸ */ }",
        "{ //‸",
        "{ /* x‸",
        '{"a" ‸}',
        '{"a" ‸: 1}',
        "// ‸",
    ],
)
def test_outside(marked: str) -> None:
    cursor = _at(marked)
    assert cursor.role is Role.OUTSIDE
    assert cursor.node is None


def test_right_behind_a_block_comment_one_can_type() -> None:
    assert _at("{ /**/‸ }").role is Role.MEMBER_GAP
    assert _at("{‸/**/ }").role is Role.MEMBER_GAP


@pytest.mark.parametrize(
    ("marked", "inside"), [('["a‸"]', True), ('["‸a"]', True), ('["a"‸]', False), ('[‸"a"]', False), ('["a‸', True)]
)
def test_inside_means_between_the_quotes(marked: str, inside: bool) -> None:
    assert _at(marked).inside is inside
