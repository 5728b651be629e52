"""The places of syntax nodes in their text: `ast` counts bytes of a line in UTF-8, hookwright counts code points."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import accumulate

from hookwright.patterns import late_pattern
from hookwright.scripts.values import Spot

_LINE_END = late_pattern(r"\r\n|\r|\n")


MARK = "\ufeff"


class Places:
    """The places in one text; `file` is the path of an imported file, empty for the script itself."""

    def __init__(self, text: str, file: str = "") -> None:
        self.text, self.file = text, file
        # A byte order mark is not part of the first line.
        self._starts = [int(text.startswith(MARK)), *_ends_of_lines(text)]
        self._ascii = text.isascii()

    def spot(self, node: ast.expr | ast.stmt | ast.ExceptHandler | ast.pattern | ast.keyword) -> Spot:
        """The place of a node."""
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return Spot(self._offset(node.lineno, node.col_offset), self._offset(end_line, end_column), self.file)

    def key(self, node: ast.expr) -> Spot:
        """The place of a key: what is between the quotes, where it is written out."""
        spot = self.spot(node)
        if isinstance(node, ast.Constant) and self.text[spot.start + 1 : spot.end - 1] == node.value:
            return Spot(spot.start + 1, spot.end - 1, self.file)
        return spot

    def _offset(self, line: int, column: int) -> int:
        """The code-point offset of a column in bytes of a line, counted from 1."""
        if line > len(self._starts):
            return len(self.text)
        start = self._starts[line - 1]
        if self._ascii:
            return min(start + column, len(self.text))
        # A column of bytes is at least as many code points, so that this piece is long enough.
        piece = self.text[start : start + column]
        if piece.isascii():
            return min(start + column, len(self.text))
        return start + len(piece.encode("utf-8", "replace")[:column].decode("utf-8", "ignore"))


def _ends_of_lines(text: str) -> Iterable[int]:
    """Where each line ends that has a line end, behind that."""
    if "\r" in text:
        return (it.end() for it in _LINE_END.finditer(text))
    return accumulate(len(it) + 1 for it in text.split("\n")[:-1])
