"""What a dollar sign or a backquote begins: variables, the output of commands, sums, and `$'...'`."""

from __future__ import annotations

import re

from .brackets import closing
from .late import late_pattern
from .tokens import ESCAPES, UNKNOWN, Part, Unreadable

_NAME = late_pattern(r"[A-Za-z_]\w*")
_PARAMETER = late_pattern(r"([A-Za-z_]\w*|\d+)(?:(?::?([-=+?])|(##?|%%?))(.*))?\Z", re.DOTALL)
_INDIRECT = late_pattern(r"!([A-Za-z_]\w*)\Z")
_SUBSTITUTION = late_pattern(r"\$\((.*)\)|`(.*)`", re.DOTALL)
_CODE = late_pattern(r"x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})")
_SPECIAL = frozenset("0123456789@*#?$!-")


def expansion(text: str, at: int, *, quoted: bool) -> tuple[list[Part], int]:
    """The parts of what begins at a place, and the place behind it.  Raises Unreadable."""
    if text[at] == "`":
        return _backquoted(text, at, quoted)
    if text.startswith("$((", at):
        end = closing(text, at + 2, "(", ")")
        return _sum(text[at + 2 : end], quoted), end + 1
    if text.startswith("$(", at):
        end = closing(text, at + 2, "(", ")")
        return [Part("output", text[at + 2 : end], quoted=quoted)], end + 1
    if text.startswith("${", at):
        end = closing(text, at + 2, "{", "}")
        return _parameter(text[at + 2 : end], quoted), end + 1
    name = _NAME.match(text, at + 1)
    if name:
        return [Part("variable", name[0], quoted=quoted)], name.end()
    if text[at + 1 : at + 2] in _SPECIAL:
        return [Part("variable", text[at + 1], quoted=quoted)], at + 2
    return [Part("text", "$", quoted=True)], at + 1


def _backquoted(text: str, at: int, quoted: bool) -> tuple[list[Part], int]:
    end = at + 1
    while end < len(text) and text[end] != "`":
        end += 2 if text[end] == "\\" else 1
    if end >= len(text):
        raise Unreadable("a backquote is not closed")
    inside = re.sub(r"\\([`$\\])", r"\1", text[at + 1 : end])
    return [Part("output", inside, quoted=quoted)], end + 1


def _sum(inside: str, quoted: bool) -> list[Part]:
    """`$((1 + 2))`; what does not end in two brackets is a subshell in a substitution."""
    if inside.startswith("(") and not inside.endswith(")"):
        return [Part("output", inside, quoted=quoted)]
    return [Part("text", UNKNOWN, quoted=quoted), *_substitutions(inside)]


def _parameter(inside: str, quoted: bool) -> list[Part]:
    indirect = _INDIRECT.match(inside)
    if indirect:
        return [Part("variable", indirect[1], "!", quoted=quoted)]
    found = _PARAMETER.match(inside)
    if found:
        return [Part("variable", found[1], found[2] or found[3] or "", found[4] or "", quoted=quoted)]
    return [Part("text", UNKNOWN, quoted=quoted), *_substitutions(inside)]


def _substitutions(text: str) -> list[Part]:
    return [Part("inside", it[0] or it[1]) for it in _SUBSTITUTION.findall(text)]


def escaped(text: str, at: int) -> tuple[str, int]:
    """The text of a `$'...'` whose first character is at a place, and the place behind it.  Raises Unreadable."""
    found: list[str] = []
    while at < len(text):
        character = text[at]
        at += 1
        if character == "'":
            return "".join(found), at
        if character != "\\":
            found.append(character)
            continue
        code = _CODE.match(text, at)
        if code:
            number = int(code[1] or code[2] or code[3] or code[4], 8 if code[4] else 16)
            found.append(chr(number) if 0 < number < 0x110000 else UNKNOWN)
            at = code.end()
        else:
            found.append(ESCAPES.get(text[at : at + 1], text[at : at + 1]))
            at += 1
    raise Unreadable("a single quote is not closed")
