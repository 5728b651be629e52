"""What was asked: a file, a place in its text, and how something new is fitted in there."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hookwright.config.view import HookFile
from hookwright.ide.completion.items import About, Item, ItemKind, indent_unit
from hookwright.model.dialect import Dialect
from hookwright.syntax.cursor import Cursor, Role, at
from hookwright.syntax.edit import comma_between
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, Node, Tree, entries
from hookwright.text import Edit, Span

_COLON = re.compile(r"[ \t\r\n]*:")


@dataclass(frozen=True, slots=True)
class AskedText:
    """A place in a text, and the cursor there."""

    tree: Tree
    offset: int
    cursor: Cursor

    @property
    def unit(self) -> str:
        """What the text indents by."""
        return indent_unit(self.tree.text)


@dataclass(frozen=True, slots=True)
class Asked(AskedText):
    """A place in a hook file, and the cursor there."""

    file: HookFile

    @property
    def dialect(self) -> Dialect:
        """The file's dialect."""
        return self.file.dialect


def asked_in(tree: Tree, offset: int) -> AskedText:
    """The question for an offset in any text."""
    return AskedText(tree, offset, at(tree, offset))


def asked_at(file: HookFile, offset: int) -> Asked:
    """The question for an offset in the file's text."""
    return Asked(file.tree, offset, at(file.tree, offset), file)


@dataclass(frozen=True, slots=True)
class Fitting:
    """Where a new text goes, what it needs around it, and edits elsewhere that it needs.

    `opened`: what is replaced begins with a quote, so that what was typed is held to the label with one.
    """

    span: Span
    before: str = ""
    after: str = ""
    also: tuple[Edit, ...] = ()
    opened: bool = False

    def item(
        self,
        label: str,
        kind: ItemKind,
        text: str,
        rank: int,
        *,
        detail: str = "",
        about: About = (),
        snippet: bool = False,
        preselect: bool = False,
    ) -> Item:
        """A completion that puts `text` here; what was typed is held to the label."""
        return Item(
            label=label,
            kind=kind,
            text=f"{self.before}{text}{self.after}",
            span=self.span,
            sort=f"{rank:03}",
            filter=quote(label) if self.opened else label,
            detail=detail,
            about=about,
            snippet=snippet,
            preselect=preselect,
            also=self.also,
        )


def fit_key(asked: AskedText) -> Fitting:
    """How a new key with its value fits at a key or between members."""
    if asked.cursor.role is Role.KEY and asked.cursor.node is not None:
        node = asked.cursor.node
        return Fitting(node.span, after=_comma_after(asked, node.end), opened=_opened(asked, node))
    return _fit_gap(asked)


def colon_follows(asked: AskedText) -> bool:
    """Whether the key under the cursor has its colon already, so that only its name is to be replaced."""
    cursor = asked.cursor
    if cursor.role is not Role.KEY or cursor.node is None:
        return False
    return _COLON.match(asked.tree.text, cursor.node.end) is not None


def fit_value(asked: AskedText) -> Fitting:
    """How a value fits where one stands or is missing."""
    node = asked.cursor.node
    if node is not None and node.kind is not Kind.MISSING:
        return Fitting(node.span, opened=_opened(asked, node))
    before = " " if asked.tree.text[asked.offset - 1 : asked.offset] == ":" else ""
    return Fitting(Span(asked.offset, asked.offset), before, _comma_after(asked, asked.offset))


def before_a_value(asked: AskedText) -> bool:
    """Whether the cursor is in the blanks before a value that is there, so that a second one would be typed."""
    node = asked.cursor.node
    return node is not None and node.kind is not Kind.MISSING and not node.start <= asked.offset <= node.end


def fit_item(asked: AskedText) -> Fitting:
    """How a new item fits between those of an array."""
    return fit_value(asked) if asked.cursor.role is Role.VALUE else _fit_gap(asked)


def _fit_gap(asked: AskedText) -> Fitting:
    cursor, offset = asked.cursor, asked.offset
    before = ""
    also: tuple[Edit, ...] = ()
    if cursor.needs_comma and cursor.container is not None:
        end = entries(cursor.container)[cursor.index - 1][1]
        if end == offset:
            before = ", "
        else:
            also = (Edit(Span(end, end), ","),)
    return Fitting(Span(offset, offset), before, _comma_after(asked, offset), also)


def _opened(asked: AskedText, node: Node) -> bool:
    return node.kind is Kind.STRING and asked.tree.text.startswith('"', node.start)


def _comma_after(asked: AskedText, offset: int) -> str:
    """The comma that the next entry needs before it, where there is none yet."""
    cursor = asked.cursor
    if cursor.container is None:
        return ""
    places = entries(cursor.container)
    following = cursor.index + (1 if cursor.role in (Role.KEY, Role.VALUE) else 0)
    if following >= len(places):
        return ""
    return "," if comma_between(asked.tree.text, offset, places[following][0]) < 0 else ""
