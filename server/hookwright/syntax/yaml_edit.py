"""Edits of YAML's blocks: members and items on lines of their own, told by their indentation."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.syntax.between_brackets import after_comments, insert_entry, line_span, remove_node
from hookwright.syntax.layout import layout_of, newline_of
from hookwright.syntax.tree import JSON, Kind, Node, Notation, Tree, entry
from hookwright.syntax.writing import inline_text, key_text, yaml_lines
from hookwright.text import Edit, Span

_NO_BLANK = late_pattern(r"[^ \t]")
_LINE_START = late_pattern(r"\n(?=[^\r\n])")
# Before an item: its dash, and blanks.
_DASH = late_pattern(r"-[ \t\r\n]+\Z")


def removal(tree: Tree, container: Node, index: int) -> list[Edit]:
    """Edits that take away a member or an item: its lines, or what stands behind a dash up to the next member."""
    if is_flow(tree, container):
        return remove_node(tree, container, index)
    if len(container.members) + len(container.items) == 1:
        return _emptied(tree, container)
    start, end = entry(container, index)
    start = start if container.kind is Kind.OBJECT else _dash(tree.text, start)
    if start < 0:
        return []
    if _NO_BLANK.search(_before(tree.text, start)) is None:
        return [Edit(line_span(tree.text, start, end), "")]
    following = container.members[1].key.start if container.kind is Kind.OBJECT and index == 0 else -1
    commented = any(start <= it.start < following for it in tree.comments)
    return [Edit(Span(start, following), "")] if following > 0 and not commented else []


def insertion(tree: Tree, node: Node, key: str, value: JSON, *, first: bool) -> list[Edit]:
    """Edits that add a member to a mapping."""
    if is_flow(tree, node):
        return _into_flow(
            tree, node, f"{key_text(Notation.YAML, key)}: {inline_text(Notation.YAML, value)}", first=first
        )
    if not node.members:
        return []
    return _lines_at(tree, node, entry(node, 0)[0], yaml_lines({key: value}), first=first)


def appending(tree: Tree, node: Node, value: JSON) -> list[Edit]:
    """Edits that add an item to a sequence."""
    if is_flow(tree, node):
        return _into_flow(tree, node, inline_text(Notation.YAML, value), first=False)
    dash = _dash(tree.text, entry(node, 0)[0]) if node.items else -1
    return _lines_at(tree, node, dash, yaml_lines([value]), first=False) if dash >= 0 else []


def replacement(tree: Tree, node: Node, value: JSON) -> list[Edit]:
    """Edits that put a container in the place of a value, in blocks."""
    before, newline = _before(tree.text, node.start), newline_of(tree.text)
    lines = yaml_lines(value)
    if before.rstrip().endswith("-") or not before.strip():
        return [Edit(node.span, (newline + _NO_BLANK.sub(" ", before)).join(lines))]
    start = node.start - len(before) + len(before.rstrip())
    dashes = len(before) - len(before.lstrip(" -"))
    indentation = newline + " " * dashes + "  "
    return [Edit(Span(start, node.end), "".join(indentation + it for it in lines))]


def listed(tree: Tree, node: Node) -> list[Edit]:
    """Edits that make a list of a value."""
    if is_flow(tree, node) or node.kind is not Kind.OBJECT:
        return [Edit(Span(node.start, node.start), "["), Edit(Span(node.end, node.end), "]")]
    return nested(tree, node, node.start, "- ", "  ")


def nested(tree: Tree, node: Node, start: int, text: str, deeper: str) -> list[Edit]:
    """Edits that put a text before a place in a block, and indent the lines after it, up to the end of the block."""
    lines = [it.end() for it in _LINE_START.finditer(tree.text, start, node.end)]
    return [Edit(Span(start, start), text), *(Edit(Span(it, it), deeper) for it in lines)]


def is_flow(tree: Tree, node: Node) -> bool:
    """Whether a container is between brackets."""
    return tree.text[node.start : node.start + 1] in ("{", "[")


def _into_flow(tree: Tree, node: Node, written: str, *, first: bool) -> list[Edit]:
    if node.members or node.items:
        return insert_entry(tree, node, written, layout_of(tree, node), first=first)
    return [Edit(Span(node.start + 1, node.end - 1), written)]


def _lines_at(tree: Tree, node: Node, start: int, lines: list[str], *, first: bool) -> list[Edit]:
    """Puts lines before the first entry, which begins at `start`, or after the last."""
    indentation = newline_of(tree.text) + _NO_BLANK.sub(" ", _before(tree.text, start))
    if first:
        return [Edit(Span(start, start), "".join(line + indentation for line in lines))]
    end = entry(node, len(node.members or node.items) - 1)[1]
    place = after_comments(tree.text, end, len(tree.text))
    return [Edit(Span(place, place), "".join(indentation + line for line in lines))]


def _emptied(tree: Tree, container: Node) -> list[Edit]:
    """The container with nothing in it; what is at the root stays."""
    first = container.start if container.kind is Kind.OBJECT else _dash(tree.text, container.items[0].start)
    start = len(tree.text[: max(0, first)].rstrip())
    if container is tree.root or tree.text[start - 1 : start] not in (":", "-"):
        return []
    return [Edit(Span(start, container.end), " {}" if container.kind is Kind.OBJECT else " []")]


def _dash(text: str, start: int) -> int:
    """Where the dash of an item is, -1 where something else stands before the item."""
    line = text.rfind("\n", 0, start) + 1
    found = _DASH.search(text, max(0, text.rfind("-", 0, start)), start)
    return found.start() if found is not None and (found.start() >= line or not text[line:start].strip()) else -1


def _before(text: str, offset: int) -> str:
    """The line of an offset, up to there."""
    return text[max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1 : offset]
