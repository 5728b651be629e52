"""Ranges that an editor folds, and those that expand a selection."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.syntax.tree import Kind, Node, Notation, Tree
from hookwright.text import Span

_WORD = late_pattern(r"[\w$./-]+")


class Fold(Struct, frozen=True):
    """Lines from 0; the last one stays visible if it has the closing bracket."""

    first: int
    last: int
    comment: bool = False


def folds(tree: Tree) -> tuple[Fold, ...]:
    """The folds in the order of their first lines."""
    parts = _sections(tree) if tree.notation is Notation.TOML else _containers(tree, tree.root) if tree.root else ()
    found = [*parts, *_comments(tree)]
    return tuple(sorted(found, key=lambda it: (it.first, -it.last)))


def _containers(tree: Tree, root: Node) -> Iterator[Fold]:
    todo = [root]
    while todo:
        node = todo.pop()
        if node.kind not in (Kind.OBJECT, Kind.ARRAY):
            continue
        first, last = tree.lines.position(node.start).line, tree.lines.position(max(node.start, node.end - 1)).line
        closed = tree.text[node.end - 1 : node.end] in ("}", "]")
        last = last - 1 if closed else last
        if last > first:
            yield Fold(first, last)
        todo += [it.value for it in node.members] if node.kind is Kind.OBJECT else node.items


def _sections(tree: Tree) -> Iterator[Fold]:
    """Each table from its head to its last entry."""
    for section in tree.sections:
        written = tree.text[section.span.start : section.span.end].rstrip()
        first = tree.lines.position(section.span.start).line
        last = tree.lines.position(section.span.start + len(written)).line
        if section.names and last > first:
            yield Fold(first, last)


def _comments(tree: Tree) -> Iterator[Fold]:
    for span in tree.comments:
        first, last = tree.lines.position(span.start).line, tree.lines.position(span.end).line
        if last > first:
            yield Fold(first, last, comment=True)


def selections(tree: Tree, offset: int) -> tuple[Span, ...]:
    """The spans around an offset, smallest first, each within the next; the last is the whole text."""
    found = [Span(0, len(tree.text)), *_around(tree, offset)]
    chain: list[Span] = []
    for span in found:
        if not chain or (span != chain[-1] and chain[-1].start <= span.start and span.end <= chain[-1].end):
            chain.append(span)
    return tuple(reversed(chain))


def _around(tree: Tree, offset: int) -> Iterator[Span]:
    """Outermost first."""
    node = tree.root
    while node is not None and node.start <= offset <= node.end:
        yield node.span
        if node.kind is Kind.OBJECT:
            member = next((it for it in node.members if it.key.start <= offset <= it.value.end), None)
            if member is None:
                return
            yield Span(member.key.start, member.value.end)
            node = member.key if offset <= member.key.end else member.value
        elif node.kind is Kind.ARRAY:
            node = next((it for it in node.items if it.start <= offset <= it.end), None)
        else:
            yield from _inside(tree, node, offset)
            return


def _inside(tree: Tree, node: Node, offset: int) -> Iterator[Span]:
    if node.kind is not Kind.STRING:
        return
    closed = node.end - 1 > node.start and tree.text[node.end - 1] == '"'
    content = Span(node.start + 1, node.end - 1 if closed else node.end)
    if not content.start <= offset <= content.end:
        return
    yield content
    for word in _WORD.finditer(tree.text, content.start, content.end):
        if word.start() <= offset <= word.end():
            yield Span(*word.span())
            return
