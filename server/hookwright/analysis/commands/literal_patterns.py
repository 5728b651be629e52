"""Where a shell or `grep` takes the signs of a pattern for plain characters, so that the pattern meets nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hookwright.analysis.commands.grep_patterns import LiteralPattern, grep_faults
from hookwright.patterns import late_pattern
from hookwright.shell.tree import CommandKind, PartKind, Shell, ShellCommand, Word

_OPERATORS = frozenset({"=", "==", "!="})
_SINGLE_BRACKETS = frozenset({"[", "test"})
_CONSTRUCTS = frozenset({"case", "for", "select", "function", "while", "until", "if"})
# What is meant as a regular expression; a text such as `[ERROR]` or `a|b` in a sentence may be meant as it is.
_REGEX = late_pattern(r"\\[sSdDwWbB.]|\.[*+]|\][*+?{]|\[\[:|\[\^|\[\w-\w|\A\^\w|\w\|\w|\([^)]*\|[^)]*\)| [+*](?=[^ ])")
# `* main` is how `git branch` marks a branch.
_GLOB = late_pattern(r"(?P<before>\*?)(?P<inner>[^*]*\w[^*]*)(?P<after>\*?)")
_ABOUT_PATTERNS = late_pattern(r"(?i)glob|pattern|matcher|wildcard")


def literal_patterns(shell: Shell) -> Iterator[LiteralPattern]:
    """Every such place, in the order of the text."""
    for command in shell.commands:
        if command.kind is CommandKind.TEST and command.words[:1] and command.words[0].text == "[[":
            yield from _in_double_brackets(command.words)
        elif command.kind is CommandKind.HEAD:
            yield from _in_choice(command.words)
        elif command.runs and command.name in _SINGLE_BRACKETS:
            yield from _in_single_brackets(command)
        elif command.runs:
            yield from grep_faults(command)


def _in_double_brackets(words: Sequence[Word]) -> Iterator[LiteralPattern]:
    for left, operator, right in zip(words, words[1:], words[2:], strict=False):
        if operator.text == "=~":
            yield from _regex(right)
        elif operator.text in _OPERATORS and not _ABOUT_PATTERNS.search(left.text):
            yield from _glob(right, f"`{operator.text}` compares")


def _regex(word: Word) -> Iterator[LiteralPattern]:
    quoted = _quoted(word)
    if quoted is not None and _REGEX.search(quoted) is not None:
        why = f"`{word.text}` is in quotes, so `=~` looks for exactly these characters"
        advice = "put the regular expression into a variable, and write it without quotes: `re='…'; [[ $x =~ $re ]]`"
        yield LiteralPattern(word.start, word.end, f"{why}; {advice}")
        return
    for first, second in zip(word.parts, (*word.parts[1:], None), strict=True):
        if first.quote == "\\" and first.text == "d" and (second is None or second.text != "]"):
            why = "on Linux, `=~` reads `\\d` as the letter `d`"
            yield LiteralPattern(first.start, first.end, f"{why}; use `[0-9]`", "[0-9]")


def _in_choice(words: Sequence[Word]) -> Iterator[LiteralPattern]:
    if words and words[0].text not in _CONSTRUCTS:
        for it in words:
            yield from _glob(it, "`case` compares")


def _glob(word: Word, compares: str) -> Iterator[LiteralPattern]:
    quoted = _quoted(word)
    found = None if quoted is None or "*" not in quoted else _GLOB.fullmatch(quoted)
    if found is None or not (found["before"] or found["after"]) or (found["before"] and found["inner"][0] == " "):
        return
    mark = word.text[0]
    instead = f"{found['before']}{mark}{found['inner']}{mark}{found['after']}"
    message = f"`{word.text}` is in quotes, so {compares} with the character `*`; write `{instead}`"
    yield LiteralPattern(word.start, word.end, message, instead)


def _in_single_brackets(command: ShellCommand) -> Iterator[LiteralPattern]:
    for operator, right in zip(command.words[1:], command.words[2:], strict=False):
        stars = (it for it in right.parts if it.kind is PartKind.TEXT and not it.quote and "*" in it.text)
        if operator.text in _OPERATORS and any(stars):
            why = f"`{command.name}` knows no patterns: the shell replaces `{right.text}` by the names of files"
            yield LiteralPattern(right.start, right.end, f"{why}; use `[[ … ]]` in bash, or `case`")


def _quoted(word: Word) -> str | None:
    """The text of a word that is in quotes from end to end, without anything that the shell replaces."""
    marks = {it.quote for it in word.parts}
    return word.bare if len(marks) == 1 and marks <= {'"', "'"} and word.text[0] in "\"'" else None
