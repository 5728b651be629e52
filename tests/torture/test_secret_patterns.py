"""The patterns of secrets take linear time, and what is behind a hostile text is found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from tests.torture.lots import HEX, LETTERS_AND_DIGITS, LOWER, OF_URLS, drawn

from hookwright.policies.redaction import redact
from hookwright.policies.secrets import CONTEXT_FORMS, VALUE_PATTERNS
from hookwright.policies.token_forms import TOKEN_FORMS

_ALPHABETS = [
    HEX,
    LOWER,
    LETTERS_AND_DIGITS,
    OF_URLS,
    LETTERS_AND_DIGITS + "+/=",
    "A",
    "-",
    "eyJ.",
    "sk-",
    "token=",
    "s.",
    "M.",
    "mysql -p",
]
_REPEATED = [
    "token: |\n ",
    " data:\n",
    '"data": {',
    "kind: Secret\ndata:\n a: b\n",
    "AAAA\n-----END PRIVATE KEY",
    "-----BEGIN PRIVATE KEY-----\n",
    "MIIEpAIBAAKCAQEA",
    "-eyJhbGciOiJkaXIi..",
    "https://a:",
    "https://a:b@",
    "a:*:b:c:",
    "Private-Lines: 1\n",
    '<add key="password" value=',
    "password>",
    "\\",
]


@pytest.mark.parametrize(
    "text", [*(drawn(200_000, it) for it in _ALPHABETS), *(it * (200_000 // len(it)) for it in _REPEATED)]
)
def test_what_is_behind_a_hostile_text_is_found(text: str) -> None:
    token = "gh" + "p_" + drawn(36)
    assert token not in redact(f"{text}\n{token}\n")


_PATTERNS = [*(it.pattern for it in (*TOKEN_FORMS, *CONTEXT_FORMS)), *VALUE_PATTERNS]
# Each line of a key begins with a line feed, and each further cookie with `; `, which are in none of them; so there is
# one way alone to read them.
_IN_PARTS = ("(?:[A-Za-z0-9+/]{16,128}", "(?:; [")


@pytest.mark.parametrize("pattern", _PATTERNS)
def test_no_pattern_takes_more_than_linear_time(pattern: str) -> None:
    """What is repeated without an end comes last, or ends with the text; no variable repetition is inside another."""
    parsed = list(_flat(re._parser.parse(pattern)))  # type: ignore[attr-defined]
    endless = [place for place, it in enumerate(parsed) if _width(it) >= _ENDLESS and not _is_of_backslashes(it)]
    assert all(_width(it, least=True) == 0 for place in endless for it in parsed[place + 1 :]) or r"|\Z)" in pattern
    assert not list(_nested(parsed, within=False)) or any(it in pattern for it in _IN_PARTS)


def _flat(items: Any) -> Iterator[Any]:
    """The parts in their order, those of groups among them."""
    for name, argument in items:
        if str(name) == "SUBPATTERN":
            yield from _flat(argument[-1])
        else:
            yield name, argument


def _is_of_backslashes(item: Any) -> bool:
    """No pattern begins with them, so that each run is passed once for what is before it."""
    name, argument = item
    return str(name) == "MAX_REPEAT" and str(list(argument[2])) == "[(LITERAL, 92)]"


# What Python has for "without an end" differs between its versions; none of our limits is nearly as large.
_ENDLESS = 1 << 24


def _width(item: Any, *, least: bool = False) -> int:
    part = re._parser.SubPattern(re._parser.State(), [item])  # type: ignore[attr-defined]
    return int(part.getwidth()[0 if least else 1])


def _nested(items: Any, *, within: bool) -> Iterator[Any]:
    """Repetitions of variable size that are repeated themselves, and can be tried again in another way."""
    for name, argument in items:
        if str(name) in ("MAX_REPEAT", "MIN_REPEAT"):
            least, most, inner = argument
            several = most > 1 and least != most
            if within and several and len(inner) and most > 3:
                yield name, argument
            yield from _nested(inner, within=within or (several and most > 3))
        elif str(name) == "ATOMIC_GROUP":
            yield from _nested(argument, within=False)
        elif str(name) == "SUBPATTERN":
            yield from _nested(argument[-1], within=within)
        elif str(name) == "BRANCH":
            for it in argument[1]:
                yield from _nested(it, within=within)
