"""Where in a shell command a place is: in which word of which command, inside of which quotes.

It reads commands that are just being typed, up to the place and no further.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct, field

from hookwright.patterns import late_pattern
from hookwright.shell.parse import parse, word_of
from hookwright.shell.reader import Reader, TextEnd
from hookwright.shell.scopes import CommandScope
from hookwright.shell.tree import CommandKind, PartKind, Word, WordPart

_IN_DOUBLE = late_pattern(r'([\\"$`])')
_SAFE = late_pattern(r"[\w./@%+=:,-]+\Z", re.ASCII)
_QUOTES = ("'", '"', "$'")
_FOLDER_CHANGES = ("cd", "pushd", "popd")


class CommandPlace(Struct):
    """The words before the one that the place is in, without their quotes; that one begins at `start`.

    `quote` is the one that is open at the place, `typed` what the word comes to up to there.  `redirected`: it is
    what a redirection reads or writes.  `entered` is what the last `cd` before it names, empty if that cannot be
    told.  `raw`: no shell reads the text.
    """

    start: int
    before: list[str] = field(default_factory=list)
    typed: str = ""
    quote: str = ""
    redirected: bool = False
    entered: str | None = None
    raw: bool = False

    def written(self, text: str) -> str:
        """The text as it has to be written at the place so that the shell reads it literally."""
        if self.raw:
            return text
        if self.quote == "'":
            return text.replace("'", "'\\''")
        if self.quote == '"':
            return _IN_DOUBLE.sub(r"\\\1", text)
        return text if _SAFE.match(text) else "'" + text.replace("'", "'\\''") + "'"


def command_place(command: str, index: int) -> CommandPlace | None:
    """The place before the character at `index`; None inside of comments and heredocs.  Never raises."""
    r = parse(command[:index])
    stop = r.stop
    if stop is None or stop.in_text:
        return None
    typing = stop.word if stop.word is not None and stop.word.end == index else None
    draft = stop.current
    words = [_text(it) for it in draft.words if it is not typing] if draft is not None else []
    if draft is not None and draft.kind is CommandKind.END and typing is None:
        words = [*draft.keywords[-1:]]
    redirected = stop.redirects or (draft is not None and any(it.target is typing for it in draft.redirections))
    here = CommandPlace(index, words, redirected=redirected, entered=_entered(r, stop))
    if typing is not None:
        quote = typing.open[-1:] if typing.open in _QUOTES else ""
        here.start, here.typed, here.quote = typing.start, _text(typing), quote
    return here


def raw_place(before: list[str], typed: str) -> CommandPlace:
    """The place in an argument that no shell reads."""
    return CommandPlace(0, before, typed, raw=True)


class Decoded(Struct, frozen=True):
    """What a word comes to, variables as they are written; `places[i]` is where its character `i` is in the command.

    The last place is that behind the last character.
    """

    text: str
    places: tuple[int, ...]


def decoded(command: str, start: int) -> Decoded:
    """The word that begins at a place, up to an unquoted blank or operator, or to the end of a quote left open."""
    chars: list[str] = []
    places: list[int] = []
    word = word_of(command, start)
    end = start + (command[start : start + 1] in ("'", '"'))
    for it in word.parts:
        text = it.text if it.kind is PartKind.TEXT else command[it.start : it.end]
        exact = len(text) == it.end - it.start
        chars.append(text)
        places += range(it.start, it.end) if exact else [it.start] * len(text)
        end = it.end
    return Decoded("".join(chars), (*places, end))


def _text(word: Word) -> str:
    """A word without its quotes, with variables as they are written; a substitution counts as its first character."""
    return "".join(_written(word, it) for it in word.parts)


def _written(word: Word, part: WordPart) -> str:
    if part.kind is PartKind.TEXT:
        return part.text
    return "$" if part.kind is PartKind.COMMANDS and part.text.startswith("$") else word.written(part)


def _entered(r: Reader, stop: TextEnd) -> str | None:
    """What the folder is named by that the place is in; an empty text if that is not plain to see."""
    entered: str | None = None
    scopes = {id(it): it for it in _chain(stop.scope)}
    current = [stop.current, *(it.current for it in scopes.values() if it is not stop.scope)]
    for draft in r.drafts:
        if id(draft.scope) in scopes and draft not in current and draft.kind is CommandKind.SIMPLE:
            words = [_text(it) for it in draft.words]
            if words[:1] and words[0] in _FOLDER_CHANGES:
                entered = words[1] if len(words) == 2 and entered is None else ""
    return entered


def _chain(scope: CommandScope | None) -> Iterator[CommandScope]:
    while scope is not None:
        yield scope
        scope = scope.outer
