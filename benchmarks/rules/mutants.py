"""Makes mutants of hook files: one small mistake each, of the kinds that people make, and where it was made.

What comes out of a kind may be just as right as before.  Such mutants are told by rules, not by hand, and left out: the
text reads as the same JSON; the new name is a known one; the new expression is one of JavaScript's; bash can still
parse the command; the shell does not expand or split what is there, or a default stands in for it.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from hookwright.analysis.hook_scripts import hook_scripts
from hookwright.analysis.matchers import MatcherText, matcher_texts
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.dialects import DIALECTS
from hookwright.matching.javascript import syntax_fault
from hookwright.model.language import Pattern
from hookwright.syntax.edit import apply, remove, rename_key, replace_piece, replace_value
from hookwright.syntax.tree import JSON, Kind, Node, child, key_at, member
from hookwright.text import Edit, Route, Span

# Before what is not split, quoted or not: the word of a case, a value that is assigned, what is inside `[[`.
_UNSPLIT = re.compile(r"(?:\bcase\s+|=|\[\[(?:(?!\]\]).)*)\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed text; `start` and `end` are the place in it, `before` and `after` what was there and is there now."""

    kind: str
    text: str
    start: int
    end: int
    before: str
    after: str


Edits = Iterator[list[Edit]]

SIGNS = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/|[\[\]{},:]')
"""The strings, comments and signs of a text, in which nothing else has a bracket."""


def mutants(subject: Subject, each: int, chance: random.Random) -> Iterator[Mutant]:
    """At most `each` mutants of a kind, chosen by chance among all that can be made of the file."""
    for kind, change in KINDS.items():
        made = [it for edits in change(subject, chance) if edits and (it := _mutant(kind, subject.file, edits))]
        yield from chance.sample(made, min(each, len(made)))


def _mutant(kind: str, file: HookFile, edits: list[Edit]) -> Mutant | None:
    text = file.tree.text
    start, end = min(it.span.start for it in edits), max(it.span.end for it in edits)
    changed = apply(text, edits)
    grown = len(changed) - len(text)
    if changed == text or _value(changed) == _value(text):
        return None
    return Mutant(kind, changed, start, max(start, end + grown), text[start:end], changed[start : end + grown])


def _value(text: str) -> object:
    """The text as JSON with its keys in order, or the text itself where it is none."""
    try:
        return json.loads(text, object_pairs_hook=lambda pairs: pairs)
    except ValueError:
        return text


def _dropped(pattern: str) -> Callable[[Subject, random.Random], Edits]:
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


def _keys(subject: Subject, chance: random.Random) -> Edits:
    known = _known_keys(subject.file)
    for route in _members(subject.file, known):
        new = _misspelled(str(route[-1]), chance)
        if new not in known:
            yield rename_key(subject.file.tree, route, new)


def _events(rename: Callable[[str, HookFile, random.Random], str]) -> Callable[[Subject, random.Random], Edits]:
    def change(subject: Subject, chance: random.Random) -> Edits:
        known = {it.name for it in subject.file.dialect.events}
        for event in subject.file.events:
            new = rename(event.name, subject.file, chance)
            if event.row is not None and new not in known:
                yield rename_key(subject.file.tree, event.route, new)

    return change


def _types(subject: Subject, chance: random.Random) -> Edits:
    known = {it.name for dialect in DIALECTS for it in dialect.grammar.types}
    for _, hook in subject.file.hooks():
        node = child(hook.node, "type")
        if hook.type is not None and node is not None and isinstance(node.value, str):
            new = _misspelled(node.value, chance)
            if new not in known:
                yield replace_value(subject.file.tree, (*hook.route, "type"), new)


def _tools(rename: Callable[[str, random.Random], str]) -> Callable[[Subject, random.Random], Edits]:
    def change(subject: Subject, chance: random.Random) -> Edits:
        known = {it.name for it in subject.file.dialect.tools}
        for text in _live_matchers(subject.file):
            for found in re.finditer(r"[A-Za-z]{3,}", text.text):
                new = rename(found[0], chance)
                alone = re.fullmatch(r"[\w|]+", text.text) and found[0] in text.text.split("|")
                if found[0] in known and new not in known and alone:
                    yield replace_piece(subject.file.tree, text.route, found.start(), found.end(), new)

    return change


def _expressions(subject: Subject, chance: random.Random) -> Edits:
    for text in _live_matchers(subject.file):
        if text.language.pattern is Pattern.REGEX and text.text:
            sign = chance.choice(("(", "[", ")"))
            at = chance.randrange(len(text.text) + 1)
            new = text.text[:at] + sign + text.text[at:]
            if syntax_fault(new) is not None:
                yield replace_piece(subject.file.tree, text.route, at, at, sign)


