"""The `openhands` dialect (U), fired with real processes; the SDK 1.58.0 does the same."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import fired, printing, statuses

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.evidence import Basis
from hookwright.model.hook_type import Performer
from hookwright.model.outcome import Outcome, Result
from hookwright.policies.answers import read_answer
from hookwright.readers.choice import readers

TABLE = by_id("openhands")
PLACE = ".openhands/hooks.json"
CALL: dict[str, Any] = {"tool_name": "terminal", "tool_input": {"command": "ls"}}


async def fire(project: Path, event: str, *hooks: dict[str, Any], matcher: str = "*", **payload: Any) -> Outcome:
    return await fired(TABLE, project, PLACE, event, {"matcher": matcher, "hooks": list(hooks)}, **(payload or CALL))


def planned(project: Path, content: object, event: str = "PreToolUse", home: Path | None = None) -> list[str]:
    """The commands that run for an event."""
    file = project / PLACE
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content), encoding="utf-8")
    snapshot = load(TABLE, str(project), Host({}, str(home) if home else ""))
    return [it.hook.body for it in make_plan(Request(TABLE, event, CALL, str(project), "s"), snapshot).steps]


def test_u1_six_events_by_several_names() -> None:
    assert {it.spelling_of or it.name for it in TABLE.events if it.can_block} == {
        "PreToolUse",
        "UserPromptSubmit",
        "Stop",
    }
    assert len([it for it in TABLE.events if not it.spelling_of]) == 6
    assert TABLE.evidence.basis is Basis.MEASURED


@pytest.mark.parametrize("name", ["PreToolUse", "pre_tool_use", "preToolUse"])
@pytest.mark.parametrize("wrapped", [True, False])
def test_u2_at_the_root_or_in_hooks(tmp_path: Path, name: str, *, wrapped: bool) -> None:
    events = {name: [{"hooks": [{"command": "guard"}]}]}
    content = {"description": "guards", "hooks": events} if wrapped else events
    assert planned(tmp_path, content) == ["guard"]
    assert [it.dialect.id for it in readers(f"/p/{PLACE}", json.dumps(content))] == ["openhands"]


def test_u3_types_of_hooks() -> None:
    assert {it.name: it.by for it in TABLE.grammar.types} == {
        "command": Performer.COMMAND,
        "prompt": Performer.MODEL,
        "agent": Performer.MODEL_WITH_TOOLS,
    }


@pytest.mark.parametrize(
    ("event", "matcher", "runs"),
    [
        ("PreToolUse", "terminal", 1),
        ("PreToolUse", "term", 0),
        ("PreToolUse", "term.*", 1),
        ("PreToolUse", "Terminal", 0),
        ("PreToolUse", "*", 1),
        ("PreToolUse", "", 1),
        ("PreToolUse", "(", 0),
        ("PreToolUse", "terminal|file_editor", 1),
        ("Stop", "*", 1),
        ("Stop", "", 1),
        ("Stop", "startup", 0),
        ("SessionStart", "startup", 0),
        ("UserPromptSubmit", "startup", 0),
    ],
)
def test_u4_matchers_as_measured(tmp_path: Path, event: str, matcher: str, runs: int) -> None:
    content = {event: [{"matcher": matcher, "hooks": [{"command": "true"}]}]}
    assert len(planned(tmp_path, content, event)) == runs


async def test_u5_what_a_hook_is_given(tmp_path: Path) -> None:
    names = ("OPENHANDS_PROJECT_DIR", "OPENHANDS_SESSION_ID", "OPENHANDS_EVENT_TYPE", "OPENHANDS_TOOL_NAME")
    asked = "; ".join(f'echo "${it}" >&2' for it in names)
    result = (await fire(tmp_path, "pre_tool_use", {"command": f"cat; {asked}"})).runs[0].result
    assert result is not None
    given = {"event_type": "PreToolUse", "session_id": "s1", "working_dir": str(tmp_path), **CALL}
    assert json.loads(result.stdout) == given
    assert result.stderr.splitlines() == [str(tmp_path), "s1", "PreToolUse", "terminal"]


@pytest.mark.parametrize(
    ("command", "blocked", "reason"),
    [
        ("echo no >&2; exit 2", True, "no"),
        ("exit 1", False, None),
        ('echo \'{"decision": "deny", "reason": "no"}\'', True, "no"),
        ('echo \'{"decision": "deny", "reason": "no"}\'; exit 1', True, "no"),
        ('echo \'{"decision": "block"}\'', False, None),
        ('echo \'{"continue": false, "reason": "no"}\'', True, "no"),
        ("echo plain", False, None),
    ],
)
async def test_u6_exits_and_objects_as_measured(
    tmp_path: Path, command: str, reason: str | None, *, blocked: bool
) -> None:
    folded = (await fire(tmp_path, "PreToolUse", {"command": command})).folded
    assert (folded.blocked, folded.reason) == (blocked, reason)
    stop = (await fire(tmp_path, "Stop", {"command": command})).folded
    assert stop.must_continue == blocked


async def test_u6_a_hook_that_takes_too_long_has_no_say(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "PreToolUse", {"command": "sleep 5", "timeout": 1})
    assert (statuses(outcome), outcome.folded.blocked) == (["timed-out"], False)


async def test_u6_context_goes_to_the_model(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "UserPromptSubmit", printing({"additionalContext": "on main"}), message="hello")
    assert outcome.runs[0].reading.context == "on main"


async def test_u7_the_first_that_refuses_ends_them(tmp_path: Path) -> None:
    hooks = [{"command": "echo 1 >> log"}, {"command": "echo 2 >> log; exit 2"}, {"command": "echo 3 >> log"}]
    await fire(tmp_path, "PreToolUse", *hooks)
    assert (tmp_path / "log").read_text(encoding="utf-8").split() == ["1", "2"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"SubagentStop": []},
        {"foo": []},
        {"stop": [{"hooks": [{"type": "command"}]}]},
        {"stop": [{"hooks": [{"command": "a", "timeout": 1.5}]}]},
        {"stop": [{"hooks": [{"type": "http", "url": "a"}]}]},
        {"stop": [{"matcher": None, "hooks": [{"command": "a"}]}]},
    ],
)
def test_u8_one_mistake_and_nothing_of_the_file_is_read(tmp_path: Path, wrong: dict[str, Any]) -> None:
    right = {"PreToolUse": [{"hooks": [{"command": "guard"}]}]}
    assert planned(tmp_path, right) == ["guard"]
    assert planned(tmp_path, {**right, **wrong}) == []
    assert planned(tmp_path, {"hooks": {**right, **wrong}}) == []


@pytest.mark.parametrize("kind", ["prompt", "agent"])
@pytest.mark.parametrize(
    ("answer", "refuses"),
    [
        ('{"decision": "deny", "reason": "no"}', True),
        ('{"decision": "allow"}', False),
        ('{"ok": false, "reason": "no"}', False),
        ("no", False),
    ],
)
def test_u9_a_model_decides_as_a_command_does(kind: str, answer: str, *, refuses: bool) -> None:
    row = TABLE.event("PreToolUse")
    hook_type = TABLE.grammar.type_named(kind)
    assert row is not None
    assert hook_type is not None
    result = Result(exit_code=0, stdout=answer, started_at=datetime.now(UTC), duration=0)
    reading = read_answer(result, row, {}, dialect=TABLE, answer=hook_type.reading.model)
    assert reading.blocks is refuses
    assert {it.evidence.basis for it in hook_type.fields if it.evidence is not None} == {Basis.SOURCE}
