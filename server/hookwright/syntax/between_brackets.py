"""Edits of what stands between brackets, with commas: JSON's containers, TOML's inline ones and YAML's flow ones."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.syntax.layout import Layout, line_indentation
from hookwright.syntax.tree import Node, Tree, entries, entry
from hookwright.text import Edit, Span

# `#` begins a comment of TOML and YAML, and of nothing between two entries of JSON.
_COMMENTS_IN_LINE = late_pattern(r"(?>(?:[ \t]*+(?:(?://|#)[^\r\n]*+|/\*[^\r\n]*?\*/))+)(?=[ \t]*+(?:[\r\n]|\Z))")
_COMMENT_OR_COMMA = late_pattern(r"(?://|#)[^\r\n]*+|/\*(?s:.*?)\*/|(,)")
_BLANK = late_pattern(r"[ \t\r\n]*+\Z")
_BLANKS = late_pattern(r"[ \t]*+")
_LINE_REST = late_pattern(r"[ \t]*+(?:\r\n|\r|\n|\Z)")
_ALL_BLANK = late_pattern(r"[ \t\r\n]*+")


def insert_entry(tree: Tree, node: Node, written: str, layout: Layout, *, first: bool = False) -> list[Edit]:
    """Edits that add a member or an item, as it is written, as the last or the first of a container."""
    places, between = entries(node), layout.between
    if not places:
        return [_into_empty(tree, node, written, layout)]
    if first:
        return [_insertion(places[0][0], f"{written},{between}")]
    end = places[-1][1]
    comma = comma_between(tree.text, end, inner_end(node))
    place = after_comments(tree.text, max(end, comma + 1), inner_end(node))
    if comma >= 0:
        return [_insertion(place, f"{between}{written},")]
    if place == end:
        return [_insertion(end, f",{between}{written}")]
    return [_insertion(end, ","), _insertion(place, f"{between}{written}")]


def _into_empty(tree: Tree, node: Node, written: str, layout: Layout) -> Edit:
    start, end = node.start + 1, inner_end(node)
    if not layout.in_lines:
        return _insertion(start, written)
    if not _BLANK.match(tree.text, start, end):
        return _insertion(after_comments(tree.text, start, end), layout.between + written)
    closing = layout.newline + line_indentation(tree.text, node.start) if node.closed else tree.text[start:end]
    return Edit(Span(start, end), layout.between + written + closing)


def after_comments(text: str, offset: int, end: int) -> int:
    """Past the comments that end the line of an offset, so that they stay with what they are about."""
    match = _COMMENTS_IN_LINE.match(text, offset, end)
    return match.end() if match else offset


def _insertion(offset: int, text: str) -> Edit:
    return Edit(Span(offset, offset), text)


def comma_between(text: str, start: int, end: int) -> int:
    """The offset of the first comma outside comments in a range between two entries, -1 if there is none."""
    return next((it.start() for it in _COMMENT_OR_COMMA.finditer(text, start, end) if it[1]), -1)


def inner_end(container: Node) -> int:
    """The offset where the contents of a container end, before its bracket if it has one."""
    return container.end - 1 if container.closed else container.end


def line_span(text: str, start: int, end: int) -> Span:
    """The range and its whole line if nothing else is there, else the range and the blanks before it."""
    before = blanks_before(text, start)
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
    before = blanks_before(text, start)
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


def blanks_before(text: str, offset: int) -> int:
    while offset and text[offset - 1] in " \t":
        offset -= 1
    return offset


def _remove(span: Span) -> Edit:
    return Edit(span, "")
