"""The mistakes that are made in the JSON of a hook file, and in its names, matchers and values."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable

from benchmarks.rules.sites import Change, Edits, commands, known_keys, live_matchers, members, misspelled, values
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.matching.regex import syntax_fault
from hookwright.model.language import Pattern
from hookwright.syntax.edit import remove, rename_key, replace_piece, replace_value
from hookwright.syntax.tree import JSON, Kind, child, member
from hookwright.text import Edit, Span

SIGNS = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|[\[\]{},:]')
"""The strings, comments and signs of a text, in which nothing else has a bracket."""


def left_out_signs(pattern: str) -> Change:
    """Leaves out a sign of the syntax, inside `hooks` and outside of strings."""

    def change(subject: Subject, chance: random.Random) -> Edits:
        node, text = subject.file.hooks_node, subject.file.tree.text
        if node is None:
            return
        for found in SIGNS.finditer(text, 0, node.end):
            if found.start() >= node.start and re.fullmatch(pattern, found[0]):
                start = found.end() - 1 if found[0][0] == '"' else found.start()
                yield [Edit(Span(start, found.end()), "")]

    return change


def misspelled_keys(subject: Subject, chance: random.Random) -> Edits:
    known = known_keys(subject.file)
    for route in members(subject.file, known):
        new = misspelled(str(route[-1]), chance)
        if new not in known:
            yield rename_key(subject.file.tree, route, new)


def renamed_events(rename: Callable[[str, HookFile, random.Random], str]) -> Change:
    def change(subject: Subject, chance: random.Random) -> Edits:
        known = {it.name for it in subject.file.dialect.events}
        for event in subject.file.events:
            new = rename(event.name, subject.file, chance)
            if event.row is not None and new not in known:
                yield rename_key(subject.file.tree, event.route, new)

    return change


def misspelled_types(subject: Subject, chance: random.Random) -> Edits:
    known = {it.name for dialect in DIALECTS for it in dialect.grammar.types}
    for _, hook in subject.file.hooks:
        node = child(hook.node, "type")
        if hook.type is not None and node is not None and isinstance(node.value, str):
            new = misspelled(node.value, chance)
            if new not in known:
                yield replace_value(subject.file.tree, (*hook.route, "type"), new)


def renamed_tools(rename: Callable[[str, random.Random], str]) -> Change:
    def change(subject: Subject, chance: random.Random) -> Edits:
        known = {it.name for it in subject.file.dialect.tools}
        for text in live_matchers(subject.file):
            for found in re.finditer(r"[A-Za-z]{3,}", text.text):
                new = rename(found[0], chance)
                alone = re.fullmatch(r"[\w|]+", text.text) and found[0] in text.text.split("|")
                if found[0] in known and new not in known and alone:
                    yield replace_piece(subject.file.tree, text.route, found.start(), found.end(), new)

    return change


def open_expressions(subject: Subject, chance: random.Random) -> Edits:
    for text in live_matchers(subject.file):
        if text.language.pattern is Pattern.REGEX and text.text:
            sign = chance.choice(("(", "[", ")"))
            at = chance.randrange(len(text.text) + 1)
            new = text.text[:at] + sign + text.text[at:]
            if syntax_fault(new) is not None:
                yield replace_piece(subject.file.tree, text.route, at, at, sign)


def changed_numbers(change_one: Callable[[float], float | str | None]) -> Change:
    def change(subject: Subject, chance: random.Random) -> Edits:
        for node in values(subject.file, Kind.NUMBER):
            new = change_one(float(str(node.value)))
            if isinstance(new, str):
                yield [Edit(node.span, json.dumps(new))]
            elif new is not None:
                yield [Edit(node.span, json.dumps(int(new) if new == int(new) else new))]

    return change


def changed_commands(new: Callable[[str], JSON]) -> Change:
    def change(subject: Subject, chance: random.Random) -> Edits:
        for route, text in commands(subject.file):
            yield replace_value(subject.file.tree, route, new(text))

    return change


def left_out_keys(subject: Subject, chance: random.Random) -> Edits:
    for _, hook in subject.file.hooks:
        for field in hook.type.fields if hook.type is not None else ():
            if field.required and member(hook.node, field.name) is not None:
                yield remove(subject.file.tree, (*hook.route, field.name))


def unwrapped(subject: Subject, chance: random.Random) -> Edits:
    """Takes an array of one object for the object."""
    for event in subject.file.events:
        for node in (event.value, *(it for group in event.groups if (it := child(group.node, "hooks")) is not None)):
            if event.row is not None and node.kind is Kind.ARRAY and len(node.items) == 1:
                inner = node.items[0]
                yield [Edit(Span(node.start, inner.start), ""), Edit(Span(inner.end, node.end), "")]


def ungrouped(subject: Subject, chance: random.Random) -> Edits:
    """Puts a group's only hook in the group's place."""
    text = subject.file.tree.text
    for group in subject.file.groups:
        if group.row is not None and len(group.hooks) == 1 and group.node is not group.hooks[0].node:
            hook = group.hooks[0].node
            yield [Edit(group.node.span, text[hook.start : hook.end])]


def repeated(subject: Subject, chance: random.Random) -> Edits:
    text = subject.file.tree.text
    for group in subject.file.groups:
        if group.row is not None and group.hooks and group.node is not group.hooks[0].node:
            hook = group.hooks[-1].node
            yield [Edit(Span(hook.end, hook.end), ", " + text[hook.start : hook.end])]
