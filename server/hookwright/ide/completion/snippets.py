"""Snippets for keys, hooks and groups: JSON with tab stops, made from the dialect's tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from hookwright.ide.completion.items import literal
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field, JsonType
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import HOOKS, MATCHER
from hookwright.syntax.strings import quote


def value_snippet(field: Field, stops: Iterator[int]) -> str:
    """A value of the field's type with one tab stop, starting with its sample, word or default."""
    if words := field.takes.words:
        return f'"{literal(words[0])}"' if len(words) == 1 else f'"{_choice(words, stops)}"'
    start = field.sample if field.sample is not None else field.default
    match field.kind:
        case JsonType.BOOLEAN:
            return _choice(("false", "true") if field.default is True else ("true", "false"), stops)
        case JsonType.INTEGER | JsonType.NUMBER:
            return f"${{{next(stops)}:{start if start is not None else 1}}}"
        case JsonType.OBJECT:
            return f"{{${next(stops)}}}"
        case JsonType.ARRAY:
            return f"[${next(stops)}]"
        case _:
            text = quote(start)[1:-1] if isinstance(start, str) else ""
            return f'"${{{next(stops)}:{literal(text)}}}"' if text else f'"${next(stops)}"'


def hook_snippet(kind: HookType, unit: str, stops: Iterator[int]) -> str:
    """A hook of the type with its required keys, one per line."""
    return _object(_required(kind, stops), unit)


def group_snippet(grammar: Grammar, row: EventRow | None, kind: HookType, unit: str, stops: Iterator[int]) -> str:
    """A group with one hook, or a flat entry; with a matcher only if the event has something to match."""
    matchable = row is None or row.subject.kind is not None
    entries = []
    for field in grammar.group:
        if field.name == HOOKS:
            entries.append((HOOKS, _array(hook_snippet(kind, unit, stops), unit)))
        elif field.name and field.name == grammar.nesting.inner:
            entries.append((field.name, hook_snippet(kind, unit, stops)))
        elif field.required or (field.name == MATCHER and matchable):
            entries.append((field.name, value_snippet(field, stops)))
    if grammar.nesting.is_flat:
        entries += _required(kind, stops)
    return _object(entries, unit)


def event_snippet(dialect: Dialect, grammar: Grammar, row: EventRow, unit: str) -> str:
    """The list under an event's key, with one group (or one flat hook) in it."""
    stops = count(1)
    return _array(group_snippet(grammar, row, dialect.types_on(row, grammar)[0], unit, stops), unit)


def hooks_snippet(dialect: Dialect, grammar: Grammar, row: EventRow | None, unit: str) -> str:
    """The list under a group's `hooks`, with one hook in it."""
    return _array(hook_snippet(dialect.types_on(row, grammar)[0], unit, count(1)), unit)


def _required(kind: HookType, stops: Iterator[int]) -> list[tuple[str, str]]:
    fields = [it for it in kind.fields if it.required or it.name == kind.body]
    return [(it.name, value_snippet(it, stops)) for it in fields]


def _object(entries: list[tuple[str, str]], unit: str) -> str:
    lines = [f"{quote(name)}: {_indented(value, unit)}" for name, value in entries]
    return "{\n" + ",\n".join(unit + line for line in lines) + "\n}"


def _array(item: str, unit: str) -> str:
    return f"[\n{unit}{_indented(item, unit)}\n]"


def _indented(text: str, unit: str) -> str:
    return text.replace("\n", "\n" + unit)


def _choice(words: tuple[str, ...], stops: Iterator[int]) -> str:
    escaped = (literal(word).replace(",", "\\,").replace("|", "\\|") for word in words)
    return f"${{{next(stops)}|{','.join(escaped)}|}}"
