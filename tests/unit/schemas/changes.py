"""A file in which every key has a value, and the files that differ from it in one thing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field, JsonType
from hookwright.model.hook_type import HookType

SAMPLES: dict[JsonType, Any] = {
    JsonType.STRING: "x",
    JsonType.INTEGER: 1,
    JsonType.NUMBER: 1,
    JsonType.BOOLEAN: True,
    JsonType.OBJECT: {},
    JsonType.ARRAY: [],
    JsonType.ANY: 1,
}
ADDED: tuple[Any, ...] = ("x", [], {})
VALUES = (*ADDED, None, True, 0, -1, 1.5, "", [[]], {"hooks": []}, {"command": "a"}, {"tools": "a"}, {"type": 1}, [1])
KEYS = ("_note", "timout", "Comment", "hooks", "matcher", "PreToolUse", "PreTolUse", "pretooluse", "BeforeTool")


def changes(value: Any) -> Iterator[Any]:
    """The value with one thing removed, added or replaced, at any depth."""
    return chain(one_less(value), one_more(value), *(one_other(value, it) for it in VALUES))


def one_less(value: Any) -> Iterator[Any]:
    """The value without one member or item, at any depth."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {name: it for name, it in value.items() if name != key}
            yield from ({**value, key: it} for it in one_less(inner))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield value[:n] + value[n + 1 :]
            yield from ([*value[:n], it, *value[n + 1 :]] for it in one_less(inner))


def one_more(value: Any) -> Iterator[Any]:
    """The value with one more member, at any depth."""
    if isinstance(value, dict):
        yield from ({**value, key: new} for key in KEYS if key not in value for new in ADDED)
        yield from ({**value, key: [{"hooks": [{}]}]} for key in KEYS[1:] if key not in value)
        for key, inner in value.items():
            yield from ({**value, key: it} for it in one_more(inner))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from ([*value[:n], it, *value[n + 1 :]] for it in one_more(inner))


def one_other(value: Any, new: object) -> Iterator[Any]:
    """The value with another in the place of one of its parts, at any depth."""
    yield new
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: it} for it in one_other(inner, new))
    elif isinstance(value, list):
        for n, inner in enumerate(value):
            yield from ([*value[:n], it, *value[n + 1 :]] for it in one_other(inner, new))


def whole(dialect: Dialect, row: EventRow, kind: HookType) -> dict[str, Any]:
    """A file with one hook of the type, in which every key has a value."""
    grammar = dialect.grammar
    hook = {it.name: value_of(it) for it in kind.fields}
    group = {it.name: value_of(it) for it in grammar.group if it.name != "hooks"}
    if dialect.matchers.criteria:
        group["matcher"] = dict.fromkeys(dialect.matchers.criteria, "x")
    entry = grammar.nesting.with_hook(group, hook)
    if grammar.nesting.event_key:
        return {**grammar.demanded, grammar.hooks_key: [{**entry, grammar.nesting.event_key: row.name}]}
    knobs = {it.name: value_of(it) for it in grammar.knobs}
    demanded = grammar.demanded
    if grammar.knobs_key:
        return {**demanded, grammar.knobs_key: knobs, grammar.hooks_key: {row.name: [entry]}}
    return {**demanded, grammar.hooks_key: {**knobs, row.name: [entry]}}


def value_of(field: Field) -> Any:
    known = (*field.takes.words, field.sample, field.default)
    return next((it for it in known if it is not None), SAMPLES[field.kind])
