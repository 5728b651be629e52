"""A text that somebody types in: edits within one line cost no more than that line, until all of it is asked for."""

from __future__ import annotations

from typing import Any

from hookwright.syntax.mend import Change
from hookwright.text import Edit, LineIndex, Span, code_points


class Draft:
    """A text as the client's content changes have it; `lines` and `text` are those of all that came so far."""

    __slots__ = ("_ahead", "_around", "_lines", "_number", "_start", "_typed", "_width")

    def __init__(self, text: str) -> None:
        self._lines = LineIndex(text)
        # The line that is typed in, or -1: where it starts, how long it is in `_lines`, what it is now, and whether
        # that is another; what is before and behind it, once that was needed, so that it is not copied each time.
        self._number = -1
        self._start = self._width = 0
        self._typed = ""
        self._ahead = False
        self._around: tuple[str, str] | None = None

    @property
    def lines(self) -> LineIndex:
        """Editor positions in the text as it is now."""
        if self._ahead:
            start, end = self._start, self._start + self._width
            before, behind = self._around = self._around or (self._lines.text[:start], self._lines.text[end:])
            text = f"{before}{self._typed}{behind}"
            self._lines = self._lines.edited(Edit(Span(start, end), self._typed), text)
            self._width, self._ahead = len(self._typed), False
        return self._lines

    @property
    def text(self) -> str:
        """The text as it is now."""
        return self.lines.text

    def edit(self, extent: dict[str, Any], text: str) -> Change:
        """Puts text in place of an LSP range; positions outside of the text are clamped."""
        first, last = extent["start"], extent["end"]
        if first["line"] == last["line"] and "\n" not in text and "\r" not in text and self._types_in(first["line"]):
            line = self._typed
            start = code_points(line, max(0, first["character"]))
            end = max(start, code_points(line, max(0, last["character"])))
            self._typed, self._ahead = line[:start] + text + line[end:], True
            return Change(self._start + start, self._start + end, len(text) - (end - start))
        lines = self.lines
        start = lines.offset(first["line"], first["character"])
        end = max(start, lines.offset(last["line"], last["character"]))
        self._lines, self._number, self._around = lines.edited(Edit(Span(start, end), text)), -1, None
        return Change(start, end, len(text) - (end - start))

    def _types_in(self, number: int) -> bool:
        """Makes a line the one that is typed in; False where there is no such line."""
        if number == self._number >= 0:
            return True
        lines = self.lines
        if not 0 <= number < lines.count:
            return False
        self._number, self._start, self._typed = number, lines.line_start(number), lines.line_text(number)
        self._width, self._around = len(self._typed), None
        return True
