"""The JSON Schema of hook test files, for editors with a YAML language server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hookwright.dialects.ids import IDS
from hookwright.testing.case import DECISIONS, EXPECT, FILE, KINDS_OF_CHANGE, TEST, TEXT, CaseKey, Comparison

_TEXT = {
    "anyOf": [
        {"type": ["string", "null"]},
        {
            "type": "object",
            "properties": {it.value: {"type": "string"} for it in Comparison},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        },
    ]
}
_KINDS: dict[str, dict[str, Any]] = {
    "string": {"type": "string", "minLength": 1},
    "strings": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "count": {"type": ["integer", "boolean"]},
    "decision": {"enum": [*DECISIONS, None]},
    "json": {},
    "json object": {"type": "object"},
    "strings by name": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
    "changes": {"type": "object", "additionalProperties": {"enum": list(KINDS_OF_CHANGE)}},
    TEXT: _TEXT,
}


FILE_NAME = "hooktest.schema.json"


def own_schema() -> tuple[str, str]:
    """The name of the schema's file, and its text."""
    return FILE_NAME, hooktest_schema_text()


def hooktest_schema_text() -> str:
    """The content of the schema's file."""
    return json.dumps(hooktest_schema(), indent=2, ensure_ascii=False) + "\n"


def hooktest_schema() -> dict[str, Any]:
    """The schema (2020-12)."""
    expect = _object(EXPECT, {}, required=[])
    test = _object(TEST, {"expect": expect}, required=["event", "expect"])
    tests = {"type": "array", "minItems": 1, "items": test}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Hook tests of hookwright",
        **_object(FILE, {"tests": tests}, required=["tests"]),
    }


def _object(keys: Mapping[str, CaseKey], given: Mapping[str, Any], *, required: list[str]) -> dict[str, Any]:
    properties = {
        name: {**given.get(name, _KINDS.get(key.kind, {})), "description": key.doc} for name, key in keys.items()
    }
    if "dialect" in properties:
        properties["dialect"]["enum"] = [*IDS]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
