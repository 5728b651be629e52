from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import jsonschema_rs
import pytest
from tests.unit.schemas.schemas import (
    CLAUDE,
    ROOTLESS,
    STRUCTURED,
    each_dialect,
    each_shape,
    faults,
    filled,
    hooks_file,
    leaves,
    made,
    nodes,
)

from hookwright.dialects import written
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, MatchSubject
from hookwright.model.reaction import Severity
from hookwright.schemas.json_schema import schema_text


@each_shape
def test_it_is_a_schema_of_the_draft_that_it_names(dialect: Dialect) -> None:
    schema = made(dialect)

    jsonschema_rs.meta.validate(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:hookwright:schema:{dialect.id}"
    assert json.loads(schema_text(dialect)) == schema


@each_shape
def test_every_definition_is_there_and_referred_to(dialect: Dialect) -> None:
    schema = made(dialect)
    referred = {node["$ref"] for node in nodes(schema) if "$ref" in node}

    assert referred == {f"#/$defs/{name}" for name in schema["$defs"]}


@each_shape
def test_every_key_is_explained(dialect: Dialect) -> None:
    found = list(leaves(made(dialect)))

    if not dialect.grammar.nesting.event_key:
        assert {row.name for row in dialect.events} <= {name for name, _ in found}
    assert not [name for name, it in found if not it.get("description", "").endswith(".")]
    assert not [name for name, it in found if "markdownDescription" not in it and not it.get("doNotSuggest")]


@each_dialect
def test_durations_tell_their_unit_and_default(dialect: Dialect) -> None:
    measured = {it.name: it.measure for kind in dialect.grammar.types for it in kind.fields if it.measure}
    timed = {*measured, "timeout"}
    least = None if any(it.fallback is not None for it in measured.values()) else 0
    found = [it for name, it in leaves(made(dialect)) if name in timed]

    assert found or not any(field.measure for kind in dialect.grammar.types for field in kind.fields)
    for it in found:
        assert f" In {dialect.running.unit.value}." in it["description"]
        number = it.get("anyOf", [it])[0]
        assert number.get("exclusiveMinimum", number.get("minimum")) == least
        assert it["default"] > 0
        assert it["examples"]


@each_shape
def test_defaults_examples_and_snippets_are_valid_themselves(dialect: Dialect) -> None:
    schema = made(dialect)
    checked = 0
    for node in nodes(schema):
        values = [*node.get("examples", ()), *([node["default"]] if "default" in node else ())]
        values += [filled(it["body"]) for it in node.get("defaultSnippets", ())]
        if (values and "description" in node) or "allOf" in node:
            judge = jsonschema_rs.Draft202012Validator({**node, "$defs": schema["$defs"]})
            assert not [value for value in values if not judge.is_valid(value)], node
            checked += len(values)
    assert checked > len(dialect.grammar.group if dialect.grammar.nesting.event_key else dialect.events)


@each_shape
def test_an_event_says_when_it_fires_and_whether_it_may_block(dialect: Dialect) -> None:
    root, key = made(dialect)["properties"], dialect.grammar.nesting.event_key
    if key:
        named = root[dialect.grammar.hooks_key]["items"]["properties"][key]
        told = dict(zip(named["enum"], named["enumDescriptions"], strict=True))
        for row in dialect.events:
            assert told[row.name].startswith(f"Fires {row.summary}. ")
            assert ("cannot block" in told[row.name]) is not row.can_block
        return
    events = root[dialect.grammar.hooks_key]["properties"] if dialect.grammar.hooks_key else root
    for row in dialect.events:
        assert events[row.name]["description"].startswith(f"Fires {row.summary}. ")
        assert ("cannot block" in events[row.name]["description"]) is not row.can_block
        assert row.name in events[row.name]["markdownDescription"]


def run(**keys: object) -> dict[str, object]:
    return {"type": "command", "command": "make lint", **keys}


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ({}, []),
        ({"hooks": {}, "permissions": {"allow": []}, "Notification": {"sound": "bell"}}, []),
        ({"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [run(timeout=0.5), run(shell="bash")]}]}}, []),
        ({"hooks": {"_note": 1, "comment": "x", "Stop": [{"// a": 1, "hooks": [run(_why="x")]}]}}, []),
        ([], [("", "type")]),
        ({"hooks": []}, [("hooks", "type")]),
        ({"hooks": {"PreTolUse": []}}, [("hooks", "additionalProperties")]),
        ({"hooks": {"comment": [{"hooks": []}]}}, [("hooks/comment", "type")]),
        ({"PreToolUse": [{"hooks": [run()]}]}, [("PreToolUse", "not")]),
        ({"hooks": {"Stop": {"hooks": [run()]}}}, [("hooks/Stop", "type")]),
        ({"hooks": {"Stop": ["make lint"]}}, [("hooks/Stop/0", "type")]),
        ({"hooks": {"Stop": [{}]}}, [("hooks/Stop/0", "required")]),
        ({"hooks": {"Stop": [{"hooks": run()}]}}, [("hooks/Stop/0/hooks", "type")]),
        (
            {"hooks": {"PreToolUse": [{"matcher": {"tools": "Bash"}, "hooks": []}]}},
            [("hooks/PreToolUse/0/matcher", "type")],
        ),
        ({"hooks": {"Stop": [{"hooks": ["x"]}]}}, [("hooks/Stop/0/hooks/0", "type")]),
        ({"hooks": {"Stop": [{"hooks": [{"command": "x"}]}]}}, [("hooks/Stop/0/hooks/0", "required")]),
        ({"hooks": {"Stop": [{"hooks": [{"type": "command"}]}]}}, [("hooks/Stop/0/hooks/0", "required")]),
        ({"hooks": {"Stop": [{"hooks": [run(type="comand")]}]}}, [("hooks/Stop/0/hooks/0/type", "enum")]),
        ({"hooks": {"Stop": [{"hooks": [run(command=" ")]}]}}, [("hooks/Stop/0/hooks/0/command", "pattern")]),
        ({"hooks": {"Stop": [{"hooks": [run(), run(timeout="9")]}]}}, [("hooks/Stop/0/hooks/1/timeout", "type")]),
        ({"hooks": {"Stop": [{"hooks": [run(timeout=0)]}]}}, [("hooks/Stop/0/hooks/0/timeout", "exclusiveMinimum")]),
        ({"hooks": {"Stop": [{"hooks": [run(timout=3)]}]}}, [("hooks/Stop/0/hooks/0", "additionalProperties")]),
        ({"hooks": {"Stop": [{"hooks": [run(shell="zsh")]}]}}, [("hooks/Stop/0/hooks/0/shell", "enum")]),
        ({"hooks": {"Stop": [{"hooks": [run(args=["a", 1])]}]}}, [("hooks/Stop/0/hooks/0/args/1", "type")]),
        ({"hooks": {"Stop": [{"hooks": [{"type": "prompt", "prompt": "?"}]}]}}, []),
        (
            {"hooks": {"SessionStart": [{"hooks": [{"type": "prompt", "prompt": "?"}]}]}},
            [("hooks/SessionStart/0/hooks/0/type", "enum")],
        ),
        (
            {"hooks": {"Stop": [{"hooks": [{"type": "prompt", "command": "x"}]}]}},
            [("hooks/Stop/0/hooks/0", "additionalProperties"), ("hooks/Stop/0/hooks/0", "required")],
        ),
    ],
)
def test_a_fault_is_told_where_it_is(file: object, expected: list[tuple[str, str]]) -> None:
    assert faults(CLAUDE, file) == expected


def test_a_file_without_a_key_for_the_events() -> None:
    group = {"hooks": [run()]}

    assert faults(ROOTLESS, {"$schema": "x", "Stop": [group]}) == []
    assert faults(ROOTLESS, {"Stop": group}) == [("Stop", "type")]
    assert faults(ROOTLESS, {"Stpo": [group]}) == [("", "additionalProperties")]


def test_knobs_and_structured_matchers() -> None:
    def of(matcher: object, **knobs: object) -> dict[str, Any]:
        return {"hooks": {**knobs, "PreToolUse": [{"matcher": matcher, "hooks": [run()]}]}}

    assert faults(STRUCTURED, of({"tools": "Write|Edit", "paths": "**/*.py"}, enabled=False, limit=1)) == []
    assert faults(STRUCTURED, of("Write")) == [("hooks/PreToolUse/0/matcher", "type")]
    assert faults(STRUCTURED, of({"tools": ["Write"]})) == [("hooks/PreToolUse/0/matcher/tools", "type")]
    assert faults(STRUCTURED, of({"tool": "Write"})) == [("hooks/PreToolUse/0/matcher", "additionalProperties")]
    assert faults(STRUCTURED, of({}, enabled="yes", limit=0)) == [("hooks/enabled", "type"), ("hooks/limit", "minimum")]
    enabled = made(STRUCTURED)["properties"]["hooks"]["properties"]["enabled"]
    assert enabled["description"] == "Whether hooks run. `HOOKS_ENABLED` in the environment overrides it."


@each_dialect
def test_unknown_events_are_refused_unless_they_are_a_hint(dialect: Dialect) -> None:
    refused = faults(dialect, hooks_file(dialect, {"NoSuchEvent": []}))

    key = dialect.grammar.nesting.event_key
    expected = (f"hooks/0/{key}", "enum") if key else ("hooks", "additionalProperties")
    assert refused == ([] if dialect.grammar.unknown_event is Severity.HINT else [expected])


@each_dialect
def test_an_event_takes_the_types_that_are_legal_on_it(dialect: Dialect) -> None:
    flat = dialect.grammar.nesting.is_flat
    for row in dialect.events:
        for kind in dialect.grammar.types:
            hook = {it.name: it.takes.words[0] if it.takes.words else "x" for it in kind.fields if it.required}
            entry = hook if flat else {"hooks": [hook]}
            legal = row.types is None or kind.name in row.types
            assert (faults(dialect, hooks_file(dialect, {row.name: [entry]})) == []) is legal, (row.name, kind.name)


def test_a_matcher_suggests_what_the_event_is_about() -> None:
    def matcher(row: EventRow) -> dict[str, Any]:
        schema = made(CLAUDE)
        event = schema["properties"]["hooks"]["properties"][row.name]
        group = schema["$defs"][event["items"]["$ref"].rpartition("/")[2]]
        found: dict[str, Any] = group["properties"]["matcher"]
        return found

    for row in CLAUDE.events:
        found = matcher(row)
        words = found["anyOf"][0]["enum"] if "anyOf" in found else []
        current = [it.name for it in CLAUDE.tools if not it.replaced_by]
        assert words == (current if row.subject.kind is MatchSubject.TOOL else list(row.subject.values)), row.name
        assert found.get("doNotSuggest", False) is (row.subject.kind is None), row.name


def test_comments_and_trailing_commas_are_allowed_where_the_dialect_reads_them() -> None:
    for dialect in written():
        schema = made(dialect)
        assert schema.get("allowComments", False) is dialect.grammar.comments
        assert schema.get("allowTrailingCommas", False) is dialect.grammar.trailing_commas


def test_nothing_heavy_is_imported_before_a_schema_is_made() -> None:
    program = "import sys, hookwright.cli.schema, hookwright.schemas.json_schema; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "False\n"
