"""Which of a guard's patterns find a text, as far as its script shows them; they run only for a short time."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from hookwright.attacking.texts.composed import composed
from hookwright.attacking.texts.examples import GAP, as_expression, examples_of, is_expression
from hookwright.attacking.texts.literals import placed_literals
from hookwright.matching.expressions import ExpressionLanguage, limited, search
from hookwright.patterns import late_pattern

_SECONDS, _EACH = 3.0, 0.1
"""How much processor time all patterns have together, and one of them for one search."""
_MOST, _MOST_UNFOUND = 120, 16
"""How many patterns are looked at, and for how many of them a text is made."""
_ANYTHING = "x"
"""What stands for what a pattern does not name."""
_LEAST_LETTERS = 2
_LETTERS = late_pattern(r"[A-Za-z]")
_OF_PAYLOAD = late_pattern(
    r"(?i)\b(?:tool_\w+|file_path|hook\w*|stdin|utf-?8|permission\w*|block(?:ed)?|deny|denied|forbidden|not allowed)\b"
)
_SENTENCE = late_pattern(r"(?i)[a-z][^|*\\]* [^|*\\]*[.!:]")
_NO_PATTERN = late_pattern(r"(?i)bash|write|edit|multiedit|read|command|reason|allow|ask")
"""Texts of a script that are no patterns for calls: words of payloads and answers, and sentences."""
_MOST_BLANKS = 5
"""A text with more blanks is a sentence, too."""
_ANY_CASE = late_pattern(
    r"grep +-[a-zA-Z]*i|--ignore-case|IGNORECASE|\bre\.I\b|/[dgmsuvy]*i[dgmsuvy]*[.,;)\s]|lower\(\)|toLowerCase"
    r"|tr .\[?:?upper|nocasematch"
)
"""What shows that a script does not tell capital letters from small ones."""


def found_by(texts: Iterable[str], calls: Sequence[str]) -> Mapping[str, frozenset[int]]:
    """The numbers of the patterns in these texts that find each of the calls."""
    found: dict[str, set[int]] = {it: set() for it in calls}
    with limited(_SECONDS, _EACH):
        for number, pattern in enumerate(_patterns(texts)):
            for it in _finds(pattern, [*found]):
                found[it].add(number)
    return {it: frozenset(numbers) for it, numbers in found.items()}


def unfound(texts: Iterable[str], found: Mapping[str, frozenset[int]]) -> Iterator[str]:
    """A text for each pattern that finds none of those before, at most so many."""
    every = _patterns(texts)
    seen = frozenset[int]().union(*found.values())
    left = (it for number, it in enumerate(every) if number not in seen)
    first = (next(iter(examples_of(it.partition(")")[2])), "") for it in left)
    made = (" ".join(it.replace(GAP, f" {_ANYTHING} ").split()) for it in first)
    yield from islice(dict.fromkeys(it for it in made if " " in it), _MOST_UNFOUND)


def _patterns(texts: Iterable[str]) -> list[str]:
    """The patterns in the texts as regular expressions, each once."""
    every = (it for text in texts for it in _of_text(composed(text)))
    return list(islice(dict.fromkeys(every), _MOST))


def _of_text(text: str) -> Iterator[str]:
    case = "(?i)" if _ANY_CASE.search(text) else ""
    for _, literal in sorted(placed_literals(text)):
        it = literal.strip()
        if _is_of_other(it):
            continue
        # A text is found anywhere; a pattern of the shell says itself what may be around it.
        pattern = as_expression(literal) if is_expression(literal) else _of_glob(it)
        yield f"(?m){case}{pattern.removeprefix('(?i)')}"


def _is_of_other(literal: str) -> bool:
    """Whether a literal is a word of the payload or of an answer, a sentence, or too short."""
    is_short = len(_LETTERS.findall(literal)) < _LEAST_LETTERS - literal.startswith("-")
    is_sentence = _SENTENCE.fullmatch(literal) or (literal.count(" ") > _MOST_BLANKS and not is_expression(literal))
    return bool(is_short or is_sentence or _NO_PATTERN.fullmatch(literal) or _OF_PAYLOAD.search(literal))


def _of_glob(literal: str) -> str:
    parts = (re.escape(it) for it in literal.strip("*").split("*"))
    return ".*".join(parts) if "*" in literal else re.escape(literal)


def _finds(pattern: str, calls: Sequence[str]) -> Iterator[str]:
    """Those of the calls that the pattern finds: it is asked about all at once, and then about a half of them."""
    if not calls or not search(ExpressionLanguage.PYTHON, pattern, "\n".join(calls), anew=len(calls) == 1).found:
        return
    if len(calls) == 1:
        yield calls[0]
        return
    half = len(calls) // 2
    yield from _finds(pattern, calls[:half])
    yield from _finds(pattern, calls[half:])
