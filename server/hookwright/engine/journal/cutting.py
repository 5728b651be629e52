"""Cuts texts and payloads to the size in which they are kept, and leaves no half of a token."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping
from typing import Any

MAX_PAYLOAD = 256 * 1024
"""Characters kept of a payload, all its texts together."""

MAX_TEXT = 16 * 1024
"""Characters kept of each stream of a run, and of any other text."""

_DEEPEST = 64
_TOKEN_CHARACTERS = string.ascii_letters + string.digits + "_-.+/=~"
_LONGEST_TOKEN = 4096


def cut(text: str, size: int = MAX_TEXT) -> str:
    """The beginning of a text; no token is left in halves, which would no longer be known as a secret."""
    if len(text) <= size:
        return text
    head = text[:size]
    whole = head.rstrip(_TOKEN_CHARACTERS)
    return whole if len(head) - len(whole) < _LONGEST_TOKEN else head[: max(0, size - _LONGEST_TOKEN)]


class Copier:
    """Copies a JSON value while there is room for its texts: `left` is that room, `has_cut` whether it ran out.

    What the owner does with the value later changes nothing of the copy.
    """

    __slots__ = ("has_cut", "left")

    def __init__(self, size: int) -> None:
        self.left = size
        self.has_cut = False

    def copy(self, value: Any, depth: int = 0) -> Any:  # noqa: ANN401  any JSON value
        """The copy, without what did not fit or was nested too deeply."""
        if isinstance(value, str):
            return self._text(value)
        self.left -= 8
        if isinstance(value, Mapping):
            return {self._text(key): self.copy(it, depth + 1) for key, it in self._members(list(value.items()), depth)}
        if isinstance(value, list | tuple):
            return [self.copy(it, depth + 1) for it in self._members(list(value), depth)]
        return value if value is None or isinstance(value, bool | int | float) else self._text(str(value))

    def _members(self, members: list[Any], depth: int) -> Iterator[Any]:
        """The members of an object or array as long as there is room."""
        for member in members:
            if self.left <= 0 or depth >= _DEEPEST:
                self.has_cut = True
                return
            yield member

    def _text(self, given: Any) -> str:  # noqa: ANN401
        text: str = given if isinstance(given, str) else str(given)
        if len(text) <= self.left:
            self.left -= len(text) + 2
            return text
        kept = cut(text, max(0, self.left))
        self.has_cut = self.has_cut or len(kept) < len(text)
        self.left -= len(kept) + 2
        return kept


def sound(text: str) -> str:
    """The text as a database takes it: names of files, and JSON, can hold halves of characters."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
