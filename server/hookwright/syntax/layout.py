"""How a document is laid out: its indentation, line ends and spacing, and how a value looks written that way."""

from __future__ import annotations

import json

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.syntax.tree import JSON, Kind, Node, Tree, entry

_LINE_END = late_pattern(r"\r\n|\r|\n")
_SURROGATE = late_pattern("[\ud800-\udfff]")
_MANY = 200


class Layout(Struct, frozen=True):
    """How new text is written in one container; `between` is what comes before an entry after a comma."""

    in_lines: bool
    indentation: str
    unit: str
    newline: str
    spaced: bool

    @property
    def between(self) -> str:
        """What separates an entry from the comma or bracket before it."""
        return self.newline + self.indentation if self.in_lines else " " * self.spaced


def indent_of(tree: Tree) -> str:
    """The unit of indentation of a document, as its first indented entry shows it; two spaces if none does."""
    todo = [tree.root] if tree.root else []
    for node in todo[:_MANY]:
        todo += [it.value for it in node.members[:_MANY]] + node.items[:_MANY]
    for node in todo[:_MANY]:
        filled = node.members or node.items
        indentation = own_line_indentation(tree.text, entry(node, 0)[0]) if filled else None
        if indentation is None:
            continue
        outer = line_indentation(tree.text, node.start)
        if indentation.startswith(outer) and len(indentation) > len(outer):
            return "\t" if indentation[-1] == "\t" else indentation[len(outer) :]
    return "  "


def newline_of(text: str) -> str:
    """The line end a document uses, as its first one shows it."""
    match = _LINE_END.search(text)
    return match[0] if match else "\n"


def layout_of(tree: Tree, container: Node) -> Layout:
    """How entries of a container are written, or would be if it has none."""
    text, count = tree.text, len(container.members) or len(container.items)
    unit, newline = indent_of(tree), newline_of(text)
    spaced = _is_spaced(tree, container)
    if not count:
        in_lines = tree.root is not None and _LINE_END.search(text, tree.root.start, tree.root.end) is not None
        return Layout(in_lines, line_indentation(text, container.start) + unit, unit, newline, spaced)
    for index in (0, count - 1):
        indentation = own_line_indentation(text, entry(container, index)[0])
        if indentation is not None:
            return Layout(in_lines=True, indentation=indentation, unit=unit, newline=newline, spaced=spaced)
    indentation = line_indentation(text, container.start)
    return Layout(in_lines=False, indentation=indentation, unit=unit, newline=newline, spaced=spaced)


def written(value: JSON, layout: Layout, indentation: str | None = None) -> str:
    """A value as JSON in the layout; its lines after the first are indented by `indentation`, or as entries are."""
    if layout.in_lines:
        text = json.dumps(value, ensure_ascii=False, indent=layout.unit)
        text = text.replace("\n", layout.newline + (layout.indentation if indentation is None else indentation))
    else:
        text = json.dumps(value, ensure_ascii=False, separators=(", ", ": ") if layout.spaced else (",", ":"))
    return _SURROGATE.sub(lambda it: f"\\u{ord(it[0]):04x}", text)


def line_indentation(text: str, offset: int) -> str:
    """The blanks that begin the line of an offset."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    end = start
    while end < len(text) and text[end] in " \t":
        end += 1
    return text[start:end]


def own_line_indentation(text: str, offset: int) -> str | None:
    """The blanks before an offset if nothing else comes before it in its line, else None."""
    start = offset
    while start and text[start - 1] in " \t":
        start -= 1
    return text[start:offset] if start and text[start - 1] in "\r\n" else None


def _is_spaced(tree: Tree, container: Node) -> bool:
    """Whether a colon or comma is followed by a space, in the container or else in the document."""
    for node in (container, tree.root):
        if node and node.kind is Kind.OBJECT and node.members:
            member = node.members[0]
            return any(char.isspace() for char in tree.text[member.key.end : member.value.start])
        if node and len(node.items) > 1:
            return any(char.isspace() for char in tree.text[node.items[0].end : node.items[1].start])
    return True
