"""Applies a change of the client to a text: lines end with LF, CRLF or CR alone, columns are UTF-16 units."""

from __future__ import annotations

from lsprotocol import types

from hookwright.text import offset_at


def whole_text(text: str, change: types.TextDocumentContentChangeEvent) -> str:
    """The text after the change; positions outside of it are clamped."""
    if not isinstance(change, types.TextDocumentContentChangePartial):
        return change.text
    first, last = change.range.start, change.range.end
    start = offset_at(text, first.line, first.character)
    end = start if first == last else max(start, offset_at(text, last.line, last.character))
    return text[:start] + change.text + text[end:]
