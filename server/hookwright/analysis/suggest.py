"""Which of the known words was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

# How keys begin, or which words they are, that people write for other people.
COMMENT_PREFIXES = ("_", "$", "#", "//")
COMMENT_WORDS = frozenset(
    {"author", "comment", "comments", "description", "doc", "id", "label", "note", "notes", "title"}
)
_LONGEST_KEPT = 64


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is a slip of, None if none is near.

    Of equally near ones, it is the one whose case is nearest, then the first.
    A candidate that differs in case or separators only wins; otherwise one slip is allowed in words of up to four
    letters, two in words of up to seven, three in longer ones (a swap of neighbors is one slip).
    """
    find = _remembered if len(word) <= _LONGEST_KEPT else _nearest
    return find(word, tuple(candidates))


def _nearest(word: str, known: tuple[str, ...]) -> str | None:
    plain = folded(word)
    for candidate in known:
        if folded(candidate) == plain:
            return candidate
    best, distance = list[str](), _tolerance(word)
    for candidate in known:
        found = slips(word.lower(), candidate.lower(), distance + 1)
        if found > distance or found >= len(candidate):
            continue
        if found < distance:
            best.clear()
        best.append(candidate)
        distance = found
    return min(best, key=lambda it: slips(word, it, len(word) + len(it)), default=None)


# Several rules ask about the same word, and at every keystroke again.
_remembered = lru_cache(maxsize=1024)(_nearest)


@lru_cache(maxsize=2048)
def folded(word: str) -> str:
    """The word without case and separators, so that `pre_tool-use` equals `PreToolUse`."""
    return "".join(filter(str.isalnum, word)).lower()


def looks_like_comment(key: str) -> bool:
    """Whether a key is one that people write for other people, and that every reader ignores."""
    return key.startswith(COMMENT_PREFIXES) or key.lower() in COMMENT_WORDS


def slips(one: str, other: str, limit: int) -> int:
    """The number of single-letter changes and swaps of neighbors between two words, or `limit` if it is not less."""
    # A change of a letter puts one into a word and takes one out of it, and a swap does neither.
    if abs(len(one) - len(other)) >= limit or len(set(one) ^ set(other)) > 2 * (limit - 1):
        return limit
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, left in enumerate(one):
        before, last, row = row, before, [i + 1]
        for j, right in enumerate(other):
            cost = min(before[j + 1] + 1, row[j] + 1, before[j] + (left != right))
            if i and j and left == other[j - 1] and one[i - 1] == right:
                cost = min(cost, last[j - 1] + 1)
            row.append(cost)
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)


def _tolerance(word: str) -> int:
    return 1 if len(word) <= 4 else 2 if len(word) <= 7 else 3
