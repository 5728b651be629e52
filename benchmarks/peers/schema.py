"""What hookwright's table knows of Claude Code's settings, as the JSON Schema that a schema-driven server wants."""

from __future__ import annotations

from typing import Any

from hookwright.dialects import by_id
from hookwright.model.event import EventRow
from hookwright.model.grammar import Field, HookType, Kind

Schema = dict[str, Any]


def settings_schema() -> Schema:
    """The schema of a whole settings file."""
    dialect = by_id("claude-code")
    grammar = dialect.grammar
    hook = {"anyOf": [_hook(it) for it in grammar.types]}
    group = _object(grammar.group)
    group["properties"]["hooks"] = {"type": "array", "items": {"$ref": "#/definitions/hook"}}
    root = {it.name: _value(it) for it in grammar.root}
    root[grammar.hooks_key] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {row.name: _event(row) for row in dialect.events},
    }
    return {"type": "object", "definitions": {"hook": hook, "group": group}, "properties": root}


def _event(row: EventRow) -> Schema:
    return {"type": "array", "description": row.summary, "items": {"$ref": "#/definitions/group"}}


def _hook(kind: HookType) -> Schema:
    schema = _object(kind.fields)
    schema["description"] = kind.doc
    schema["properties"]["type"] = {"const": kind.name, "description": kind.doc}
    return schema


def _object(fields: tuple[Field, ...]) -> Schema:
    return {
        "type": "object",
        "properties": {it.name: _value(it) for it in fields},
        "required": [it.name for it in fields if it.required],
        "additionalProperties": False,
    }


def _value(field: Field) -> Schema:
    schema: Schema = {"description": field.doc}
    if field.kind is not Kind.ANY:
        schema["type"] = field.kind.value
    if field.words:
        schema["enum"] = list(field.words)
    return schema
