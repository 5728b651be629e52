"""The literals of a script: each text and regular expression that it has, in one way of writing it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.patterns import late_pattern

_QUOTED = late_pattern(r"""(["'`])((?:\\.|(?!\1)[^\\\n]){0,2000})\1""")
_LEAST_OF_QUOTED = 2
"""How many letters a text has that may be a pattern; the quotes of a shorter one end it, too."""
_OF_JAVASCRIPT = late_pattern(
    r"(?<![\w)/*<])/((?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+)/[dgimsuvy]*(?![\w/*])"
)
_OF_CASE = late_pattern(
    r"(?m)^[ \t]*\(?((?:\\[^\n]|[^\s()\"'\\|]|[ \t]++(?=\|)|\|[ \t]*+|\"[^\"\n]*\"|'[^'\n]*')+)\)[ \t]*(?:$|[^\s;&|)])"
)
_OPEN_END = late_pattern(r"[A-Za-z]{2}[._-]\*\Z")
"""A star at the end, which stands for the last part of a name."""
_COMPARED = late_pattern(r"=~[ \t]+([^\s\"'][^\n]*?)[ \t]+\]\]")
_GLOB = late_pattern(
    r"[^=]==?[ \t]+((?:\\[^\n]|[^\s\"'()\]\\$&|])+)[ \t]*\]\]"
    r"|[^=!]==?[ \t]+((?=[^\s&|]*[*/])(?:\\[^\n]|[^\s\"'()\]\\$&|])+)[ \t]*(?:&&|\|\|)"
)
"""What `[[` compares with, without quotes; before another condition, it has a sign of a path."""
_OF_LIST = late_pattern(r"(?m)\bfor \w+ in ([\w./*@ +-]{3,400})(?:;|$)|\b\w+=\(([\w./*@ +\n-]{3,2000})\)")
"""The words of a loop, or of an array of the shell, without quotes."""
_OF_LINES = late_pattern(
    r"(?:=[\"']\n|<<-?[ \t]*[\"']?\w+[\"']?[^\n\w]*\n)"
    r"((?:[ \t]*[\w./*@+-]{3,200}[ \t]*\n){1,100})(?=[ \t]*(?:[\"']|[A-Z]+\b))"
)
"""A text of the shell with one path in each line, between quotes or as its input."""
_PATH_ON_LINE = late_pattern(r"[\w.*@+-]*[/.*][\w./*@+-]*")
_SEPARATED = late_pattern(r"[\w./*@+-]+(?:, ?[\w./*@+-]+)+")
"""A text with paths between commas."""
_TAKEN_OFF = late_pattern(r"\$\{\w+##?((?=[\w./@+-]*[\w@+-])[\w./*@+-]*/[\w./*@+-]*)\}")
"""What the shell takes off the beginning of a variable, to see whether that has it."""
_DEFAULT = late_pattern(r"\$\{\w+:?-(.*)\}")
_ITEM = late_pattern(r"[ \t]*(?:-[ \t]+)?([\w.@+*?/!{},\[\]-]*[./*][\w.@+*?/{},\[\]-]*|[A-Z]\w+)[ \t]*(?:[ \t]#.*)?")
"""A line of a file with a list: one path or pattern without quotes."""
_COMMENT = late_pattern(r"[ \t]*(?:#.*|[\w-]+:[ \t]*|---)?")
"""A line of such a file that is no part of the list: empty, a comment, or the name of a list in YAML."""
_LEAST_ITEMS = 2
_REASON = late_pattern(r"(?<=\S)[ \t]?(?:([|:;#@~])\1\1+[ \t]?|\|\|)(?=[\w([\"'])")
"""What stands between a pattern and its reason in one text; no pattern has such an alternative, which is empty."""
_ESCAPED = late_pattern(r"(?<!\\)\\\\(?=[bBsSwWdD.()\[\]{}+*?|/^$-])")


def placed_literals(text: str) -> Iterator[tuple[int, str]]:
    """The texts and patterns in a script, each with its place."""
    for it in _QUOTED.finditer(text):
        if len(it[2]) >= _LEAST_OF_QUOTED:
            yield it.start(), _ESCAPED.sub(lambda _: "\\", _REASON.split(_usual(it[2]), maxsplit=1)[0])
        if "/" in it[2] and _SEPARATED.fullmatch(it[2]):
            yield from ((it.start(), word.strip()) for word in it[2].split(","))
    for pattern in (_OF_JAVASCRIPT, _COMPARED):
        yield from ((it.start(), it[1]) for it in pattern.finditer(text))
    for it in _OF_CASE.finditer(text):
        for one in it[1].split("|"):
            plain = re.sub(r"[\"'\\]", "", one.strip(" \t"))
            yield it.start(), plain.lstrip("*") if _OPEN_END.search(plain) else plain.strip("*")
    for it in _OF_LIST.finditer(text):
        yield from ((it.start(), word) for word in (it[1] or it[2]).split())
    yield from _of_shell(text)
    for it in _GLOB.finditer(text):
        yield it.start(), (it[1] or it[2]).replace("\\", "")
    yield from _of_list_file(text)


def _usual(text: str) -> str:
    """The text that a shell has if a variable is not set, where it gives one: `${NAME:-text}`."""
    found = _DEFAULT.fullmatch(text)
    return found[1] if found else text


def _of_shell(text: str) -> Iterator[tuple[int, str]]:
    """The paths on the lines of a text, and those that are taken off the beginning of a variable."""
    for it in _OF_LINES.finditer(text):
        yield from ((it.start(), word) for word in it[1].split() if _PATH_ON_LINE.fullmatch(word))
    yield from ((it.start(), it[1]) for it in _TAKEN_OFF.finditer(text))


def _of_list_file(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file that is a list of paths, without quotes, each with its place; none of another text."""
    place, items = 0, list[tuple[int, str]]()
    for line in text.splitlines(keepends=True):
        item = _ITEM.fullmatch(line.rstrip("\r\n"))
        if item is not None:
            items.append((place, item[1]))
        elif not _COMMENT.fullmatch(line.rstrip("\r\n")):
            return
        place += len(line)
    if len(items) >= _LEAST_ITEMS:
        yield from ((at, it) for at, it in items if not it.startswith("!"))
