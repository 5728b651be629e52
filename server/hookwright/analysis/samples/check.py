"""What is wrong with a sample that a user keeps, held against the payload of its event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial

from hookwright.analysis.check import Diagnostic, in_order, resolve
from hookwright.analysis.rule import Finding, Fix, Part, Place, Rule, given
from hookwright.analysis.samples.files import SampleFile
from hookwright.analysis.samples.payload import Known, fits, known_at
from hookwright.analysis.samples.rules import BROKEN_SAMPLE, MISSING_FIELD, UNKNOWN_FIELD, WRONG_VALUE
from hookwright.analysis.suggest import nearest
from hookwright.dialects.ids import IDS
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.reaction import Severity
from hookwright.syntax.drafts import insert_member, rename_key, replace_value
from hookwright.syntax.tree import JSON, Kind, Node, ProblemKind, Tree
from hookwright.text import Route

Found = Iterator[tuple[Rule, Finding]]


def check_sample(tree: Tree, file: SampleFile) -> tuple[Diagnostic, ...]:
    """Every finding, in the order of the text; what the payload has beside the table's fields is but a hint."""
    found = (
        Diagnostic(rule, it, resolve(tree, it.place), it.severity or rule.severity) for rule, it in _check(tree, file)
    )
    return in_order(found)


def _check(tree: Tree, file: SampleFile) -> Found:
    for problem in tree.problems:
        fixes = (Fix("Repair this", given(problem.fix), preferred=True),) if problem.fix else ()
        severity = Severity.WARNING if problem.kind is ProblemKind.DUPLICATE_KEY else None
        yield BROKEN_SAMPLE, Finding(Place((), span=problem.span), problem.message, fixes, severity)
    dialect, row, root = file.dialect, file.row, tree.root
    if dialect is None:
        yield (
            BROKEN_SAMPLE,
            _misplaced(f"`{file.dialect_id}` is not a dialect", file.dialect_id, [*IDS]),
        )
    elif row is None:
        message = f"`{file.event}` is not an event of {dialect.title}"
        yield BROKEN_SAMPLE, _misplaced(message, file.event, [it.name for it in dialect.events])
    elif root is None or root.kind is not Kind.OBJECT:
        yield BROKEN_SAMPLE, Finding(Place(()), "a payload must be an object `{…}`")
    else:
        yield from _object(dialect, row, tree, root, ())
        for it in root.members:
            if it.value.kind is Kind.OBJECT:
                yield from _object(dialect, row, tree, it.value, (it.name,))


def _object(dialect: Dialect, row: EventRow, tree: Tree, node: Node, route: Route) -> Found:
    known = {it.name: it for it in known_at(dialect, row, tree, route)}
    there = {it.name: it.value for it in node.members}
    for name, it in known.items():
        if it.required and name not in there:
            fix = Fix(f"Add `{name}`", partial(insert_member, tree, route, name, _plain(it)), preferred=True)
            place = Place(route)
            yield MISSING_FIELD, Finding(place, f"`{row.name}` always has `{name}`, which is missing here", (fix,))
    for name, value in there.items():
        here = (*route, name)
        if name in known:
            yield from _value(dialect, tree, value, here, known[name])
            continue
        meant = nearest(name, [it for it in known if it not in there])
        fixes = (Fix(f"Change to `{meant}`", partial(rename_key, tree, here, meant), preferred=True),) if meant else ()
        if not route or (meant and route in [(it,) for it in dialect.calls.inputs]):
            on = f"`{row.name}`" if not route else "this tool's input"
            end = f"; did you mean `{meant}`?" if meant else ""
            yield UNKNOWN_FIELD, Finding(Place(here, Part.KEY), f"`{name}` is not a field of {on}{end}", fixes)


def _value(dialect: Dialect, tree: Tree, node: Node, route: Route, known: Known) -> Found:
    replaced = partial(_replacement, tree, route)
    if not fits(node, known):
        kind = str(known.kind)
        message = f"`{known.name}` must be of type {kind}, not {node.kind}"
        yield WRONG_VALUE, Finding(Place(route), message)
    elif node.kind is not Kind.STRING:
        return
    elif known.words and node.value not in known.words:
        meant = nearest(str(node.value), known.words) or (known.words[0] if len(known.words) == 1 else None)
        listed = ", ".join(f"`{it}`" for it in known.words)
        yield WRONG_VALUE, Finding(Place(route), f"`{known.name}` must be one of {listed}", replaced(meant))
    elif known.offered and node.value not in known.offered:
        text = str(node.value)
        meant = nearest(text, known.offered)
        if meant and not text.startswith(dialect.servers.prefix) and dialect.tool(text) is None:
            message = f"`{text}` is not known; did you mean `{meant}`?"
            yield WRONG_VALUE, Finding(Place(route), message, replaced(meant), Severity.HINT)


def _replacement(tree: Tree, route: Route, meant: str | None) -> tuple[Fix, ...]:
    if meant is None:
        return ()
    return (Fix(f"Change to `{meant}`", partial(replace_value, tree, route, meant), preferred=True),)


def _misplaced(message: str, name: str, known: list[str]) -> Finding:
    meant = nearest(name, known)
    end = f"did you mean `{meant}`?" if meant else f"use one of {', '.join(f'`{it}`' for it in known)}"
    return Finding(Place(()), f"{message}, but this file's folder has that name; {end}")


def _plain(known: Known) -> JSON:
    value: JSON = json.loads(json.dumps(known.sample, default=dict))
    return value
