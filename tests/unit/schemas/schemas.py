"""The dialects' schemas, and those of shapes that no dialect has; each is made once."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from msgspec.structs import replace

from hookwright.dialects import by_id, written
from hookwright.model.dialect import Dialect
from hookwright.model.event import MatchSubject
from hookwright.model.field import Field, JsonType, Values
from hookwright.model.language import Criterion, Language, Pattern
from hookwright.schemas.json_schema import schema_of

CLAUDE = by_id("claude-code")
ROOTLESS = replace(CLAUDE, grammar=replace(CLAUDE.grammar, hooks_key="", root=CLAUDE.grammar.root[:1]))
KNOBS = (
    Field(name="enabled", kind=JsonType.BOOLEAN, doc="Whether hooks run", default=True, variable="HOOKS_ENABLED"),
    Field(name="limit", kind=JsonType.INTEGER, doc="How many at once", default=10, takes=Values(least=1)),
)
STRUCTURED = replace(
    CLAUDE,
    grammar=replace(
        CLAUDE.grammar,
        knobs=KNOBS,
        group=(Field(name="matcher", kind=JsonType.OBJECT, doc="Criteria"), *CLAUDE.grammar.group[1:]),
    ),
    matchers=replace(
        CLAUDE.matchers,
        criteria={
            "tools": Criterion(MatchSubject.TOOL, Language(doc="Names")),
            "paths": Criterion(MatchSubject.PATH, Language(doc="A glob", pattern=Pattern.GLOB)),
        },
    ),
)
SHAPES = [*written(), ROOTLESS, STRUCTURED]

each_dialect = pytest.mark.parametrize("dialect", [pytest.param(it, id=it.id) for it in written()])
each_shape = pytest.mark.parametrize(
    "dialect",
    [
        pytest.param(it, id=name)
        for it, name in zip(SHAPES, [*(it.id for it in written()), "rootless", "structured"], strict=True)
    ],
)


MADE: dict[int, tuple[Dialect, dict[str, Any], jsonschema_rs.Draft202012Validator]] = {}


def made(dialect: Dialect) -> dict[str, Any]:
    """The dialect's schema, made once; a dialect has no hash, so it is kept by identity."""
    if id(dialect) not in MADE:
        schema = schema_of(dialect)
        MADE[id(dialect)] = (dialect, schema, jsonschema_rs.Draft202012Validator(schema))
    return MADE[id(dialect)][1]


def faults(dialect: Dialect, value: object) -> list[tuple[str, str]]:
    """Every fault as its path in the file and the keyword that it breaks."""
    made(dialect)
    found = MADE[id(dialect)][2].iter_errors(value)
    return sorted(("/".join(map(str, it.instance_path)), str(it.schema_path[-1])) for it in found)


def hooks_file(dialect: Dialect, events: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """A file with these groups, or flat hooks; without its `hooks`, such a group is an object that names its event."""
    grammar = dialect.grammar
    if not grammar.hooks_key:
        return {**grammar.demanded, **events}
    if not grammar.nesting.event_key:
        return {**grammar.demanded, grammar.hooks_key: events}
    nesting = grammar.nesting
    usual = {"command": "true"} if nesting.is_flat else {"hooks": [{"type": "command", "command": "true"}]}
    demanded = {
        it.name: "a" for it in grammar.group if it.required and it.name not in (nesting.event_key, nesting.inner)
    }
    named = [
        {**demanded, **{key: it for key, it in group.items() if key != "hooks"}, nesting.event_key: event}
        | ({nesting.inner: group["hooks"][0]} if group.get("hooks") else {})
        for event, groups in events.items()
        for group in groups or [usual]
    ]
    return {**grammar.demanded, grammar.hooks_key: named}


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Every object of the schema."""
    if isinstance(schema, dict):
        yield schema
    for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from nodes(part)


def leaves(schema: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every property with its name, those that merely tell types apart left out."""
    for node in nodes(schema):
        if "description" in node or "$schema" in node or "allOf" in node:
            yield from node.get("properties", {}).items()


def filled(snippet: Any) -> Any:
    """What a snippet is once its tab stops hold something."""
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", json.dumps(snippet))
    return json.loads(re.sub(r"\$\d+", "x", text))
