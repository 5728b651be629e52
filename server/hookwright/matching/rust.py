"""Rust's regular expressions, written as Python's, which search the same way but are spelled a little differently."""

from __future__ import annotations

import re

from msgspec import Struct, field

from hookwright.patterns import late_pattern

_COUNT = late_pattern(r"\{(?:\d+(?:,\d*)?|,\d+)\}")
_NAMED = late_pattern(r"\(\?P?<([A-Za-z_][\w.\[\]]*)>")
_FLAGS = late_pattern(r"\(\?([imsUuxR]*)(?:-([imsUuxR]+))?([:)])")
_PROPERTY = late_pattern(r"[pP](?:\{[^}]*\}|[A-Za-z])")
_CHARACTER = late_pattern(r"(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|[xuU]\{([0-9A-Fa-f]{1,6})\})")
_CLASS = late_pattern(r"\[\^?\]?(?:\[:\^?[a-z]+:\]|\\.|[^\]\\])*\]", re.DOTALL)
_POSIX = late_pattern(r"\[:(\^?)([a-z]+):\]")
_POSIX_CLASSES = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "digit": "0-9",
    "lower": "a-z",
    "upper": "A-Z",
    "space": r"\s",
    "word": r"\w",
    "punct": r"!-/:-@\[-`{-~",
    "xdigit": "0-9A-Fa-f",
}
_LOOK = ("(?=", "(?!", "(?<=", "(?<!")
# The flags that Python has too, and that change what is found.
_SHARED_FLAGS = frozenset("imsx")
_PLAIN_ESCAPES = "AbBdDsSwWntrfva"


class NotRust(Exception):
    """The pattern is no regular expression in Rust; `start` and `end` are the piece that is to blame."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start, self.end = start, end


class _Writer(Struct):
    """What is written so far, and for each open group the flags that were set inside of it."""

    pattern: str
    index: int = 0
    written: list[str] = field(default_factory=list)
    flags: list[list[str]] = field(default_factory=lambda: [[]])
    repeatable: bool = False
    quantified: bool = False

    def take(self, length: int, text: str, *, repeatable: bool, quantified: bool = False) -> None:
        """Goes past a piece, and writes it."""
        self.index += length
        self.written.append(text)
        self.repeatable, self.quantified = repeatable, quantified


def as_python(pattern: str) -> str:
    """The same expression in Python; raises NotRust if Rust would not take it.

    What both refuse, such as a group that is never closed, is left to Python.  Unicode properties are read as any
    letter, digit or `_`.
    """
    writer = _Writer(pattern)
    while writer.index < len(pattern):
        _piece(writer)
    return "".join(writer.written) + ")" * len(writer.flags[0])


def _piece(writer: _Writer) -> None:
    pattern, index = writer.pattern, writer.index
    match pattern[index]:
        case "\\":
            length, text = _escape(pattern, index)
            writer.take(length, text, repeatable=True)
        case "[":
            found = _CLASS.match(pattern, index)
            text = _POSIX.sub(_posix, found[0]) if found else pattern[index]
            writer.take(len(found[0]) if found else 1, text, repeatable=True)
        case "(":
            _open(writer)
        case ")":
            inner = writer.flags.pop() if len(writer.flags) > 1 else []
            writer.take(1, ")" * len(inner) + ")", repeatable=True)
        case "|":
            again = writer.flags[-1]
            writer.take(1, ")" * len(again) + "|" + "".join(again), repeatable=False)
        case "*" | "+" | "?" | "{":
            _quantifier(writer)
        case "$":
            multiline = any("m" in it.partition("-")[0] for flags in writer.flags for it in flags)
            writer.take(1, "(?:$)" if multiline else r"(?:\Z)", repeatable=True)
        case "^":
            # Rust repeats what Python only does in a group.
            writer.take(1, "(?:^)", repeatable=True)
        case char:
            writer.take(1, char, repeatable=True)


def _quantifier(writer: _Writer) -> None:
    pattern, index = writer.pattern, writer.index
    count = _COUNT.match(pattern, index)
    if pattern[index] == "{" and count is None:
        raise NotRust("the counts in `{…}` must be numbers", index, index + 1)
    length = len(count[0]) if count else 1
    if not writer.repeatable:
        raise NotRust("a quantifier has nothing to repeat", index, index + length)
    # A second one repeats what is repeated already, which finds the same.
    text = "" if writer.quantified else pattern[index : index + length]
    lazy = pattern.startswith("?", index + length)
    writer.take(length + lazy, text + "?" * (lazy and bool(text)), repeatable=True, quantified=True)


def _open(writer: _Writer) -> None:
    pattern, index = writer.pattern, writer.index
    if pattern.startswith(_LOOK, index):
        raise NotRust("Rust's regular expressions have no look-around", index, index + 3)
    named, flags = _NAMED.match(pattern, index), _FLAGS.match(pattern, index)
    if named:
        writer.flags.append([])
        writer.take(len(named[0]), f"(?P<{re.sub(r'[^A-Za-z0-9_]', '_', named[1])}>", repeatable=False)
    elif flags and (flags[1] or flags[2] or flags[3] == ":"):
        opening = _flag_group(flags[1], flags[2] or "")
        if flags[3] == ":":
            writer.flags.append([])
        else:
            writer.flags[-1].append(opening)
        writer.take(len(flags[0]), opening, repeatable=False)
    elif pattern.startswith("(?", index):
        raise NotRust("a group cannot begin like this", index, index + 3)
    else:
        writer.flags.append([])
        writer.take(1, "(", repeatable=False)


def _flag_group(on: str, off: str) -> str:
    on, off = ("".join(sorted(_SHARED_FLAGS & set(it))) for it in (on, off))
    return f"(?{on}{'-' + off if off else ''}:"


def _escape(pattern: str, index: int) -> tuple[int, str]:
    """How long an escape is, and how Python writes it."""
    char = pattern[index + 1 : index + 2]
    if char.isdigit():
        raise NotRust("Rust's regular expressions have no back-references", index, index + 2)
    found = _PROPERTY.match(pattern, index + 1)
    if found:
        return 1 + len(found[0]), r"\w" if char == "p" else r"\W"
    found = _CHARACTER.match(pattern, index + 1)
    if found:
        number = int(next(it for it in found.groups() if it), 16)
        return 1 + len(found[0]), re.escape(chr(min(number, 0x10FFFF)))
    if char == "z":
        return 2, r"\Z"
    if char in ("<", ">"):
        return 2, r"\b(?=\w)" if char == "<" else r"\b(?<=\w)"
    if char.isalpha() and char not in _PLAIN_ESCAPES:
        raise NotRust(f"`\\{char}` is not an escape that Rust knows", index, index + 2)
    return 1 + len(char), f"\\{char}"


def _posix(found: re.Match[str]) -> str:
    return found[0] if found[1] else _POSIX_CLASSES.get(found[2], found[0])
