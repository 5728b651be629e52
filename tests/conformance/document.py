"""A document with LSP positions, written apart from the server's own line index so that it can judge it."""

from __future__ import annotations

import re
from typing import Any


class Document:
    """A text, and what LSP ranges (UTF-16) mean in it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)

    def offset(self, position: dict[str, int]) -> int:
        line = self.lines[position["line"]] if position["line"] < len(self.lines) else ""
        before = line.encode("utf-16-le")[: 2 * position["character"]].decode("utf-16-le", "ignore")
        return sum(map(len, self.lines[: position["line"]])) + len(before)

    def position(self, offset: int) -> dict[str, int]:
        start = self.text.rfind("\n", 0, offset) + 1
        character = len(self.text[start:offset].encode("utf-16-le")) // 2
        return {"line": self.text.count("\n", 0, offset), "character": character}

    def slice(self, extent: dict[str, Any]) -> str:
        return self.text[self.offset(extent["start"]) : self.offset(extent["end"])]

    def edited(self, edits: list[dict[str, Any]]) -> str:
        text = self.text
        for edit in sorted(edits, key=lambda it: self.offset(it["range"]["start"]), reverse=True):
            start, end = self.offset(edit["range"]["start"]), self.offset(edit["range"]["end"])
            text = text[:start] + edit["newText"] + text[end:]
        return text
