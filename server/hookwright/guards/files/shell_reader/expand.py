"""What words come to: braces, variables, the output of commands, and the split at blanks."""

from __future__ import annotations

import re

from .late import late_pattern
from .tokens import UNKNOWN, Part, Token, Unreadable
from .words import operand_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Optional

    Output = Callable[[str, Optional[str]], str]
    """Reads commands in a substitution, with what they read from stdin, and gives what they print."""

MOST_VARIANTS = 16
"""More ways to expand a word are not told apart: it is unknown then."""

_MOST_WORDS = 64
_BRACES = late_pattern(r"\{([^{}]*,[^{}]*)\}")
_ASSIGNMENT = late_pattern(r"([A-Za-z_]\w*)(?:\[[^]]*\])?(\+?)=")
_USER = late_pattern(r"~[a-z_][\w-]*\Z")


class State:
    """What a shell knows at a place: its folder, and all values that each variable can have there.

    `used` are the names of the variables that the words of the current command have, and `files` the texts of files
    that the shell makes, by their paths; `links` are what links and copies stand for.  `functions` are the bodies of
    functions, by their names, `called` the names of those that were called, and `arguments` what `"$@"` stands for,
    None if only a run can tell.
    """

    def __init__(self, folder: str | None, variables: dict[str, list[str]]) -> None:
        self.folder, self.variables = folder, variables
        self.aliases: dict[str, str] = {}
        self.files: dict[str, str] = {}
        self.links: dict[str, str] = {}
        self.functions: dict[str, list[Token]] = {}
        self.used: set[str] = set()
        self.called: set[str] = set()
        self.arguments: list[str] | None = None

    def copy(self) -> State:
        """The same for a shell of its own."""
        it = State(self.folder, dict(self.variables))
        it.aliases = dict(self.aliases)
        it.files, it.functions, it.arguments = self.files, dict(self.functions), self.arguments
        it.called, it.links = self.called, self.links
        return it

    def follow(self, inner: State) -> None:
        """Takes what a function leaves behind: its folder, and its variables but for its arguments."""
        self.folder, self.aliases = inner.folder, inner.aliases
        self.functions.update(inner.functions)
        self.variables.update({name: values for name, values in inner.variables.items() if not name.isdigit()})

    def take(self, words: list[str]) -> None:
        """Sets what `$0`, `$1` and so on are."""
        self.arguments = words[1:]
        self.variables.update({str(number): [word] for number, word in enumerate(words)})

    def shift(self, count: int) -> None:
        """Drops the first arguments, where they are known."""
        if self.arguments is not None:
            self.take([self.value("0"), *self.arguments[count:], *[""] * count])
            self.arguments = self.arguments[: len(self.arguments) - count]

    def add_file(self, text: str) -> str:
        """The path of a file with what a process substitution prints; an unknown one where only a run can tell that."""
        if UNKNOWN in text:
            return f"/dev/fd/{UNKNOWN}"
        path = f"/dev/fd/{63 + len(self.files)}"
        self.files[path] = text
        return path

    def values(self, name: str) -> list[str]:
        """The values of a variable."""
        return self.variables.get(name, [UNKNOWN])

    def value(self, name: str) -> str:
        """The only value of a variable; UNKNOWN if it may have several."""
        values = self.values(name)
        return values[0] if len(values) == 1 else UNKNOWN

    def set(self, name: str, values: list[str], *, perhaps: bool = False) -> None:
        """Sets a variable; where that is `perhaps` not done, its values before remain possible."""
        every = [*(self.values(name) if perhaps else []), *values]
        self.variables[name] = list(dict.fromkeys(every)) if len(every) <= MOST_VARIANTS else [UNKNOWN]


def fields(words: list[list[Part]], state: State, output: Output) -> list[list[str]]:
    """Every list of fields that words can come to."""
    variants: list[list[str]] = [[]]
    for parts in words:
        ways = _ways(parts, state, output)
        if len(variants) * len(ways) > MOST_VARIANTS:
            ways = [[UNKNOWN]]
        if len(variants) == len(ways) == 1:
            variants[0] += ways[0]
        else:
            variants = [[*before, *way] for before in variants for way in ways]
    return variants


def texts(parts: list[Part], state: State, output: Output) -> list[str]:
    """Every text that a word can come to where a shell does not split it, as in an assignment."""
    whole = [it if it.kind == "text" else Part(it.kind, it.text, it.operator, it.operand, quoted=True) for it in parts]
    return [" ".join(it) for it in fields([whole], state, output)]


def _ways(parts: list[Part], state: State, output: Output) -> list[list[str]]:
    named = [it for it in parts if it.kind != "text" or it.text]
    if state.arguments is not None and len(named) == 1 and named[0].kind == "variable" and not named[0].operator:
        if named[0].text == "@" or (named[0].text == "*" and not named[0].quoted):
            return [state.arguments]
        if named[0].text == "*":
            return [[" ".join(state.arguments)]]
    groups = _braced(parts)
    if len(groups) == 1:
        return _expanded(groups[0], state, output)
    # Braces make several words of one; where these can be different ones, all of them are taken.
    return [[field for group in groups for way in _expanded(group, state, output) for field in way]]


