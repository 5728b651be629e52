"""What holds of the reading of a text: its tree, its cursors, and its lines."""

from __future__ import annotations

import json

from hypothesis import strategies as st
from tests.fuzz.pieces import soup

from hookwright.syntax.between_brackets import remove_node
from hookwright.syntax.cursor import Role, at
from hookwright.syntax.edit import (
    append_item,
    apply,
    insert_member,
    remove,
    rename_key,
    replace_piece,
    replace_value,
)
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON, Kind, Node, ProblemKind, Tree, find, plain
from hookwright.text import LineIndex, Route, Span

Change = tuple[int, int, str]
"""From the first place on so many characters are replaced by a text; both are cut to what is there."""

changes: st.SearchStrategy[list[Change]] = st.lists(
    st.tuples(st.integers(0, 2000), st.sampled_from([0, 0, 1, 1, 2, 7, 60, 4000]), soup | st.sampled_from('\r\n,"{}')),
    min_size=1,
    max_size=8,
)


def tree_holds(text: str) -> None:
    """Spans are in the text, nested and in order; the tree says of sound JSON what the standard library says."""
    tree = parse(text)
    _nodes_hold(tree)
    for comment in tree.comments:
        inside(text, comment)
    for problem in tree.problems:
        inside(text, problem.span)
        assert problem.fix is None or apply(text, [problem.fix]) != text
    assert [it.span.start for it in tree.problems] == sorted(it.span.start for it in tree.problems)
    try:
        value = json.loads(text.removeprefix("\ufeff"), parse_constant=_refuse)
    except (ValueError, RecursionError):
        assert tree.problems or tree.root is None or len(text) > 500
    else:
        assert tree.root is not None
        assert repr(plain(tree.root)) == repr(value) or "512 levels" in str(tree.problems)


def _nodes_hold(tree: Tree) -> None:
    todo = [tree.root] if tree.root else []
    for node in todo:
        inside(tree.text, node.span)
        place = node.start
        children = node.items or [part for it in node.members for part in (it.key, it.value)]
        for child in children:
            assert place <= child.start <= child.end <= node.end
            place = child.end
        assert not (node.items and node.members)
        todo += children


def inside(text: str, span: Span) -> None:
    """The span is one of the text."""
    assert 0 <= span.start <= span.end <= len(text)


def _refuse(name: str) -> None:
    raise ValueError(name)


def cursors_hold(text: str) -> None:
    """Every place of the text has a cursor that fits the node there."""
    tree = parse(text)
    for offset in places(text):
        cursor = at(tree, offset)
        assert (cursor.node is None) == (cursor.role in (Role.MEMBER_GAP, Role.ITEM_GAP, Role.OUTSIDE))
        if cursor.node and cursor.node.kind is Kind.STRING:
            assert 0 <= cursor.prefix_index <= len(str(cursor.node.value))


def places(text: str, most: int = 60) -> range:
    """Places spread over the text, its ends among them."""
    return range(0, len(text) + 1, max(1, len(text) // most))


def edits_hold(text: str) -> None:
    """Every edit of every node can be made, and leaves sound text sound."""
    tree = parse(text)
    sound = not any(it.kind is ProblemKind.SYNTAX for it in tree.problems)
    for route in _routes(tree):
        node = find(tree, route)
        assert node is not None
        new: JSON = {"\ud800": ["é", 1e300, None], "a\n": {}}
        edits = [replace_value(tree, route, new), remove(tree, route)]
        edits += [insert_member(tree, route, "k\u2028", new, first=it) for it in (True, False)]
        edits += [append_item(tree, route, new), replace_piece(tree, route, 1, 3, '"\\'), rename_key(tree, route, "\0")]
        edits += [remove_node(tree, node, index) for index in range(min(20, len(node.members) or len(node.items)))]
        for one in edits:
            after = parse(apply(text, one))
            assert not sound or not [it for it in after.problems if it.kind is ProblemKind.SYNTAX], one


def _routes(tree: Tree) -> list[Route]:
    """The routes of up to forty nodes that no later key of the same name hides."""
    todo: list[tuple[Route, Node]] = [((), tree.root)] if tree.root else []
    for route, node in todo:
        if len(todo) > 40:
            break
        named = {it.name: it.value for it in node.members}
        todo += [((*route, name), value) for name, value in named.items()]
        todo += [((*route, index), item) for index, item in enumerate(node.items)]
    return [route for route, _ in todo[:40]]


def lines_hold(text: str) -> None:
    """Every place comes back from its position, but for one inside a line end."""
    lines = LineIndex(text)
    for offset in places(text):
        position = lines.position(offset)
        assert lines.offset(position.line, position.character) in (offset, offset - 1)
