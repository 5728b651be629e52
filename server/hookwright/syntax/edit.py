"""The edits that change a tree's text: replace, rename, insert, append and remove.

In a text that is not JSON only names and scalars can be changed: there are no edits for the rest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from hookwright.syntax.layout import layout_of, line_indentation, written
from hookwright.syntax.strings import quote, text_offset
from hookwright.syntax.tree import JSON, Kind, Node, Notation, PlacedString, Tree, entries, entry, find, key_at
from hookwright.text import Edit, Route, Span

_COMMENTS_IN_LINE = re.compile(r"(?>(?:[ \t]*+(?://[^\r\n]*+|/\*[^\r\n]*?\*/))+)(?=[ \t]*+(?:[\r\n]|\Z))")
_BARE_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_PLAIN = re.compile(r"[\w/.$ {}()=+-]+", re.ASCII)
_BLANK = re.compile(r"[ \t\r\n]*+\Z")
_COMMENT_OR_COMMA = re.compile(r"//[^\r\n]*+|/\*(?s:.*?)\*/|(,)")
_BLANKS = re.compile(r"[ \t]*+")
_LINE_REST = re.compile(r"[ \t]*+(?:\r\n|\r|\n|\Z)")
_ALL_BLANK = re.compile(r"[ \t\r\n]*+")


def apply(text: str, edits: Iterable[Edit]) -> str:
    """The text after all edits, which all refer to the text as given; a ValueError where two overlap."""
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda it: (it.span.start, it.span.end)):
        if edit.span.start < done:
            raise ValueError(f"edits overlap at offset {edit.span.start}")
        parts += (text[done : edit.span.start], edit.text)
        done = edit.span.end
    return "".join((*parts, text[done:]))


def rename_key(tree: Tree, route: Route, new: str) -> list[Edit]:
    """Edits that give the member at a route another key."""
    key = key_at(tree, route)
    if key is None:
        return []
    return [Edit(it.span, key_text(tree.notation, new)) for it in (key, *tree.repeats.get(key, ()))]


def replace_value(tree: Tree, route: Route, value: JSON) -> list[Edit]:
    """Edits that put another value at a route, written in the document's layout."""
    node = find(tree, route)
    if node is None:
        return []
    if tree.notation is not Notation.JSON:
        is_scalar = node.kind not in (Kind.OBJECT, Kind.ARRAY, Kind.MISSING) and not isinstance(value, dict | list)
        return [Edit(node.span, scalar_text(tree.notation, value))] if is_scalar and value is not None else []
    container = find(tree, route[:-1]) if route else node
    layout = layout_of(tree, container or node)
    text = written(value, layout, line_indentation(tree.text, node.start))
    if node.kind is not Kind.MISSING:
        return [Edit(node.span, text)]
    key = key_at(tree, route)
    colon = key is not None and ":" in tree.text[key.end : node.start]
    before = tree.text[node.start - 1 : node.start]
    return [Edit(node.span, (" " if colon and before == ":" and layout.spaced else "" if colon else ": ") + text)]


def key_text(notation: Notation, name: str) -> str:
    """A name as it is written before its value."""
    return name if notation is not Notation.JSON and _BARE_KEY.fullmatch(name) else quote(name)


def scalar_text(notation: Notation, value: JSON) -> str:
    """A scalar as it is written; every notation reads JSON's."""
    return quote(value) if isinstance(value, str) else json.dumps(value)


def replace_piece(tree: Tree, route: Route, start: int, end: int, text: str) -> list[Edit]:
    """Edits that replace a part of a string value; `start` and `end` are places in the decoded value."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.STRING:
        return []
    span = Span(text_offset(tree, node, start), text_offset(tree, node, end))
    if isinstance(node, PlacedString) and tree.text[node.start : node.start + 1] != '"':
        # Nothing is escaped there, so only what is plain can be written.
        return [Edit(span, text)] if _PLAIN.fullmatch(text) else []
    return [Edit(span, quote(text)[1:-1])]


def remove(tree: Tree, route: Route) -> list[Edit]:
    """Edits that remove the member or item at a route, with the right comma, and its line if that is left blank."""
    container = find(tree, route[:-1]) if route else None
    node = find(tree, route)
    if container is None or node is None or tree.notation is not Notation.JSON:
        return []
    key = route[-1]
    if isinstance(key, str):
        key = next(index for index, it in enumerate(container.members) if it.value is node)
    return remove_node(tree, container, key)


def insert_member(tree: Tree, route: Route, key: str, value: JSON, first: bool = False) -> list[Edit]:
    """Edits that add a member to the object at a route, as its last or its first."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.OBJECT or tree.notation is not Notation.JSON:
        return []
    layout = layout_of(tree, node)
    colon = ": " if layout.spaced or layout.in_lines else ":"
    return _insert(tree, node, f"{quote(key)}{colon}{written(value, layout)}", first=first)


