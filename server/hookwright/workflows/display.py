"""How text is shown: what programs printed, Markdown code, pretty JSON, and terminal colors."""

from __future__ import annotations

import json
import re
from typing import Any

from hookwright.visible import visible

# Colors carry no text, and every other sequence may hide some.
_COLOR = re.compile(r"\x1b\[[0-9;:]*m")
_MOST_SHOWN = 20_000
_TICKS = re.compile(r"`+")

BOLD, DIM, RED, YELLOW, GREEN = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[33m", "\x1b[32m"
_RESET = "\x1b[0m"


def tinted(tint: str, text: str, *, color: bool) -> str:
    """The text in that color, or unchanged without `color`."""
    return f"{tint}{text}{_RESET}" if color else text


def shown(text: str) -> tuple[str, int]:
    """What a program printed, made visible, without colors, and cut to a readable length; and how much is left out."""
    plain = _COLOR.sub("", text[:_MOST_SHOWN]).replace("\r\n", "\n")
    return visible(plain).rstrip("\n"), max(0, len(text) - _MOST_SHOWN)


def fence(text: str, language: str = "") -> str:
    """The text as a code block that nothing in it can end, with what would be obeyed made visible."""
    text = visible(text)
    longest = max((len(it) for it in _TICKS.findall(text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{text}\n{ticks}"


def code(text: str) -> str:
    """The text as inline code on one line, whatever backticks and control characters it contains."""
    text = " ".join(visible(text).split())
    longest = max((len(it) for it in _TICKS.findall(text)), default=0)
    if not longest:
        return f"`{text}`"
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}"


def pretty(value: Any) -> str:  # noqa: ANN401
    """A JSON value, indented for reading."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)
