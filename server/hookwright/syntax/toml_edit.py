"""Edits of TOML's tables: entries on lines of their own, under heads that may be anywhere."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from hookwright.patterns import late_pattern
from hookwright.syntax.between_brackets import after_comments, insert_entry, line_span, remove_node
from hookwright.syntax.layout import layout_of, line_indentation, newline_of
from hookwright.syntax.tree import JSON, Kind, Node, Notation, Section, Tree
from hookwright.syntax.writing import inline_text, key_text, toml_lines, toml_name
from hookwright.text import Edit, Route, Span

_LINE = late_pattern(r"[^\r\n]*+")
_BLANK_LINES = late_pattern(r"(?>(?:[ \t]*+(?:\r\n|\n))*)")


def removal(tree: Tree, container: Node, index: int, route: Route) -> list[Edit]:
    """Edits that take away an entry, which a route leads to: its line, or its tables with their heads."""
    if is_inline(tree, container):
        return remove_node(tree, container, index)
    tables = [it for it in tree.sections if it.names and it.route[: len(route)] == route]
    if tables:
        return [_without(tree.text, it) for it in _stretches(tree, tables)]
    if container.kind is not Kind.OBJECT:
        return []
    member = container.members[index]
    return [Edit(line_span(tree.text, member.key.start, member.value.end), "")]


def insertion(tree: Tree, node: Node, key: str, value: JSON, *, first: bool) -> list[Edit]:
    """Edits that add an entry to a table."""
    written = f"{key_text(Notation.TOML, key)} = {inline_text(Notation.TOML, value)}"
    if is_inline(tree, node):
        return (
            insert_entry(tree, node, written, layout_of(tree, node), first=first)
            if node.members
            else _only(node, written)
        )
    section = next((it for it in tree.sections if it.node is node), None)
    if section is None:
        return []
    newline = newline_of(tree.text)
    if not section.names:
        return _at_root(tree, section, written + newline, first=first)
    start, end = section.span.start, _content_end(tree, section)
    place = after_comments(tree.text, section.names[-1][1].end if first else end, section.span.end)
    place = _line_end(tree.text, place)
    return [Edit(Span(place, place), f"{newline}{line_indentation(tree.text, start)}{written}")]


def appending(tree: Tree, node: Node, route: Route, value: JSON) -> list[Edit]:
    """Edits that add an item to a list, or a table to a list of tables."""
    if is_inline(tree, node):
        written = inline_text(Notation.TOML, value)
        return insert_entry(tree, node, written, layout_of(tree, node)) if node.items else _only(node, written)
    last = next((it for it in reversed(tree.sections) if it.route[: len(route)] == route), None)
    names = [it for it in route if isinstance(it, str)]
    if last is None or not isinstance(value, dict):
        return []
    newline, place = newline_of(tree.text), _line_end(tree.text, _content_end(tree, last))
    lines = ["", "", f"[[{toml_name(names)}]]", *toml_lines(value, tuple(names))]
    return [*_claims(tree, last), _insertion(place, newline.join(lines))]


def listed(tree: Tree, node: Node, route: Route) -> list[Edit]:
    """Edits that make a list of a value: the only table of a list of tables, or an item between brackets."""
    if is_inline(tree, node) or node.kind is not Kind.OBJECT:
        return [Edit(Span(node.start, node.start), "["), Edit(Span(node.end, node.end), "]")]
    heads = [it for it in tree.sections if it.names and it.route == route]
    return [
        edit
        for it in heads
        for edit in (_insertion(it.span.start, "["), _insertion(_line_end_of_head(tree.text, it), "]"))
    ]


def opened(tree: Tree, node: Node, first: Node, name: Route, lines: Iterable[str]) -> list[Edit]:
    """Edits that begin a table of a list before the key `first` of another table, with some lines of its own."""
    names = [it for it in name if isinstance(it, str)]
    section = next((it for it in tree.sections if it.node is node), None)
    if section is None or len(names) == len(name):
        return []
    indentation = line_indentation(tree.text, first.start)
    head = (f"[[{toml_name(names)}]]", *lines)
    written = "".join(f"{it}{newline_of(tree.text)}{indentation}" for it in head)
    return [*_claims(tree, section), _insertion(first.start, written)]


def prefixed(tree: Tree, names: Collection[str], key: str) -> list[Edit]:
    """Edits that put tables at the root into another one, by their heads."""
    heads = [it.names[0][1] for it in tree.sections if it.names and it.route[0] in names]
    return [_insertion(it.start, f"{key_text(Notation.TOML, key)}.") for it in heads]


def _claims(tree: Tree, section: Section) -> list[Edit]:
    """Edits that leave the names in a head as they are, so that no other edit changes them at the same time."""
    return [Edit(it.span, tree.text[it.start : it.end]) for _, it in section.names]


def _insertion(offset: int, text: str) -> Edit:
    return Edit(Span(offset, offset), text)


def _line_end_of_head(text: str, section: Section) -> int:
    return text.find("]", section.names[-1][1].end)


def is_inline(tree: Tree, node: Node) -> bool:
    """Whether a container is between brackets; the first table of a list of tables begins where the list does."""
    if node.kind is Kind.ARRAY:
        return not node.items or node.items[0].start > node.start
    return tree.text.startswith("{", node.start) and node is not tree.root


def _only(node: Node, written: str) -> list[Edit]:
    pad = " " if node.kind is Kind.OBJECT else ""
    return [Edit(Span(node.start + 1, node.end - 1), f"{pad}{written}{pad}")] if node.closed else []


def _at_root(tree: Tree, section: Section, line: str, *, first: bool) -> list[Edit]:
    """Before the first table, after what is there or before it."""
    end = _content_end(tree, section)
    if first and section.node.members and section.node.members[0].key.start < end:
        end = section.node.members[0].key.start
        return [Edit(Span(end, end), line)]
    if end == section.span.start:
        return [Edit(Span(end, end), line)]
    place = _line_end(tree.text, end)
    newline = newline_of(tree.text)
    return [Edit(Span(place, place), newline + line.removesuffix(newline))]


def _stretches(tree: Tree, tables: Iterable[Section]) -> list[Span]:
    """Where the tables are, from head to last entry; one stretch where only blank lines part them."""
    found: list[Span] = []
    for it in tables:
        start, end = it.span.start, _line_end(tree.text, _content_end(tree, it))
        if found and not tree.text[found[-1].end : start].strip():
            start = found.pop().start
        found.append(Span(start, end))
    return found


def _without(text: str, tables: Span) -> Edit:
    """Takes tables away, and the empty lines that part them from the next one, or from the one before."""
    span = line_span(text, tables.start, tables.end)
    following = _BLANK_LINES.match(text, span.end)
    end = following.end() if following is not None else span.end
    if end < len(text):
        parted = not text[: span.start].rstrip(" \t").endswith(("\n\n", "\n\r\n")) and span.start
        return Edit(Span(span.start, span.end if parted else end), "")
    start = len(text[: span.start].rstrip())
    return Edit(Span(start, end), newline_of(text) if start and text.endswith("\n") else "")


def _content_end(tree: Tree, section: Section) -> int:
    """Where the last entry of a table ends, or its head; comments after it are about what follows."""
    text, start = tree.text, section.names[-1][1].end if section.names else section.span.start
    end = section.span.start + len(text[section.span.start : section.span.end].rstrip())
    for comment in reversed(tree.comments):
        if comment.start < start or comment.end > end:
            continue
        line = text.rfind("\n", 0, comment.start) + 1
        if comment.end != end or text[line : comment.start].strip():
            break
        end = max(section.span.start, len(text[:line].rstrip()))
    return max(end, section.span.start)


def _line_end(text: str, offset: int) -> int:
    found = _LINE.match(text, offset)
    return found.end() if found is not None else offset
