"""Where in a shell command a place is: in which word of which simple command, inside of which quotes.

It reads commands that are just being typed, up to the place and no further.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hookwright.syntax.strings import quote

_HEREDOC = re.compile(r"<<-?[ \t]*['\"\\]?(\w+)['\"]?")
_KEYWORDS = frozenset({"if", "then", "else", "elif", "while", "until", "do", "!", "{", "time"})
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
_IN_DOUBLE = re.compile(r'([\\"$`])')
_SAFE = re.compile(r"[\w./@%+=:,-]+\Z", re.ASCII)


@dataclass(slots=True)
class CommandPlace:
    """The words before the one that the place is in, without their quotes; that one begins at `start`.

    `quote` is the one that is open at the place, `typed` what the word comes to up to there.  `redirected`: it is
    what a redirection reads or writes.  `entered` is what the last `cd` before it names, empty where that cannot be
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
        """The text as it has to be written at the place so that it stands for itself."""
        if self.raw:
            return text
        if self.quote == "'":
            return text.replace("'", "'\\''")
        if self.quote == '"':
            return _IN_DOUBLE.sub(r"\\\1", text)
        return text if _SAFE.match(text) else "'" + text.replace("'", "'\\''") + "'"


def escaped(text: str) -> str:
    """The text as it stands between the quotes of a JSON string."""
    return quote(text)[1:-1]


def command_place(command: str, index: int) -> CommandPlace | None:
    """The place before the character at `index`; None inside of comments and here-documents.  Never raises."""
    return _Reader(command, index).read()


@dataclass(frozen=True, slots=True)
class Decoded:
    """What a word comes to, variables as they are written; `places[i]` is where its character `i` is in the command.

    The last place is that behind the last character.
    """

    text: str
    places: tuple[int, ...]


def decoded(command: str, start: int) -> Decoded:
    """The word that begins at a place, up to an unquoted blank or operator, or to the end of a quote left open."""
    chars: list[str] = []
    places: list[int] = []
    quoted, index = "", start
    end = start
    while index < len(command):
        char = command[index]
        if quoted == char or (not quoted and char in "'\""):
            quoted, index = ("" if quoted else char), index + 1
            end = index if quoted else end
            continue
        if not quoted and char in " \t\n;&|<>()":
            break
        step = 1
        follows = command[index + 1 : index + 2]
        if char == "\\" and quoted != "'" and follows and (not quoted or follows in '\\"$`'):
            char, step = follows, 2
        chars.append(char)
        places.append(index)
        index += step
        end = index
    return Decoded("".join(chars), (*places, end))


class _Reader:
    """Follows a command up to a place; `outer` are the commands around a substitution."""

    def __init__(self, command: str, end: int) -> None:
        self.command, self.end, self.index = command, end, 0
        self.here = CommandPlace(0)
        self.in_word = False
        self.outer: list[tuple[CommandPlace, bool]] = []
        self.delimiters: list[str] = []

    def read(self) -> CommandPlace | None:
        while self.index < self.end:
            char = self.command[self.index]
            if self.here.quote == "'":
                self._add("" if char == "'" else char)
                self.here.quote = "" if char == "'" else "'"
            elif char == "\\":
                self._add(self.command[self.index + 1 : self.index + 2], 2)
            elif self.command.startswith("$(", self.index):
                self._enter()
            elif self.here.quote:
                self._add("" if char == '"' else char)
                self.here.quote = "" if char == '"' else '"'
            elif not self._unquoted(char):
                return None
        if not self.in_word:
            self.here.start, self.here.typed = self.end, ""
        return self.here

    def _unquoted(self, char: str) -> bool:
        """Reads what stands outside of quotes; false where the place is in a text that is no command."""
        if char in "'\"":
            self._add("")
            self.here.quote = char
        elif char in " \t\r":
            self._end_word()
        elif char == "#" and not self.in_word:
            line_end = self.command.find("\n", self.index)
            self.index = line_end if line_end >= 0 else len(self.command) + 1
            return self.index < self.end
        elif char in "<>":
            heredoc = _HEREDOC.match(self.command, self.index)
            if heredoc:
                self.delimiters.append(heredoc[1])
                self.index = heredoc.end()
                return self.index < self.end
            self._end_word()
            self.here.redirected = True
        elif char == ")" and self.outer:
            self._leave()
        elif char in ";|&(){}\n" and not (char in "{}" and self.in_word):
            return self._end_command(char)
        else:
            self._add(char)
        return True

    def _add(self, text: str, step: int = 1) -> None:
        if not self.in_word:
            self.here.start, self.here.typed, self.in_word = self.index, "", True
        self.here.typed += text
        self.index += step

    def _end_word(self) -> None:
        here, word = self.here, self.here.typed
        if self.in_word:
            is_first = not here.before
            if not here.redirected and not (is_first and (word in _KEYWORDS or _ASSIGNMENT.match(word))):
                here.before.append(word)
            here.redirected = False
        self.in_word = False
        self.index += 1

    def _entered(self) -> str | None:
        """What the folder of the following command is named by; an empty text where that is not plain to see."""
        words = [*self.here.before, *([self.here.typed] if self.in_word else [])]
        if words[:1] not in (["cd"], ["pushd"], ["popd"]):
            return self.here.entered
        return words[1] if len(words) == 2 and self.here.entered is None else ""

    def _end_command(self, char: str) -> bool:
        self.here, self.in_word = CommandPlace(self.index, entered=self._entered()), False
        self.index += 1
        if char != "\n":
            return True
        for delimiter in self.delimiters:
            found = re.compile(rf"^\t*{delimiter}$", re.MULTILINE).search(self.command, self.index)
            self.index = found.end() if found else len(self.command) + 1
        self.delimiters = []
        return self.index <= self.end

    def _enter(self) -> None:
        self._add("$")
        self.outer.append((self.here, self.in_word))
        self.here, self.in_word = CommandPlace(self.index, entered=self.here.entered), False
        self.index += 1

    def _leave(self) -> None:
        self.here, self.in_word = self.outer.pop()
        self.index += 1


def raw_place(before: list[str], typed: str) -> CommandPlace:
    """The place in an argument that no shell reads."""
    return CommandPlace(0, before, typed, raw=True)
