"""The names in a matcher, which known names it matches, and which it narrowly misses."""

from __future__ import annotations

from difflib import get_close_matches

from msgspec import Struct

from hookwright.ide.cursor_context import StringToken
from hookwright.matching.matcher import Form, match, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.language import Language, Pattern

_EDGES = {Pattern.REGEX: "|()^$", Pattern.PERMISSION: "()"}


class Matched(Struct, frozen=True, kw_only=True):
    """What a matcher matches: everything, or these names; `near` are similar names that it does not match.

    `fault` says why a malformed matcher matches nothing.
    """

    everything: bool = False
    names: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    fault: str | None = None


def matched_by(dialect: Dialect, row: EventRow, text: str) -> Matched:
    """The tools, or the event's own values, that the matcher matches on that event."""
    language = dialect.matchers.for_event(row.name)
    parsed = parse_matcher(language, text)
    known = subjects_of(dialect, row)
    if parsed.form is Form.WILDCARD:
        return Matched(everything=True, names=known)
    names = tuple(it for it in known if match(parsed, it).matched)
    legacy = {it.name for it in dialect.tools if it.replaced_by}
    others = [it for it in known if it not in names and it not in legacy]
    near: dict[str, None] = {}
    for token in name_tokens(language, text):
        if token.text:
            near |= dict.fromkeys(it for it in others if token.text.casefold() in it.casefold())
            near |= dict.fromkeys(get_close_matches(token.text, others, n=2, cutoff=0.7))
    fault = parsed.fault.message if parsed.fault else None
    return Matched(names=names, near=tuple(near)[:4], fault=fault)


def subjects_of(dialect: Dialect, row: EventRow) -> tuple[str, ...]:
    """Every known name that a matcher of the event can match."""
    if row.subject.constant is not None:
        return (row.subject.constant,)
    if row.subject.kind is MatchSubject.TOOL:
        return tuple(it.name for it in dialect.tools)
    return row.subject.values


def name_tokens(language: Language, text: str) -> tuple[StringToken, ...]:
    """The parts of a matcher between its separators, without blanks; empty parts are kept."""
    separators = language.separators + _EDGES.get(language.pattern, "")
    tokens: list[StringToken] = []
    start = 0
    for end in [*(index for index, char in enumerate(text) if char in separators), len(text)]:
        piece = text[start:end]
        stripped = piece.strip()
        left = start + len(piece) - len(piece.lstrip()) if stripped else end
        tokens.append(StringToken(stripped, left, left + len(stripped)))
        start = end + 1
    return tuple(tokens)
