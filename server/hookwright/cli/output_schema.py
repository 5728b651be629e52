"""The JSON Schema of what commands print as JSON, made from the types of `hookwright.cli.output_types`."""

from __future__ import annotations

import json

from hookwright.cli.json_types import Schema, schema_of_object
from hookwright.cli.output_types import OUTPUTS
from hookwright.cli.wire_types import objects, wire_name

FILE = "output.schema.json"

_WHERE = "#/$defs"
_ABOUT = "What a command of hookwright prints with --format json; docs/output.md says what can change in it."


def output_schema(*, is_open: bool = True) -> Schema:
    """One schema for every command; readers accept members that are new, so objects are open unless a test asks."""
    named = {wire_name(it): it for it in objects(OUTPUTS)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Output of hookwright's commands",
        "description": _ABOUT,
        "anyOf": [{"$ref": f"{_WHERE}/{wire_name(it)}"} for it in OUTPUTS],
        "$defs": {name: schema_of_object(named[name], _WHERE, is_open=is_open) for name in sorted(named)},
    }


def own_schema() -> tuple[str, str]:
    """The name of the schema's file, and its text."""
    return FILE, output_schema_text()


def output_schema_text() -> str:
    """The schema as its file has it."""
    return json.dumps(output_schema(), indent=2, ensure_ascii=False) + "\n"
