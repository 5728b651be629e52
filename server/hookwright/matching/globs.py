"""Whether a path is what a glob means: `*`, `?`, `**`, `[…]` and `{a,b}`, hidden names included, in linear time.

A glob made into one regular expression takes exponential time where it has several `**`, and nothing can stop it; so
braces are expanded, and what is left is compared with the path name by name.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from fnmatch import translate
from functools import lru_cache

from hookwright.patterns import late_pattern

_MOST_ALTERNATIVES = 1000
_ANY_DEPTH = "**"
_ESCAPED = late_pattern(r"\\(.)", re.DOTALL)
_NEGATED = late_pattern(r"(?<!\[)\[\^")


def path_matches(glob: str, path: str) -> bool:
    """Whether the whole path is what the glob means; `/` separates both.  Braces that are not closed are literal."""
    segments = path.split("/")
    return any(covers_segments(it, segments, name_matches) for it in _alternatives(glob))


def glob_fault(glob: str) -> str | None:
    """Why the glob can match nothing, None if it can."""
    if _alternatives(glob):
        return None
    return f"its braces expand to more than {_MOST_ALTERNATIVES} globs, or are nested too deeply"


def covers_segments(pattern: Sequence[str], segments: Sequence[str], fits: Callable[[str, str], bool]) -> bool:
    """Whether the segments fit the pattern's, in which `**` matches any number of them; never exponential."""
    at, index, star, retry = 0, 0, -1, 0
    while index < len(segments):
        if at < len(pattern) and pattern[at] == _ANY_DEPTH:
            star, retry, at = at, index, at + 1
        elif at < len(pattern) and fits(pattern[at], segments[index]):
            at, index = at + 1, index + 1
        elif star >= 0:
            at, index, retry = star + 1, retry + 1, retry + 1
        else:
            return False
    return all(it == _ANY_DEPTH for it in pattern[at:])


def text_matches(pattern: str, text: str) -> bool:
    """Whether a text is what a pattern means in which `*` stands for any characters, slashes too."""
    return covers_segments([_ANY_DEPTH if it == "*" else it for it in pattern], text, operator.eq)


@lru_cache(maxsize=512)
def _alternatives(glob: str) -> tuple[tuple[str, ...], ...]:
    """The globs that the braces stand for, each as its names; none if they are too many or too deep."""
    if "{" not in glob:
        return (_segments(glob),)
    from bracex import ExpansionLimitException, expand

    try:
        return tuple(dict.fromkeys(map(_segments, expand(glob, keep_escapes=True, limit=_MOST_ALTERNATIVES))))
    except (ExpansionLimitException, RecursionError):
        return ()


def _segments(glob: str) -> tuple[str, ...]:
    """The names of a glob; a `**` at its end wants at least one name, as a folder is not what is below it."""
    found = glob.split("/")
    return (*found, "*") if found[-1] == _ANY_DEPTH else tuple(found)


def name_matches(pattern: str, name: str) -> bool:
    """Whether a name without slashes is what a glob without slashes and braces means."""
    return _compiled(pattern).match(name) is not None


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    # Classes are written with `!` there, and a character is made literal by a class of its own.
    return re.compile(translate(_ESCAPED.sub(_literal, _NEGATED.sub("[!", pattern))))


def _literal(found: re.Match[str]) -> str:
    return f"[{found[1]}]" if found[1] in "*?[" else found[1]
