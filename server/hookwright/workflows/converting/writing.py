"""Writes converted hooks as a file of the other dialect, in the shape that its agent wants at the place of the file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hookwright.dialects.places import is_glob
from hookwright.matching.matcher import alternatives, parse_matcher
from hookwright.model.dialect import Dialect, Format, Location
from hookwright.model.grammar import Field, Grammar
from hookwright.model.hook import Scope
from hookwright.model.nesting import HOOKS, MATCHER

_FILE = "hooks"
NAME = "name"
"""The key that names a hook, in its group or in the hook itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A hook for an event: the keys of its group, and its own."""

    event: str
    group: Mapping[str, Any]
    hook: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class NewPlace:
    """Where the new file goes, relative to the project or plugin, and its shape."""

    path: str
    scope: Scope
    grammar: Grammar


def place_for(new: Dialect, scope: Scope) -> NewPlace:
    """Where the dialect's agent reads such hooks as JSON: those of a plugin in a plugin, others in the project."""
    usable = [it for it in new.locations if _can_hold(it)]
    wanted = (scope, Scope.PROJECT, Scope.PLUGIN)
    found = next((it for one in wanted for it in usable if it.scope is one), usable[0])
    name = found.path.replace("*", _FILE)
    return NewPlace(name, found.scope, found.grammar or new.grammar)


def _can_hold(it: Location) -> bool:
    plain = not is_glob(it.path) or it.path.count("*") == 1
    return plain and it.format is Format.JSON and not (it.manifest or it.borrowed or it.owner or it.ignored)


def joined(old: Dialect, new: Dialect, entries: Sequence[Entry]) -> list[Entry]:
    """The entries, of which those that differ in the names that they match are one, where a matcher may be a list.

    What the old dialect would have written as one stays apart.
    """
    found: list[Entry] = []
    for it in entries:
        last = found[-1] if found else None
        alike = last is not None and last.hook == it.hook and last.event == it.event
        both = _both(new, last, it) if last is not None and alike and not old.matchers.language.separators else None
        if both is None:
            found.append(it)
        else:
            found[-1] = replace(it, group={**it.group, MATCHER: both})
    return found


def _both(new: Dialect, one: Entry, other: Entry) -> str | None:
    """One matcher for the names of two, where nothing else about them differs."""
    texts = [it.group.get(MATCHER) for it in (one, other)]
    rest = [{key: value for key, value in it.group.items() if key != MATCHER} for it in (one, other)]
    if not all(isinstance(it, str) for it in texts) or rest[0] != rest[1]:
        return None
    language = new.matchers.for_event(one.event)
    names = [it.text for text in texts for it in alternatives(parse_matcher(language, str(text)))]
    both = "|".join(names)
    is_list = len(names) > 1 and [it.text for it in alternatives(parse_matcher(language, both))] == names
    return both if is_list else None


def written(grammar: Grammar, entries: Sequence[Entry]) -> str:
    """The text of a file with the hooks, and the keys at its root that have to be there."""
    root = {it.name: _value(it) for it in grammar.root if it.required and it.name != grammar.hooks_key}
    events: Any = _named(grammar, entries) if grammar.nesting.event_key else _events(grammar, entries)
    whole = {**root, grammar.hooks_key: events} if grammar.hooks_key else {**root, **events}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _value(it: Field) -> Any:  # noqa: ANN401  whatever the key holds
    return next((value for value in (*it.words[:1], it.default, it.sample) if value is not None), "")


def _named(grammar: Grammar, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Objects that name their events, each with the hook under its action."""
    found: list[dict[str, Any]] = []
    limit, numbers, nesting = grammar.entry_timeout, Counter[str](), grammar.nesting
    for it in entries:
        numbers[it.event] += 1
        beside = {limit.name: it.hook[limit.name]} if limit is not None and limit.name in it.hook else {}
        action = {key: value for key, value in it.hook.items() if key not in beside}
        rest = {key: value for key, value in it.group.items() if key != NAME}
        name = it.group.get(NAME, f"{it.event} {numbers[it.event]}")
        found.append({**nesting.with_hook({NAME: name, nesting.event_key: it.event, **rest}, action), **beside})
    return found


def _events(grammar: Grammar, entries: Sequence[Entry]) -> dict[str, list[dict[str, Any]]]:
    events: dict[str, list[dict[str, Any]]] = {}
    for it in entries:
        there = events.setdefault(it.event, [])
        last = there[-1] if there and grammar.nesting.is_grouped else None
        if last is not None and {key: last[key] for key in last if key != HOOKS} == it.group:
            last[HOOKS].append(dict(it.hook))
        else:
            there.append(grammar.nesting.with_hook(it.group, it.hook))
    return events
