"""Whether a path is what a glob means: `*`, `?`, `**`, `[…]` and `{a,b}`, hidden names included."""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?|\[[!^]?\]?[^\]/]*\]|\{[^{}]*\}|.", re.DOTALL)
_FIXED = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def path_matches(glob: str, path: str) -> bool:
    """Whether the whole path is what the glob means; `/` separates both. Classes that make no sense are literal."""
    return _compiled(glob).fullmatch(path) is not None


@lru_cache(maxsize=512)
def _compiled(glob: str) -> re.Pattern[str]:
    return re.compile(_expression(glob), re.DOTALL)


def _expression(glob: str) -> str:
    return "".join(_piece(it) for it in _TOKEN.findall(glob))


def _piece(token: str) -> str:
    if token in _FIXED:
        return _FIXED[token]
    if len(token) > 1 and token[0] == "{":
        return "(?:" + "|".join(_expression(it) for it in token[1:-1].split(",")) + ")"
    if len(token) > 1 and token[0] == "[":
        return _class(token)
    return re.escape(token)


def _class(token: str) -> str:
    negated = token[1] in "!^"
    inside = re.sub(r"[^\w-]", r"\\\g<0>", token[2 if negated else 1 : -1])
    piece = f"(?!/)[{'^' if negated else ''}{inside}]"
    try:
        re.compile(piece)
    except re.error:
        return re.escape(token)
    return piece
