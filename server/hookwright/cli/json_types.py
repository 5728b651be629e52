"""JSON Schemas of the types of params and answers."""

from __future__ import annotations

from dataclasses import is_dataclass
from types import NoneType
from typing import Any

from hookwright.cli.wire_types import (
    Anything,
    Basic,
    Class,
    ListOf,
    MapOf,
    Object,
    OneOf,
    WireType,
    Words,
    members,
    summary_of,
    wire_name,
)

Schema = dict[str, Any]

_WORDS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of_type(kind: WireType, where: str) -> Schema:
    """The schema of a value; objects are named below `where`, such as `#/$defs`."""
    match kind:
        case Anything():
            return {}
        case Words(values):
            return {"enum": [*values]}
        case OneOf(options):
            return {"anyOf": [schema_of_type(it, where) for it in options]}
        case ListOf(item):
            return {"type": "array", "items": schema_of_type(item, where)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": schema_of_type(value, where)}
        case Object(of):
            return {"$ref": f"{where}/{wire_name(of)}"}
        case Basic(of):
            return {"type": _WORDS[of]}


def schema_of_object(of: Class, where: str, *, is_open: bool | None = None) -> Schema:
    """The schema of an object; unless it is said whether more members may be there, they may in params alone.

    Clients may send more than this server knows; answers have these members alone.
    """
    found = members(of)
    return {
        "type": "object",
        "description": summary_of(of),
        "properties": {it.name: schema_of_type(it.type, where) for it in found},
        "required": [it.name for it in found if it.required],
        "additionalProperties": is_dataclass(of) if is_open is None else is_open,
    }
