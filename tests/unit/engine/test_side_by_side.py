"""Which of several hooks is heard, where they run at the same time; with real processes."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.engine.commands import is_gone

from hookwright.config.workspace import NamedFiles, load
from hookwright.dialects import by_id
from hookwright.engine.background import Background
from hookwright.engine.dispatch import dispatch
from hookwright.engine.events import Phase, RunEvent
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.host import Host
from hookwright.model.outcome import Outcome, Run

_LAST = "while [ ! -e done ]; do :; done; "
_FIRST = "echo $$ > done; "
# A process that has ended can be signaled until it is reaped, which the engine does when it notices.
_LATE = "while [ ! -s done ] || kill -0 $(cat done) 2> /dev/null; do :; done; "


def _says(event: str, **fields: Any) -> str:
    return f"echo '{json.dumps({'hookSpecificOutput': {'hookEventName': event, **fields}})}'"


def _plan(project: Path, event: str, *entries: dict[str, Any]) -> Plan:
    file = project / "hooks.json"
    hooks = [{"type": "command", **it} for it in entries]
    file.write_text(json.dumps({"hooks": {event: [{"hooks": hooks}]}}), encoding="utf-8")
    table = by_id("claude-code")
    snapshot = load(table, str(project), named=NamedFiles(config_files=[str(file)]))
    return make_plan(Request(table, event, {"tool_name": "Bash", "tool_input": {}}, str(project), "s"), snapshot)


async def _fired(project: Path, event: str, *commands: str, seen: list[RunEvent] | None = None) -> Outcome:
    plan = _plan(project, event, *({"command": it} for it in commands))
    return await dispatch(plan, Host.real(), watch=None if seen is None else seen.append)


async def test_c7_the_last_to_end_gives_reason_and_input_and_contexts_come_as_they_end(tmp_path: Path) -> None:
    def said(name: str) -> str:
        return _says("PreToolUse", updatedInput={"command": name}, additionalContext=name)

    first = await _fired(tmp_path, "PreToolUse", _LATE + said("late"), _FIRST + said("early"))
    assert first.folded.updated_input == {"command": "late"}
    assert first.folded.additional_context == "early\n\nlate"

    (tmp_path / "done").unlink()
    late, early = (
        _says("PreToolUse", permissionDecision="deny", permissionDecisionReason=it) for it in ("late", "early")
    )
    second = await _fired(tmp_path, "PreToolUse", _LATE + late, _FIRST + early)
    assert second.folded.reason == "late"
    assert [it.text for it in second.messages] == ["late"]


async def test_only_the_input_that_holds_has_to_be_one_that_the_tool_takes(tmp_path: Path) -> None:
    def says(given: dict[str, Any]) -> str:
        return _says("PreToolUse", updatedInput=given, additionalContext="seen")

    good, bad = says({"command": "ls"}), says({"nope": 1})
    taken = await _fired(tmp_path, "PreToolUse", _LATE + good, _FIRST + bad)
    assert (taken.folded.decision, taken.folded.updated_input) == (None, {"command": "ls"})
    assert not taken.messages

    (tmp_path / "done").unlink()
    refused = await _fired(tmp_path, "PreToolUse", _LATE + bad, _FIRST + good)
    assert (refused.folded.decision, refused.folded.additional_context) == ("deny", None)
    assert [(it.to, it.text, it.hook) for it in refused.messages] == [
        ("agent", "`Bash` does not take the input of the hook: `command` is missing", refused.runs[0].hook.id)
    ]


@pytest.mark.parametrize("event", ["PostToolUse", "UserPromptSubmit", "UserPromptExpansion"])
async def test_a_hook_that_stops_the_agent_ends_the_others(tmp_path: Path, event: str) -> None:
    slow = "touch done; exec sleep 60"
    found = await _fired(tmp_path, event, slow, _LAST + "echo '{\"continue\": false}'")
    assert found.folded.stop_agent
    assert [it.skipped_because is None for it in found.runs] == [False, True]


async def test_the_first_decision_on_a_request_for_permission_ends_the_other_hooks(tmp_path: Path) -> None:
    deny = "echo $$ > pid; touch done; exec sleep 60"
    allow = _LAST + _says("PermissionRequest", decision={"behavior": "allow"})
    seen: list[RunEvent] = []
    found = await _fired(tmp_path, "PermissionRequest", deny, allow, seen=seen)
    assert found.folded.decision == "allow"
    assert [it.skipped_because for it in found.runs] == [
        "another hook of the event had decided first, which ended it",
        None,
    ]
    assert [it.phase for it in seen].count(Phase.STARTED) == [it.phase for it in seen].count(Phase.FINISHED) == 2
    assert is_gone(int((tmp_path / "pid").read_text()))


async def test_the_first_hook_that_blocks_a_prompt_ends_the_others(tmp_path: Path) -> None:
    other = "echo $$ > pid; touch done; exec sleep 60"
    found = await _fired(tmp_path, "UserPromptSubmit", _says("UserPromptSubmit"), other, _LAST + "echo no >&2; exit 2")
    assert (found.folded.blocked, found.folded.reason) == (True, "no")
    assert [it.reading.status.value for it in found.runs] == ["succeeded", "skipped", "blocked"]
    assert is_gone(int((tmp_path / "pid").read_text()))


async def test_a_hook_in_the_background_decides_nothing_whether_it_is_waited_for_or_not(tmp_path: Path) -> None:
    deny = _says("PreToolUse", permissionDecision="deny", permissionDecisionReason="no")
    entries: list[dict[str, Any]] = [
        {"command": deny, "async": True},
        {"command": _says("PreToolUse", additionalContext="seen")},
    ]
    waited = await dispatch(_plan(tmp_path, "PreToolUse", *entries), Host.real())
    assert (waited.folded.decision, waited.folded.additional_context) == (None, "seen")
    assert [it.reading.status.value for it in waited.runs] == ["failed", "succeeded"]

    late: list[Run] = []
    background = Background(lambda _, run: late.append(run))
    answered = await dispatch(_plan(tmp_path, "PreToolUse", *entries), Host.real(), background=background)
    assert (answered.folded.decision, answered.folded.additional_context) == (None, "seen")
    assert [it.reading.status.value for it in answered.runs] == ["running", "succeeded"]
    await background.finish()
    await asyncio.sleep(0)
    assert [it.hook for it in late] == [answered.runs[0].hook]


async def test_what_a_hook_in_the_background_adds_is_for_the_model(tmp_path: Path) -> None:
    said = json.dumps(
        {"systemMessage": "note", "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "seen"}}
    )
    entries = [
        {"command": f"echo '{said}'", "async": True},
        {"command": "echo text", "async": True},
        {"command": "echo wake >&2; exit 2", "async": True, "asyncRewake": True},
        {"command": "echo quiet >&2; exit 2", "async": True},
    ]
    found = await dispatch(_plan(tmp_path, "PostToolUse", *entries), Host.real())
    assert found.folded.additional_context == "seen"
    assert sorted((it.to, it.text) for it in found.messages) == [("agent", "note"), ("agent", "wake")]
    assert found.folded.reason is None


async def test_a_hook_that_wakes_the_model_is_waited_for_as_any_other(tmp_path: Path) -> None:
    entry = {"command": "echo wake >&2; exit 2", "asyncRewake": True}
    found = await dispatch(_plan(tmp_path, "PreToolUse", entry), Host.real(), background=Background())
    assert (found.folded.decision, found.folded.reason) == ("deny", "wake")


async def test_hooks_for_another_tool_get_the_call_as_one_of_that_tool(tmp_path: Path) -> None:
    file = tmp_path / "hooks.json"
    groups = [
        {"matcher": matcher, "hooks": [{"type": "command", "command": f"cat > {number}", **more}]}
        for number, (matcher, more) in enumerate(
            [("Monitor", {}), ("Bash", {}), ("*", {"if": "Bash(tail *)"}), ("B.*", {"if": "Bash(git *)"}), ("Edit", {})]
        )
    ]
    file.write_text(json.dumps({"hooks": {"PreToolUse": groups}}), encoding="utf-8")
    table = by_id("claude-code")
    snapshot = load(table, str(tmp_path), named=NamedFiles(config_files=[str(file)]))
    given = {"command": "tail -f log", "description": "d", "timeout_ms": 1000}
    call = {"tool_name": "Monitor", "tool_input": given, "cwd": str(tmp_path)}
    await dispatch(make_plan(Request(table, "PreToolUse", call, str(tmp_path), "s"), snapshot), Host.real())
    seen = {it.name: json.loads(it.read_text()) for it in tmp_path.iterdir() if it.name.isdigit()}
    assert {name: (it["tool_name"], it["tool_input"]) for name, it in seen.items()} == {
        "0": ("Monitor", given),
        "1": ("Bash", {"command": "tail -f log", "description": "d"}),
        "2": ("Monitor", given),
    }
