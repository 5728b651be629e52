"""How text is shown: what programs printed, Markdown, and pretty JSON."""

from __future__ import annotations

import json
from typing import Any

from hookwright.patterns import late_pattern
from hookwright.visible import visible, visible_line

# Colors carry no text, and every other sequence may hide some.
_COLOR = late_pattern(r"\x1b\[[0-9;:]*m")
_MOST_SHOWN = 20_000
_TICKS = late_pattern(r"`+")
# An underscore inside a word is none, and what begins a block does so only at the start.
_MARKUP = late_pattern(r"[\\`*~\[\]<|]|\A[#>+=-]|(?<!\w)_|_(?!\w)|&(?=[#\w])")


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


def prose(text: str) -> str:
    """A sentence as Markdown: what it has in backticks is code, and nothing in it is markup."""
    words, *rest = visible_line(text).split("`")
    if len(rest) % 2:
        last = rest.pop()
        rest[-1:] = [f"{rest[-1]}`{last}"] if rest else []
        words = words if rest else f"{words}`{last}"
    # Two pieces of code must not touch: their backticks would count as one.
    pieces = (code(it) if at % 2 == 0 else escaped(it) or " " for at, it in enumerate(rest))
    return (escaped(words) + "".join(pieces)).rstrip()


def escaped(text: str) -> str:
    """Text on one line as Markdown that shows exactly it."""
    return _MARKUP.sub(r"\\\g<0>", visible_line(text))


def code(text: str) -> str:
    """The text as inline code on one line, with backticks and control characters escaped."""
    text = " ".join(visible(text).split())
    longest = max((len(it) for it in _TICKS.findall(text)), default=0)
    if not longest:
        return f"`{text or ' '}`"
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}"


def pretty(value: Any) -> str:  # noqa: ANN401
    """A JSON value, indented for reading."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)