def append_item(tree: Tree, route: Route, value: JSON) -> list[Edit]:
    """Edits that add an item at the end of the array at a route."""
    node = find(tree, route)
    if node is None or node.kind is not Kind.ARRAY or tree.notation is not Notation.JSON:
        return []
    return _insert(tree, node, written(value, layout_of(tree, node)), first=False)


def _insert(tree: Tree, node: Node, entry: str, *, first: bool) -> list[Edit]:
    places = entries(node)
    between = layout_of(tree, node).between
    if not places:
        return [_into_empty(tree, node, entry)]
    if first:
        return [_insertion(places[0][0], f"{entry},{between}")]
    end = places[-1][1]
    comma = comma_between(tree.text, end, inner_end(node))
    place = _after_comments(tree.text, max(end, comma + 1), inner_end(node))
    if comma >= 0:
        return [_insertion(place, f"{between}{entry},")]
    if place == end:
        return [_insertion(end, f",{between}{entry}")]
    return [_insertion(end, ","), _insertion(place, f"{between}{entry}")]


def _into_empty(tree: Tree, node: Node, entry: str) -> Edit:
    layout = layout_of(tree, node)
    start, end = node.start + 1, inner_end(node)
    if not layout.in_lines:
        return _insertion(start, entry)
    if not _BLANK.match(tree.text, start, end):
        return _insertion(_after_comments(tree.text, start, end), layout.between + entry)
    closing = layout.newline + line_indentation(tree.text, node.start) if node.closed else tree.text[start:end]
    return Edit(Span(start, end), layout.between + entry + closing)


def _after_comments(text: str, offset: int, end: int) -> int:
    """Past the comments that end the line of an offset, so that they stay with what they are about."""
    match = _COMMENTS_IN_LINE.match(text, offset, end)
    return match.end() if match else offset


def _insertion(offset: int, text: str) -> Edit:
    return Edit(Span(offset, offset), text)


def comma_between(text: str, start: int, end: int) -> int:
    """The offset of the first comma outside comments in a range between two entries, -1 where there is none."""
    return next((it.start() for it in _COMMENT_OR_COMMA.finditer(text, start, end) if it[1]), -1)


def inner_end(container: Node) -> int:
    """The offset where the contents of a container end, before its bracket if it has one."""
    return container.end - 1 if container.closed else container.end


def line_span(text: str, start: int, end: int) -> Span:
    """The range and its whole line if nothing else is there, else the range and the blanks before it."""
    before = _blanks_before(text, start)
    at_line_start = before == 0 or text[before - 1] in "\r\n"
    rest = _LINE_REST.match(text, end)
    if at_line_start and rest:
        return Span(before, rest.end())
    return Span(before if rest and not at_line_start else start, end)


def remove_node(tree: Tree, container: Node, index: int) -> list[Edit]:
    """Edits that remove the member or item at an index, with the right comma, and its line if that is left blank."""
    text, count = tree.text, len(container.members) or len(container.items)
    start, end = entry(container, index)
    following = entry(container, index + 1)[0] if index + 1 < count else inner_end(container)
    comma = comma_between(text, end, following)
    if count == 1:
        return [_remove(_alone(text, container, start, comma + 1 if comma >= 0 else end))]
    if comma >= 0:
        return [_remove(_with_comma(text, start, comma + 1, following, last=index + 1 == count))]
    if index + 1 < count:
        return [_remove(line_span(text, start, end))]
    return _last(text, entry(container, index - 1)[1], start, end)


def _alone(text: str, container: Node, start: int, end: int) -> Span:
    before, after = container.start + 1, inner_end(container)
    if container.closed and _is_blank(text, before, start) and _is_blank(text, end, after):
        return Span(before, after)
    return line_span(text, start, end)


def _with_comma(text: str, start: int, end: int, following: int, *, last: bool) -> Span:
    before = _blanks_before(text, start)
    rest = _LINE_REST.match(text, end)
    in_own_line = before == 0 or text[before - 1] in "\r\n"
    if rest and in_own_line:
        return Span(before, rest.end())
    if (rest or last) and not in_own_line:
        return Span(before, end)
    blanks = _BLANKS.match(text, end, following)
    return Span(start, blanks.end() if blanks else end)


def _last(text: str, previous: int, start: int, end: int) -> list[Edit]:
    comma = comma_between(text, previous, start)
    if comma >= 0 and _is_blank(text, comma + 1, start):
        return [_remove(Span(comma, end))]
    commas = [_remove(Span(comma, comma + 1))] if comma >= 0 else []
    return [*commas, _remove(line_span(text, start, end))]


def _is_blank(text: str, start: int, end: int) -> bool:
    match = _ALL_BLANK.match(text, start, end)
    return start >= end or (match is not None and match.end() == end)


def _blanks_before(text: str, offset: int) -> int:
    while offset and text[offset - 1] in " \t":
        offset -= 1
    return offset


def _remove(span: Span) -> Edit:
    return Edit(span, "")
