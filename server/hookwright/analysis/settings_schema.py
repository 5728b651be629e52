"""The JSON Schema of `hookwright.json`: what any editor needs to check, complete and explain it without a server."""

from __future__ import annotations

import json
from typing import Any

from hookwright.analysis.pages import summary
from hookwright.analysis.rules import RULES
from hookwright.analysis.settings import LEVELS

FILE = "hookwright.schema.json"

_GLOB_DOC = "A glob from this file's folder on: `*`, `?`, `**`, `[…]` and `{a,b}`."


def settings_schema() -> dict[str, Any]:
    """The schema (JSON Schema 2020-12), with every rule by name and by code."""
    rules = {name: _rule(it.code, summary(it)) for it in RULES for name in (it.name, it.code)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:hookwright:schema:settings",
        "title": "Settings of hookwright",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "rules": {
                "description": "How much each rule matters, by its name or code.",
                "type": "object",
                "properties": rules,
                "patternProperties": {"^([_$#]|//)": True},
                "additionalProperties": False,
            },
            "exclude": {
                "description": "Files of which nothing is said.",
                "type": "array",
                "items": {"type": "string", "description": _GLOB_DOC},
            },
            "ignore": {
                "description": "Findings that are kept back.",
                "type": "array",
                "items": _ignore(list(rules)),
            },
        },
        "patternProperties": {"^([_$#]|//)": True},
        "additionalProperties": False,
        "allowComments": True,
        "allowTrailingCommas": True,
    }


def settings_schema_text() -> str:
    """The schema as its file has it."""
    return json.dumps(settings_schema(), ensure_ascii=False, indent=2) + "\n"


def _rule(code: str, about: str) -> dict[str, Any]:
    return {"description": f"{code}: {about}.", "enum": list(LEVELS)}


def _ignore(names: list[str]) -> dict[str, Any]:
    pointer = "A glob of JSON pointers, such as `/hooks/Stop/**`."
    return {
        "type": "object",
        "properties": {
            "rule": {"description": "The rule, by its name or code.", "enum": names},
            "file": {"type": "string", "description": _GLOB_DOC},
            "pointer": {"type": "string", "description": pointer},
        },
        "required": ["rule"],
        "patternProperties": {"^([_$#]|//)": True},
        "additionalProperties": False,
    }
