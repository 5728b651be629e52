"""The places of a hook file where mistakes are made, and the mistakes that people make in names."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from hookwright.analysis.matchers.texts import MatcherText, matcher_texts
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.syntax.tree import Kind, Node, child, key_at, member
from hookwright.text import Edit, Route

Edits = Iterator[list[Edit]]
Change = Callable[[Subject, random.Random], Edits]
"""Every way to make one kind of mistake in a file, each as edits of its text."""


def members(file: HookFile, known: set[str]) -> Iterator[Route]:
    """The routes of the keys of groups and hooks that the dialect knows."""
    for group in file.groups:
        if group.row is None:
            continue
        places = {(group.route, group.node.start): group.node} | {
            (it.route, it.node.start): it.node for it in group.hooks
        }
        for (route, _), node in places.items():
            for entry in node.members:
                if entry.name in known and key_at(file.tree, (*route, entry.name)) is not None:
                    yield (*route, entry.name)


def known_keys(file: HookFile) -> set[str]:
    grammar = file.dialect.grammar
    return {it.name for it in grammar.group} | {field.name for it in grammar.types for field in it.fields}


def values(file: HookFile, kind: Kind) -> Iterator[Node]:
    for group, hook in file.hooks:
        for field in hook.type.fields if hook.type is not None and group.row is not None else ():
            node = child(hook.node, field.name)
            if node is not None and node.kind is kind:
                yield node


def commands(file: HookFile) -> Iterator[tuple[Route, str]]:
    """The texts that shells run, by their routes."""
    for group, hook in file.hooks:
        if hook.type is None or group.row is None or hook.type.body != "command" or member(hook.node, "args"):
            continue
        node = child(hook.node, hook.type.body)
        if node is not None and isinstance(node.value, str) and member(hook.node, "shell") is None:
            yield (*hook.route, hook.type.body), node.value


def live_matchers(file: HookFile) -> Iterator[MatcherText]:
    return (it for it in matcher_texts(file) if it.group.row is not None and it.subject is not None)


def misspelled(name: str, chance: random.Random) -> str:
    """The name with two neighbors swapped, or a letter less or twice."""
    at = chance.randrange(len(name) - 1)
    how = chance.randrange(3)
    if how == 0 and name[at] != name[at + 1]:
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name[:at] + (name[at] * 2 if how == 1 else "") + name[at + 1 :]


def other_case(name: str) -> str:
    return name[0].swapcase() + name[1:]


def foreign_event(name: str, file: HookFile, chance: random.Random) -> str:
    own = {it.name for it in file.dialect.events}
    return chance.choice(sorted({it.name for one in DIALECTS for it in one.events} - own) or [name])
