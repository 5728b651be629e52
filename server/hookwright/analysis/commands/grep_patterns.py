"""The patterns of `grep` that it reads otherwise than they are meant, by the kind of expression it is told to read."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.tree import ShellCommand, Word

_KINDS = {"grep": "G", "egrep": "E", "fgrep": "F"}
_LONG = {"--extended-regexp": "E", "--fixed-strings": "F", "--perl-regexp": "P", "--basic-regexp": "G"}
_TAKE_VALUE = "mABCDdf"
# Between alternatives; a pipe behind `curl` is what a guard against `curl | sh` looks for.
_ALTERNATIVES = late_pattern(r"(?<!\\)\((?:[^()\\|]|\\.)*\||\b(?!curl|wget)(\w+)\|(?!sh\b|bash\b|zsh\b|curl|wget)\w")
_REPEATED = late_pattern(r"(?<=[ \])])\+|(?<=\\[swSW])\+|(?<=\])\?")
_DIGIT = late_pattern(r"(?<!\\)\\d")
_SIGNS = late_pattern(r"\.[*+]|\\[sbdw]|\A\^|\w\|\w.*\|")


class LiteralPattern(Struct, frozen=True):
    """A pattern that is taken for plain characters; `instead` is what to write there, where it is known."""

    start: int
    end: int
    message: str
    instead: str = ""


def grep_faults(command: ShellCommand) -> Iterator[LiteralPattern]:
    """What is wrong with the patterns of a command; nothing where it is no `grep`."""
    kind = _KINDS.get(command.name)
    if kind is None:
        return
    for option in command.arguments:
        if option == "--":
            break
        if option.startswith("--"):
            kind = _LONG.get(option, kind)
        elif option.startswith("-"):
            kind = next((it for it in reversed(option) if it in "EFPG"), kind)
    for word in _patterns(command.words[1:]):
        yield from _faults(word, kind)


def _patterns(words: tuple[Word, ...]) -> Iterator[Word]:
    """The words that are patterns: those behind `-e`, or the first that is no option."""
    given, skip, free = list[Word](), False, list[Word]()
    for number, word in enumerate(words):
        text = word.text
        if skip:
            skip = False
        elif text.startswith("-") and len(text) > 1 and not text.startswith("--"):
            if text.endswith("e") and number + 1 < len(words):
                given.append(words[number + 1])
            skip = text[-1] in f"e{_TAKE_VALUE}"
        elif not text.startswith("--"):
            free.append(word)
    yield from given or free[:1]


def _faults(word: Word, kind: str) -> Iterator[LiteralPattern]:
    pattern = word.bare
    if pattern is None or not word.quotes:
        return
    if kind == "F":
        if _SIGNS.search(pattern) is not None:
            yield LiteralPattern(
                word.start, word.end, _literal(word, "with `-F`, `grep` takes every character as it is")
            )
        return
    has_alternatives = kind == "G" and _ALTERNATIVES.search(pattern) is not None
    if has_alternatives or (kind == "G" and _REPEATED.search(pattern)):
        sign = "|" if has_alternatives else "+" if "+" in pattern else "?"
        why = f"without `-E`, `grep` takes `{sign}` for that character"
        yield LiteralPattern(word.start, word.end, f"{why}; use `grep -E`")
    elif kind in "EG" and _DIGIT.search(pattern) is not None:
        why = "on Linux, `grep` reads `\\d` as the letter `d`"
        yield LiteralPattern(word.start, word.end, f"{why}; use `[0-9]`", _DIGIT.sub("[0-9]", word.text))


def _literal(word: Word, why: str) -> str:
    return f"{why}, and finds only the text {word.text}; use `grep -E`"
