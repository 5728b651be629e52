"""Samples that a user keeps are held against their event's payload: field by field, whatever else is wrong."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.every import every

from hookwright.analysis.check import Diagnostic
from hookwright.analysis.samples.check import check_sample
from hookwright.analysis.samples.files import is_sample_name, sample_file
from hookwright.dialects import DIALECTS, by_id
from hookwright.samples.built_in import samples
from hookwright.syntax.edit import apply
from hookwright.syntax.parser import parse

PLACE = "/p/.hookwright/samples/claude-code/PreToolUse/a.json"
BASH = next(it.payload for it in samples(by_id("claude-code"), "PreToolUse") if it.name == "Bash")


def check(content: Any, path: str = PLACE) -> tuple[str, tuple[Diagnostic, ...]]:
    text = content if isinstance(content, str) else json.dumps(content)
    file = sample_file(path)
    assert file is not None
    return text, check_sample(parse(text), file)


def found(content: Any, path: str = PLACE) -> list[tuple[str, str, str]]:
    text, diagnostics = check(content, path)
    return [(it.rule.code, it.severity.value, text[it.span.start : it.span.end]) for it in diagnostics]


def mended(content: Any) -> Any:
    text, (it, *_) = check(content)
    return json.loads(apply(text, it.finding.fixes[0].recipe()))


@every(
    ("event", "path", "payload"),
    [
        pytest.param(row.name, f"/p/.hookwright/samples/{dialect.id}/{row.name}/x.json", it.payload, id=it.name)
        for dialect in DIALECTS
        for row in dialect.events
        for it in samples(dialect, row.name)
    ],
)
def test_samples_of_the_tables_are_as_they_should_be(event: str, path: str, payload: Any) -> None:
    assert list(check(payload, path)[1]) == [], event


def test_what_an_agent_may_send_beside_is_a_hint() -> None:
    assert found({**BASH, "new_field": 1}) == [("HW906", "hint", '"new_field"')]


def test_a_slip_in_a_field_is_two_findings_and_both_are_mended() -> None:
    payload = dict(BASH)
    payload["tool_nmae"] = payload.pop("tool_name")
    assert found(payload) == [("HW904", "warning", "{"), ("HW906", "hint", '"tool_nmae"')]
    text, (_, slip) = check(payload)
    assert json.loads(apply(text, slip.finding.fixes[0].recipe())) == BASH


def test_a_missing_field_is_added_with_its_sample_value() -> None:
    payload = {key: value for key, value in BASH.items() if key != "permission_mode"}
    assert found(payload) == [("HW904", "warning", "{")]
    assert mended(payload) == {**payload, "permission_mode": "default"}


def test_what_hookwright_adds_itself_may_be_missing() -> None:
    payload = {key: value for key, value in BASH.items() if key not in ("session_id", "cwd", "hook_event_name")}
    assert found(payload) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"tool_input": "ls"}, [("HW905", "warning", '"ls"')]),
        ({"tool_input": {"command": 3}}, [("HW905", "warning", "3")]),
        ({"tool_input": {"commnd": "ls"}}, [("HW906", "hint", '"commnd"')]),
        ({"tool_input": {"command": "ls", "sandbox": True}}, []),
        ({"permission_mode": "plam"}, [("HW905", "warning", '"plam"')]),
        ({"hook_event_name": "Stop"}, [("HW905", "warning", '"Stop"')]),
        ({"tool_name": "Bassh"}, [("HW905", "hint", '"Bassh"')]),
        ({"tool_name": "mcp__db__query", "tool_input": {"anything": 1}}, []),
        ({"tool_name": "Frobnicate"}, []),
    ],
)
def test_values(change: dict[str, Any], expected: list[tuple[str, str, str]]) -> None:
    assert found({**BASH, **change}) == expected


def test_the_event_is_that_of_the_folder() -> None:
    assert mended({**BASH, "hook_event_name": "Stop"}) == BASH


@pytest.mark.parametrize(
    ("text", "places"), [("[]", ["["]), ("", [""]), ('{"a": 1,}', None), ("{} // why", None), ("{", None)]
)
def test_what_is_no_payload_is_an_error(text: str, places: list[str] | None) -> None:
    errors = [place for code, severity, place in found(text) if (code, severity) == ("HW903", "error")]
    assert errors
    assert places is None or errors == places


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("claude-code/PreToolUze", "`PreToolUze` is not an event of Claude Code.*did you mean `PreToolUse`"),
        ("claude-cod/PreToolUse", "`claude-cod` is not a dialect.*did you mean `claude-code`"),
    ],
)
def test_folders_of_another_name(folder: str, message: str) -> None:
    _, (it,) = check({}, f"/p/.hookwright/samples/{folder}/a.json")
    assert it.rule.code == "HW903"
    assert re.search(message, it.finding.message)


@pytest.mark.parametrize(
    "path", ["/p/samples/claude-code/Stop/a.json", "/p/.hookwright/samples/Stop/a.json", PLACE + "c", "a.json", ""]
)
def test_files_elsewhere_are_no_samples(path: str) -> None:
    assert sample_file(path) is None


def test_the_place_tells_project_event_and_name() -> None:
    file = sample_file(PLACE)
    assert file is not None
    assert (file.project, file.dialect_id, file.event, file.name) == ("/p", "claude-code", "PreToolUse", "a")


@pytest.mark.parametrize(
    ("name", "good"),
    [("push", True), ("a b.2", True), ("mcp__a__b", True), ("../a", False), (".a", False), ("a/b", False), ("", False)],
)
def test_names(name: str, good: bool) -> None:
    assert is_sample_name(name) is good
