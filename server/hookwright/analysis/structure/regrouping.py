"""Edits that change how hooks are grouped: into a matcher group, out of one, or once for each matcher."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from hookwright.analysis.structure.moves import Brackets, enclose
from hookwright.config.view import GroupView
from hookwright.model.grammar import Grammar
from hookwright.model.nesting import HOOKS, MATCHER, TYPE
from hookwright.syntax import toml_edit, yaml_edit
from hookwright.syntax.claims import Data, become, claiming
from hookwright.syntax.edit import apply, insert_member, remove, replace_value
from hookwright.syntax.layout import line_indentation, newline_of, own_line_indentation
from hookwright.syntax.parser import parse
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import JSON, Kind, Member, Node, Notation, Tree, child, find, member, plain
from hookwright.syntax.writing import scalar_text
from hookwright.text import Edit, Route

_SIGNS = {Notation.TOML: " = ", Notation.YAML: ": "}


def wrapped_hook(tree: Tree, grammar: Grammar, route: Route, kind: str | None) -> list[Edit]:
    """Edits that make a group of a hook: what is the hook's goes into `hooks`, with its type; none if unsure."""
    node = find(tree, route)
    staying = {it.name for it in grammar.group}
    chosen = [it for it in node.members if it.name not in staying] if node is not None else []
    if node is None or not chosen or kind is None or member(node, HOOKS) is not None:
        return []
    if tree.notation is not Notation.JSON:
        return _nested_hook(tree, route, node, chosen, {} if member(node, TYPE) is not None else {TYPE: kind})
    first = "" if member(node, TYPE) is not None else f"{quote(TYPE)}: {quote(kind)}"
    return enclose(tree, node, chosen, Brackets((f"{quote(HOOKS)}: [", "{"), ("]", "}"), first))


def flattened(tree: Tree, grammar: Grammar, group: GroupView) -> tuple[Edit, ...]:
    """Edits that make an entry of each hook of a group with its matcher; none if something would be lost."""
    node = group.node
    hooks = [it.node for it in group.hooks if it.node is not node]
    known = {MATCHER, HOOKS}
    if (
        tree.notation is not Notation.JSON
        or not hooks
        or not node.closed
        or any(it.kind is not Kind.OBJECT or not it.closed for it in hooks)
    ):
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
    is_json = tree.notation is Notation.JSON
    if group.matcher is None or not is_json or not node.closed or not isinstance(group.route[-1], int):
        return ()
    text = tree.text[node.start : node.end]
    return _in_place(tree, node, [_with_matcher(text, it) for it in matchers])


def _nested_hook(
    tree: Tree, route: Route, node: Node, chosen: Sequence[Member], typed: Mapping[str, str]
) -> list[Edit]:
    """The same in lines, where what is the hook's comes last."""
    first, newline = chosen[0].key, newline_of(tree.text)
    lines = [f"{name}{_SIGNS[tree.notation]}{scalar_text(tree.notation, it)}" for name, it in typed.items()]
    if tree.notation is Notation.TOML:
        edits = toml_edit.opened(tree, node, first, (*route, HOOKS), lines)
    else:
        column = newline + " " * (first.start - 1 - tree.text.rfind("\n", 0, first.start))
        head = f"{HOOKS}:{column}  - " + "".join(f"{it}{column}    " for it in lines)
        edits = yaml_edit.nested(tree, node, first.start, head, "    ")
    names = [it.name for it in chosen]

    def nest(group: Data) -> Data:
        group[HOOKS] = [{**typed, **{name: group.pop(name) for name in names}}]
        return group

    return claiming(edits, become(route, nest))


def _entry(tree: Tree, grammar: Grammar, hook: Node, place: Node, matcher: JSON) -> str:
    """The text of a hook as an entry at `place`."""
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
