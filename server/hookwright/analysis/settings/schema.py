"""The JSON Schema of `hookwright.json`: what any editor needs to check, complete and explain it without a server."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from hookwright.analysis.rule_docs import summary
from hookwright.analysis.run_rules import FILE_AND_RUN_RULES
from hookwright.analysis.settings.failing import failing_words
from hookwright.analysis.settings.file import LEVELS
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.evidence import VERSION
from hookwright.model.failing import FAIL_ON

FILE = "hookwright.schema.json"
GLOB_DOC = "A glob, relative to this file's folder: `*`, `?`, `**`, `[…]` and `{a,b}`."

KEY_DOCS: Mapping[str, str] = {
    "rules": "The severity of each rule, by its name or code.",
    "failOn": (
        "What fails `hookwright check`: a severity, which stands for itself and those above it, or a list of severities"
        " and rules. A rule that is named here fails from `warning` on. The default is "
        f"{', '.join(f'`{it}`' for it in FAIL_ON)}."
    ),
    "exclude": "Files in which nothing is reported.",
    "ignore": "Findings that are not reported.",
    "dialects": "The dialects of files, by globs of them; the first glob that matches counts.",
    "agentVersions": "The versions of agents that the hooks have to work with, by dialect; what is newer is reported.",
}

IGNORE_DOCS: Mapping[str, str] = {
    "rule": "The rule, by its name or code.",
    "file": GLOB_DOC,
    "pointer": "A glob of JSON pointers, such as `/hooks/Stop/**`.",
    "reason": "Why the findings are not reported, for people.",
}


def settings_schema() -> dict[str, Any]:
    """The schema (JSON Schema 2020-12), with every rule by name and by code."""
    failing = list(failing_words())
    rules = {name: _rule(it.code, summary(it)) for it in FILE_AND_RUN_RULES for name in (it.name, it.code)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:hookwright:schema:settings",
        "title": "Settings of hookwright",
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "rules": {
                "description": KEY_DOCS["rules"],
                "type": "object",
                "properties": rules,
                "patternProperties": {"^([_$#]|//)": True},
                "additionalProperties": False,
            },
            "failOn": {
                "description": KEY_DOCS["failOn"],
                "default": list(FAIL_ON),
                "anyOf": [{"enum": failing}, {"type": "array", "items": {"enum": failing}}],
            },
            "exclude": {
                "description": KEY_DOCS["exclude"],
                "type": "array",
                "items": {"type": "string", "description": GLOB_DOC},
            },
            "ignore": {
                "description": KEY_DOCS["ignore"],
                "type": "array",
                "items": _ignore(list(rules)),
            },
            "dialects": {
                "description": KEY_DOCS["dialects"],
                "type": "object",
                "propertyNames": {"description": GLOB_DOC},
                "patternProperties": {"^([_$#]|//)": True},
                "additionalProperties": {"enum": [it.id for it in OUTLINES]},
            },
            "agentVersions": {
                "description": KEY_DOCS["agentVersions"],
                "type": "object",
                "properties": {it.id: _version(it.title) for it in OUTLINES},
                "patternProperties": {"^([_$#]|//)": True},
                "additionalProperties": False,
            },
        },
        "patternProperties": {"^([_$#]|//)": True},
        "additionalProperties": False,
        "allowComments": True,
        "allowTrailingCommas": True,
    }


def own_schema() -> tuple[str, str]:
    """The name of the schema's file, and its text."""
    return FILE, settings_schema_text()


def settings_schema_text() -> str:
    """The schema as its file has it."""
    return json.dumps(settings_schema(), ensure_ascii=False, indent=2) + "\n"


def _rule(code: str, about: str) -> dict[str, Any]:
    return {"description": f"{code}: {about}.", "enum": list(LEVELS)}


def _version(title: str) -> dict[str, Any]:
    return {"description": f"The oldest version of {title}.", "type": "string", "pattern": f"^{VERSION.pattern}$"}


def _ignore(names: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "rule": {"description": IGNORE_DOCS["rule"], "enum": names},
            "file": {"type": "string", "description": IGNORE_DOCS["file"]},
            "pointer": {"type": "string", "description": IGNORE_DOCS["pointer"]},
            "reason": {"type": "string", "description": IGNORE_DOCS["reason"]},
        },
        "required": ["rule"],
        "patternProperties": {"^([_$#]|//)": True},
        "additionalProperties": False,
    }
