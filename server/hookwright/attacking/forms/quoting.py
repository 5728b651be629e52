"""Quotes, backslashes and escapes in the words of one simple command, which the shell takes away again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.attacking.forms.model import Change
from hookwright.patterns import late_pattern

_PLAIN = late_pattern(r"[\w./:@=+-]+")
_QUOTES, _UNCHANGED = "quotes", "Quotes do not change a word."
_BACKSLASHES, _NO_BACKSLASH = "backslashes", "A backslash before a letter adds nothing to a word."
_ESCAPED = "The escape in `$'...'` stands for one character."


def quoted(words: Sequence[str]) -> Iterator[tuple[str, Change]]:
    """The command with quotes, a backslash or an escape in one of its words, or quotes around all its arguments."""
    for index, word in enumerate(words):
        place = "" if index == 0 else f" in {_kind_of(words, index)}"
        for new, why in _around(word):
            yield with_word(words, index, new), Change(f"{_QUOTES}{_of_value(words, index) or place}", why)
        for new, why in _inside(word):
            # Many put a whole word in quotes, and nobody only the middle of a subcommand or of an option.
            is_part = index == 1 or word.startswith("-")
            family = f"{_QUOTES}{place.replace(' in', ' inside') if is_part else place}"
            yield with_word(words, index, new), Change(family, why)
        yield from _behind_sign(words, index)
        for new in _with_backslash(word):
            yield with_word(words, index, new), Change(f"{_BACKSLASHES}{place}", _NO_BACKSLASH)
    rest = [f'"{it}"' if _PLAIN.fullmatch(it) else it for it in words[1:]]
    if sum(map(_is_quoted, rest)) > 1:
        yield " ".join((words[0], *rest)), Change(f"{_QUOTES} in all arguments", _UNCHANGED)
    last = words[-1]
    if len(words) > 1 and _PLAIN.fullmatch(last):
        escaped = f"$'\\x{ord(last[0]):x}'{last[1:]}"
        yield with_word(words, len(words) - 1, escaped), Change("escapes in arguments", _ESCAPED)
    if _PLAIN.fullmatch(words[0]):
        yield with_word(words, 0, f"$'{words[0]}'"), Change(_QUOTES, "`$'...'` is another kind of quotes.")
        escaped = f"$'\\x{ord(words[0][0]):x}'{words[0][1:]}"
        yield with_word(words, 0, escaped), Change("escapes", _ESCAPED)


def in_target(word: str) -> Iterator[tuple[str, Change]]:
    """The file of a redirection with quotes or a backslash."""
    for new, why in (*_around(word), *_inside(word)):
        yield new, Change(f"{_QUOTES} in redirections", why)
    for new in _with_backslash(word):
        yield new, Change(f"{_BACKSLASHES} in redirections", _NO_BACKSLASH)


def _kind_of(words: Sequence[str], index: int) -> str:
    """What a word behind the program is: a flag, its first argument, such as a subcommand, or another one."""
    return "flags" if words[index].startswith("-") else "arguments" if index == 1 else "later arguments"


def _of_value(words: Sequence[str], index: int) -> str:
    """Where the quotes are around what follows an option; empty if they are not."""
    if index < 2 or words[index].startswith("-") or not words[index - 1].startswith("-") or "=" in words[index - 1]:
        return ""
    return " around a setting" if "=" in words[index] else " around a value"


def _behind_sign(words: Sequence[str], index: int) -> Iterator[tuple[str, Change]]:
    option, sign, value = words[index].partition("=")
    if index and sign and value and option.startswith("-") and _PLAIN.fullmatch(words[index]):
        yield with_word(words, index, f'{option}="{value}"'), Change(f"{_QUOTES} around a value", _UNCHANGED)


def _is_quoted(word: str) -> bool:
    return word.startswith('"')


def _with_backslash(word: str) -> Iterator[str]:
    """The word with a backslash that adds nothing to it."""
    if not _PLAIN.fullmatch(word) or len(word) < 2:
        return
    if word[0].isalpha():
        yield f"\\{word}"
    if word[-1].isalpha():
        yield f"{word[:-1]}\\{word[-1]}"


def _around(word: str) -> Iterator[tuple[str, str]]:
    """The whole word in quotes that add nothing to it, and why."""
    if _PLAIN.fullmatch(word) and len(word) > 1:
        yield f'"{word}"', _UNCHANGED
        yield f"'{word}'", _UNCHANGED


def _inside(word: str) -> Iterator[tuple[str, str]]:
    """The word with quotes in it that add nothing to it, and why."""
    if _PLAIN.fullmatch(word) and len(word) > 1:
        yield f"{word[:1]}''{word[1:]}", "Empty quotes add nothing to a word."
        yield f'{word[:-1]}"{word[-1]}"', _UNCHANGED


def with_word(words: Sequence[str], index: int, new: str) -> str:
    """The words in one text, with a new one at that place."""
    return " ".join((*words[:index], new, *words[index + 1 :]))
