"""Texts that the patterns in a script match."""

from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import Any

from hookwright.attacking.texts.literals import placed_literals
from hookwright.patterns import late_pattern

_CLASS = late_pattern(
    r"\[\[:(space|blank|alpha|alnum|digit|lower|upper|word):\]\]|\[:(space|blank|alpha|alnum|digit):\]"
)
_CLASSES = {"space": r"\s", "blank": r"\s", "digit": r"\d"}
_BASIC = late_pattern(r"(?<=[\w$*. -])\\\|(?=[\w.^*-])")
"""What separates alternatives where `grep` has no option `-E`."""
_PIPED = late_pattern(r"(?<!\\)\||\b(?:curl|wget|base64)\b")
"""What shows that such a sign is a pipe."""
_REGEX = late_pattern(r"\\|[(\[|]|\.\*|^\^|\$$")
GAP = "\0"
"""Stands in an example where the pattern allows anything, or nothing."""
FEW_EXAMPLES = 12
"""How many texts of a literal are usual."""
_MOST_LITERALS = 200
_LONGEST = 400
"""How many characters of an example are kept."""
_SAMPLES = "x1-/ .\n"
"""Characters to try, in turn, where a pattern allows one of a class."""
_NO_WORDS = " -/.\n1"
"""The same, where it allows no letter."""
_SIGN = late_pattern(r"[A-Za-z/~.*]")
"""A sign that may stand for itself as an operand or as the letter of an option."""
_MOST_SIGNS = 6
_ENDS_WORD, _BEGINS_WORD = late_pattern(r"\w\Z"), late_pattern(r"[\w@-]")
_BEGINS_LETTERS = late_pattern(r"[A-Za-z]")


def examples(text: str, labels: Collection[str] = (), most: int = FEW_EXAMPLES) -> tuple[tuple[str, ...], ...]:
    """What each literal of a script matches, at most so many texts of each; of alternatives, each is there once.

    The `labels` are literals that are no patterns.
    """
    every = dict.fromkeys(it for _, it in placed_literals(text) if it not in labels)
    literals = islice(every, _MOST_LITERALS)
    return tuple(examples_of(it, most) for it in literals)


def examples_of(literal: str, most: int = FEW_EXAMPLES) -> tuple[str, ...]:
    """What one literal of a script matches, at most so many texts."""
    return tuple(dict.fromkeys(islice(_matched(literal), most)))


def _matched(literal: str) -> Iterator[str]:
    """The literal without stars, as it may be a glob or a plain text, and what it matches as a regular expression."""
    if "\\" not in literal and "(" not in literal and not _CLASS.search(literal):
        yield literal.replace("**/", "").replace("*", GAP)
    if not is_expression(literal):
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parsed = importlib.import_module("re._parser").parse(as_expression(literal))
    except (re.error, OverflowError, RecursionError):
        return
    yield from _of_sequence(parsed)


def is_expression(literal: str) -> bool:
    """Whether a literal has signs of a regular expression."""
    return bool(_REGEX.search(literal))


def as_expression(literal: str) -> str:
    """The literal as a regular expression of Python, without what only those of `grep` have."""
    alternatives = literal if _PIPED.search(literal) else _BASIC.sub("|", literal)
    return _CLASS.sub(lambda it: _CLASSES.get(it[1] or it[2], r"\w"), alternatives)


def _of_sequence(parsed: Iterable[tuple[Any, Any]]) -> list[str]:
    """Texts that the items match one after another: the first of each, and each other one of an item in its place."""
    every = _with_blanks([_of_item(str(name), given) for name, given in parsed])
    first = "".join(it[0] for it in every)
    others = (
        "".join(other if at == place else it[0] for at, it in enumerate(every))
        for place, each in enumerate(every)
        for other in each[1:]
    )
    return [it[:_LONGEST] for it in (first, *others)]


def _with_blanks(every: list[list[str]]) -> list[list[str]]:
    """The texts of the items, where a blank that may be missing between two words is there.

    So is a dash that may be missing before a word: without it, the letters of an option are a name.
    What may be anything is so only between others; at the end, it is a sign.
    """
    every = [[GAP] if it == [".", GAP] and place + 1 < len(every) else it for place, it in enumerate(every)]
    for place in range(1, len(every) - 1):
        is_between = _ENDS_WORD.search(every[place - 1][0]) and _BEGINS_WORD.match(every[place + 1][0])
        if every[place] == ["", " "] and is_between:
            every[place] = [" "]
        before = every[place - 1][0][-1:] in (" ", GAP)
        if before and every[place] in (["", "-"], ["", "--"]) and _BEGINS_LETTERS.match(every[place + 1][0]):
            del every[place][0]
    return every


