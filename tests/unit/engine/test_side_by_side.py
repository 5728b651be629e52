"""Which of several hooks is heard, where they run at the same time; with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.unit.engine.commands import is_gone

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.events import Phase, RunEvent
from hookwright.engine.host import Host
from hookwright.engine.plan import Request, make_plan
from hookwright.model.outcome import Outcome

_LAST = "while [ ! -e done ]; do :; done; "
_FIRST = "echo $$ > done; "
# A process that has ended can be signaled until it is reaped, which the engine does when it notices.
_LATE = "while [ ! -s done ] || kill -0 $(cat done) 2> /dev/null; do :; done; "


def _says(event: str, **fields: Any) -> str:
    return f"echo '{json.dumps({'hookSpecificOutput': {'hookEventName': event, **fields}})}'"


async def _fired(project: Path, event: str, *commands: str, seen: list[RunEvent] | None = None) -> Outcome:
    file = project / "hooks.json"
    hooks = [{"type": "command", "command": it} for it in commands]
    file.write_text(json.dumps({"hooks": {event: [{"hooks": hooks}]}}), encoding="utf-8")
    table = by_id("claude-code")
    snapshot = load(table, str(project), None, config_files=[str(file)])
    plan = make_plan(Request(table, event, {"tool_name": "Bash", "tool_input": {}}, str(project), "s"), snapshot)
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
    assert [it.text for it in second.messages] == ["early", "late"]


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
