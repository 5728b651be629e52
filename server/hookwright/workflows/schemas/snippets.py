"""What an editor inserts from a JSON Schema: the list of an event, and a whole hook of each type, with tab stops."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from hookwright.analysis.samples import sample_value
from hookwright.config.read import HOOKS, MATCHER
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.grammar import Field, Grammar, HookType, Kind, Shape
from hookwright.workflows.dialect_docs import sentence


def event_snippets(dialect: Dialect, row: EventRow) -> list[dict[str, Any]]:
    """The list under an event, with one entry."""
    return [{"label": "list with a hook", "body": [_entry(dialect, row)]}]


def entry_snippets(dialect: Dialect, row: EventRow) -> list[dict[str, Any]]:
    """A matcher group with a hook, or a flat hook."""
    label = "hook" if dialect.grammar.shape is Shape.FLAT else "group with a hook"
    return [{"label": label, "body": _entry(dialect, row)}]


def hook_snippets(dialect: Dialect, types: tuple[HookType, ...]) -> list[dict[str, Any]]:
    """A whole hook of each type with its required keys."""
    return [
        {"label": f"{it.name} hook", "description": sentence(it.doc), "body": _hook(dialect.grammar, it, count(1))}
        for it in types
    ]


def _entry(dialect: Dialect, row: EventRow) -> dict[str, Any]:
    """One group (or one flat hook) with the first type that can be run."""
    grammar, kind, stops = dialect.grammar, dialect.types_on(row)[0], count(1)
    outer = _texts(grammar, (it for it in grammar.group if row.subject and it.name == MATCHER), stops)
    if dialect.matchers.criteria:
        outer = {name: {it: f"${next(stops)}" for it in list(dialect.matchers.criteria)[:1]} for name in outer}
    hook = _hook(grammar, kind, stops)
    return {**outer, **hook} if grammar.shape is Shape.FLAT else {**outer, HOOKS: [hook]}


def _hook(grammar: Grammar, kind: HookType, stops: Iterator[int]) -> dict[str, Any]:
    return _texts(grammar, (it for it in kind.fields if it.required), stops)


def _texts(grammar: Grammar, fields: Iterator[Field], stops: Iterator[int]) -> dict[str, Any]:
    return {it.name: _text(it, stops) if it.kind is Kind.STRING else sample_value(grammar, it) for it in fields}


def _text(field: Field, stops: Iterator[int]) -> str:
    if len(field.words) == 1:
        return field.words[0]
    start = field.words[0] if field.words else field.sample
    return f"${{{next(stops)}:{start}}}" if start else f"${next(stops)}"
