"""Where the cursor is: in a text or a hook file, in which part of a string, and which variables hooks get there."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

from hookwright.config.view import HookFile
from hookwright.ide.grammar_place import GrammarPlace
from hookwright.model.dialect import Dialect
from hookwright.model.event import Variable
from hookwright.model.grammar import Grammar
from hookwright.patterns import late_pattern
from hookwright.syntax.cursor import Cursor, at
from hookwright.syntax.tree import Tree

_VARIABLE = late_pattern(r"\$(?:\{\w*\}?|\w+|)")

_WIDEST_UNIT = 16


class TextContext(Struct, frozen=True):
    """An offset in a text, and the cursor there."""

    tree: Tree
    offset: int
    cursor: Cursor

    @property
    def unit(self) -> str:
        """The indentation of one level in the text."""
        return indent_unit(self.tree.text)


class HookContext(TextContext, frozen=True):
    """An offset in a hook file, and the cursor there."""

    file: HookFile

    @property
    def dialect(self) -> Dialect:
        """The file's dialect."""
        return self.file.dialect

    @property
    def grammar(self) -> Grammar:
        """The shape of the files at the file's place."""
        return self.file.grammar


def text_context(tree: Tree, offset: int) -> TextContext:
    """The context of an offset in any text."""
    return TextContext(tree, offset, at(tree, offset))


def hook_context(file: HookFile, offset: int) -> HookContext:
    """The context of an offset in a hook file."""
    return HookContext(file.tree, offset, at(file.tree, offset), file)


def indent_unit(text: str) -> str:
    """The indentation of one level: the shortest in the text, or two spaces."""
    start = f"\n{text[:20_000]}"
    blanks = " \t" if "\n\t" in start else " "
    units = (blank * width for width in range(1, _WIDEST_UNIT + 1) for blank in blanks)
    return next((it for it in units if _indented_by(it).search(start)), "  ")


@cache
def _indented_by(unit: str) -> re.Pattern[str]:
    """A line that begins with no other blanks; a search for it is faster than one for every indentation."""
    return re.compile(rf"\n{unit}\S")


def variables_on(context: HookContext, place: GrammarPlace) -> list[Variable]:
    """The variables that hooks of the event get in a file of this scope; all of them if the event is unknown."""
    scope = context.file.scope
    known = (it for it in context.dialect.variables if it.scopes is None or scope in it.scopes)
    return [it for it in known if place.event is None or place.row is None or it.on(place.event)]


class StringToken(Struct, frozen=True):
    """A part of a string value: its text, and its `start` and `end` in the decoded value."""

    text: str
    start: int
    end: int


def token_at(tokens: tuple[StringToken, ...], index: int) -> StringToken:
    """The token that an index is in or right after; an empty one there if there is none."""
    return next((it for it in tokens if it.start <= index <= it.end), StringToken("", index, index))


def variable_at(text: str, index: int) -> StringToken | None:
    """The `$NAME` or `${NAME}` that an index is in or right after, including unfinished ones."""
    for found in _VARIABLE.finditer(text):
        if found.start() < index <= found.end() and not _escaped(text, found.start()):
            return StringToken(found[0], found.start(), found.end())
    return None


def _escaped(text: str, index: int) -> bool:
    backslashes = len(text[:index]) - len(text[:index].rstrip("\\"))
    return backslashes % 2 == 1
