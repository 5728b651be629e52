"""The JSON Schema of an event's payload: what any editor needs to check and complete a sample without a server."""

from __future__ import annotations

from typing import Any

from hookwright.analysis.payload_fields import Known, known_at
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.syntax.parser import parse


def payload_schema(dialect: Dialect, row: EventRow) -> dict[str, Any]:
    """The schema (JSON Schema 2020-12); payloads are open, so it refuses no member that it does not know."""
    known = known_at(dialect, row, parse("{}"), ())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:hookwright:schema:payload:{dialect.id}:{row.name}",
        "title": f"Payload of {row.name} in {dialect.title}",
        "description": row.summary,
        "type": "object",
        "properties": {it.name: _field(it) for it in known},
        "required": [it.name for it in known if it.required],
    }


def _field(known: Known) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": known.doc}
    if known.words:
        schema["enum"] = list(known.words)
    elif known.offered:
        schema["anyOf"] = [{"enum": list(known.offered)}, {"type": "string"}]
    elif known.kind is not None:
        schema["type"] = [known.kind.value, "null"] if known.nullable else known.kind.value
    if known.sample is not None:
        schema["examples"] = [known.sample]
    return schema
