"""The JSON Schema of a dialect's files: what any editor needs to check, complete and explain them without a server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from hookwright.analysis.structure.sample_values import sample_value
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.field import Field, JsonType
from hookwright.model.grammar import Grammar
from hookwright.model.hook_type import HookType
from hookwright.model.nesting import HOOKS, MATCHER
from hookwright.model.reaction import Severity
from hookwright.schemas.leaves import (
    Schema,
    described,
    events_leaf,
    group_leaf,
    hook_leaf,
    knobs_leaf,
    on_event,
    root_leaf,
)
from hookwright.wording.dialect_docs import event_markdown, sentence, words_in_code
from hookwright.wording.phrases import may_block

_TYPE_DOC = "Which type of hook it is"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(dialect: Dialect) -> Schema:
    """The JSON Schema (2020-12) of the dialect's files, with VS Code's extensions.

    It covers structure.  What depends on more than one value, such as a matcher that no tool has, is left to the rules;
    everything the schema rejects is also an error or a warning of a rule.
    """
    grammar, parts = dialect.grammar, _Parts(dialect)
    events = _entries(dialect, parts) if grammar.nesting.event_key else _events(dialect, parts)
    root = root_leaf(dialect)
    if not grammar.hooks_key:
        root["properties"] |= events.pop("properties")
        root |= events
    elif grammar.hooks_key in root["properties"]:
        root["properties"][grammar.hooks_key] |= events
    if grammar.bare is not None:
        bare = {"properties": events["properties"]}
        strays = {"patternProperties": _strays(dialect)}
        root |= {"if": {"required": [grammar.hooks_key]}, "then": strays, "else": bare}
    elif grammar.hooks_key in root["properties"] and not grammar.nesting.event_key:
        root["patternProperties"] = root.get("patternProperties", {}) | _strays(dialect)
    if grammar.knobs_key in root["properties"]:
        root["properties"][grammar.knobs_key] |= knobs_leaf(dialect)
    head = {
        "$schema": _DRAFT,
        "$id": f"urn:hookwright:schema:{dialect.id}",
        "title": f"Hooks of {dialect.title}",
        "description": dialect.doc,
    }
    lax = {"allowComments": grammar.comments, "allowTrailingCommas": grammar.trailing_commas}
    return {**head, **root, **{name: True for name, on in lax.items() if on}, "$defs": parts.named}


def schema_text(dialect: Dialect) -> str:
    """The content of the schema's file."""
    return json.dumps(schema_of(dialect), ensure_ascii=False, indent=2) + "\n"


def file_name(dialect: Dialect) -> str:
    """The name of the schema's file."""
    return f"{dialect.id}.schema.json"


class _Parts:
    """The definitions that the schema refers to, each once."""

    def __init__(self, dialect: Dialect) -> None:
        self.named: dict[str, Schema] = {}
        self.group = group_leaf(dialect)
        self.hooks = {it.name: _of_one_word(dialect, it.name) for it in dialect.grammar.types}

    def refer(self, name: str, row: EventRow, part: Schema) -> Schema:
        """A reference to the definition; if another one has that name, the event's name is added."""
        known = next((it for it, other in self.named.items() if it.startswith(name) and other == part), None)
        chosen = known or (f"{name}-{row.name}" if name in self.named else name)
        self.named[chosen] = part
        return {"$ref": f"#/$defs/{chosen}"}


def _of_one_word(dialect: Dialect, name: str) -> Schema:
    """The hooks of that type, one of whose bodies has to be there."""
    kinds = [it for it in dialect.grammar.types if it.name == name]
    leaves = [hook_leaf(dialect, it) for it in kinds]
    if len(kinds) == 1:
        return leaves[0]
    always = [key for key in leaves[0].get("required", ()) if all(key in it.get("required", ()) for it in leaves)]
    bodies = {"anyOf": [{"required": [it.body]} for it in kinds]}
    kept = {key: it for key, it in leaves[0].items() if key != "required"}
    return {**kept, **({"required": always} if always else {}), **bodies}


