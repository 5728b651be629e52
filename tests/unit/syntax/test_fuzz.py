"""What holds for every text: nothing raises, spans nest, sound JSON reads as the standard library reads it."""

from __future__ import annotations

import json
import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.every import every

from hookwright.syntax.between_brackets import remove_node
from hookwright.syntax.cursor import Role, at
from hookwright.syntax.edit import append_item, apply, insert_member, remove, replace_value
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON, Kind, Node, ProblemKind, Tree, find, plain
from hookwright.text import Route

pytestmark = pytest.mark.sweep

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
VALUES: st.SearchStrategy[JSON] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
HOOKS = """{
  // guards
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash|Edit",
        "hooks": [
          { "type": "command", "command": "bash \\"$DIR\\"/a.sh && echo '{}'", "timeout": 30 },
          { "type": "command", "command": "C:\\\\x" },
        ]
      },
      {"hooks": []}
    ],
    "Stop": [{"hooks": [{"type": "command", "command": "é\U0001f600"}]}]
  },
  "model": null
}
"""
FRAGMENTS = st.sampled_from(
    [*"{}[]:,\"'\\/ \n\t#;=x1", "//", "/*", "*/", '"a":', "true", "\r\n", "\u00a0", "“", "\ud800"]
)
SOUP = st.lists(FRAGMENTS, max_size=40).map("".join)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """Real-looking text with a few pieces cut out, put in, doubled, or with its lines moved."""
    text = HOOKS
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 1, 2, 5, 30, 200])))
        piece = draw(FRAGMENTS | st.just("") | st.just(text[start:end] * 2))
        text = text[:start] + piece + text[end:]
    return text


def _check(tree: Tree) -> None:
    """Spans are in the text, children in their parents and in order, problems in order."""
    todo = [tree.root] if tree.root else []
    assert all(0 <= node.start <= node.end <= len(tree.text) for node in todo)
    for node in todo:
        place = node.start
        children = node.items or [part for it in node.members for part in (it.key, it.value)]
        assert not (node.items and node.members)
        for child in children:
            assert place <= child.start <= child.end <= node.end
            place = child.end
        todo += children
        assert all(it.key.kind is Kind.STRING and isinstance(it.key.value, str) for it in node.members)
    for problem in tree.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(tree.text)
        if problem.fix:
            apply(tree.text, [problem.fix])
    starts = [it.span.start for it in tree.problems]
    assert starts == sorted(starts)


def _has_hidden_members(tree: Tree) -> bool:
    """Whether some route leads past a member to a later one of the same name."""
    return any(it.kind is ProblemKind.DUPLICATE_KEY for it in tree.problems)


def _routes(node: Node, route: Route = ()) -> list[Route]:
    inner = [(*route, it.name) for it in node.members] or [(*route, index) for index in range(len(node.items))]
    nodes = [it.value for it in node.members] or node.items
    return [route, *(found for key, child in zip(inner, nodes, strict=True) for found in _routes(child, key))]


@settings(max_examples=150, deadline=None)
@given(mutated() | SOUP | st.text(max_size=30))
@example('{"a": "b\\')
@example("\ufeff\ufeff{")
@example('["x"""]')
def test_any_text_has_a_tree_whose_spans_nest(text: str) -> None:
    tree = parse(text)
    _check(tree)
    if tree.root:
        plain(tree.root)


@settings(max_examples=60, deadline=None)
@given(mutated() | SOUP)
@example('{"a": {"x": 1}, "a": {}}')
def test_every_offset_has_a_cursor_that_fits_its_node(text: str) -> None:
    tree = parse(text)
    for offset in range(len(text) + 1):
        cursor = at(tree, offset)
        assert (cursor.node is None) == (cursor.role in (Role.MEMBER_GAP, Role.ITEM_GAP, Role.OUTSIDE))
        if cursor.node and cursor.node.kind is Kind.STRING:
            assert cursor.node.start <= offset <= cursor.node.end or offset < cursor.node.start
            assert 0 <= cursor.prefix_index <= len(str(cursor.node.value))
        if cursor.role in (Role.VALUE, Role.MEMBER_GAP, Role.ITEM_GAP):
            assert find(tree, cursor.route) or _has_hidden_members(tree)


