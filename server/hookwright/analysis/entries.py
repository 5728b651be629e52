"""Edits that make several entries of one: a matcher group taken apart, or an entry for each of several matchers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from hookwright.config.read import HOOKS, MATCHER, TYPE
from hookwright.config.view import GroupView
from hookwright.model.grammar import Grammar
from hookwright.syntax.edit import apply, insert_member, remove, replace_value
from hookwright.syntax.layout import line_indentation, newline_of, own_line_indentation
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON, Kind, Node, Tree, child, member, plain
from hookwright.text import Edit


def flattened(tree: Tree, grammar: Grammar, group: GroupView) -> tuple[Edit, ...]:
    """Edits that put each hook of a group in its place as an entry with its matcher; none where something gets lost."""
    node = group.node
    hooks = [it.node for it in group.hooks if it.node is not node]
    known = {MATCHER, HOOKS}
    if not hooks or not node.closed or any(it.kind is not Kind.OBJECT or not it.closed for it in hooks):
        return ()
    if any(it.name not in known for it in node.members) or len(node.members) > len(known):
        return ()
    if any(node.start < it.start < node.end and not _is_inside(it.start, hooks) for it in tree.comments):
        return ()
    matcher = plain(group.matcher) if group.matcher is not None else None
    return _in_place(tree, node, [_entry(tree, grammar, it, node, matcher) for it in hooks])


def split(tree: Tree, group: GroupView, matchers: Sequence[str]) -> tuple[Edit, ...]:
    """Edits that repeat an entry once for each matcher."""
    node = group.node
    if group.matcher is None or not node.closed or not isinstance(group.route[-1], int):
        return ()
    text = tree.text[node.start : node.end]
    return _in_place(tree, node, [_with_matcher(text, it) for it in matchers])


def _entry(tree: Tree, grammar: Grammar, hook: Node, place: Node, matcher: JSON) -> str:
    """The text of a hook as an entry that stands where `place` does."""
    text = tree.text[hook.start : hook.end]
    named = child(hook, TYPE)
    if named is not None and named.value == grammar.default_type:
        text = apply(text, remove(parse(text), (TYPE,)))
    if matcher is not None and member(hook, MATCHER) is None:
        text = apply(text, insert_member(parse(text), (), MATCHER, matcher, first=True))
    old, new = line_indentation(tree.text, hook.start), line_indentation(tree.text, place.start)
    return re.sub(rf"(?<=\n){re.escape(old)}", new, text)


def _with_matcher(text: str, matcher: str) -> str:
    return apply(text, replace_value(parse(text), (MATCHER,), matcher))


def _in_place(tree: Tree, node: Node, entries: Iterable[str]) -> tuple[Edit, ...]:
    indentation = own_line_indentation(tree.text, node.start)
    between = ", " if indentation is None else f",{newline_of(tree.text)}{indentation}"
    return (Edit(node.span, between.join(entries)),)


def _is_inside(offset: int, nodes: Iterable[Node]) -> bool:
    return any(it.start <= offset < it.end for it in nodes)
