"""The text that a command hands to a shell to run, as in `bash -c '…'`, with the place of each of its characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.shell.programs import INTERPRETERS, SHELLS, WRAPPERS, known_as
from hookwright.shell.tree import PartKind, ShellCommand, Word, WordPart

# What is the same for the inner shell whether it is in quotes there or not.
_PLAIN = late_pattern(r"[\w./@%+:,-]*\Z")
_SHELL = INTERPRETERS["sh"]


class NestedText(Struct, frozen=True):
    """A text for another shell; `places[i]` is where its character `i` is in the command, with one more for its end.

    `quote` is the quote that all of it is in; empty if there is none, or several.
    """

    text: str
    places: tuple[int, ...]
    quote: str

    @property
    def is_exact(self) -> bool:
        """Whether the text stands in the command as it is."""
        return bool(self.text) and self.places[:-1] == tuple(range(self.places[0], self.places[0] + len(self.text)))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the command of a piece of the text."""
        return self.places[start], self.places[end]

    def can_hold(self, new: str) -> bool:
        """Whether a text can be written there as it is."""
        return self.quote == "'" and "'" not in new


def nested_text(
    command: ShellCommand, known: Callable[[Word, WordPart], str | None] | None = None
) -> NestedText | None:
    """The text that the command hands to a shell; None if there is none, or only a run can tell.

    `known` says what an expansion comes to, for texts that the outer shell completes.
    """
    word = _code_word(command)
    if word is None or word.open:
        return None
    chars: list[str] = []
    places: list[int] = []
    for it in word.parts:
        text = it.text if it.kind is PartKind.TEXT else known(word, it) if known is not None else None
        if text is None or (it.kind is not PartKind.TEXT and not _PLAIN.match(text)):
            return None
        exact = it.kind is PartKind.TEXT and len(text) == it.end - it.start
        chars.append(text)
        places += range(it.start, it.end) if exact else [it.start] * len(text)
    # A quote at the end belongs to the word, and not to its text.
    end = word.parts[-1].end if word.parts else word.end
    quotes = {it.quote for it in word.parts}
    return NestedText("".join(chars), (*places, end), quotes.pop() if len(quotes) == 1 else "")


def _code_word(command: ShellCommand) -> Word | None:
    """The word behind `-c` of a shell, which may be behind `sudo` and its kin."""
    if not command.runs:
        return None
    index = code_index([it.bare for it in command.words])
    return command.words[index] if index is not None else None


def code_index(words: Sequence[str | None]) -> int | None:
    """Which of the words of a command is the text that a shell is to run; a word that only a run tells is None."""
    index = _program(words)
    if index is None or known_as(words[index] or "") not in SHELLS:
        return None
    takes_code = False
    index += 1
    while index < len(words):
        word = words[index]
        if word is None or not word.startswith(("-", "+")) or word in ("-", "--"):
            at = index + (word == "--")
            return at if takes_code and at < len(words) else None
        letters = "" if word.startswith("--") else word[1:]
        takes_code = takes_code or (word[0] == "-" and "c" in letters)
        # `-o` takes the name of an option, in a cluster as well.
        index += 2 if letters[-1:] in ("o", "O") or word in _SHELL.loads else 1
    return None


def _program(words: Sequence[str | None]) -> int | None:
    """The index of the program that runs in the end."""
    index = 0
    while index < len(words):
        word = words[index]
        if word is None:
            return None
        wrapper = WRAPPERS.get(known_as(word))
        if wrapper is None or wrapper.feeds:
            return index
        wrapped = wrapper.read(words[index + 1 :])
        if wrapper.hides(wrapped):
            return None
        index += 1 + wrapped.start
    return None
