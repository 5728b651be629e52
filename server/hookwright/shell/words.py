"""The words of a shell command with their places, and the operators between them, read without running anything.

For `shell_commands` alone: its words can be expanded with the values of variables, to find the file that they name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

HOME = "HOME"

_BLANKS = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_REDIRECTION = re.compile(r"(?:\d+|\{\w+\})?(?:<<<|<<-?|&>>?|[<>]&|>>|>\||<>|<(?!\()|>(?!\())")
_OPERATOR = re.compile(r"&&|\|\||;;&|;;|;&|\|&|[;|&()\n]")
_VARIABLE = re.compile(r"\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::?[-=?][^{}`$]*)?\})")
_EXPANSION = re.compile(r"\$(?:\(|\{|[0-9@*#?$!-])")
_PLAIN = re.compile(r"[^\\'\"$`\s;&|<>()*?\[\]{}]+")
_ESCAPED_QUOTE = re.compile(r"\$'(?:[^'\\]|\\.)*'?", re.DOTALL)
_QUOTED = re.compile(r'[^\\"$`]+')
_TILDE = re.compile(r"~(?=[/\s;&|<>()]|\Z)")
_CLOSING = {"$(": ")", "<(": ")", ">(": ")", "${": "}"}


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a word: literal text, or the name of a variable that stands there."""

    text: str
    variable: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is written between two places; `parts` is None where it takes a shell to know what it comes to."""

    raw: str
    start: int
    end: int
    parts: tuple[Part, ...] | None

    def expand(self, value: Callable[[str], str | None]) -> str | None:
        """What the word comes to with these values of variables; None where that cannot be told."""
        if self.parts is None:
            return None
        found = [value(it.text) if it.variable else it.text for it in self.parts]
        return None if None in found else "".join(it for it in found if it)


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator between commands, or the one of a redirection, whose target is the next word."""

    text: str
    redirects: bool = False


def shell_words(command: str) -> Iterator[Word | Operator]:
    """The words and operators in order; comments and the bodies of here-documents are left out; never raises."""
    index = 0
    heredocs: list[tuple[str, bool]] = []
    opening = ""
    in_test = False
    while index < len(command):
        if (blanks := _BLANKS.match(command, index)) or (blanks := _COMMENT.match(command, index)):
            index = blanks.end()
        elif not in_test and (found := _REDIRECTION.match(command, index)):
            index, opening = found.end(), found[0].lstrip("0123456789")
            yield Operator(opening, redirects=True)
        elif found := _OPERATOR.match(command, index):
            index = found.end()
            if found[0] == "\n":
                index = _after_heredocs(command, index, heredocs)
                in_test = False
            if not in_test:
                yield Operator(found[0])
        else:
            word = _read_word(command, index)
            if opening in ("<<", "<<-"):
                heredocs.append((re.sub(r"[\\'\"]", "", word.raw), opening == "<<-"))
            in_test = word.raw == "[[" or (in_test and word.raw != "]]")
            index, opening = word.end, ""
            yield word


def _read_word(command: str, start: int) -> Word:
    parts: list[Part | None] = []
    index = start
    tilde = _TILDE.match(command, start)
    if tilde:
        parts.append(Part(HOME, variable=True))
        index += 1
    while index < len(command) and (index == start or not _ends_word(command, index)):
        index = _read_part(command, index, parts, quoted=False)
    known = [it for it in parts if it is not None]
    placeholder = any("{{" in it.text or "}}" in it.text for it in known)
    sure = len(known) == len(parts) and not placeholder and (tilde is not None or command[start] != "~")
    return Word(command[start:index], start, index, tuple(known) if sure else None)


def _ends_word(command: str, index: int) -> bool:
    return command[index] in " \t\r\n;&|<>()"


def _read_part(command: str, index: int, parts: list[Part | None], *, quoted: bool) -> int:
    """Adds what stands at a place, None for what only a shell can tell, and returns where it ends."""
    if plain := (_QUOTED if quoted else _PLAIN).match(command, index):
        parts.append(Part(plain[0]))
        return plain.end()
    char = command[index]
    if char == "\\":
        return _read_escape(command, index, parts, quoted=quoted)
    if char == "'":
        end = command.find("'", index + 1)
        parts.append(Part(command[index + 1 : end]) if end > 0 else None)
        return end + 1 if end > 0 else len(command)
    if char == '"':
        return _read_quoted(command, index + 1, parts)
    if not quoted and (escaped := _ESCAPED_QUOTE.match(command, index)):
        parts.append(None)
        return escaped.end()
    if variable := _VARIABLE.match(command, index):
        parts.append(Part(variable[1] or variable[2], variable=True))
        return variable.end()
    if char == "$" and not _EXPANSION.match(command, index):
        parts.append(Part("$"))
        return index + 1
    parts.append(None)
    return _after_expansion(command, index)


def _read_escape(command: str, index: int, parts: list[Part | None], *, quoted: bool) -> int:
    following = command[index + 1 : index + 2]
    if following == "\n":
        return index + 2
    if quoted and following not in ("$", "`", '"', "\\"):
        parts.append(Part("\\" + following))
    else:
        # Outside of quotes, a backslash before a letter is somebody's Windows path.
        parts.append(None if following.isalnum() and not quoted else Part(following))
    return min(index + 2, len(command))


def _read_quoted(command: str, index: int, parts: list[Part | None]) -> int:
    parts.append(Part(""))
    while index < len(command):
        if command[index] == '"':
            return index + 1
        index = _read_part(command, index, parts, quoted=True)
    parts.append(None)
    return index


def _after_expansion(command: str, index: int) -> int:
    """Where a substitution ends that begins at a place, or a single character that only a shell understands."""
    if command[index] == "`":
        end = command.find("`", index + 1)
        return end + 1 if end > 0 else len(command)
    closing = _CLOSING.get(command[index : index + 2])
    if closing is None:
        return index + (2 if command[index] == "$" else 1)
    return after_closing(command, index + 2, len(command), command[index + 1], closing)


def after_closing(command: str, index: int, end: int, opening: str = "(", closing: str = ")") -> int:
    """Behind the bracket that closes what begins at a place, or where the command ends; those in quotes are none."""
    depth, quote = 1, ""
    while index < end and depth:
        char = command[index]
        if char == "\\" and quote != "'":
            index += 1
        elif quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        else:
            depth += (char == opening) - (char == closing)
        index += 1
    return min(index, end)


def _after_heredocs(command: str, index: int, heredocs: list[tuple[str, bool]]) -> int:
    """Past the bodies of the here-documents that begin after a line's end."""
    for delimiter, tabs in heredocs:
        while index < len(command):
            end = command.find("\n", index)
            line = command[index : end if end >= 0 else len(command)]
            index = end + 1 if end >= 0 else len(command)
            if (line.lstrip("\t") if tabs else line) == delimiter:
                break
    heredocs.clear()
    return index
