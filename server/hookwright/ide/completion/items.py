"""What a completion is: its label, what it inserts where, how it is found and sorted; and how snippets are written."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from hookwright.text import Edit, Span

About = tuple[str, ...]
"""What a completion is about, in words that `item_docs` knows; empty where there is nothing more to say."""

_TAB_STOP = re.compile(r"\\([\\$}])|\$\{\d+\|([^,|}]*)[^}]*\}|\$\{\d+:([^}]*)\}|\$\{\d+\}|\$\d+")
_WIDEST_UNIT = 16


class ItemKind(StrEnum):
    """What a completion stands for."""

    EVENT = "event"
    KEY = "key"
    VALUE = "value"
    TOOL = "tool"
    SNIPPET = "snippet"
    VARIABLE = "variable"
    FILE = "file"


# Many are made after each keystroke, and a frozen dataclass takes four times as long.
class Item(NamedTuple):
    """One completion: `text` replaces `span`, with tab stops where `snippet`; the typed text is held to `filter`.

    `about` leads to what is to be said about it, which is worked out when it is asked for.
    `also` are further edits, such as the comma that the entry before lacks; they never touch `span`.
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

    @property
    def plain_text(self) -> str:
        """The text for a client without snippets: every tab stop is its own default."""
        return without_tab_stops(self.text) if self.snippet else self.text


def without_tab_stops(snippet: str) -> str:
    """A snippet as plain text, each tab stop replaced by its default or first choice."""
    return _TAB_STOP.sub(lambda it: next((group for group in it.groups() if group is not None), ""), snippet)


def literal(text: str) -> str:
    """Text that stands for itself in a snippet."""
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


def indent_unit(text: str) -> str:
    """What the file indents by: its shortest indentation, or two spaces."""
    start = f"\n{text[:20_000]}"
    blanks = " \t" if "\n\t" in start else " "
    units = (blank * width for width in range(1, _WIDEST_UNIT + 1) for blank in blanks)
    return next((it for it in units if _indented_by(it).search(start)), "  ")


@cache
def _indented_by(unit: str) -> re.Pattern[str]:
    """A line that begins with no other blanks; a search for it is faster than one for every indentation."""
    return re.compile(rf"\n{unit}\S")
