"""Semantic tokens beyond JSON: events, names and patterns in matchers, and the words of commands."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from hookwright.analysis.matchers.texts import ignores_matchers
from hookwright.analysis.scripts.hook_scripts import is_posix
from hookwright.config.view import GroupView, HookFile, HookView, arguments_node
from hookwright.ide.command_tokens import CommandToken, Modifier, TokenType, command_tokens
from hookwright.matching.expressions import remembered
from hookwright.matching.matcher import Form, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject
from hookwright.model.hook_type import Performer
from hookwright.model.language import Language, Pattern
from hookwright.patterns import late_pattern
from hookwright.syntax.strings import text_offsets
from hookwright.syntax.tree import Kind, Node, child
from hookwright.text import Span

_WORD = late_pattern(r"\\.|[A-Za-z_][\w-]*|[^\w\\]+|.", re.DOTALL)
_GLOB = late_pattern(r"[*?\[\]{},!:()]+|[^*?\[\]{},!:()]+")


class SemanticToken(Struct, frozen=True):
    """A part of the file's text, on one line."""

    span: Span
    type: TokenType
    modifier: Modifier | None = None


def semantic_tokens(file: HookFile, span: Span | None = None) -> tuple[SemanticToken, ...]:
    """The tokens in text order, in all of the text or in a range."""
    found: list[SemanticToken] = []
    for event in file.events:
        if event.row is not None and _is_in(event.key, span) and event.key.closed:
            old = Modifier.OLD if event.row.deprecated else None
            found.append(SemanticToken(Span(event.key.start, event.key.end), TokenType.EVENT, old))
        for group in event.groups:
            if _is_in(group.node, span):
                for node, pieces in _of_group(file.dialect, group):
                    if _is_in(node, span):
                        found += _placed(file, node, pieces)
    return tuple(found)


def _placed(file: HookFile, node: Node, pieces: tuple[CommandToken, ...]) -> Iterator[SemanticToken]:
    places = text_offsets(file.tree, node, [place for it in pieces for place in (it.start, it.end)])
    for index, it in enumerate(pieces):
        span = Span(places[2 * index], places[2 * index + 1])
        # A string without its closing quote may span lines.
        if "\n" not in file.tree.text[span.start : span.end] and span.start < span.end:
            yield SemanticToken(span, it.type, it.modifier)


def _of_group(dialect: Dialect, group: GroupView) -> Iterator[tuple[Node, tuple[CommandToken, ...]]]:
    """The strings of a group that have tokens, in text order."""
    found = [*_of_matcher(dialect, group), *(it for hook in group.hooks for it in _of_hook(dialect, group, hook))]
    return iter(sorted(found, key=lambda it: it[0].start))


def _of_matcher(dialect: Dialect, group: GroupView) -> Iterator[tuple[Node, tuple[CommandToken, ...]]]:
    matcher, criteria = group.matcher, dialect.matchers.criteria
    if matcher is None or ignores_matchers(group):
        return
    tools = frozenset(it.name for it in dialect.tools)
    if not criteria and matcher.kind is Kind.STRING:
        subject = group.row.subject.kind if group.row else None
        yield matcher, matcher_tokens(dialect.matchers.for_event(group.event), str(matcher.value), subject, tools)
    for name, it in criteria.items():
        node = child(matcher, name)
        if node is not None and node.kind is Kind.STRING:
            yield node, matcher_tokens(it.language, str(node.value), it.subject, tools)


def _of_hook(dialect: Dialect, group: GroupView, hook: HookView) -> Iterator[tuple[Node, tuple[CommandToken, ...]]]:
    kind = hook.type
    body = child(hook.node, kind.body) if kind is not None and kind.by is Performer.COMMAND else None
    if body is None or body.kind is not Kind.STRING or not is_posix(dialect, hook):
        return
    text = str(body.value)
    if arguments_node(dialect, hook.node) is not None:
        yield body, (CommandToken(0, len(text), TokenType.FUNCTION),)
        return
    yield body, command_tokens(text, frozenset(it.name for it in dialect.variables if it.on(group.event)))


@remembered(maxsize=1024)
def matcher_tokens(
    language: Language, text: str, subject: MatchSubject | None, tools: frozenset[str]
) -> tuple[CommandToken, ...]:
    """The tokens of a matcher: names, and the operators of lists and patterns."""
    matcher = parse_matcher(language, text)
    if matcher.form is Form.WILDCARD:
        return (CommandToken(0, len(text), TokenType.OPERATOR),) if text else ()
    if matcher.form is Form.NAMES:
        return tuple(_names(matcher.text or "", [(it.start, it.end) for it in matcher.names], subject, tools))
    if language.pattern is Pattern.REGEX:
        return tuple(_regex(text, tools))
    if language.pattern is Pattern.PERMISSION:
        head = matcher.names[0].end if matcher.names else 0
        named = _names(text[:head], [(0, head)] if head else [], subject, tools)
        return (*named, *_glob(text, head))
    return tuple(_glob(text, 0)) if language.pattern is Pattern.GLOB else ()


def _names(
    text: str, places: list[tuple[int, int]], subject: MatchSubject | None, tools: frozenset[str]
) -> Iterator[CommandToken]:
    done = 0
    for start, end in places:
        yield from _operator(text, done, start)
        if subject in (MatchSubject.TOOL, None):
            yield CommandToken(start, end, TokenType.CLASS, Modifier.OWN if text[start:end] in tools else None)
        else:
            yield CommandToken(start, end, TokenType.ENUM_MEMBER)
        done = end
    yield from _operator(text, done, len(text))


def _operator(text: str, start: int, end: int) -> Iterator[CommandToken]:
    inner = text[start:end].strip()
    if inner:
        at = text.index(inner, start)
        yield CommandToken(at, at + len(inner), TokenType.OPERATOR)


def _regex(text: str, tools: frozenset[str]) -> Iterator[CommandToken]:
    for found in _WORD.finditer(text):
        start, end = found.span()
        if found[0] in tools:
            yield CommandToken(start, end, TokenType.CLASS, Modifier.OWN)
        else:
            literal = found[0][0].isalnum() or found[0][0] == "_"
            yield CommandToken(start, end, TokenType.REGEXP if literal else TokenType.OPERATOR)


def _glob(text: str, start: int) -> Iterator[CommandToken]:
    for found in _GLOB.finditer(text, start):
        kind = TokenType.OPERATOR if found[0][0] in "*?[]{},!:()" else TokenType.STRING
        yield CommandToken(found.start(), found.end(), kind)


def _is_in(node: Node, span: Span | None) -> bool:
    return span is None or (node.end >= span.start and node.start <= span.end)
