"""What programs print, where their words and their input tell."""

from __future__ import annotations

import re

from .tokens import ESCAPES, UNKNOWN

_SILENT = frozenset(
    ("true false : test [ sleep exit return break continue set shift cd mkdir rm cp mv touch chmod").split()
)
_MOST_REPEATS = 16


def printed(name: str, words: list[str], stdin: str | None) -> str:
    """What a program prints, where its words and its input tell; UNKNOWN elsewhere."""
    if name in _SILENT:
        return ""
    if name == "echo":
        return _echoed(words)
    if name == "printf" and words:
        return "" if words[0] == "-v" else _formatted(unescaped(words[0]), words[1:])
    if name == "mktemp":
        return _temporary(words)
    if name == "which":
        return located(name, words)
    if stdin is None or UNKNOWN in stdin:
        return UNKNOWN
    if name in ("cat", "tee") and not [it for it in words if not it.startswith("-")]:
        return stdin
    if name == "rev":
        return "\n".join(line[::-1] for line in stdin.split("\n"))
    if name == "base64" and any(it in ("-d", "-D", "--decode", "-di") for it in words):
        return _decoded(stdin)
    return UNKNOWN


def located(name: str, words: list[str]) -> str:
    """Where `which` and `command -v` say that a program is, for most machines; empty for other commands."""
    if name != "which" and (name != "command" or not words or words[0] not in ("-v", "-V")):
        return ""
    named = [it for it in words if not it.startswith("-")]
    return f"/usr/bin/{named[0]}\n" if len(named) == 1 and "/" not in named[0] else UNKNOWN


def _temporary(words: list[str]) -> str:
    """A new file or folder where `mktemp` makes it unless it is given a place."""
    placed = any(not it.startswith("-") or it.startswith(("-p", "--tmpdir", "--suffix")) for it in words)
    return UNKNOWN if placed else "/tmp/tmp.XXXXXXXXXX"


def _decoded(text: str) -> str:
    # Few commands need it.
    import base64

    try:
        return base64.b64decode(text.strip()).decode()
    except ValueError:
        return UNKNOWN


def _echoed(words: list[str]) -> str:
    rest, options = list(words), ""
    while rest and re.match(r"-[neE]+\Z", rest[0]):
        options += rest.pop(0)
    text = " ".join(rest) + ("" if "n" in options else "\n")
    return unescaped(text) if "e" in options else text


def unescaped(text: str) -> str:
    """A text with the escapes of `echo -e` and `printf`."""

    def one(found: re.Match[str]) -> str:
        if found[1] or found[2]:
            number = int(found[1] or found[2], 16 if found[1] else 8)
            return chr(number) if number else UNKNOWN
        return ESCAPES.get(found[3], found[3] if found[3] == "\\" else "\\" + found[3])

    return re.sub(r"\\(?:x([0-9a-fA-F]{1,2})|0?([0-7]{1,3})|(.))", one, text, flags=re.DOTALL)


def _formatted(form: str, words: list[str]) -> str:
    rest = list(words)
    found: list[str] = []

    def one(match: re.Match[str]) -> str:
        if match[0] == "%%":
            return "%"
        word = rest.pop(0) if rest else ""
        return unescaped(word) if match[0].endswith("b") else word

    while len(found) < _MOST_REPEATS:
        before = len(rest)
        found.append(re.sub(r"%%|%[-+ #0-9.*]*[A-Za-z]", one, form))
        if not rest or len(rest) == before:
            return "".join(found)
    return UNKNOWN
