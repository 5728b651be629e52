"""The pieces that a text of JSON with comments is made of, for laying it out anew: all but the blanks."""

from __future__ import annotations

import re

from msgspec import Struct

_PIECE = re.compile(
    r"(?P<blank>[ \t\r\n]+)|(?P<line>//[^\r\n]*)|(?P<block>/\*.*?\*/)|(?P<punctuation>[{}\[\],:])"
    r'|(?P<scalar>"(?>(?:[^"\\\r\n]|\\.)*)"|[^\s"{}\[\],:/]++)',
    re.DOTALL,
)
LINE_END = re.compile(r"\r\n|\r|\n")
OPENING, CLOSING = ("{", "["), ("}", "]")


class Piece(Struct):
    """A piece of the text that stays as it is; `lines` counts the line ends between it and the one before."""

    text: str
    start: int
    kind: str
    lines: int
    depth: int = 0
    # Of an opening bracket: whether its entries stand on lines of their own.
    in_lines: bool = False
    partner: int = -1

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.start + len(self.text)

    @property
    def is_comment(self) -> bool:
        """Whether it is a comment."""
        return self.kind in ("line", "block")


def pieces_of(text: str, start: int) -> list[Piece]:
    """The pieces in order; none if one cannot be told."""
    found: list[Piece] = []
    lines = 0
    while start < len(text):
        match = _PIECE.match(text, start)
        if match is None:
            return []
        kind, start = str(match.lastgroup), match.end()
        if kind == "blank":
            lines = len(LINE_END.findall(match[0]))
        else:
            found.append(Piece(match[0], match.start(), kind, lines))
            lines = 0
    return found


def pair(pieces: list[Piece]) -> bool:
    """Finds the partners of brackets and the depth of every piece; False if they do not pair."""
    stack: list[int] = []
    for index, piece in enumerate(pieces):
        if piece.kind == "punctuation" and piece.text in CLOSING:
            if not stack:
                return False
            opening = stack.pop()
            pieces[opening].partner, piece.partner = index, opening
        piece.depth = len(stack)
        if piece.kind == "punctuation" and piece.text in OPENING:
            stack.append(index)
    return not stack