def _of_item(name: str, given: Any) -> list[str]:  # noqa: ANN401  as the parser of regular expressions gives it
    """Texts that one item of a parsed pattern matches, at least one."""
    match name:
        case "LITERAL":
            return [chr(given)]
        case "BRANCH":
            return [text for it in given[1] for text in _of_sequence(it)]
        case "SUBPATTERN":
            return _of_sequence(given[3])
        case "ATOMIC_GROUP":
            return _of_sequence(given)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _repeated(*given)
        case "IN":
            return _alternatives(given) or [_of_class(given)]
        case "ANY":
            # Many a pattern has a dot that its author took for itself.
            return ["."]
        case "NOT_LITERAL":
            return [next(it for it in _SAMPLES if it != chr(given))]
        case _:
            return [""]


def _repeated(least: int, _: Any, item: Any) -> list[str]:  # noqa: ANN401  as the parser gives it
    """Texts of an item that is there so many times at least."""
    if _is_gap(item) and (not least or _is_any(item)):
        return [".", GAP] if least else [GAP]
    if not least and (_is_of_others(item) or _is_of_many(item)):
        return [""]
    texts = _of_sequence(item)
    return [(it * least)[:_LONGEST] for it in texts] if least else ["", *texts]


def _is_gap(item: Iterable[tuple[Any, Any]]) -> bool:
    """Whether an item is any character, or any but some, of which a blank is none."""
    items = [(str(name), given) for name, given in item]
    if len(items) != 1:
        return False
    name, given = items[0]
    if name == "NOT_LITERAL":
        return bool(given != ord(" "))
    if name != "IN" or str(given[0][0]) != "NEGATE":
        return name == "ANY"
    return all(str(it[0]) == "LITERAL" and it[1] != ord(" ") for it in given[1:])


def _is_of_others(item: Iterable[tuple[Any, Any]]) -> bool:
    """Whether the item is any character but some: what may be there, such as a path, is no other word."""
    items = [(str(name), given) for name, given in item]
    return len(items) == 1 and items[0][0] == "IN" and str(items[0][1][0][0]) == "NEGATE"


def _is_any(item: Iterable[tuple[Any, Any]]) -> bool:
    return [str(name) for name, _ in item] == ["ANY"]


def _is_of_many(item: Iterable[tuple[Any, Any]]) -> bool:
    """Whether the item is any letter or digit, of which one alone means nothing."""
    items = [(str(name), given) for name, given in item]
    if len(items) != 1 or items[0][0] != "IN":
        return False
    return any(str(name) == "RANGE" for name, _ in items[0][1]) and not _has(items[0][1], " ")


def _alternatives(items: list[tuple[Any, Any]]) -> list[str]:
    """The signs of a class that are words of their own, as alternatives of one sign each are a class for the parser."""
    signs = [chr(given) for name, given in items if str(name) == "LITERAL"]
    is_of_words = len(signs) == len(items) <= _MOST_SIGNS and all(map(_SIGN.match, signs))
    return list({it.lower(): it for it in reversed(signs)}.values())[::-1] if is_of_words else []


def _of_class(items: list[tuple[Any, Any]]) -> str:
    """A character of the class: a blank, if it has one beside other signs."""
    is_negated = bool(items) and str(items[0][0]) == "NEGATE"
    if is_negated:
        samples = _SAMPLES if not _has(items[1:], "x") else _NO_WORDS
        return next((it for it in samples if not _has(items[1:], it)), "x")
    if _has(items, " "):
        return " "
    for name, given in items[:1]:
        if str(name) == "LITERAL":
            return chr(given)
        if str(name) == "RANGE":
            return chr(given[0])
    return next((it for it in _SAMPLES if _has(items, it)), "x")


def _has(items: Iterable[tuple[Any, Any]], letter: str) -> bool:
    """Whether a class has the letter."""
    return any(_IN[str(name)](given, letter) for name, given in items if str(name) in _IN)


_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_NOT_SPACE": lambda it: not it.isspace(),
    "CATEGORY_DIGIT": str.isdigit,
    "CATEGORY_NOT_DIGIT": lambda it: not it.isdigit(),
    "CATEGORY_WORD": lambda it: it.isalnum() or it == "_",
    "CATEGORY_NOT_WORD": lambda it: not (it.isalnum() or it == "_"),
}
_IN: dict[str, Callable[[Any, str], bool]] = {
    "LITERAL": lambda given, it: bool(given == ord(it)),
    "RANGE": lambda given, it: bool(given[0] <= ord(it) <= given[1]),
    "CATEGORY": lambda given, it: _CATEGORIES[str(given)](it),
}
"""Whether what a class names has a letter."""
