"""`match`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hookwright.scripts.python.binding import element, item_at
from hookwright.scripts.python.conditions import condition, reasons_of
from hookwright.scripts.python.payload import read_any_key
from hookwright.scripts.python.things import NONE, Dictionary, Thing, choices, choose, same, unknown
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, Payload, Value


def matched(walk: Walk, node: ast.Match) -> None:
    """Each case is a branch, with the cases behind it in the other one."""
    _cases(walk, node, walk.value(node.subject), node.cases)


def _cases(walk: Walk, node: ast.Match, subject: Thing, cases: Sequence[ast.match_case]) -> Thing:
    if not cases:
        return NONE
    case, *rest = cases
    about: dict[Value, None] = {}
    fits = _pattern(walk, case.pattern, subject, about)
    if fits is False:
        return _cases(walk, node, subject, rest)
    if case.guard is not None:
        test = condition(walk, case.guard)
        about |= dict.fromkeys(test.about)
        fits = test.truth if fits else None

    def then() -> Thing:
        walk.run(case.body)
        return NONE

    if fits:
        return then()
    spot = walk.spot(case.pattern)
    return walk.either(tuple(about), spot, then, lambda: _cases(walk, node, subject, rest))


def _pattern(  # noqa: C901 - one line for each kind
    walk: Walk, pattern: ast.pattern, subject: Thing, about: dict[Value, None]
) -> bool | None:
    """Whether a pattern fits a thing; its names are bound, and what decides is added to `about`."""
    match pattern:
        case ast.MatchAs(pattern=inner, name=name):
            fits = True if inner is None else _pattern(walk, inner, subject, about)
            if name is not None:
                walk.bind(name, subject)
            return fits
        case ast.MatchValue(value=value):
            wanted = walk.value(value)
            about |= dict.fromkeys(reasons_of(walk, subject))
            if isinstance(subject, Literal) and isinstance(wanted, Literal):
                return same(subject, wanted)
            return None
        case ast.MatchSingleton(value=value):
            about |= dict.fromkeys(reasons_of(walk, subject))
            return same(subject, Literal(value)) if isinstance(subject, Literal) else None
        case ast.MatchOr(patterns=patterns):
            found = [_pattern(walk, it, subject, about) for it in patterns]
            return True if True in found else None if None in found else False
        case ast.MatchMapping(keys=keys, patterns=patterns, rest=rest):
            return _mapping(walk, (keys, patterns, rest), subject, about)
        case ast.MatchSequence(patterns=patterns):
            for number, it in enumerate(patterns):
                _pattern(walk, it, item_at(walk, subject, number), about)
        case ast.MatchStar(name=str(name)):
            walk.bind(name, element(walk, subject))
        case ast.MatchClass(patterns=patterns, kwd_patterns=others):
            for it in (*patterns, *others):
                _pattern(walk, it, unknown(walk.plain(subject)), about)
    about |= dict.fromkeys(reasons_of(walk, subject))
    return None


def _mapping(
    walk: Walk,
    parts: tuple[Sequence[ast.expr], Sequence[ast.pattern], str | None],
    subject: Thing,
    about: dict[Value, None],
) -> bool | None:
    keys, patterns, rest = parts
    for key, inner in zip(keys, patterns, strict=True):
        name = walk.value(key)
        found: list[Thing] = []
        for it in choices(subject):
            entry = walk.object(it)
            if isinstance(it, Payload):
                found.append(read_any_key(walk, it, name, key, tolerant=True))
            elif isinstance(entry, Dictionary) and isinstance(name, Literal) and str(name.value) in entry.entries:
                found.append(entry.entries[str(name.value)].thing)
        thing = choose(found) if found else UNKNOWN
        about |= dict.fromkeys(reasons_of(walk, thing))
        _pattern(walk, inner, thing, about)
    if rest is not None:
        walk.bind(rest, unknown(walk.plain(subject)))
    return None
