"""Texts of shell code that are walked through: the script, files that it sources, and code in its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from hookwright.scripts.trees import tree_of
from hookwright.scripts.values import Spot
from hookwright.shell.parse import parse
from hookwright.shell.reader import Reader
from hookwright.shell.scopes import Draft
from hookwright.shell.structure import (
    Background,
    Cases,
    Chain,
    Choice,
    Function,
    Group,
    Node,
    Pipeline,
    Redirected,
    Repeat,
    Simple,
)


class Unit(Struct, frozen=True, eq=False):
    """A text with what the reader has found in it.

    `places[i]` is where its character `i` is in the text that it is a part of; None if it is that text.
    """

    text: str
    reader: Reader
    file: str = ""
    places: Sequence[int] | None = None

    @property
    def readable(self) -> bool:
        """Whether the reader has understood all of it."""
        return self.reader.fault is None and not self.reader.given_up

    def spot(self, start: int, end: int) -> Spot:
        """A piece of it."""
        if self.places is None:
            return Spot(start, end, self.file)
        if not self.places:
            return Spot(0, 0, self.file)
        last = len(self.places) - 1
        return Spot(self.places[min(start, last)], self.places[min(max(end - 1, 0), last)] + 1, self.file)

    def spot_of(self, node: Node) -> Spot:
        """The first command of a node."""
        draft = node.draft if type(node) is Simple else _first_draft(node)
        return self.spot(draft.start, end_of(draft)) if draft is not None else self.spot(0, 0)


def unit_of(text: str, file: str = "", places: Sequence[int] | None = None) -> Unit:
    """Reads a text."""
    return Unit(text, parse(text), file, places)


def imported_unit(text: str, file: str) -> Unit:
    """Reads a file that other scripts may source, too."""
    return Unit(text, tree_of(parse, text), file)


def end_of(draft: Draft) -> int:
    """Where a command ends."""
    words, redirections = draft.words or draft.assignments, draft.redirections
    if not redirections:
        return words[-1].end if words else draft.start
    return max(words[-1].end, redirections[-1].end) if words else redirections[-1].end


def _first_draft(node: Node) -> Draft | None:
    """The first command of a node; most are commands, and lists and pipelines of such."""
    first = node
    while isinstance(first, Chain) or (isinstance(first, Pipeline) and first.stages):
        first = first.first if isinstance(first, Chain) else first.stages[0]
    return first.draft if isinstance(first, Simple) else next(drafts_of(node), None)


def drafts_of(node: Node) -> Iterator[Draft]:
    """The commands of a node in order, without those in substitutions."""
    match node:
        case Simple(draft=draft):
            yield draft
        case Redirected(node=inner, end=end):
            yield from drafts_of(inner)
            yield end
        case Repeat(head=head) if head is not None:
            yield head
        case Cases(head=head):
            yield head
    for it in _within(node):
        yield from drafts_of(it)


def _within(node: Node) -> Iterator[Node]:
    """The nodes that a compound command holds."""
    match node:
        case Function(body=inner) | Background(node=inner):
            yield inner
        case Repeat(condition=condition, body=body):
            yield from (*condition, *body)
        case Cases(arms=arms):
            for arm in arms:
                yield from arm.body
        case Pipeline(stages=nodes) | Group(body=nodes):
            yield from nodes
        case Chain(first=first, rest=rest):
            yield from (first, *(it for _, it in rest))
        case Choice(arms=branches, otherwise=otherwise):
            for condition, body in branches:
                yield from (*condition, *body)
            yield from otherwise
