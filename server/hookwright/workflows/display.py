"""Makes text safe to show: visible control characters, Markdown code, pretty JSON, and terminal colors."""

from __future__ import annotations

import json
import re
from typing import Any

_TERMINAL_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_BLANK, _DELETE = 0x20, 0x7F
_MOST_SHOWN = 20_000
_TICKS = re.compile(r"`+")

BOLD, DIM, RED, YELLOW, GREEN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[32m"
_RESET = "\x1b[0m"


def tinted(tint: str, text: str, *, color: bool) -> str:
    """The text in that color, or unchanged without `color`."""
    return f"{tint}{text}{_RESET}" if color else text


def shown(text: str) -> tuple[str, int]:
    """The text made visible and cut to a readable length, and how many characters are left out."""
    return visible(text[:_MOST_SHOWN]).rstrip("\n"), max(0, len(text) - _MOST_SHOWN)


def visible(text: str) -> str:
    """The text without terminal sequences, and with symbols for other control characters."""
    return _CONTROL.sub(lambda it: _sign(ord(it[0])), _TERMINAL_SEQUENCE.sub("", text.replace("\r\n", "\n")))


def _sign(code: int) -> str:
    if code < _BLANK:
        return chr(0x2400 + code)
    return "␡" if code == _DELETE else "\ufffd"


def fence(text: str, language: str = "") -> str:
    """The text as a code block that nothing in it can end."""
    longest = max((len(it) for it in _TICKS.findall(text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{text}\n{ticks}"


def code(text: str) -> str:
    """The text as inline code on one line, whatever backticks it contains."""
    text = " ".join(text.split())
    longest = max((len(it) for it in _TICKS.findall(text)), default=0)
    if not longest:
        return f"`{text}`"
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}"


def pretty(value: Any) -> str:  # noqa: ANN401
    """A JSON value, indented for reading."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)
