"""What a command needs that is cut out of a pattern: the values of its options, and its operands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources

import msgspec
from msgspec import Struct

from hookwright.patterns import late_pattern

OPEN = "x"
"""What an example has for a word that a pattern leaves open."""
_PATH = r"(?![A-Z_]{8,}$|\d+$)[~./$\w'\"*{@-].*"
_SHAPES = {
    "{path}": _PATH,
    "{file}": _PATH,
    "{address}": r"['\"]?(?:\w+://|localhost\b|(?:[\w-]+\.)+[a-z]{2,}(?![\w.-])|\d+(?:\.\d+){3}\b|\$)\S*",
}
"""What a path looks like, which is no placeholder of a text in capitals, and what an address.

Where it is that of a file, the path of a folder gets a star.
"""
_SEVERAL = late_pattern(r"[;&\n\"'`(){}<>\\]|\|.*\|")
"""What shows that a text is no plain command, with one pipe at most."""
_PIPE = late_pattern(r" ?\| ?")
_CLUSTER = late_pattern(r"-[^-].*")
_FILE = "README.md"


class Operand(Struct, frozen=True, forbid_unknown_fields=True):
    """An operand that a command needs: its `shape`, and what it is by `default`, which is empty if none is known.

    What is `piped` takes the place of the default in a command that another one reads.
    """

    shape: str
    default: str
    piped: str = ""


class Needs(Struct, frozen=True, forbid_unknown_fields=True):
    """What a program, or a program with its subcommand, needs to have an effect.

    `values` are those of its options that need one; one is empty if none fits everywhere.  The operands are not needed
    beside one of the options in `unless`.  If `letters` are given, its short options have no others.  With `any_count`,
    it does something without operands, and one alone may be the second of these.
    """

    operands: tuple[Operand, ...] = ()
    values: Mapping[str, str] = {}
    unless: tuple[str, ...] = ()
    letters: str = ""
    any_count: bool = False


@lru_cache(maxsize=1)
def _needs() -> Mapping[str, Needs]:
    text = (resources.files("hookwright.attacking.texts") / "lacking.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Needs])


def with_needs(command: str) -> str | None:
    """The command with the values and operands that it lacks; None if it cannot mean anything."""
    if _SEVERAL.search(command):
        return command
    first, *rest = _PIPE.split(command)
    whole = _whole(first, is_piped=bool(rest))
    return whole if whole is None else " | ".join((whole, *rest))


def _whole(command: str, *, is_piped: bool) -> str | None:
    words = command.split(" ")
    known = _needs()
    count = next((it for it in range(len(words), 0, -1) if " ".join(words[:it]) in known), 0)
    if not count:
        return command
    needs = known[" ".join(words[:count])]
    try:
        rest = list(_with_values(words[count:], needs))
        operands = [] if _needs_none(rest, needs) else list(_with_operands(rest, needs, is_piped=is_piped))
    except LookupError:
        return None
    return " ".join((*words[:count], *(operands or (word for word, _ in rest))))


def _with_values(words: Sequence[str], needs: Needs) -> Iterator[tuple[str, bool]]:
    """The words, with the values of options, and whether each is an operand; raises LookupError if one is not known."""
    waiting = [*words]
    while waiting:
        word = waiting.pop(0)
        if needs.letters and _CLUSTER.fullmatch(word) and not {*word[1:]} <= {*needs.letters}:
            raise LookupError(word)
        if word[:-1] in needs.values and word.endswith("@"):
            waiting.insert(0, "@")
            word = word[:-1]
        yield word, not word.startswith("-") or word == "-"
        if word in needs.values:
            usual = needs.values[word]
            is_there = bool(waiting) and (not waiting[0].startswith("-") or waiting[0] == "-")
            value = waiting.pop(0) if is_there else ""
            if value == "@" and "=@" not in usual:
                value = f"@{_FILE}"
            elif value in ("", OPEN, "@"):
                value = usual or value
            if not value:
                raise LookupError(word)
            yield value, False


def _needs_none(words: Sequence[tuple[str, bool]], needs: Needs) -> bool:
    given = [word for word, is_operand in words if is_operand]
    if not needs.operands or any(it.split("=")[0] in needs.unless for it, _ in words):
        return True
    is_one = len(given) == 1 or OPEN in given
    return needs.any_count and (not is_one or _fits(given[0], needs.operands[0]))


def _with_operands(words: Sequence[tuple[str, bool]], needs: Needs, *, is_piped: bool) -> Iterator[str]:
    """The words with the operands that are missing among them; raises LookupError if one does not fit."""
    left = [*needs.operands]
    given = sum(is_operand for _, is_operand in words)
    for word, is_operand in words:
        if not is_operand or not left:
            yield word
            continue
        while left and not _fits(word, left[0]):
            if given < len(left) or word == OPEN:
                yield _default(left[0], is_piped=is_piped)
                left.pop(0)
                if word == OPEN:
                    break
            else:
                raise LookupError(word)
        else:
            if not left:
                raise LookupError(word)
            is_folder = left.pop(0).shape == "{file}" and word.endswith("/")
            yield f"{word}*" if is_folder else word
        given -= 1
    yield from (_default(it, is_piped=is_piped) for it in left)


def _fits(word: str, operand: Operand) -> bool:
    is_open = word == OPEN and operand.default != ""
    return not is_open and re.fullmatch(_SHAPES.get(operand.shape, operand.shape), word) is not None


def _default(operand: Operand, *, is_piped: bool) -> str:
    found = (operand.piped if is_piped else "") or operand.default
    if not found:
        raise LookupError(operand.shape)
    return found
