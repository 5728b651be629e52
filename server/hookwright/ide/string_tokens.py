"""Which part of a string the cursor is in: a name in a matcher, or a variable in a command."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hookwright.model.language import Language, Pattern

_VARIABLE = re.compile(r"\$(?:\{\w*\}?|\w+|)")
_EDGES = {Pattern.REGEX: "|()^$", Pattern.PERMISSION: "()"}


@dataclass(frozen=True, slots=True)
class StringToken:
    """A part of a string value: its text, and its `start` and `end` in the decoded value."""

    text: str
    start: int
    end: int


def name_tokens(language: Language, text: str) -> tuple[StringToken, ...]:
    """The parts of a matcher between its separators, without blanks; empty parts are kept."""
    separators = language.separators + _EDGES.get(language.pattern, "")
    tokens: list[StringToken] = []
    start = 0
    for end in [*(index for index, char in enumerate(text) if char in separators), len(text)]:
        piece = text[start:end]
        stripped = piece.strip()
        left = start + len(piece) - len(piece.lstrip()) if stripped else end
        tokens.append(StringToken(stripped, left, left + len(stripped)))
        start = end + 1
    return tuple(tokens)


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
