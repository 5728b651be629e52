"""Completion items, how they are fitted in at the cursor, and how snippets are written."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from hookwright.ide.cursor_context import TextContext
from hookwright.patterns import late_pattern
from hookwright.syntax.between_brackets import comma_between
from hookwright.syntax.cursor import Role
from hookwright.syntax.strings import quote
from hookwright.syntax.tree import Kind, Node, Notation, Tree, entries
from hookwright.syntax.writing import key_text
from hookwright.text import Edit, Span

# In a header of TOML, a name is followed by the next one, or by what closes the header.
_AFTER_NAME = {
    Notation.JSON: late_pattern(r"[ \t\r\n]*:"),
    Notation.TOML: late_pattern(r"[ \t]*[=.\]]"),
    Notation.YAML: late_pattern(r"[ \t]*:"),
}
_BEFORE_VALUE = {Notation.JSON: ": ", Notation.TOML: " = ", Notation.YAML: ": "}
_JSON_KEY = late_pattern(r'"([A-Za-z_]\w*)": ')

About = tuple[str, ...]
"""What a completion is about, in words that `item_docs` knows; empty if it has no documentation."""

_TAB_STOP = late_pattern(r"\\([\\$}])|\$\{\d+\|([^,|}]*)[^}]*\}|\$\{\d+:([^}]*)\}|\$\{\d+\}|\$\d+")


class ItemKind(StrEnum):
    """What a completion is."""

    EVENT = "event"
    KEY = "key"
    VALUE = "value"
    TOOL = "tool"
    SNIPPET = "snippet"
    VARIABLE = "variable"
    FILE = "file"
    METHOD = "method"


# Many are made on each keystroke, and a frozen dataclass takes four times as long.
class Item(NamedTuple):
    """A completion: `text` replaces `span`, with tab stops if `snippet`; the typed text is matched with `filter`.

    `about` identifies its documentation, which is made on request, or `markdown` is it.  `also` are further edits, such
    as a missing comma before it; they never touch `span`.
    """

    label: str
    kind: ItemKind
    text: str
    span: Span
    sort: str
    filter: str
    detail: str = ""
    about: About = ()
    snippet: bool = False
    preselect: bool = False
    also: tuple[Edit, ...] = ()
    markdown: str = ""

    @property
    def plain_text(self) -> str:
        """The text for a client without snippets: every tab stop is replaced by its default."""
        return without_tab_stops(self.text) if self.snippet else self.text


def without_tab_stops(snippet: str) -> str:
    """A snippet as plain text, each tab stop replaced by its default or first choice."""
    return _TAB_STOP.sub(lambda it: next((group for group in it.groups() if group is not None), ""), snippet)


def entry_text(notation: Notation, name: str, value: str) -> str:
    """A key with the snippet of its value, which is written as JSON; on one line where lines matter."""
    return literal(key_text(notation, name)) + _BEFORE_VALUE[notation] + value_text(notation, value)


def value_text(notation: Notation, value: str) -> str:
    """The snippet of a value, written as JSON, in another notation."""
    if notation is Notation.JSON:
        return value
    line = re.sub(r"\n\s*", " ", value)
    return _JSON_KEY.sub(r"\1 = ", line) if notation is Notation.TOML else line


def literal(text: str) -> str:
    """Text that is not special in a snippet."""
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


class Fitting(Struct, frozen=True):
    """Where a new text goes, what it needs around it, and edits that it needs elsewhere.

    `opened`: the replaced text begins with a quote, so the typed text is matched with the quoted label.
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
        """A completion that puts `text` here; the typed text is matched with the label."""
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


def fit_key(context: TextContext) -> Fitting:
    """How a new key with its value fits at a key or between members."""
    if context.cursor.role is Role.KEY and context.cursor.node is not None:
        node = context.cursor.node
        return Fitting(node.span, after=_comma_after(context, node.end), opened=_opened(context, node))
    return _fit_gap(context)


def has_its_value(context: TextContext) -> bool:
    """Whether what belongs to the key at the cursor follows already, so that only its name is to be written."""
    tree, node = context.tree, context.cursor.node if context.cursor.role is Role.KEY else None
    if in_header(context):
        return True
    return node is not None and _AFTER_NAME[tree.notation].match(tree.text, node.end) is not None


def in_header(context: TextContext, opening: str = "[") -> bool:
    """Whether the cursor is in the header of a table of TOML that begins so."""
    text, offset = context.tree.text, context.offset
    line = text[text.rfind("\n", 0, offset) + 1 : offset].lstrip()
    return context.tree.notation is Notation.TOML and line.startswith(opening) and "]" not in line


def fit_value(context: TextContext) -> Fitting:
    """How a value fits in place of the one that is there or missing."""
    node = context.cursor.node
    if node is not None and node.end > node.start:
        return Fitting(node.span, opened=_opened(context, node))
    before = " " if context.tree.text[context.offset - 1 : context.offset] in (":", "=") else ""
    return Fitting(Span(context.offset, context.offset), before, _comma_after(context, context.offset))


def before_a_value(context: TextContext) -> bool:
    """Whether the cursor is in the blanks before a value, where a second one would be wrong."""
    node = context.cursor.node
    return node is not None and not _is_unwritten(node) and not node.start <= context.offset <= node.end


def _is_unwritten(node: Node) -> bool:
    """Whether a value is expected and none is there; YAML takes that for null."""
    return node.kind is Kind.MISSING or (node.kind is Kind.NULL and node.start == node.end)


def fit_item(context: TextContext) -> Fitting:
    """How a new item fits between those of an array."""
    return fit_value(context) if context.cursor.role is Role.VALUE else _fit_gap(context)


def _fit_gap(context: TextContext) -> Fitting:
    cursor, offset = context.cursor, context.offset
    before = ""
    also: tuple[Edit, ...] = ()
    if cursor.needs_comma and cursor.container is not None:
        end = entries(cursor.container)[cursor.index - 1][1]
        if end == offset:
            before = ", "
        else:
            also = (Edit(Span(end, end), ","),)
    return Fitting(Span(offset, offset), before, _comma_after(context, offset), also)


def _opened(context: TextContext, node: Node) -> bool:
    return node.kind is Kind.STRING and context.tree.text.startswith('"', node.start)


def _has_commas(tree: Tree, container: Node) -> bool:
    return tree.notation is Notation.JSON or tree.text[container.start : container.start + 1] in ("{", "[")


def _comma_after(context: TextContext, offset: int) -> str:
    """The comma that the next entry needs before it, if there is none yet."""
    cursor = context.cursor
    if cursor.container is None or not _has_commas(context.tree, cursor.container):
        return ""
    places = entries(cursor.container)
    following = cursor.index + (1 if cursor.role in (Role.KEY, Role.VALUE) else 0)
    if following >= len(places):
        return ""
    return "," if comma_between(context.tree.text, offset, places[following][0]) < 0 else ""