def _events(dialect: Dialect, parts: _Parts) -> Schema:
    events = events_leaf(dialect)
    events["properties"] |= {row.name: _event(dialect, row, parts) for row in dialect.events}
    if dialect.grammar.unknown_event is Severity.HINT:
        del events["patternProperties"]
        events["additionalProperties"] = {
            "description": f"Not an event of {dialect.title}: hooks under this name never run."
        }
    return events


def _entries(dialect: Dialect, parts: _Parts) -> Schema:
    """The list of a dialect whose hooks name their events."""
    grammar, keys = dialect.grammar, parts.group["properties"]
    event_key, inner = grammar.nesting.event_key, grammar.nesting.inner
    names = [it.name for it in dialect.events]
    about = [f"Fires {it.summary}. {may_block(it)}" for it in dialect.events]
    pages = [event_markdown(dialect, it) for it in dialect.events]
    words = {"enum": names, "enumDescriptions": about, "markdownEnumDescriptions": pages}
    trigger = {**keys[event_key], **words}
    own = {it.name: parts.hooks[it.name] for it in grammar.types}
    if grammar.nesting.is_flat:
        (hook,) = own.values()
        named = {**hook, "properties": {**hook["properties"], event_key: trigger}}
        return {"type": "array", "items": {**named, "defaultSnippets": _named_snippets(dialect)}}
    action = {**keys[inner], **_typed(dialect, own)}
    entry = {**parts.group, "properties": {**keys, event_key: trigger, inner: action}}
    return {"type": "array", "items": {**entry, "defaultSnippets": _named_snippets(dialect)}}


def _named_snippets(dialect: Dialect) -> list[dict[str, Any]]:
    """A whole entry with an action of each type."""
    found, grammar = [], dialect.grammar
    for kind in grammar.types:
        stops = count(1)
        fields = (it for it in grammar.group if it.required and it.name != grammar.nesting.inner)
        outer = _text_snippets(grammar, fields, stops)
        body = grammar.nesting.with_hook(outer, _hook_snippet(grammar, kind, stops))
        found.append({"label": f"{kind.name} hook", "description": sentence(kind.doc), "body": body})
    return found


def _event(dialect: Dialect, row: EventRow, parts: _Parts) -> Schema:
    event: Schema = {
        "description": f"Fires {row.summary}. {may_block(row)}",
        "markdownDescription": event_markdown(dialect, row),
        "type": "array",
        "items": _entry(dialect, row, parts) if dialect.grammar.nesting.is_flat else _group(dialect, row, parts),
        "defaultSnippets": event_snippets(dialect, row),
    }
    return event | ({"deprecated": True, "deprecationMessage": f"{row.deprecated}."} if row.deprecated else {})


def _entry(dialect: Dialect, row: EventRow, parts: _Parts) -> Schema:
    """A flat hook, or a group where groups are read as well."""
    hook = _hook(dialect, row, parts)
    if not dialect.grammar.nesting.groups_too:
        return hook
    group = {"properties": {HOOKS: {"type": "array", "items": hook}}}
    return {"if": {"type": "object", "required": [HOOKS]}, "then": group, "else": hook}


def _group(dialect: Dialect, row: EventRow, parts: _Parts) -> Schema:
    group = on_event(parts.group, dialect, row)
    hooks = {**group["properties"][HOOKS], "items": _hook(dialect, row, parts)}
    keys = {**group["properties"], HOOKS: hooks}
    return parts.refer("group", row, {**group, "properties": keys, "defaultSnippets": entry_snippets(dialect, row)})


def _hook(dialect: Dialect, row: EventRow, parts: _Parts) -> Schema:
    """A hook of the event, by its type, so that a problem is reported for the intended type."""
    legal = dialect.types_on(row)
    own = {it.name: _hook_of_type(dialect, row, parts, it) for it in legal}
    if len(legal) == 1:
        return own[legal[0].name]
    return parts.refer("hook", row, {**_typed(dialect, own), "defaultSnippets": hook_snippets(dialect, legal)})


