"""Makes mutants of hook files: one small mistake each, of the kinds that people make, and where it was made.

What comes out of a kind may be just as right as before.  Such mutants are told by rules, not by hand, and left out: the
text reads as the same JSON; the new name is a known one; the new expression is one of JavaScript's; bash can still
parse the command; the shell does not expand or split what is there, or a default stands in for it.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.rules import json_kinds, shell_kinds
from benchmarks.rules.sites import Change, foreign_event, misspelled, other_case
from hookwright.analysis.rule import Subject
from hookwright.config.view import HookFile
from hookwright.syntax.edit import apply
from hookwright.syntax.tree import JSON
from hookwright.text import Edit


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed text; `start` and `end` are the place in it, `before` and `after` what was there and is there now."""

    kind: str
    text: str
    start: int
    end: int
    before: str
    after: str


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


KINDS: Mapping[str, Change] = {
    "a brace left out": json_kinds.left_out_signs(r"[{}]"),
    "a bracket left out": json_kinds.left_out_signs(r"[\[\]]"),
    "a comma left out": json_kinds.left_out_signs(r","),
    "a colon left out": json_kinds.left_out_signs(r":"),
    "a quote left out": json_kinds.left_out_signs(r'"[^"]*"'),
    "a key misspelled": json_kinds.misspelled_keys,
    "an event misspelled": json_kinds.renamed_events(lambda name, _, chance: misspelled(name, chance)),
    "an event in another case": json_kinds.renamed_events(lambda name, _, __: other_case(name)),
    "an event of another dialect": json_kinds.renamed_events(foreign_event),
    "a type misspelled": json_kinds.misspelled_types,
    "a tool misspelled": json_kinds.renamed_tools(misspelled),
    "a tool in another case": json_kinds.renamed_tools(lambda name, _: other_case(name)),
    "an expression not closed": json_kinds.open_expressions,
    "a number in quotes": json_kinds.changed_numbers(lambda number: f"{number:g}"),
    "a negative number": json_kinds.changed_numbers(lambda number: -number if number > 0 else None),
    "milliseconds for seconds": json_kinds.changed_numbers(
        lambda number: number * 1000 if 1 <= number < 1000 else None
    ),
    "a list for a command": json_kinds.changed_commands(lambda text: list[JSON](text.split())),
    "a blank command": json_kinds.changed_commands(lambda _: " "),
    "a required key left out": json_kinds.left_out_keys,
    "an object for its list": json_kinds.unwrapped,
    "a hook for its group": json_kinds.ungrouped,
    "a hook twice": json_kinds.repeated,
    "a script misspelled": shell_kinds.misspelled_scripts,
    "a quote of the shell left out": shell_kinds.left_out_quotes,
    "a word of the shell left out": shell_kinds.left_out_words,
    "a variable misspelled": shell_kinds.misspelled_variables,
    "a variable unquoted": shell_kinds.unquoted_variables,
}

WITHIN = frozenset((*list(KINDS)[:5], "a required key left out"))
"""The kinds after which nothing is left at the place itself: what is said of the brackets around it is about them."""
