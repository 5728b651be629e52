"""Writes converted hooks as a file of the other dialect, in the shape that its agent wants at the place of the file."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from hookwright.errors import UsageError
from hookwright.matching.matcher import alternatives, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.field import Field
from hookwright.model.grammar import Grammar
from hookwright.model.hook import OwnerKind, Scope
from hookwright.model.location import Format, Location
from hookwright.model.nesting import HOOKS, MATCHER
from hookwright.readers.place import format_at, is_at, is_glob
from hookwright.syntax.edit import apply, insert_member
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import Kind, ProblemKind, Tree, child, plain
from hookwright.syntax.writing import toml_lines, yaml_lines

_FILE = "hooks"
NAME = "name"
"""The key that names a hook, in its group or in the hook itself."""


class Entry(Struct, frozen=True):
    """A hook for an event: the keys of its group, and its own."""

    event: str
    group: Mapping[str, Any]
    hook: Mapping[str, Any]


class NewPlace(Struct, frozen=True):
    """Where the new file goes, relative to the project or plugin, and its shape."""

    path: str
    scope: Scope
    grammar: Grammar
    format: Format = Format.JSON
    owner: OwnerKind | None = None
    events: Mapping[str, str] = field(default_factory=dict)
    """Which events are read as another there."""

    @property
    def name(self) -> str:
        """What the agent, skill or command is called that the file describes."""
        folder, file = os.path.split(self.path.replace("\\", "/"))
        return os.path.basename(folder) if file == "SKILL.md" and folder else file.split(".")[0]


def place_for(new: Dialect, scope: Scope, form: Format = Format.JSON) -> NewPlace:
    """Where the dialect's agent reads such hooks: those of a plugin in a plugin, others in the project.

    Raises UsageError if it reads none that are written so.
    """
    usable = [it for it in new.locations if it.format is form and _can_hold(it)]
    if not usable:
        forms = dict.fromkeys(it.format for it in new.locations if _can_hold(it))
        raise UsageError(
            f"{new.title} reads no hooks from {form.label}", f"write them as {' or '.join(it.label for it in forms)}"
        )
    wanted = (scope, Scope.PROJECT, Scope.PLUGIN)
    found = next((it for one in wanted for it in usable if it.scope is one), usable[0])
    return _place(new, found, found.path.replace("**/", "").replace("*", _FILE))


def places_for(new: Dialect) -> tuple[NewPlace, ...]:
    """Where the dialect's agent reads a project's hooks: a file for each way of writing them."""
    forms = {it.format for it in new.locations if _can_hold(it)}
    return tuple(place_for(new, Scope.PROJECT, it) for it in Format if it in forms)


def place_at(new: Dialect, path: str, scope: Scope) -> NewPlace:
    """The same for a file of this name: the place that it is at, or else the first that is written as its name says."""
    at = next((it for it in new.locations if is_at(path, it) and _can_hold(it)), None)
    return _place(new, at, path) if at is not None else place_for(new, scope, format_at(new, path))


def _place(new: Dialect, it: Location, path: str) -> NewPlace:
    return NewPlace(path, it.scope, it.grammar or new.grammar, it.format, it.owner, it.events)


def _can_hold(it: Location) -> bool:
    plain = not is_glob(it.path) or it.path.replace("**/", "").count("*") == 1 or it.format is Format.FRONT_MATTER
    return plain and not (it.manifest or it.borrowed or it.ignored)


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


def written(place: NewPlace, entries: Sequence[Entry]) -> str:
    """The text of a file with the hooks, and the keys at its root that have to be there."""
    whole = _whole(place.grammar, entries)
    if place.format is Format.TOML:
        return "\n".join(toml_lines(whole)) + "\n"
    if place.format is Format.FRONT_MATTER:
        described = {NAME: place.name, "description": f"Runs the hooks of {place.name}"}
        return "\n".join(("---", *yaml_lines({**described, **whole}), "---", ""))
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def added_to(text: str, place: NewPlace, entries: Sequence[Entry]) -> str:
    """The text of a file that is there, with the hooks added, and every other byte as it was.

    Raises UsageError if it has hooks already, or if they cannot be added without changing the rest.
    """
    if not text.strip():
        return written(place, entries)
    remedy = "name another file with `--out`"
    tree = _parsed(text, place.format)
    root, key = tree.root, place.grammar.hooks_key
    faulty = any(it.kind is ProblemKind.SYNTAX for it in tree.problems)
    if faulty or root is None or root.kind is not Kind.OBJECT:
        what = f"`{place.path}` exists, and cannot be read as {place.format.label} that hooks could be added to"
        raise UsageError(what, f"correct it, or {remedy}")
    if not key or child(root, key) is not None:
        what = f"`{place.path}` has hooks already" if key else f"`{place.path}` already exists"
        raise UsageError(what, f"move it away, or {remedy}; the hooks of two files are not mixed")
    whole = {name: it for name, it in _whole(place.grammar, entries).items() if child(root, name) is None}
    if place.format is Format.TOML:
        end = "" if text.endswith("\n") else "\n"
        found = "\n".join((text + end, *toml_lines(whole))) + "\n"
    else:
        found = text
        for name, value in whole.items():
            found = apply(found, insert_member(_parsed(found, place.format), (), name, value))
    again = _parsed(found, place.format)
    before, after = plain(root), plain(again.root) if again.root is not None else None
    if len(again.problems) != len(tree.problems) or not isinstance(before, dict) or after != {**before, **whole}:
        raise UsageError(f"The hooks cannot be added to `{place.path}` without changing the rest of it", remedy)
    return found


def _parsed(text: str, form: Format) -> Tree:
    if form is Format.JSON:
        return parse(text)
    # Few files are written so, and their libraries take long to load.
    if form is Format.TOML:
        from hookwright.syntax.toml import parse_toml

        return parse_toml(text)
    from hookwright.syntax.front_matter import parse_front_matter

    return parse_front_matter(text)


def _whole(grammar: Grammar, entries: Sequence[Entry]) -> dict[str, Any]:
    """The hooks, and the keys at the root that have to be there."""
    root = {it.name: _value(it) for it in grammar.root if it.required and it.name != grammar.hooks_key}
    events: Any = _named(grammar, entries) if grammar.nesting.event_key else _events(grammar, entries)
    return {**root, grammar.hooks_key: events} if grammar.hooks_key else {**root, **events}


def _value(it: Field) -> Any:  # noqa: ANN401  whatever the key holds
    return next((value for value in (*it.takes.words[:1], it.default, it.sample) if value is not None), "")


def _named(grammar: Grammar, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Objects that name their events: each is a hook, or has one under its action."""
    found: list[dict[str, Any]] = []
    limit, numbers, nesting = grammar.entry_timeout, Counter[str](), grammar.nesting
    for it in entries:
        numbers[it.event] += 1
        beside = {limit.name: it.hook[limit.name]} if limit is not None and limit.name in it.hook else {}
        action = {key: value for key, value in it.hook.items() if key not in beside}
        rest = {key: value for key, value in it.group.items() if key != NAME}
        name = it.group.get(NAME, f"{it.event} {numbers[it.event]}")
        named = {NAME: name} if any(known.name == NAME for known in grammar.group) else {}
        found.append({**nesting.with_hook({**named, nesting.event_key: it.event, **rest}, action), **beside})
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
