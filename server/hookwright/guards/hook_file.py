"""The hook file that runs the guard, and how its hooks are added to one that is there."""

from __future__ import annotations

import json
import os.path
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.first_hook import starter_hooks
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.readers.place import is_at
from hookwright.syntax.edit import append_item, apply, insert_member, replace_value
from hookwright.syntax.parser import parse
from hookwright.syntax.tree import JSON, Kind, ProblemKind, child, find, plain
from hookwright.text import Route
from hookwright.workflows.script_paths import script_as_command

# There is no project yet; the path is written into no file.
_NOWHERE = "/project"
_TYPE, _COMMAND = "type", "command"


def scope_of(dialect: Dialect, path: str) -> Scope:
    """Whose hooks a file at a path has, relative to the project."""
    return next(it.scope for it in dialect.locations if is_at(path, it) and not it.below_home)


def hook_file(
    dialect: Dialect, path: str, script: str, group: Mapping[str, Any], values: Mapping[str, Any], ending: str = ""
) -> str:
    """A hook file at a path that runs a script; a `group` is the first dialect's event with its keys but for the hooks.

    `values` are keys that the hook needs beside its command, and `ending` is the end of its command.
    """
    event, keys = next(iter(group.items()))
    whole = os.path.join(_NOWHERE, path)
    starting = {**keys, "hooks": [{_TYPE: _COMMAND, _COMMAND: "true"}]}
    text = starter_hooks(dialect, starting, event)
    file = read_hook_file(whole, text, dialect, scope_of(dialect, path))
    edits = []
    for matcher in {it.matcher.value for it, _ in file.hooks if it.matcher is not None}:
        exact = exact_matcher(dialect, next(iter(file.hooks))[0].event, str(matcher).split("|"))
        if isinstance(matcher, str) and exact not in (None, matcher):
            text = text.replace(f": {json.dumps(matcher)}", f": {json.dumps(exact)}")
    file = read_hook_file(whole, text, dialect, scope_of(dialect, path))
    for group_view, hook in file.hooks:
        subject = Subject(file, file.project, RealDisk("/"))
        named = script_as_command(subject, group_view, os.path.join(_NOWHERE, script)) + ending
        edits += replace_value(file.tree, (*hook.route, hook.type.body if hook.type else _COMMAND), named)
        for name, value in values.items():
            edits += insert_member(file.tree, hook.route, name, value)
    return apply(text, edits)


def exact_matcher(dialect: Dialect, event: str, names: Sequence[str]) -> str | None:
    """A matcher for these tools and no other of the agent; None if its language has none for several names."""
    joined = "|".join(names)
    for text in (joined, f"^({joined})$" if len(names) > 1 else f"^{joined}$"):
        parsed = parse_matcher(dialect.matchers.for_event(event), text)
        others = [it.name for it in dialect.tools if it.name not in names and not it.answers_for]
        if all(match(parsed, it).matched for it in names) and not any(match(parsed, it).matched for it in others):
            return text
    return None


def has_hooks(dialect: Dialect, text: str) -> bool:
    """Whether the text of a hook file has the key for hooks, or another text than an agent's settings."""
    tree, key = parse(text), dialect.grammar.hooks_key
    return tree.root is None or not key or child(tree.root, key) is not None


def with_hooks(text: str, hooks: str, *, allowed: Container[ProblemKind] = ()) -> str | None:
    """The text of a hook file with the hooks of another one added, and every other byte as it was.

    What is there already is not added again.  None if the text cannot be read, or has something else where hooks
    belong; `allowed` are the deviations from JSON that the agent accepts.
    """
    return _with(text, json.loads(hooks), (), allowed)


def with_ending(text: str, hooks: str, ending: str) -> str:
    """The text of a hook file in which the commands of `hooks` that lack their `ending` have it, at their places."""
    tree = parse(text)
    if tree.root is None or not ending:
        return text
    whole = [it for _, it in _texts(json.loads(hooks), ()) if it.endswith(ending)]
    older = {it.removesuffix(ending): it for it in whole}
    found = [(route, older[it]) for route, it in _texts(plain(tree.root), ()) if it in older]
    return apply(text, [edit for route, it in found for edit in replace_value(tree, route, it)])


def _texts(value: JSON, route: Route) -> Iterator[tuple[Route, str]]:
    if isinstance(value, str):
        yield route, value
    elif isinstance(value, dict):
        for key, it in value.items():
            yield from _texts(it, (*route, key))
    elif isinstance(value, list):
        for index, it in enumerate(value):
            yield from _texts(it, (*route, index))


def _with(text: str, new: JSON, route: Route, allowed: Container[ProblemKind]) -> str | None:
    """The text with what a value at a route lacks: members that are missing, and the items of arrays."""
    tree = parse(text)
    there = find(tree, route)
    if any(it.kind not in allowed for it in tree.problems) or there is None:
        return None
    if isinstance(new, dict) and there.kind is Kind.OBJECT:
        missing = next((key for key in new if child(there, key) is None), None)
        if missing is not None:
            return _with(apply(text, insert_member(tree, route, missing, new[missing])), new, route, allowed)
        for key, value in new.items():
            inner = _with(text, value, (*route, key), allowed)
            if inner is None:
                return None
            text = inner
        return text
    if isinstance(new, list) and there.kind is Kind.ARRAY:
        known = [plain(it) for it in there.items]
        lacks = next((it for it in new if it not in known), None)
        return text if lacks is None else _with(apply(text, append_item(tree, route, lacks)), new, route, allowed)
    is_container = isinstance(new, dict | list) or there.kind in (Kind.OBJECT, Kind.ARRAY)
    return None if is_container else text