@settings(max_examples=150, deadline=None)
@given(VALUES, st.sampled_from([None, 0, 2, "\t"]), st.booleans())
def test_dumped_data_reads_back_without_problems(value: JSON, indent: int | str | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    tree = parse(text)
    assert tree.root
    assert plain(tree.root) == value
    assert not tree.problems
    _check(tree)


@settings(max_examples=200, deadline=None)
@given(mutated() | st.lists(FRAGMENTS, min_size=1, max_size=6).map("".join) | st.text(string.printable, max_size=6))
def test_there_are_problems_exactly_where_the_strict_reader_fails(text: str) -> None:
    tree = parse(text)
    try:
        value = json.loads(text, parse_constant=_refuse)
    except ValueError:
        assert tree.problems or tree.root is None
    else:
        assert tree.root
        assert repr(plain(tree.root)) == repr(value)
        assert not [it for it in tree.problems if it.kind is not ProblemKind.DUPLICATE_KEY]


def _refuse(name: str) -> JSON:
    raise ValueError(name)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.text(max_size=3), VALUES, max_size=4), st.sampled_from([None, 2, "\t"]), VALUES, st.data())
def test_edits_of_sound_text_do_to_the_text_what_they_do_to_the_data(
    value: dict[str, JSON], indent: int | str | None, new: JSON, data: st.DataObject
) -> None:
    text = json.dumps(value, indent=indent, separators=data.draw(st.sampled_from([None, (",", ":")])))
    tree = parse(text)
    assert tree.root
    route = data.draw(st.sampled_from(_routes(tree.root)))
    node = find(tree, route)
    assert node
    replaced = parse(apply(text, replace_value(tree, route, new)))
    found = find(replaced, route)
    assert found
    assert plain(found) == new
    results = [replaced, parse(apply(text, remove(tree, route)))]
    if node.kind is Kind.OBJECT:
        results += [parse(apply(text, insert_member(tree, route, "new", new, first=it))) for it in (True, False)]
    if node.kind is Kind.ARRAY:
        appended = parse(apply(text, append_item(tree, route, new)))
        found = find(appended, (*route, len(node.items)))
        assert found
        assert plain(found) == new
        results.append(appended)
    assert not [it for result in results for it in result.problems if it.kind is not ProblemKind.DUPLICATE_KEY]


@settings(max_examples=60, deadline=None)
@given(mutated())
@example('{"a": {"x": 1}, "a": {}}')
def test_edits_of_broken_text_never_raise(text: str) -> None:
    tree = parse(text)
    for route in _routes(tree.root)[:40] if tree.root else []:
        node = find(tree, route)
        if node is None:
            assert _has_hidden_members(tree)
            continue
        apply(text, replace_value(tree, route, {"a": [1]}))
        apply(text, remove(tree, route))
        apply(text, insert_member(tree, route, "k", [1]))
        apply(text, append_item(tree, route, {"a": 1}))
        for index in range(len(node.members) or len(node.items)):
            apply(text, remove_node(tree, node, index))


@every("length", range(0, len(HOOKS), 3))
def test_a_text_cut_off_anywhere_still_has_its_beginning(length: int) -> None:
    text = HOOKS[:length].rstrip()
    tree = parse(text)
    _check(tree)
    whole = parse(HOOKS)
    ended = (
        [route for route in _routes(whole.root) if (node := find(whole, route)) and node.end <= length]
        if whole.root
        else []
    )
    for route in ended:
        mine, theirs = find(tree, route), find(whole, route)
        assert mine
        assert theirs
        assert plain(mine) == plain(theirs)
