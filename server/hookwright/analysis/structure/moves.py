"""Drafts that move parts of a file as they are written: into another object or list, or one level deeper."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import chain

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.syntax import toml_edit, yaml_edit
from hookwright.syntax.between_brackets import comma_between
from hookwright.syntax.claims import bare, become, claiming, drop, gather, put
from hookwright.syntax.drafts import append_item, insert_member, remove, rename_key
from hookwright.syntax.layout import Layout, indent_of, layout_of, line_indentation, newline_of
from hookwright.syntax.tree import JSON, Kind, Member, Node, Notation, Tree, find, member, plain
from hookwright.text import Edit, Route, Span

_LINE_START = late_pattern(r"(?<=\n)(?=[^\r\n])")


class Brackets(Struct, frozen=True):
    """What is put around the moved members: opening and closing lines, outermost first, and a first member."""

    opening: tuple[str, ...]
    closing: tuple[str, ...]
    first: str = ""


def moved(tree: Tree, route: Route, target: Route, *, first: bool = False) -> list[Edit]:
    """Edits that move a member, its value as it is written, into the object at another route; none if that fails."""
    node, container = find(tree, route), find(tree, target)
    if node is None or node.kind is Kind.MISSING or container is None or container.kind is not Kind.OBJECT:
        return []
    if tree.notation is not Notation.JSON:
        name = str(route[-1])
        insertion = insert_member(tree, target, name, plain(node), first=first)
        return _carried(tree, route, insertion)
    layout = layout_of(tree, container)
    old, new = line_indentation(tree.text, node.start), layout.indentation
    value = re.sub(rf"(?<=\n){re.escape(old)}", new, tree.text[node.start : node.end]) if old != new else ""
    value = value or tree.text[node.start : node.end]
    insertion = insert_member(tree, target, str(route[-1]), None, first=first)
    return [*remove(tree, route), *(Edit(it.span, value.join(_around_null(it.text))) for it in insertion)]


def merged(tree: Tree, route: Route, target: Route) -> list[Edit]:
    """Edits that move an array's items to the end of another, and remove it; none if something would be lost."""
    source, container = find(tree, route), find(tree, target)
    if any(it is None or it.kind is not Kind.ARRAY or not it.closed for it in (source, container)):
        return []
    assert source is not None
    assert container is not None
    items = source.items
    if not items:
        return [] if _has_comments(tree, source.span) else remove(tree, route)
    if tree.notation is not Notation.JSON:
        return _merged(tree, route, target, [plain(it) for it in items], len(container.items))
    inside = Span(items[0].start, items[-1].end)
    if _has_comments(tree, Span(source.start, inside.start)) or _has_comments(tree, Span(inside.end, source.end)):
        return []
    if any(it.kind is Kind.MISSING for it in items):
        return []
    old, new = line_indentation(tree.text, inside.start), layout_of(tree, container).indentation
    text = re.sub(rf"(?<=\n){re.escape(old)}", new, tree.text[inside.start : inside.end])
    insertion = append_item(tree, target, None)
    return [*remove(tree, route), *(Edit(it.span, text.join(_around_null(it.text))) for it in insertion)]


def listed(tree: Tree, route: Route) -> list[Edit]:
    """Edits that make a list of a value."""
    node = find(tree, route)
    if node is None:
        return []
    if tree.notation is not Notation.JSON:
        is_toml = tree.notation is Notation.TOML
        edits = toml_edit.listed(tree, node, route) if is_toml else yaml_edit.listed(tree, node)
        return claiming(edits, become(route, lambda it: [it]))
    text = tree.text[node.start : node.end]
    if "\n" not in text:
        return [Edit(Span(node.start, node.start), "["), Edit(Span(node.end, node.end), "]")]
    outer, unit, newline = line_indentation(tree.text, node.start), indent_of(tree), newline_of(tree.text)
    body = _indented(text, unit)
    return [Edit(Span(node.start, node.end), f"[{newline}{outer}{unit}{body}{newline}{outer}]")]


def enclose(tree: Tree, container: Node, chosen: Collection[Member], brackets: Brackets) -> list[Edit]:
    """Edits that enclose the chosen members of an object in brackets, at the place of the first of them.

    Members in between that are not chosen are put before the brackets; every other byte is kept, and lines are indented
    where the object is written in lines.
    """
    if tree.notation is not Notation.JSON:
        return []
    moved = [it for it in container.members if it in chosen]
    layout = layout_of(tree, container)
    start, end = moved[0].key.start, moved[-1].value.end
    inside: list[str] = []
    before: list[str] = []
    between = [it for it in container.members if start <= it.key.start < end]
    for index, it in enumerate(between):
        stop = between[index + 1].key.start if index + 1 < len(between) else end
        if it in chosen:
            inside.append(tree.text[it.key.start : stop])
        else:
            comma = comma_between(tree.text, it.value.end, stop)
            before.append(tree.text[it.key.start : it.value.end])
            inside.append(tree.text[comma + 1 : stop].lstrip() if comma >= 0 else "")
    head = "".join(f"{text},{layout.between}" for text in before)
    return [Edit(Span(start, end), head + _enclosed("".join(inside), layout, brackets))]


def under(tree: Tree, names: Collection[str], key: str) -> list[Edit]:
    """Edits that put TOML's tables at the root into another one; none if they are written otherwise."""
    root = tree.root
    if tree.notation is not Notation.TOML or root is None:
        return []
    there = member(root, key)
    if there is not None and there.value.kind is not Kind.OBJECT:
        return []
    return claiming(toml_edit.prefixed(tree, names, key), gather((key,), names))


def _carried(tree: Tree, route: Route, *insertions: list[Edit]) -> list[Edit]:
    """What takes a value away and writes it elsewhere; nothing if that fails or a comment in it would be lost."""
    node, removal = find(tree, route), remove(tree, route)
    if node is None or not removal or not all(insertions) or _has_comments(tree, node.span):
        return []
    return [*removal, *chain.from_iterable(insertions)]


def _merged(tree: Tree, route: Route, target: Route, items: Sequence[JSON], there: int) -> list[Edit]:
    """The same: tables become further ones of the other list by their heads, or else all items are written there."""
    changes = [drop(route), *(put((*target, there + index), it) for index, it in enumerate(items))]
    appended = [append_item(tree, target, it) for it in items]
    carried = claiming(bare(_carried(tree, route, *appended)), *changes)
    heads = rename_key(tree, route, str(target[-1])) if tree.notation is Notation.TOML else []
    return claiming(bare(heads), *changes, otherwise=carried)


def _has_comments(tree: Tree, span: Span) -> bool:
    return any(span.start <= it.start < span.end for it in tree.comments)


def _around_null(text: str) -> tuple[str, ...]:
    before, null, after = text.rpartition("null")
    return (before, after) if null else (text,)


def _enclosed(members: str, layout: Layout, brackets: Brackets) -> str:
    first = f"{brackets.first},{layout.between}" if brackets.first else ""
    if not layout.in_lines:
        return "".join(brackets.opening) + first + members + "".join(reversed(brackets.closing))
    lines = [layout.indentation + layout.unit * depth for depth in range(len(brackets.opening) + 1)]
    deeper = layout.unit * len(brackets.opening)
    opening = "".join(f"{it}{layout.newline}{lines[depth + 1]}" for depth, it in enumerate(brackets.opening))
    closing = "".join(
        f"{layout.newline}{lines[depth]}{it}" for depth, it in reversed(list(enumerate(brackets.closing)))
    )
    return opening + _indented(first + members, deeper) + closing


def _indented(text: str, indentation: str) -> str:
    return _LINE_START.sub(indentation, text)