def _expanded(parts: list[Part], state: State, output: Output) -> list[list[str]]:
    variants: list[list[tuple[str, bool]]] = [[]]
    for index, part in enumerate(parts):
        pieces = _pieces(part, state, output, first=index == 0)
        if len(variants) * len(pieces) > MOST_VARIANTS:
            pieces = [(UNKNOWN, False)]
        variants = [[*before, it] for before in variants for it in pieces]
    is_text = any(it.quoted or it.kind == "process" for it in parts)
    return [_split(it, is_text) for it in variants]


def _pieces(part: Part, state: State, output: Output, *, first: bool) -> list[tuple[str, bool]]:
    """The texts that a part can come to, each with whether a shell splits it at blanks."""
    if part.kind == "text":
        return [(_at_home(part.text, state) if first and not part.quoted else part.text, False)]
    if part.kind == "output":
        return [(output(part.text, None).rstrip("\n"), not part.quoted)]
    if part.kind == "process":
        return [(state.add_file(output(part.text, UNKNOWN if part.operator == ">" else None)), False)]
    if part.kind == "inside":
        output(part.text, None)
        return [("", False)]
    if part.operator != "+":
        state.used.add(part.text)
    values = state.values(part.text)
    if part.operator == "!":
        # `${!NAME}` is the variable whose name is the value of `NAME`.
        state.used.update(values)
        values = list(dict.fromkeys(it for name in values for it in state.values(name)))
    if part.operator in ("-", "="):
        operands = texts(operand_parts(part.operand), state, output)
        # What only a run can tell is most often not set where the text has a word for that.
        known = [] if values == [UNKNOWN] else values
        values = list(dict.fromkeys([*filter(None, known), *([] if known and all(known) else operands)]))
    elif part.operator[:1] in ("#", "%") and part.operator:
        values = [_without(it, part) for it in values]
    elif part.operator == "+":
        values = [*texts(operand_parts(part.operand), state, output), ""]
    return [(it if part.quoted else _separated(it, state), not part.quoted) for it in values]


def _without(text: str, part: Part) -> str:
    """A text without the beginning or the end that `${NAME#text}` and `${NAME%text}` take off."""
    if UNKNOWN in text or re.search(r"[*?\[\\$`]", part.operand):
        return UNKNOWN
    if part.operator[0] == "#":
        return text[len(part.operand) :] if text.startswith(part.operand) else text
    return text[: len(text) - len(part.operand)] if text.endswith(part.operand) else text


def _separated(text: str, state: State) -> str:
    """A text with blanks for what else separates words, as `IFS` says."""
    for it in state.value("IFS") if "IFS" in state.variables else "":
        text = text.replace(it, " ") if it != UNKNOWN else text
    return text


def _at_home(text: str, state: State) -> str:
    """A text with the folder that a tilde stands for."""
    if not text.startswith("~"):
        return text
    name, slash, rest = text.partition("/")
    if name in ("~", "~+"):
        folder = state.value("HOME") if name == "~" else state.folder
        return (folder or UNKNOWN) + slash + rest
    # The home of another user.
    return f"/home/{name[1:]}{slash}{rest}" if _USER.match(name) else text


def _split(pieces: list[tuple[str, bool]], is_text: bool) -> list[str]:
    """The fields of a word: only the result of an expansion without quotes is split."""
    found: list[str] = []
    current: str | None = "" if is_text else None
    for text, splits in pieces:
        words = text.split() if splits else [text]
        if splits and text[:1].isspace() and current is not None:
            found.append(current)
            current = None
        for index, word in enumerate(words):
            if index:
                found.append(current or "")
                current = None
            if word or not splits:
                current = (current or "") + word if word or current is not None else current
        if splits and text[-1:].isspace() and current is not None:
            found.append(current)
            current = None
    return found if current is None else [*found, current]


def _braced(parts: list[Part]) -> list[list[Part]]:
    """The words that braces such as `{a,b}` make of one.  Raises Unreadable if they are too many."""
    waiting, made = [parts], []
    while waiting:
        word = waiting.pop(0)
        split = _split_at_braces(word)
        if split:
            waiting = [*split, *waiting]
        else:
            made.append(word)
        if len(waiting) + len(made) > _MOST_WORDS:
            raise Unreadable("its braces stand for too many words")
    return made


def _split_at_braces(parts: list[Part]) -> list[list[Part]]:
    """What the first innermost braces make of a word; nothing if it has none."""
    for index, part in enumerate(parts):
        found = _BRACES.search(part.text) if part.kind == "text" and not part.quoted else None
        if found:
            before, behind = part.text[: found.start()], part.text[found.end() :]
            return [
                [*parts[:index], Part("text", before + it + behind), *parts[index + 1 :]] for it in found[1].split(",")
            ]
    return []


def assignment(parts: list[Part]) -> tuple[str, list[Part], bool] | None:
    """The name and the value of `NAME=value`, and whether it is added to what is there."""
    first = parts[0]
    found = _ASSIGNMENT.match(first.text) if first.kind == "text" and not first.quoted else None
    if found is None:
        return None
    rest = first.text[found.end() :]
    value = [*([Part("text", rest)] if rest else []), *parts[1:]]
    return found[1], value or [Part("text", "", quoted=True)], bool(found[2])
