"""Text from files and programs as it may be shown: a sign for every character that would be obeyed, and styles."""

from __future__ import annotations

import os
import re
import unicodedata

from hookwright.lookalikes import misleading

# Control characters but tab and line feed; what turns the direction of writing; line ends that only some programs
# know; what has no width and no use in writing; halves of surrogate pairs. The joiners that Persian and emoji need,
# U+200C and U+200D, stay.
_OBEYED = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\ud800-\udfff\U000e0000-\U000e007f"
)
_IN_TEXT = re.compile(f"[{_OBEYED}]")
_IN_LINE = re.compile(rf"[\n\t{_OBEYED}]")
_BLANK, _DELETE = 0x20, 0x7F
# What is printable by Unicode's tables and is not seen, or stands for something else below: fillers, blanks, marks
# that choose a glyph, and the signs of this module.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0⏎⇥⟨⟩␡")
_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x2400, 0x2440))
_MOST_MARKS = 2
_RUN = re.compile(r"\n{3,}|\t{9,}| {17,}")
_RUN_NAMES = {"\n": "line feeds", "\t": "tabs", " ": "blanks"}

BOLD, DIM, RED, GREEN, YELLOW, BLUE, CYAN = "1", "2", "31", "32", "33", "34", "36"
# Begins a style in a text that is still to be made visible: no file and no program can know it.
_STYLE = f"\x02{os.urandom(12).hex()}"


def visible(text: str) -> str:
    """The text with `␛`, `⟨U+202E⟩` and so on for what a terminal or a page would obey; tabs and line feeds stay."""
    return text if text.isprintable() else _IN_TEXT.sub(_sign, text)


def visible_line(text: str) -> str:
    """The same on one line, with `␊` and `␉` for its line feeds and tabs."""
    return text if text.isprintable() else _IN_LINE.sub(_sign, text)


def spelled_out(text: str) -> str:
    """The text with nothing in it unseen: every character that is not a letter, a sign or one blank has its own sign.

    So has every character that could be taken for another, such as a Cyrillic letter in a Latin word.  No two texts
    come out the same.  Line feeds are `⏎` and a new line with a margin, so that nothing in the text looks like what
    stands around it; long runs of blank characters are counted, so that they push nothing out of sight.
    """
    if text.isascii() and text.isprintable() and "  " not in text:
        return text
    found: list[str] = []
    odd = misleading(text)
    start = 0
    for run in _RUN.finditer(text):
        _spell(text, range(start, run.start()), odd, found)
        start = run.end()
        found.append(f"⟨{len(run[0])} {_RUN_NAMES[run[0][0]]}⟩" + ("\n    " if run[0][0] == "\n" else ""))
    _spell(text, range(start, len(text)), odd, found)
    return "".join(found)


def _spell(text: str, places: range, odd: frozenset[int], found: list[str]) -> None:
    marks = 0
    for index in places:
        it = text[index]
        marks = marks + 1 if unicodedata.category(it)[0] == "M" else 0
        if it == "\n":
            found.append("⏎\n    ")
        elif it == "\t":
            found.append("⇥")
        elif index not in odd and it.isprintable() and it not in _UNSEEN and not _selects(it) and marks <= _MOST_MARKS:
            found.append(it)
        else:
            found.append(f"⟨U+{ord(it):04X}⟩")


def _selects(character: str) -> bool:
    return not character.isascii() and any(ord(character) in it for it in _SELECTORS)


def visible_json(text: str) -> str:
    """JSON with the escapes of such characters in place of them: the same values, and nothing that is obeyed."""
    return text if text.isprintable() else _IN_TEXT.sub(_escape, text)


def tinted(tint: str, text: str, *, color: bool) -> str:
    """The text in that style once `for_terminal` has it, or unchanged without `color`."""
    return f"{_STYLE}[{tint}m{text}{_STYLE}[0m" if color else text


def for_terminal(text: str) -> str:
    """The text made visible, with the styles that `tinted` gave it and no other."""
    return "\x1b".join(map(visible, text.split(_STYLE)))


def _sign(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < _BLANK:
        return chr(0x2400 + code)
    return "␡" if code == _DELETE else f"⟨U+{code:04X}⟩"


def _escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def cut_to(line: str, cells: int) -> str:
    """A line without control characters, cut with `…` where it takes more cells of a terminal."""
    width = end = 0
    for place, it in enumerate(line):
        width += 0 if unicodedata.combining(it) else 2 if unicodedata.east_asian_width(it) in "WF" else 1
        if width > cells:
            return line[:end] + "…"
        if width < cells:
            end = place + 1
    return line
