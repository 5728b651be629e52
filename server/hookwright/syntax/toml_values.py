"""What numbers, words and strings in TOML come to, with the place of each character."""

from __future__ import annotations

from hookwright.patterns import late_pattern
from hookwright.syntax.tree import Kind, Node, PlacedString

_NUMBER = late_pattern(r"[+-]?(?:0x[0-9a-fA-F_]+|0o[0-7_]+|0b[01_]+|[0-9][0-9_]*)\Z")
_BASED = late_pattern(r"[+-]?0[xob]")
_FLOAT = late_pattern(r"[+-]?(?:inf|nan|[0-9][0-9_]*(?:\.[0-9_]+)?(?:[eE][+-]?[0-9_]+)?)\Z")
_ESCAPE = late_pattern(r'\\(?:[btnfre"\\]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[ \t]*\r?\n\s*)')
_SIMPLE = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
# A number of more digits is none that Python reads.
_MOST_DIGITS = 4000


def scalar(word: str, start: int, end: int) -> Node:
    """The value of a word without quotes; one that is no value at all stands for itself."""
    if word in ("true", "false"):
        return Node(Kind.BOOLEAN, start, end, word == "true")
    if _NUMBER.match(word) is not None and len(word) < _MOST_DIGITS:
        # A leading zero is a mistake, but not one that hides the number.
        return Node(Kind.NUMBER, start, end, int(word, base=0 if _BASED.match(word) else 10))
    if _FLOAT.match(word) is not None and len(word) < _MOST_DIGITS:
        return Node(Kind.NUMBER, start, end, float(word.replace("_", "")))
    # A date, or what is no value at all.
    return PlacedString(start, end, word, range(start, end + 1))


def decoded(text: str, start: int, end: int, *, escapes: bool) -> tuple[str, range | list[int]]:
    """The value of what is written between two places, and the place of each of its characters."""
    raw = text[start:end]
    if "\r\n" not in raw and not (escapes and "\\" in raw):
        return raw, range(start, end + 1)
    parts: list[str] = []
    offsets: list[int] = []
    done = start
    for found in _ESCAPE.finditer(text, start, end) if escapes else ():
        parts.append(text[done : found.start()])
        offsets += range(done, found.start())
        value = _unescaped(found[0])
        parts.append(value)
        offsets += [found.start()] * len(value)
        done = found.end()
    parts.append(text[done:end])
    offsets += range(done, end + 1)
    value = "".join(parts)
    if "\r\n" in value:
        kept = [index for index in range(len(value)) if not value.startswith("\r\n", index)]
        return "".join(value[it] for it in kept), [*(offsets[it] for it in kept), offsets[-1]]
    return value, offsets


def _unescaped(escape: str) -> str:
    if escape[1] in _SIMPLE:
        return _SIMPLE[escape[1]]
    if escape[1] not in "xuU":
        return ""
    number = int(escape[2:], base=16)  # noqa: FURB166
    return chr(number) if number < 0x110000 else "\ufffd"