def _numbers(change_one: Callable[[float], float | str | None]) -> Callable[[Subject, random.Random], Edits]:
    def change(subject: Subject, chance: random.Random) -> Edits:
        for node in _values(subject.file, Kind.NUMBER):
            new = change_one(float(str(node.value)))
            if isinstance(new, str):
                yield [Edit(node.span, json.dumps(new))]
            elif new is not None:
                yield [Edit(node.span, json.dumps(int(new) if new == int(new) else new))]

    return change


def _bodies(new: Callable[[str], JSON]) -> Callable[[Subject, random.Random], Edits]:
    def change(subject: Subject, chance: random.Random) -> Edits:
        for route, text in _commands(subject.file):
            yield replace_value(subject.file.tree, route, new(text))

    return change


def _required(subject: Subject, chance: random.Random) -> Edits:
    for _, hook in subject.file.hooks():
        for field in hook.type.fields if hook.type is not None else ():
            if field.required and member(hook.node, field.name) is not None:
                yield remove(subject.file.tree, (*hook.route, field.name))


def _unwrapped(subject: Subject, chance: random.Random) -> Edits:
    """Takes an array of one object for the object."""
    for event in subject.file.events:
        for node in (event.value, *(it for group in event.groups if (it := child(group.node, "hooks")) is not None)):
            if event.row is not None and node.kind is Kind.ARRAY and len(node.items) == 1:
                inner = node.items[0]
                yield [Edit(Span(node.start, inner.start), ""), Edit(Span(inner.end, node.end), "")]


def _ungrouped(subject: Subject, chance: random.Random) -> Edits:
    """Puts a group's only hook in the group's place."""
    text = subject.file.tree.text
    for group in subject.file.groups():
        if group.row is not None and len(group.hooks) == 1 and group.node is not group.hooks[0].node:
            hook = group.hooks[0].node
            yield [Edit(group.node.span, text[hook.start : hook.end])]


def _twice(subject: Subject, chance: random.Random) -> Edits:
    text = subject.file.tree.text
    for group in subject.file.groups():
        if group.row is not None and group.hooks and group.node is not group.hooks[0].node:
            hook = group.hooks[-1].node
            yield [Edit(Span(hook.end, hook.end), ", " + text[hook.start : hook.end])]


def _paths(subject: Subject, chance: random.Random) -> Edits:
    """Misspells a script that is there."""
    for script in hook_scripts(subject):
        if script.path is None or script.optional or not subject.disk.is_file(script.path):
            continue
        named = re.search(r"[A-Za-z_-]{4,}(?=\.\w+\W*\Z)", script.text)
        if named is not None:
            new = _misspelled(named[0], chance)
            start = script.start + named.start()
            yield replace_piece(subject.file.tree, script.route, start, start + len(named[0]), new)


def _quotes(subject: Subject, chance: random.Random) -> Edits:
    """Leaves out a quote of a command, if bash can no longer parse it."""
    for route, text in _commands(subject.file):
        if _parses(text):
            for found in re.finditer(r"[\"']", text):
                if not _parses(text[: found.start()] + text[found.end() :]):
                    yield replace_piece(subject.file.tree, route, found.start(), found.end(), "")


def _words(subject: Subject, chance: random.Random) -> Edits:
    """Leaves out a word or sign of the shell, if bash can no longer parse the command."""
    for route, text in _commands(subject.file):
        if _parses(text):
            for found in re.finditer(r"\b(?:then|fi|do|done|esac)\b|[(){}]|\$\(|\[\[|\]\]", text):
                if not _parses(text[: found.start()] + text[found.end() :]):
                    yield replace_piece(subject.file.tree, route, found.start(), found.end(), "")


def _variables(subject: Subject, chance: random.Random) -> Edits:
    known = {it.name for it in subject.file.dialect.variables}
    for route, text in _commands(subject.file):
        for found in re.finditer(r"(?<=\$)[A-Z_]{5,}|(?<=\$\{)[A-Z_]{5,}(?=\})", text):
            if found[0] in known and f"{found[0]}=" not in text and _is_expanded(text, found.start()):
                new = _misspelled(found[0], chance)
                yield replace_piece(subject.file.tree, route, found.start(), found.end(), new)


def _unquoted(subject: Subject, chance: random.Random) -> Edits:
    known = "|".join(it.name for it in subject.file.dialect.variables)
    for route, text in _commands(subject.file):
        for found in re.finditer(rf'"(\$(?:{known})|\$\{{(?:{known})\}})"', text) if known else ():
            if _is_expanded(text, found.start()) and not _UNSPLIT.search(text[: found.start()]):
                yield replace_piece(subject.file.tree, route, found.start(), found.end(), found[1])


