"""Reads a `jq` filter."""

from __future__ import annotations

import json
from functools import lru_cache

from hookwright.patterns import late_pattern
from hookwright.scripts.shell.jq.syntax import (
    Array,
    Attempt,
    Binary,
    Bind,
    Call,
    Constant,
    Define,
    Each,
    Entry,
    Filter,
    Form,
    Hole,
    Identity,
    If,
    Interpolated,
    Key,
    Object,
    Other,
    Variable,
)
from hookwright.shell.programs import word_set

_HOLE = "\ufffc"
_TOKEN = late_pattern(
    r"(?>(?:[ \t\r\n]|#[^\n]*)*)(?P<token>\.\.|\.[A-Za-z_]\w*|\$(?:__loc__|[A-Za-z_]\w*(?:::\w+)*)|@[a-z0-9]+"
    r"|[A-Za-z_]\w*(?:::\w+)*|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\?//|//=|\|=|[-+*/%]=|==|!=|<=|>=|//|[.\[\]{}()|,:;=<>+*/%?$\-]"
    r"|\"|\ufffc|\Z)"
)
_TEXT = late_pattern(r'[^"\\\ufffc]+')
_UNICODE = late_pattern(r"u[0-9a-fA-F]{4}")
_LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"//"}),
    frozenset({"=", "|=", "+=", "-=", "*=", "/=", "%=", "//="}),
    frozenset({"or"}),
    frozenset({"and"}),
    frozenset({"==", "!=", "<", "<=", ">", ">="}),
    frozenset({"+", "-"}),
    frozenset({"*", "/", "%"}),
)
_WORDS = {"true": True, "false": False, "null": None}
_KEYWORDS = word_set("then elif else end as def reduce foreach catch and or if try import include __loc__")
_DEEPEST = 60


class Refused(Exception):
    """The text is no filter, or one that is not understood."""


# A function of a script has the same filters at each of its calls.
@lru_cache(maxsize=256)
def parse_filter(text: str) -> Filter | None:
    """The filter; `HOLE` stands for a value of the shell.  None if it is not understood."""
    reader = _Reader(text)
    try:
        found = reader.pipe()
    except (Refused, RecursionError):
        return None
    return found if reader.token == "" else None


