"""What a shell command is made of: tokens, the parts of words, and what stands for that which only a run can tell."""

from __future__ import annotations

UNKNOWN = "\0"
"""Stands in a word for what only a run can tell."""

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\033", "E": "\033", "f": "\f", "v": "\v"}
"""What the letters behind a backslash stand for in `$'...'`, `echo -e` and `printf`."""


class Unreadable(Exception):
    """Why a text cannot be read, in words for a person."""


class Part:
    """A piece of a word.

    `kind` is "text"; "variable", whose name is in `text`, with the `operator` and `operand` behind it; "output", the
    commands in `$(...)`; "process", those in `<(...)` and `>(...)`, whose first sign is the `operator`; or "inside",
    commands whose output does not matter.
    """

    __slots__ = ("kind", "operand", "operator", "quoted", "text")

    def __init__(self, kind: str, text: str, operator: str = "", operand: str = "", *, quoted: bool = False) -> None:
        self.kind, self.text, self.quoted = kind, text, quoted
        self.operator, self.operand = operator, operand


class Token:
    """A word, an operator, a redirection to or from a word, or a here-document with its body in `text`.

    `expands` is false for a here-document whose end is quoted.
    """

    __slots__ = ("expands", "kind", "parts", "text")

    def __init__(self, kind: str, text: str = "", parts: list[Part] | None = None, *, expands: bool = True) -> None:
        self.kind, self.text, self.parts, self.expands = kind, text, parts or [], expands

    def is_operator(self, *operators: str) -> bool:
        """Whether it is one of these operators."""
        return self.kind == "operator" and self.text in operators

    @property
    def plain(self) -> str | None:
        """The text of a word that is not quoted and expands nothing, such as a keyword."""
        if self.kind == "word" and len(self.parts) == 1 and self.parts[0].kind == "text" and not self.parts[0].quoted:
            return self.parts[0].text
        return None
