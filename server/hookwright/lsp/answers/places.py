"""Where something stands in a document, as the protocol counts."""

from __future__ import annotations

from dataclasses import dataclass

from hookwright.lsp.answers.base import Answer


@dataclass(frozen=True)
class Place(Answer):
    """A place in a document: zero-based line, zero-based UTF-16 unit."""

    line: int
    character: int


@dataclass(frozen=True)
class Range(Answer):
    """What stands in a document from one place to another, as the protocol has it."""

    start: Place
    end: Place