class _Reader:
    """How far the filter has been read; `token` is the next one, at `start` to `end`."""

    def __init__(self, text: str) -> None:
        self.text, self.holes, self.depth = text, 0, 0
        self.token, self.start, self.end, self.before = "", 0, 0, 0
        self.next(0)

    def next(self, at: int | None = None) -> str:
        """Goes to the next token, and gives the one before."""
        token = self.token
        found = _TOKEN.match(self.text, self.end if at is None else at)
        if found is None:
            raise Refused
        self.before = self.end if at is None else at
        self.token = found["token"]
        self.start, self.end = found.span("token")
        return token

    def expect(self, token: str) -> None:
        if self.token != token:
            raise Refused
        self.next()

    def pipe(self) -> Filter:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Refused
        if self.token == "def":
            found = self.definition()
        else:
            found = self.comma()
            if self.token == "as":
                found = self.binding(found)
            elif self.token == "|":
                self.next()
                found = Binary("|", found, self.pipe())
        self.depth -= 1
        return found

    def definition(self) -> Filter:
        self.next()
        name = self.next()
        parameters: list[str] = []
        while self.token in ("(", ";"):
            self.next()
            parameters.append(self.next())
        if parameters:
            self.expect(")")
        self.expect(":")
        body = self.pipe()
        self.expect(";")
        return Define(name, tuple(parameters), body, self.pipe())

    def binding(self, source: Filter) -> Filter:
        self.next()
        names: list[str] = []
        depth = 0
        while self.token != "|" or depth:
            if self.token == "":
                raise Refused
            depth += (self.token in "[{(") - (self.token in "]})")
            if self.token.startswith("$"):
                names.append(self.token[1:])
            self.next()
        self.next()
        return Bind(source, tuple(names), self.pipe())

    def comma(self) -> Filter:
        found = self.binary(0)
        while self.token == ",":
            self.next()
            found = Binary(",", found, self.binary(0))
        return found

    def binary(self, level: int) -> Filter:
        if level == len(_LEVELS):
            return self.postfix()
        found = self.binary(level + 1)
        while self.token in _LEVELS[level]:
            operator = self.next()
            # An alternative is read from the right, and so is what is assigned.
            right = self.binary(level if level == 0 else level + 1)
            found = Binary(operator, found, right)
            if level == 1:
                break
        return found

    def postfix(self) -> Filter:
        found = self.term()
        while True:
            if self.token == "[":
                found = self.brackets(found)
            elif self.token == "?":
                self.next()
                found = Attempt(found)
            elif self.token.startswith(".") and len(self.token) > 1 and self.token != "..":
                found = Key(found, self.token[1:], self.start + 1, self.end)
                self.next()
            elif self.token == "." and self.text[self.end : self.end + 1] in ('"', "["):
                self.next()
                if self.token == '"':
                    found = self.quoted_key(found)
            elif self.token == "as" and not isinstance(found, Bind):
                return self.binding(found)
            else:
                return found

    def quoted_key(self, of: Filter) -> Filter:
        start = self.start
        key = self.string("")
        text = key.value if isinstance(key, Constant) else None
        return Key(of, text if isinstance(text, str) else key, start + 1, self.before - 1)

    def brackets(self, of: Filter) -> Filter:
        self.next()
        if self.token == "]":
            self.next()
            return Each(of)
        start = self.start
        if self.token == '"':
            inner = self.pipe()
            if isinstance(inner, Constant) and isinstance(inner.value, str) and self.token == "]":
                end = self.before
                self.next()
                return Key(of, inner.value, start + 1, end - 1)
            parts = [inner]
        else:
            parts = [] if self.token == ":" else [self.pipe()]
        if self.token == ":":
            self.next()
            if self.token != "]":
                parts.append(self.pipe())
        self.expect("]")
        return Each(of, tuple(parts))

    def term(self) -> Filter:  # noqa: C901 - one case for each kind
        token, start = self.token, self.start
        if token == '"':
            return self.string("")
        if token == "":
            raise Refused
        if token == "." and self.text[self.end : self.end + 1] == '"':
            self.next()
            return self.quoted_key(Identity())
        self.next()
        match token:
            case ".":
                return Identity()
            case "..":
                return Call("recurse")
            case "(":
                found = self.pipe()
                self.expect(")")
                return found
            case "[":
                inner = None if self.token == "]" else self.pipe()
                self.expect("]")
                return Array(inner)
            case "{":
                return self.object()
            case "-":
                return Other((self.postfix(),))
            case "if":
                return self.condition()
            case "try":
                body = self.postfix()
                if self.token != "catch":
                    return Attempt(body)
                self.next()
                return Attempt(body, self.postfix())
            case "reduce" | "foreach":
                return self.folded()
            case "\ufffc":
                self.holes += 1
                return Hole(self.holes - 1)
        if token[0] == ".":
            return Key(Identity(), token[1:], start + 1, start + len(token))
        if token[0] == "$":
            return Variable(token[1:])
        if token[0] == "@":
            return self.string(token) if self.token == '"' else Form(token)
        if token[0].isdigit():
            return Constant(float(token) if not token.isdecimal() else int(token[:15]))
        if token in _WORDS:
            return Constant(_WORDS[token])
        if not (token[0].isalpha() or token[0] == "_") or token in _KEYWORDS:
            raise Refused
        return Call(token, self.arguments())

    def arguments(self) -> tuple[Filter, ...]:
        found: list[Filter] = []
        if self.token == "(":
            while self.token in ("(", ";"):
                self.next()
                found.append(self.pipe())
            self.expect(")")
        return tuple(found)

    def condition(self) -> Filter:
        asked = self.pipe()
        self.expect("then")
        then = self.pipe()
        if self.token == "elif":
            self.next()
            return If(asked, then, self.condition())
        otherwise: Filter = Identity()
        if self.token == "else":
            self.next()
            otherwise = self.pipe()
        self.expect("end")
        return If(asked, then, otherwise)

    def folded(self) -> Filter:
        source = self.postfix_without_as()
        while self.token not in ("(", ""):
            self.next()
        return Other((source, *self.arguments()))

    def postfix_without_as(self) -> Filter:
        found = self.term()
        while self.token == "[":
            found = self.brackets(found)
        return found

    def object(self) -> Filter:
        entries: list[Entry] = []
        while self.token != "}":
            entries.append(self.entry())
            if self.token != ",":
                break
            self.next()
        self.expect("}")
        return Object(tuple(entries))

    def entry(self) -> Entry:
        token, start, end = self.token, self.start, self.end
        key: str | Filter
        short: Filter
        if token == "(":
            self.next()
            key = self.pipe()
            self.expect(")")
            short = Other(())
        elif token == '"' or token.startswith("@"):
            found = self.term()
            key = found.value if isinstance(found, Constant) and isinstance(found.value, str) else found
            start, end = start + 1, self.before - 1
            short = Key(Identity(), key, start, end)
        elif token.startswith("$"):
            self.next()
            key, short = token[1:], Variable(token[1:])
        elif token[:1].isalnum() or token[:1] == "_":
            self.next()
            key, short = token, Key(Identity(), token, start, end)
        else:
            key = short = self.postfix()
        if self.token != ":":
            return Entry(key, short, start, end)
        self.next()
        return Entry(key, self.value_of_entry(), start, end)

    def value_of_entry(self) -> Filter:
        """A value without a comma, which would begin the next entry."""
        found = self.binary(0)
        while self.token == "|":
            self.next()
            found = Binary("|", found, self.binary(0))
        return found

    def string(self, form: str) -> Filter:
        """A text from its quote on."""
        parts: list[str | Filter] = []
        at, text = self.end, self.text
        written = ""
        while text[at : at + 1] != '"':
            run = _TEXT.match(text, at)
            if run is not None:
                written += run[0]
                at = run.end()
            elif text.startswith("\\(", at):
                parts += [written]
                written = ""
                self.next(at + 2)
                parts.append(self.pipe())
                if self.token != ")":
                    raise Refused
                at = self.end
            elif text.startswith("\\", at) and at + 1 < len(text):
                escape = _UNICODE.match(text, at + 1)
                end = escape.end() if escape else at + 2
                written += _unescaped(text[at:end])
                at = end
            elif text.startswith(_HOLE, at):
                parts += [written, Hole(self.holes)]
                self.holes += 1
                written, at = "", at + 1
            else:
                raise Refused
        self.next(at + 1)
        if not parts:
            return Constant(written)
        return Interpolated((*parts, written), form)


def _unescaped(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        raise Refused from None
