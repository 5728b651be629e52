"""What tests ask for: `[ -z "$X" ]`, `[[ $X =~ … ]]`, `(( … ))`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from hookwright.patterns import late_pattern
from hookwright.scripts.shell.launching import lies_there
from hookwright.scripts.shell.regexes import matches
from hookwright.scripts.shell.state import Outcome
from hookwright.scripts.shell.templates import text_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.shell.words import is_empty, named_in, value_of
from hookwright.scripts.values import Literal, OneOf, Value
from hookwright.shell.programs import word_set
from hookwright.shell.scopes import Draft
from hookwright.shell.tree import PartKind, Word

_FILES = frozenset("abcdefghkprstuwxGLNOS")
_COMPARISONS = word_set("= == != =~ -eq -ne -lt -le -gt -ge -nt -ot -ef < >")
_NOT_FOUND = Literal("127")
_EMPTY = Literal("")
_STREAMS = tuple(map(Literal, "012"))
_EQUAL = word_set("= == != -eq -ne")
_ODD = late_pattern(r"[*?\[\]\\]")


class Token(Struct, frozen=True):
    """A word of a test, or an operator between two."""

    text: str
    word: Word | None = None


def tested(walk: Walk, words: Sequence[Word], *, double: bool) -> Outcome:
    """The outcome of a test, whose words are those between the brackets."""
    if words and words[0].text.startswith("(("):
        values = [value_of(walk, words[0]), *named_in(walk, words[0].text)]
        return Outcome(fails=1, about=_variable(values))
    return _Test(walk, _tokens(walk, words, double=double), double=double).alternatives()


def of_draft(walk: Walk, draft: Draft) -> Outcome:
    """The outcome of `[[ … ]]` or `(( … ))`."""
    words = draft.words
    if words and words[0].text == "[[":
        end = -1 if words[-1].text == "]]" else len(words)
        return tested(walk, words[1:end], double=True)
    return tested(walk, words, double=True)


def _tokens(walk: Walk, words: Sequence[Word], *, double: bool) -> list[Token]:
    """The words, and between double brackets the operators, which the reader does not keep."""
    found: list[Token] = []
    end: int | None = None
    for it in words:
        if double and end is not None:
            found += [Token(sign) for sign in _signs(walk.unit.text[end : it.start])]
        found.append(Token(it.text, it))
        end = it.end
    if double and end is not None:
        closing = walk.unit.text.find("]]", end)
        found += [Token(sign) for sign in _signs(walk.unit.text[end : max(closing, end)])]
    return found


def _signs(between: str) -> list[str]:
    return re.findall(r"&&|\|\||[()<>]", between) if between.strip() else []


class _Test:
    """How far a test has been gone through."""

    def __init__(self, walk: Walk, tokens: list[Token], *, double: bool) -> None:
        self.walk, self.tokens, self.double, self.at = walk, tokens, double, 0

    def peek(self) -> str:
        return self.tokens[self.at].text if self.at < len(self.tokens) else ""

    def take(self) -> Token:
        self.at += 1
        return self.tokens[self.at - 1]

    def alternatives(self) -> Outcome:
        found = self.conjunction()
        while self.peek() in ("||", "-o") and self.at < len(self.tokens):
            self.take()
            found = either(found, self.conjunction())
        return found

    def conjunction(self) -> Outcome:
        found = self.term()
        while self.peek() in ("&&", "-a") and self.at < len(self.tokens):
            self.take()
            found = both(found, self.term())
        return found

    def term(self) -> Outcome:
        if self.at >= len(self.tokens):
            return Outcome(status=1)
        if self.peek() == "!" and self.at + 1 < len(self.tokens):
            self.take()
            return self.term().negated()
        if self.peek() in ("(", "\\("):
            self.take()
            found = self.alternatives()
            if self.peek() in (")", "\\)"):
                self.take()
            return found
        return self.comparison()

    def comparison(self) -> Outcome:
        first = self.take()
        behind = self.tokens[self.at + 1 :] if self.at < len(self.tokens) else []
        if self.peek() in _COMPARISONS and behind:
            operator = self.take().text
            return self.compared(first, operator, self.take())
        if len(first.text) == 2 and first.text[0] == "-" and self.at < len(self.tokens):
            return self.unary(first.text[1], self.take())
        return _not_empty(self.value(first))

    def unary(self, letter: str, token: Token) -> Outcome:
        value = self.value(token)
        if letter == "t" and value in _STREAMS:
            # The streams of a hook are pipes.
            return Outcome(status=1)
        if letter in _FILES and value == _EMPTY:
            return Outcome(status=1)
        if letter in "defrx" and (there := lies_there(self.walk, letter, value)) is not None:
            return Outcome(status=0 if there else 1)
        if letter == "z":
            return _not_empty(value).negated()
        if letter == "n":
            return _not_empty(value)
        return Outcome(fails=1, about=_variable([value]), empty="otherwise" if letter in _FILES else "")

    def compared(self, first: Token, operator: str, second: Token) -> Outcome:
        one, other = self.value(first), self.value(second)
        if is_empty(one) is not None and not isinstance(one, Literal):
            one, other = other, one
        about = _variable([one, other])
        same = _same(one, other, operator, pattern=self.double and second.word is not None)
        if same is not None:
            return Outcome(status=0 if same else 1)
        empty = ""
        if about and about[0] == one:
            # The status of a program that is missing is not empty.
            without = _NOT_FOUND if id(one) in self.walk.missed else Literal("")
            of_empty = _same(without, other, operator, pattern=self.double)
            empty = "" if of_empty is None else "then" if of_empty else "otherwise"
        found = Outcome(fails=1, about=about, empty=empty)
        name = _variable_in(first)
        if name is None or operator not in _EQUAL or not isinstance(other, Literal) or not text_of(other).isdecimal():
            return found
        code = (name, Literal(text_of(other)))
        return replace(found, same=code) if operator in ("=", "==", "-eq") else replace(found, same_else=code)

    def value(self, token: Token) -> Value:
        return value_of(self.walk, token.word) if token.word is not None else Literal(token.text)


def _variable_in(token: Token) -> str | None:
    """The variable that a word consists of."""
    parts = token.word.parts if token.word is not None else ()
    return parts[0].text if len(parts) == 1 and parts[0].kind is PartKind.VARIABLE and parts[0].plain else None


def _same(one: Value, other: Value, operator: str, *, pattern: bool) -> bool | None:
    """Whether a comparison holds; None if only a run can tell."""
    if one == _EMPTY and isinstance(other, OneOf):
        found_for = {_same(one, it, operator, pattern=pattern) for it in other.values}
        return found_for.pop() if len(found_for) == 1 else None
    if not isinstance(one, Literal) or not isinstance(other, Literal):
        return None
    left, right = text_of(one), text_of(other)
    match operator:
        case "=" | "==" | "!=":
            if pattern and _ODD.search(right):
                found = fnmatchcase(left, right.replace("[!", "[!")) if "\\" not in right else None
            else:
                found = left == right
            return found if operator != "!=" or found is None else not found
        case "=~":
            return matches(right, left)
        case "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge":
            return _number(left, operator, right)
    return None


def _number(left: str, operator: str, right: str) -> bool | None:
    if not left.strip():
        # That is an error, which counts as false.
        return False
    try:
        one, other = int(left), int(right)
    except ValueError:
        return None
    return {
        "-eq": one == other,
        "-ne": one != other,
        "-lt": one < other,
        "-le": one <= other,
        "-gt": one > other,
        "-ge": one >= other,
    }[operator]


def _not_empty(value: Value) -> Outcome:
    empty = is_empty(value)
    if empty is not None:
        return Outcome(status=1 if empty else 0)
    return Outcome(fails=1, about=(value,), empty="otherwise")


def _variable(values: Sequence[Value]) -> tuple[Value, ...]:
    """Those that are not the same in every run."""
    return tuple(it for it in values if not isinstance(it, Literal))


def both(one: Outcome, other: Outcome) -> Outcome:
    """The outcome of two conditions joined by `&&`."""
    if one.status is not None:
        return other if one.status == 0 else one
    return Outcome(
        other.status if other.status and one.fails == other.status else None,
        one.fails if one.fails == other.fails or other.status == 0 else None,
        (*one.about, *other.about)[:_MOST_ABOUT],
        "otherwise" if one.empty == "otherwise" else "",
        one.present | other.present,
        one.present_else if other.status == 0 else one.present_else & other.present_else,
        (*one.risks, *other.risks),
    )


def either(one: Outcome, other: Outcome) -> Outcome:
    """The outcome of two conditions joined by `||`."""
    if one.status is not None:
        return one if one.status == 0 else other
    return Outcome(
        0 if other.status == 0 else None,
        other.fails,
        (*one.about, *other.about)[:_MOST_ABOUT],
        "then" if one.empty == "then" else "",
        one.present & other.present,
        one.present_else | other.present_else,
        (*one.risks, *other.risks),
    )


_MOST_ABOUT = 6
