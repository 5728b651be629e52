"""Formats a hook file: one entry per line, with every value, comment and key as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from hookwright.syntax.layout import newline_of
from hookwright.syntax.tokens import CLOSING, LINE_END, OPENING, Piece, pair, pieces_of
from hookwright.syntax.tree import Notation, ProblemKind, Tree
from hookwright.text import Edit, Span

_WIDTH = 100
_MOST_BLANKS = 16


class Style(Struct, frozen=True):
    """The indentation of one level and its width; `final_newline` adds a newline at the end."""

    unit: str = "  "
    tab_width: int = 2
    final_newline: bool = False


def style_of(options: Mapping[str, Any]) -> Style:
    """The style for an editor's options."""
    size = options.get("tabSize")
    width = size if isinstance(size, int) and 0 < size <= _MOST_BLANKS else Style().tab_width
    unit = " " * width if options.get("insertSpaces", True) else "\t"
    return Style(unit, width, final_newline=options.get("insertFinalNewline") is True)


class _Scene(Struct, frozen=True):
    pieces: list[Piece]
    style: Style
    newline: str


def format_edits(tree: Tree, style: Style) -> tuple[Edit, ...]:
    """The edits of the blanks between values; none if the text is broken, formatted already, or not JSON.

    What is on one line stays there if it fits.  Of several blank lines one is kept.
    """
    text = tree.text
    if tree.notation is not Notation.JSON or any(it.kind is ProblemKind.SYNTAX for it in tree.problems):
        return ()
    start = 1 if text.startswith("\ufeff") else 0
    pieces = pieces_of(text, start)
    if not pieces or not pair(pieces):
        return ()
    scene = _Scene(pieces, style, newline_of(text))
    _break_lines(scene)
    return tuple(_edits(scene, text, start))


def edits_within(edits: tuple[Edit, ...], span: Span) -> tuple[Edit, ...]:
    """The edits in a range."""
    return tuple(it for it in edits if span.start <= it.span.start and it.span.end <= span.end)


def _break_lines(scene: _Scene) -> None:
    """Decides for every container whether its entries are on lines of their own."""
    pieces = scene.pieces
    # Up to each piece: the number of line breaks, and the length if everything is on one line.
    breaks, widths = [0], [0]
    for index, piece in enumerate(pieces):
        broken = piece.lines > 0 or piece.kind == "line" or LINE_END.search(piece.text) is not None
        breaks.append(breaks[-1] + broken)
        widths.append(widths[-1] + len(piece.text) + _flat_gap(pieces, index))
    above = [True]
    for index, piece in enumerate(pieces):
        if piece.partner > index:
            after = breaks[piece.partner + 1] - breaks[index + 1]
            key = index - 2 if index > 1 and pieces[index - 1].text == ":" else index
            width = piece.depth * _unit_width(scene.style) + widths[piece.partner + 1] - widths[key]
            piece.in_lines = above[-1] and piece.partner > index + 1 and (after > 0 or width > _WIDTH)
            above.append(piece.in_lines)
        elif piece.partner >= 0:
            above.pop()


def _edits(scene: _Scene, text: str, start: int) -> Iterator[Edit]:
    pieces, place = scene.pieces, start
    stack: list[Piece] = []
    for index, piece in enumerate(pieces):
        closes = piece.kind == "punctuation" and piece.text in CLOSING
        opening = stack[-1] if stack else None
        wanted = _gap(scene, index, opening, closes=closes) if index else ""
        if not _are_alike(text[place : piece.start], wanted):
            yield Edit(Span(place, piece.start), wanted)
        place = piece.end
        if closes:
            stack.pop()
        elif piece.kind == "punctuation" and piece.text in OPENING:
            stack.append(piece)
    rest = text[place:]
    wanted = scene.newline if scene.style.final_newline or LINE_END.search(rest) else ""
    if not _are_alike(rest, wanted):
        yield Edit(Span(place, len(text)), wanted)


def _are_alike(gap: str, wanted: str) -> bool:
    """Whether only line endings differ, which are left alone."""
    return gap == wanted or ("\r" in gap + wanted and LINE_END.sub("\n", gap) == LINE_END.sub("\n", wanted))


def _gap(scene: _Scene, index: int, opening: Piece | None, *, closes: bool) -> str:
    """What is between a piece and the one before it."""
    piece, before = scene.pieces[index], scene.pieces[index - 1]
    depth = piece.depth
    new_line = scene.newline + scene.style.unit * depth
    if closes:
        if opening is not None and opening.in_lines:
            return new_line
        return "" if before is opening or not before.is_comment else " "
    if piece.is_comment or before.is_comment:
        return _beside_comment(scene, index, opening, new_line)
    if piece.kind == "punctuation" and piece.text in ",:":
        return ""
    if before.text == ":" and before.kind == "punctuation":
        return " "
    if opening is None:
        return new_line
    if before is opening or before.text == ",":
        if opening.in_lines:
            return _blank_line(scene, piece, before, opening) + new_line
        return "" if before is opening else " "
    return " "


def _beside_comment(scene: _Scene, index: int, opening: Piece | None, new_line: str) -> str:
    """A comment stays on its line, and so does what follows it."""
    piece, before = scene.pieces[index], scene.pieces[index - 1]
    if piece.lines or before.kind == "line" or _leads(scene.pieces, index, opening):
        return _blank_line(scene, piece, before, opening) + new_line
    if piece.kind == "punctuation" and piece.text in ",:":
        return ""
    return " "


def _leads(pieces: list[Piece], index: int, opening: Piece | None) -> bool:
    """Whether a comment belongs to the next entry, which gets a line of its own."""
    if opening is None or not opening.in_lines or not pieces[index].is_comment:
        return False
    if pieces[index - 1] is not opening and pieces[index - 1].text != ",":
        return False
    while pieces[index].kind == "block" and not pieces[index + 1].lines:
        index += 1
    return not pieces[index].is_comment and pieces[index].text not in CLOSING


def _blank_line(scene: _Scene, piece: Piece, before: Piece, opening: Piece | None) -> str:
    return scene.newline if piece.lines > 1 and before is not opening else ""


def _flat_gap(pieces: list[Piece], index: int) -> int:
    """The width of the gap before a piece if everything is on one line."""
    return int(
        index > 0 and pieces[index].text not in (",", ":", "}", "]") and pieces[index - 1].text not in ("{", "[")
    )


def _unit_width(style: Style) -> int:
    return style.tab_width if "\t" in style.unit else len(style.unit)
