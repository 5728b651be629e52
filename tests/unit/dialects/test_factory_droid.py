"""What is known of Factory's droid, held against the engine with real processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.analysis.conftest import subject_of

from hookwright.analysis.check import check_file
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.event import Order
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Severity

DROID = by_id("factory-droid")
EXECUTE = {"tool_name": "Execute", "tool_input": {"command": "git push --force"}}


def _write(folder: Path, name: str, content: dict[str, Any]) -> None:
    file = folder / ".factory" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")


def _group(command: str, **keys: Any) -> dict[str, Any]:
    return {**keys, "hooks": [{"type": "command", "command": command}]}


async def _fire(
    project: Path, event: str, payload: dict[str, Any] | None = None, *, home: Path | None = None
) -> Outcome:
    snapshot = load(DROID, str(project), Host({}, str(home) if home else ""))
    request = Request(DROID, event, EXECUTE if payload is None else payload, str(project), "s")
    return await dispatch(make_plan(request, snapshot), Host({"PATH": os.defpath}, str(home)))


def _printed(outcome: Outcome) -> list[str]:
    return [it.result.stdout.strip() if it.result else "" for it in outcome.runs]


async def test_n1_every_file_applies_whatever_its_shape(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    for folder, who in ((home, "user"), (project, "project")):
        _write(folder, "settings.json", {"hooks": {"Stop": [_group(f"echo {who} settings")]}})
        _write(folder, "hooks.json", {"Stop": [_group(f"echo {who} hooks")]})
    _write(project, "settings.local.json", {"hooks": {"Stop": [_group("echo local")]}})
    _write(project, "hooks/hooks.json", {"Stop": [_group("echo legacy")]})

    printed = _printed(await _fire(project, "Stop", {}, home=home))

    assert printed == ["user settings", "user hooks", "project settings", "project hooks", "local"]


async def test_n1_a_switch_in_any_file_switches_all_off(tmp_path: Path) -> None:
    _write(tmp_path, "settings.json", {"hooks": {"Stop": [_group("echo ran")]}})
    _write(tmp_path, "hooks.json", {"hooksDisabled": True})

    assert not (await _fire(tmp_path, "Stop", {})).runs


@pytest.mark.parametrize(
    ("matcher", "runs"),
    [(None, 1), ("", 1), ("*", 1), ("Execute", 1), ("Create|Execute", 1), ("Exec", 0), ("Exec.*", 1), ("execute", 0)],
)
async def test_n3_matchers_are_names_or_expressions(tmp_path: Path, matcher: str | None, runs: int) -> None:
    group = _group("true") if matcher is None else _group("true", matcher=matcher)
    _write(tmp_path, "settings.json", {"hooks": {"PreToolUse": [group]}})

    assert len((await _fire(tmp_path, "PreToolUse")).runs) == runs


async def test_n3_a_command_has_to_match_as_well_before_the_same_hook_counts_as_repeated(tmp_path: Path) -> None:
    groups = [_group("echo ran", commandRegex=it) for it in ("^gh", "push", "(")]
    _write(tmp_path, "settings.json", {"hooks": {"PreToolUse": groups}})

    (run,) = (await _fire(tmp_path, "PreToolUse")).runs
    assert run.hook.pointer == "/hooks/PreToolUse/1/hooks/0"


async def test_n3_a_call_without_a_command_is_not_held_against_it(tmp_path: Path) -> None:
    _write(tmp_path, "settings.json", {"hooks": {"PreToolUse": [_group("true", commandRegex="^gh")]}})
    read = {"tool_name": "Read", "tool_input": {"file_path": "a.py"}}

    assert len((await _fire(tmp_path, "PreToolUse", read)).runs) == 1


async def test_n3_what_is_no_text_keeps_the_group_from_running(tmp_path: Path) -> None:
    _write(tmp_path, "settings.json", {"hooks": {"PreToolUse": [_group("true", commandRegex=5)]}})
    outcome = await _fire(tmp_path, "PreToolUse")

    assert not outcome.runs
    assert "`commandRegex` must be a string" in outcome.messages[0].text


def test_n4_nine_events_side_by_side() -> None:
    assert [it.name for it in DROID.events if it.subject.kind is None] == [
        "UserPromptSubmit",
        "Notification",
        "Stop",
        "SubagentStop",
        "SessionEnd",
    ]
    assert len(DROID.events) == 9
    assert {it.running.order for it in DROID.events} == {Order.PARALLEL}


@pytest.mark.parametrize(
    ("event", "code", "blocked", "goes_on"),
    [
        ("PreToolUse", 2, True, False),
        ("PreToolUse", 3, False, False),
        ("PreToolUse", 1, False, False),
        ("PostToolUse", 2, False, False),
        ("PostToolUse", 3, True, False),
        ("UserPromptSubmit", 2, True, False),
        ("UserPromptSubmit", 3, True, False),
        ("PreCompact", 2, True, False),
        ("Stop", 2, False, True),
        ("SubagentStop", 2, False, True),
        ("SessionStart", 2, False, False),
        ("Notification", 2, False, False),
    ],
)
async def test_n5_exit_codes(tmp_path: Path, event: str, code: int, *, blocked: bool, goes_on: bool) -> None:
    _write(tmp_path, "settings.json", {"hooks": {event: [_group(f"echo why >&2; exit {code}")]}})
    outcome = await _fire(tmp_path, event, {**EXECUTE, "trigger": "auto", "source": "startup"})

    assert (outcome.folded.blocked, outcome.folded.must_continue) == (blocked, goes_on)
    assert [it.text.strip() for it in outcome.messages] == ["why"]


async def test_n6_a_decision_in_the_output(tmp_path: Path) -> None:
    answer = {"hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": "sure?"}
    printed = json.dumps({"hookSpecificOutput": answer})
    _write(tmp_path, "settings.json", {"hooks": {"PreToolUse": [_group(f"echo '{printed}'")]}})
    outcome = await _fire(tmp_path, "PreToolUse")

    assert (outcome.folded.decision, outcome.folded.reason) == ("ask", "sure?")


async def test_n7_the_environment_has_the_root_and_every_plain_field(tmp_path: Path) -> None:
    names = ("FACTORY_PROJECT_DIR", "DROID_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "session_id", "tool_name")
    _write(tmp_path, "settings.json", {"hooks": {"PreToolUse": [_group(f"echo {' '.join(f'${it}' for it in names)}")]}})
    payload = {**EXECUTE, "PATH": "/nowhere"}

    assert _printed(await _fire(tmp_path, "PreToolUse", payload)) == [f"{tmp_path} {tmp_path} {tmp_path} s Execute"]


def test_n8_what_stands_on_documents_is_a_warning_at_most() -> None:
    text = '{"hooks": {"Nonsense": [], "Stop": [{"hooks": [{"type": "command", "command": "echo \'"}]}]}}'
    found = {it.rule.name: it for it in check_file(subject_of(text, DROID.id))}

    assert found["unknown-event"].severity is Severity.WARNING
    assert found["unknown-event"].finding.message.endswith("(according to the documentation of 0.223.0)")
    assert found["shell-syntax"].severity is Severity.ERROR