def _is_expanded(command: str, offset: int) -> bool:
    """Whether no single quotes are around the place."""
    return command[:offset].count("'") % 2 == 0


def _members(file: HookFile, known: set[str]) -> Iterator[Route]:
    """The routes of the keys of groups and hooks that the dialect knows."""
    for group in file.groups():
        if group.row is None:
            continue
        places = {(group.route, group.node.start): group.node} | {
            (it.route, it.node.start): it.node for it in group.hooks
        }
        for (route, _), node in places.items():
            for entry in node.members:
                if entry.name in known and key_at(file.tree, (*route, entry.name)) is not None:
                    yield (*route, entry.name)


def _known_keys(file: HookFile) -> set[str]:
    grammar = file.dialect.grammar
    return {it.name for it in grammar.group} | {field.name for it in grammar.types for field in it.fields}


def _values(file: HookFile, kind: Kind) -> Iterator[Node]:
    for group, hook in file.hooks():
        for field in hook.type.fields if hook.type is not None and group.row is not None else ():
            node = child(hook.node, field.name)
            if node is not None and node.kind is kind:
                yield node


def _commands(file: HookFile) -> Iterator[tuple[Route, str]]:
    """The texts that shells run, by their routes."""
    for group, hook in file.hooks():
        if hook.type is None or group.row is None or hook.type.body != "command" or member(hook.node, "args"):
            continue
        node = child(hook.node, hook.type.body)
        if node is not None and isinstance(node.value, str) and member(hook.node, "shell") is None:
            yield (*hook.route, hook.type.body), node.value


def _live_matchers(file: HookFile) -> Iterator[MatcherText]:
    return (it for it in matcher_texts(file) if it.group.row is not None and it.subject is not None)


def _misspelled(name: str, chance: random.Random) -> str:
    """The name with two neighbors swapped, or a letter less or twice."""
    at = chance.randrange(len(name) - 1)
    how = chance.randrange(3)
    if how == 0 and name[at] != name[at + 1]:
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name[:at] + (name[at] * 2 if how == 1 else "") + name[at + 1 :]


def _other_case(name: str) -> str:
    return name[0].swapcase() + name[1:]


def _foreign_event(name: str, file: HookFile, chance: random.Random) -> str:
    own = {it.name for it in file.dialect.events}
    return chance.choice(sorted({it.name for one in DIALECTS for it in one.events} - own) or [name])


@lru_cache(maxsize=4096)
def _parses(command: str) -> bool:
    """Whether bash can parse it; the judge of what is a mutant of the shell."""
    done = subprocess.run(("bash", "-n"), input=command.encode(errors="replace"), capture_output=True, check=False)
    return done.returncode == 0 and not done.stderr


KINDS: Mapping[str, Callable[[Subject, random.Random], Edits]] = {
    "a brace left out": _dropped(r"[{}]"),
    "a bracket left out": _dropped(r"[\[\]]"),
    "a comma left out": _dropped(r","),
    "a colon left out": _dropped(r":"),
    "a quote left out": _dropped(r'"[^"]*"'),
    "a key misspelled": _keys,
    "an event misspelled": _events(lambda name, _, chance: _misspelled(name, chance)),
    "an event in another case": _events(lambda name, _, __: _other_case(name)),
    "an event of another dialect": _events(_foreign_event),
    "a type misspelled": _types,
    "a tool misspelled": _tools(_misspelled),
    "a tool in another case": _tools(lambda name, _: _other_case(name)),
    "an expression not closed": _expressions,
    "a number in quotes": _numbers(lambda number: f"{number:g}"),
    "a negative number": _numbers(lambda number: -number if number > 0 else None),
    "milliseconds for seconds": _numbers(lambda number: number * 1000 if 1 <= number < 1000 else None),
    "a list for a command": _bodies(lambda text: list[JSON](text.split())),
    "a blank command": _bodies(lambda _: " "),
    "a required key left out": _required,
    "an object for its list": _unwrapped,
    "a hook for its group": _ungrouped,
    "a hook twice": _twice,
    "a script misspelled": _paths,
    "a quote of the shell left out": _quotes,
    "a word of the shell left out": _words,
    "a variable misspelled": _variables,
    "a variable unquoted": _unquoted,
}

WITHIN = frozenset((*list(KINDS)[:5], "a required key left out"))
"""The kinds after which nothing is left at the place itself: what is said of the brackets around it is about them."""
