"""The matcher texts of a hook file, what their alternatives are, and edits that put them right."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from msgspec import Struct

from hookwright.analysis.rule import Fix, Place
from hookwright.config.view import GroupView, HookFile
from hookwright.matching.expressions import remembered
from hookwright.matching.matcher import Form, Matcher, Name, match, parse_matcher
from hookwright.model.event import MatchSubject
from hookwright.model.language import Language, OtherNames, Pattern
from hookwright.model.nesting import MATCHER
from hookwright.model.tool import Tool
from hookwright.syntax.drafts import replace_piece
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Route

_GROUPS = ("(?:", "(")
_CLOSING = {"(": ")", "[": "]"}


class MatcherText(Struct, frozen=True, eq=False):
    """A matcher that is compared with something, or would be if its event were known; `subject` is None then.

    `language` is what the text is read in; `is_regex`: as a regular expression; `searched`: also in subjects that it is
    only a part of.  `tools` are those that can be told to match or not, none if something else is matched.
    """

    file: HookFile
    group: GroupView
    route: Route
    text: str
    matcher: Matcher
    subject: MatchSubject | None
    language: Language
    is_regex: bool
    searched: bool
    tools: tuple[Tool, ...]

    @property
    def is_of_names(self) -> bool:
        """Whether what is matched are names, in which blanks and commas have no place."""
        return self.subject not in (MatchSubject.PATH, MatchSubject.COMMAND)

    def place(self, start: int = 0, end: int | None = None) -> Place:
        """The place of a piece of the text, all of it by default."""
        return Place(self.route, piece=(start, len(self.text) if end is None else end))

    def change(self, piece: Name, new: str, *, preferred: bool = True, safe: bool = True) -> Fix:
        """A fix that writes something else in the place of a piece."""
        edits = partial(replace_piece, self.file.tree, self.route, piece.start, piece.end, new)
        activates = len(self.group.hooks) if self._is_dead else 0
        return Fix(f"Change to `{new}`", edits, preferred=preferred, safe=safe, activates=activates)

    @property
    def _is_dead(self) -> bool:
        """Whether no known tool matches, so that the hooks have never run."""
        return bool(self.tools) and not any(match(self.matcher, it.name).matched for it in self.tools)

    def rewrite(self, new: str) -> Fix:
        """A fix that writes something else in the place of the whole text."""
        return self.change(Name(self.text, 0, len(self.text)), new)


@remembered(maxsize=4)
def matcher_texts(file: HookFile) -> tuple[MatcherText, ...]:
    """Every matcher, or criterion of one, that is a string, in the order of the file.

    Those that are ignored on their event are left out.
    """
    return tuple(_matcher_texts(file))


def _matcher_texts(file: HookFile) -> Iterator[MatcherText]:
    matchers = file.dialect.matchers
    for group in file.groups:
        for name, criterion in matchers.beside.items():
            there = child(group.node, name) if group.node.kind is Kind.OBJECT else None
            if there is not None and there.kind is Kind.STRING:
                yield _text(file, group, (*group.route, name), there, criterion.language, criterion.subject)
        node, route = group.matcher, (*group.route, MATCHER)
        if node is None or ignores_matchers(group):
            continue
        for name, criterion in matchers.criteria.items():
            there = child(node, name)
            if there is not None and there.kind is Kind.STRING:
                yield _text(file, group, (*route, name), there, criterion.language, criterion.subject)
        if node.kind is Kind.STRING and not matchers.criteria:
            subject = group.row.subject.kind if group.row else None
            yield _text(file, group, route, node, matchers.for_event(group.event), subject)


def _text(
    file: HookFile, group: GroupView, route: Route, node: Node, language: Language, subject: MatchSubject | None
) -> MatcherText:
    text, tools = str(node.value), file.dialect.tools if subject in (MatchSubject.TOOL, None) else ()
    if language.other_names is OtherNames.NEVER:
        tools = tuple([it for it in tools if not it.answers_for])
    matcher = parse_matcher(language, text)
    is_regex = matcher.form is Form.PATTERN and language.pattern is Pattern.REGEX
    searched = is_regex and not language.whole
    return MatcherText(file, group, route, text, matcher, subject, language, is_regex, searched, tools)


def ignores_matchers(group: GroupView) -> bool:
    """Whether the event is known to have nothing that a matcher could be held against."""
    return group.row is not None and group.row.ignores_matchers


def pieces(text: MatcherText) -> tuple[Name, ...]:
    """The names of a list, or the outermost alternatives of a regular expression with the blanks around them."""
    return _top_level(text.text) if text.is_regex else text.matcher.names


class Word(Struct, frozen=True):
    """A name that a matcher asks for; `whole`: it has to be all of a subject, because of anchors around it."""

    name: Name
    whole: bool = False


def words(text: MatcherText) -> tuple[Word, ...]:
    """The pieces, and in a regular expression those of the groups and between the anchors around them."""
    if not text.is_regex:
        return tuple(Word(it) for it in pieces(text))
    return tuple(word for it in pieces(text) for word in _inside(it, whole=False))


def _inside(piece: Name, *, whole: bool) -> Iterator[Word]:
    bare = trimmed(piece)
    anchored = bare.text.startswith("^") and bare.text.endswith("$") and not bare.text.endswith("\\$")
    core = _cut(bare, 1, 1) if anchored else bare
    opening = next((it for it in _GROUPS if core.text.startswith(it)), None)
    inner = _cut(core, len(opening), 1) if opening is not None and core.text.endswith(")") else None
    if inner is not None and _is_closed(inner.text):
        for it in _top_level(inner.text):
            yield from _inside(Name(it.text, inner.start + it.start, inner.start + it.end), whole=whole or anchored)
    else:
        yield Word(core if anchored else piece, whole or anchored)


def _cut(name: Name, ahead: int, behind: int) -> Name:
    return Name(name.text[ahead:-behind], name.start + ahead, name.end - behind)


def _is_closed(text: str) -> bool:
    """Whether no parenthesis of the text closes one before it."""
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


def trimmed(piece: Name) -> Name:
    """The piece without the blanks around it."""
    bare = piece.text.strip()
    if bare == piece.text:
        return piece
    start = piece.start + len(piece.text) - len(piece.text.lstrip())
    return Name(bare, start, start + len(bare))


@lru_cache(maxsize=1024)
def _top_level(text: str) -> tuple[Name, ...]:
    found: list[Name] = []
    start, index = 0, 0
    closing: list[str] = []
    while index < len(text):
        char = text[index]
        if char == "\\":
            index += 1
        elif closing and char == closing[-1]:
            closing.pop()
        elif char in _CLOSING and closing[-1:] != ["]"]:
            closing.append(_CLOSING[char])
        elif char == "|" and not closing:
            found.append(Name(text[start:index], start, index))
            start = index + 1
        index += 1
    return (*found, Name(text[start:], start, len(text)))
