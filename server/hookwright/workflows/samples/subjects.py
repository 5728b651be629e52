"""Which plain names an unusual matcher would let through, such as `mcp__server__tool` for `mcp__.*`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookwright.matching.matcher import Form, Matcher, alternatives, match

_SERVED = ("server__tool",)
_FILLS = ("tool", "example", "a", "1", "")
_REPEATED = re.compile(r"(?:\.|\\[wSDs]|\[\^?[^\]]*\])(?:[*+]\??|\{\d*,?\d*\})")
_SINGLE = re.compile(r"(?<!\\)(?:\.|\\[wSDs])")
_DIGIT = re.compile(r"\\d(?:[*+]\??)?")
_GROUP = re.compile(r"\((?:\?:|\?<\w+>)?([^()|]*)(?:\|[^()]*)?\)")
_ESCAPED = re.compile(r"\\(\W)")
_OPTIONAL = re.compile(r"(\w)\?")
_PLAIN = re.compile(r"[^\\^$()\[\]{}*+?|]+")


def invented_subjects(matcher: Matcher) -> tuple[str, ...]:
    """Names, made from the matcher, that it really matches; empty where none was found."""
    names = [it.text for it in alternatives(matcher)]
    found = names or [name for branch in _branches(matcher) for name in _derived(branch)]
    fits = [it for it in dict.fromkeys(found) if it and match(matcher, it).matched]
    return tuple(fits) if names else tuple(fits[:1])


def _branches(matcher: Matcher) -> Iterator[str]:
    """The top-level alternatives of a pattern, a group that holds alternatives cut to its first."""
    if matcher.form is not Form.PATTERN or matcher.text is None:
        return
    text = matcher.text
    for _ in range(4):
        text, changed = _GROUP.subn(r"\1", text)
        if not changed:
            break
    yield from text.split("|")[:8]


def _derived(branch: str) -> Iterator[str]:
    bare = branch.strip().removeprefix("^").removesuffix("$").replace(r"\b", "")
    # The two-part name of a tool that a server offers is more like a real one than any other.
    served = bare.startswith("mcp__") and bare.count("__") == 1
    texts = (_DIGIT.sub("1", _SINGLE.sub("a", _REPEATED.sub(fill, bare))) for fill in (*_SERVED[:served], *_FILLS))
    for text in (bare, *texts):
        name = _ESCAPED.sub(r"\1", _OPTIONAL.sub(r"\1", text))
        if _PLAIN.fullmatch(name):
            yield name
