"""What a fix writes for a key that is needed and whose value cannot be known."""

from __future__ import annotations

from hookwright.model.field import Field, JsonType
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import HOOKS, TYPE
from hookwright.syntax.tree import JSON

_EMPTY: dict[JsonType, JSON] = {
    JsonType.INTEGER: 1,
    JsonType.NUMBER: 1,
    JsonType.BOOLEAN: False,
    JsonType.OBJECT: {},
    JsonType.ARRAY: [],
}


def sample_value(grammar: Grammar, field: Field) -> JSON:
    """A value of the field's type that can stand: its sample, its first word, a first hook, or else its own name."""
    if field.sample is not None:
        value: JSON = field.sample
        return value
    if field.takes.words:
        return field.takes.words[0]
    if field.name == HOOKS and field.kind is JsonType.ARRAY and grammar.types:
        return [sample_hook(grammar, grammar.types[0])]
    if field.name == grammar.nesting.inner and grammar.types:
        return sample_hook(grammar, grammar.types[0])
    return _EMPTY.get(field.kind, field.name)


def sample_hook(grammar: Grammar, kind: HookType, body: str | None = None) -> JSON:
    """A hook of the type with its required keys; `body` is what it runs, if that is known."""
    hook: dict[str, JSON] = {}
    for field in kind.fields:
        if field.name == TYPE and field.required:
            hook[TYPE] = kind.name
        elif field.name == kind.body and body is not None:
            hook[field.name] = body
        elif field.required:
            hook[field.name] = sample_value(grammar, field)
    return hook
