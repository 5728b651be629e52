"""What tells the files of each dialect from those of the others, as JSON: see `Outline`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope

# How the files at a place are written is for who reads them, with the table.
_OF_TABLES = ("grammar", "format", "owner", "events", "ignored", "last_counts")


def outlines_text(dialects: Iterable[Dialect]) -> str:
    """The outlines of these dialects, a line for each key."""
    return "[\n" + ",\n".join(_lines(_outline(it)) for it in dialects) + "\n]\n"


def _lines(outline: dict[str, Any]) -> str:
    return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(it)}" for key, it in outline.items()) + "\n}"


def _outline(dialect: Dialect) -> dict[str, Any]:
    types = dialect.grammar.types
    version = next((it for it in dialect.grammar.root if it.name == "version"), None)
    plugins = {it: getattr(dialect.plugins, it) for it in ("marks", "foreign_marks", "marketplace", "nowhere_else")}
    return {
        "id": dialect.id,
        "title": dialect.title,
        "locations": [_set(it) for it in dialect.locations],
        "imports": [{**_set(it), "location": _set(it.location)} for it in dialect.imports],
        "guesses": [_set(it) for it in dialect.guesses],
        "home_variable": None if dialect.home_variable is None else _set(dialect.home_variable),
        "markers": dialect.markers,
        "plugins": {"folders": [_set(it) for it in dialect.plugins.folders], **plugins},
        "extends": dialect.extends,
        "hooks_key": dialect.hooks_key,
        "events": [it.name for it in dialect.events if it.tells],
        "former_events": [*dialect.former_events],
        "version": None if version is None else version.required,
        "flat": dialect.grammar.nesting.is_flat,
        "typed": dialect.grammar.default_type is None,
        "types": sorted({it.name for it in types}),
        "bodies": sorted({it.body for it in types}),
        "hook_keys": sorted({field.name for it in types for field in it.fields}),
        "knobs": sorted({it.name for it in dialect.grammar.knobs}),
        "tools": sorted({it.name for it in dialect.tools}),
        "variables": sorted({*(it.name for it in dialect.variables), *dialect.placeholders}),
        "roots": sorted({it.name for it in dialect.variables if it.root}),
        "of_plugins": sorted({it.name for it in dialect.variables if it.scopes == (Scope.PLUGIN,)}),
    }


def _set(value: Struct) -> dict[str, Any]:
    """The fields of a value that are not as they are by default."""
    names, defaults = value.__struct_fields__, value.__struct_defaults__
    usual = dict(zip(reversed(names), reversed(defaults), strict=False))
    given = {it: getattr(value, it) for it in names if it not in _OF_TABLES}
    return {name: it for name, it in given.items() if name not in usual or it != usual[name]}