def _typed(dialect: Dialect, own: Mapping[str, Schema]) -> Schema:
    """An object that is one of several by its type."""
    legal = [it for name in own if (it := dialect.grammar.type_named(name)) is not None]
    default = dialect.grammar.default_type
    markdown = f"**type** · {words_in_code(own, ' or ')}\n\n{_TYPE_DOC}."
    word = described(_TYPE_DOC, {"enum": list(own), "enumDescriptions": [sentence(it.doc) for it in legal]}, markdown)
    return {
        "type": "object",
        "properties": {"type": word if default is None else {**word, "default": default}},
        **({"required": ["type"]} if default is None else {}),
        "allOf": [{"if": _is_of(kind, default), "then": own[kind.name]} for kind in legal],
    }


def _hook_of_type(dialect: Dialect, row: EventRow, parts: _Parts, kind: HookType) -> Schema:
    return parts.refer(f"{kind.name}-hook", row, on_event(parts.hooks[kind.name], dialect, row))


def _is_of(kind: HookType, default: str | None) -> Schema:
    named: Schema = {"type": "object", "properties": {"type": {"const": kind.name}}}
    return named if kind.name == default else {**named, "required": ["type"]}


def _strays(dialect: Dialect) -> dict[str, Any]:
    """Events with hooks at the root of a file that needs them under a key of their own."""
    grammar = dialect.grammar
    names = "|".join(re.escape(row.name) for row in dialect.events)
    message = f"An event outside `{grammar.hooks_key}` never fires; move it there"
    telling = [*([HOOKS] if grammar.nesting.is_grouped else ()), *dict.fromkeys(it.body for it in grammar.types)]
    entry = {"type": "object", "anyOf": [{"required": [key]} for key in telling]}
    held = {"anyOf": [entry, {"type": "array", "items": entry}]}
    return {f"^({names})$": {"not": held, "errorMessage": message}}


def event_snippets(dialect: Dialect, row: EventRow) -> list[dict[str, Any]]:
    """The list under an event, with one entry."""
    return [{"label": "list with a hook", "body": [_entry_snippet(dialect, row)]}]


def entry_snippets(dialect: Dialect, row: EventRow) -> list[dict[str, Any]]:
    """A matcher group with a hook, or a flat hook."""
    label = "hook" if dialect.grammar.nesting.is_flat else "group with a hook"
    return [{"label": label, "body": _entry_snippet(dialect, row)}]


def hook_snippets(dialect: Dialect, types: tuple[HookType, ...]) -> list[dict[str, Any]]:
    """A whole hook of each type with its required keys."""
    return [
        {
            "label": f"{it.name} hook",
            "description": sentence(it.doc),
            "body": _hook_snippet(dialect.grammar, it, count(1)),
        }
        for it in types
    ]


def _entry_snippet(dialect: Dialect, row: EventRow) -> dict[str, Any]:
    """A group (or a flat hook) with the first type that can be run."""
    grammar, kind, stops = dialect.grammar, dialect.types_on(row)[0], count(1)
    outer = _text_snippets(grammar, (it for it in grammar.group if row.subject.kind and it.name == MATCHER), stops)
    if dialect.matchers.criteria:
        outer = {name: {it: f"${next(stops)}" for it in list(dialect.matchers.criteria)[:1]} for name in outer}
    return grammar.nesting.with_hook(outer, _hook_snippet(grammar, kind, stops))


def _hook_snippet(grammar: Grammar, kind: HookType, stops: Iterator[int]) -> dict[str, Any]:
    return _text_snippets(grammar, (it for it in kind.fields if it.required), stops)


def _text_snippets(grammar: Grammar, fields: Iterator[Field], stops: Iterator[int]) -> dict[str, Any]:
    return {
        it.name: _text_snippet(it, stops) if it.kind is JsonType.STRING else sample_value(grammar, it) for it in fields
    }


def _text_snippet(field: Field, stops: Iterator[int]) -> str:
    if len(field.takes.words) == 1:
        return field.takes.words[0]
    start = field.takes.words[0] if field.takes.words else field.sample
    return f"${{{next(stops)}:{start}}}" if start else f"${next(stops)}"
