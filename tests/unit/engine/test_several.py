"""The hooks of several agents' files in one project, fired by one event."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright import SeveralDialects
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request
from hookwright.engine.several import PreparedRequest, chosen
from hookwright.errors import UnknownEvent, UsageError
from hookwright.host import Host
from hookwright.model.codes import Code, Degraded
from hookwright.model.outcome import Folded, Outcome
from hookwright.model.reaction import Decision

_CLAUDE, _GEMINI = by_id("claude-code"), by_id("gemini-cli")


def _answer(decision: str, reason: str = "", **more: Any) -> str:
    said = {"hookEventName": "PreToolUse", "permissionDecision": decision, "permissionDecisionReason": reason, **more}
    return json.dumps({"hookSpecificOutput": said})


def _claude(project: Path, answer: str, matcher: str = "Bash") -> None:
    _write(
        project / ".claude/settings.json", "PreToolUse", matcher, f"cat > claude.json; printf %s {shlex.quote(answer)}"
    )


def _gemini(project: Path, answer: str, matcher: str = "run_shell_command") -> None:
    command = f"cat > gemini.json; printf %s {shlex.quote(answer)}"
    _write(project / ".gemini/settings.json", "BeforeTool", matcher, command)


def _write(path: Path, event: str, matcher: str, command: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    group = {"matcher": matcher, "hooks": [{"type": "command", "command": command}]}
    path.write_text(json.dumps({"hooks": {event: [group]}}), encoding="utf-8")


async def _opened(tmp: Path, **options: Any) -> SeveralDialects:
    return await SeveralDialects.open(str(tmp), home=str(tmp / "home"), record=False, **options)


async def test_each_agents_hooks_get_the_event_in_their_own_words(tmp_path: Path) -> None:
    _claude(tmp_path, "")
    _gemini(tmp_path, "")
    async with await _opened(tmp_path) as hooks:
        payload = {"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "1"}
        outcome = await hooks.dispatch("PreToolUse", payload)

    said = {it: json.loads((tmp_path / f"{it}.json").read_text(encoding="utf-8")) for it in ("claude", "gemini")}
    assert (said["claude"]["hook_event_name"], said["claude"]["tool_name"]) == ("PreToolUse", "Bash")
    assert (said["gemini"]["hook_event_name"], said["gemini"]["tool_name"]) == ("BeforeTool", "run_shell_command")
    assert [it["tool_input"] for it in said.values()] == [{"command": "ls"}] * 2
    assert [(it.dialect, it.event) for it in outcome.parts] == [
        ("claude-code", "PreToolUse"),
        ("gemini-cli", "BeforeTool"),
    ]
    assert (outcome.dialect, outcome.event, len(outcome.runs)) == ("claude-code", "PreToolUse", 2)


@pytest.mark.parametrize(
    ("claude", "gemini", "decision", "reason"),
    [
        (_answer("allow"), '{"decision": "deny", "reason": "not here"}', Decision.DENY, "not here"),
        (_answer("deny", "never"), '{"decision": "allow"}', Decision.DENY, "never"),
        (_answer("ask", "sure?"), '{"decision": "allow"}', Decision.ASK, "sure?"),
        (_answer("allow"), "", Decision.ALLOW, None),
    ],
)
async def test_the_strictest_of_all_decides(
    tmp_path: Path, claude: str, gemini: str, decision: Decision, reason: str | None
) -> None:
    _claude(tmp_path, claude)
    _gemini(tmp_path, gemini)
    async with await _opened(tmp_path, dialects=["claude-code", "gemini-cli"]) as hooks:
        outcome = await hooks.dispatch("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}})

    assert (outcome.folded.decision, outcome.folded.reason) == (decision, reason)
    assert outcome.folded.blocked is (decision is Decision.DENY)


async def test_a_guard_on_one_kind_of_tool_is_asked_about_a_call_of_it(tmp_path: Path) -> None:
    hooks_of = {
        ".cursor/hooks.json": {"beforeShellExecution": [{"command": "cat > cursor.json; exit 2"}]},
        ".windsurf/hooks.json": {
            "pre_write_code": [{"command": "cat > write.json; exit 2"}],
            "pre_run_command": [{"command": "cat > run.json"}],
        },
    }
    for path, events in hooks_of.items():
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(json.dumps({"version": 1, "hooks": events}), encoding="utf-8")
    async with await _opened(tmp_path, dialects=["claude-code", "cursor", "windsurf"]) as hooks:
        shell = await hooks.dispatch("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}})
        edit = {"file_path": "/a.py", "old_string": "1", "new_string": "2"}
        edited = await hooks.dispatch("PreToolUse", {"tool_name": "Edit", "tool_input": edit})

    read = {it: json.loads((tmp_path / f"{it}.json").read_text(encoding="utf-8")) for it in ("cursor", "write", "run")}
    assert (shell.folded.blocked, edited.folded.blocked) == (True, True)
    assert read["cursor"]["command"] == "ls"
    assert read["run"]["tool_info"]["command_line"] == "ls"
    assert read["write"]["tool_info"]["edits"] == [{"old_string": "1", "new_string": "2"}]
    assert [it.event for it in shell.parts] == ["PreToolUse", "preToolUse", "beforeShellExecution", "pre_run_command"]


async def test_a_changed_input_comes_back_in_the_words_of_who_asked(tmp_path: Path) -> None:
    _claude(tmp_path, _answer("allow", updatedInput={"command": "ls -l"}))
    async with await _opened(tmp_path, dialects=["gemini-cli", "claude-code"]) as hooks:
        payload = {"tool_name": "run_shell_command", "tool_input": {"command": "ls"}}
        outcome = await hooks.dispatch("BeforeTool", payload)

    assert outcome.folded.updated_input == {"command": "ls -l"}
    assert outcome.dialect == "gemini-cli"


async def test_what_an_agent_has_no_event_for_is_not_fired_there(tmp_path: Path) -> None:
    _gemini(tmp_path, "")
    async with await _opened(tmp_path, dialects=["claude-code", "gemini-cli"]) as hooks:
        outcome = await hooks.dispatch("CwdChanged", {})

    assert [it.dialect for it in outcome.parts] == ["claude-code"]


async def test_a_file_that_two_agents_read_runs_once(tmp_path: Path) -> None:
    _claude(tmp_path, "")
    async with await _opened(tmp_path, dialects=["claude-code", "claude-code"]) as hooks:
        outcome = await hooks.dispatch("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": "ls"}})

    assert len(outcome.runs) == 1


async def test_an_event_that_only_another_agent_has_is_fired_for_it(tmp_path: Path) -> None:
    _write(tmp_path / ".gemini/settings.json", "BeforeModel", "*", "cat > gemini.json")
    async with await _opened(tmp_path, dialects=["claude-code", "gemini-cli"]) as hooks:
        outcome = await hooks.dispatch("BeforeModel", {})

    assert [it.dialect for it in outcome.parts] == ["gemini-cli"]
    assert (tmp_path / "gemini.json").exists()


async def test_who_makes_the_agent_go_on_says_why(tmp_path: Path) -> None:
    for path, event, answer in (
        (".claude/settings.json", "Stop", "{}"),
        (".gemini/settings.json", "AfterAgent", '{"decision": "deny", "reason": "tests are red"}'),
    ):
        _write(tmp_path / path, event, "*", f"printf %s {shlex.quote(answer)}")
    async with await _opened(tmp_path, dialects=["claude-code", "gemini-cli"]) as hooks:
        outcome = await hooks.dispatch("Stop", {"stop_hook_active": False})

    assert outcome.folded.reason == "tests are red"
    assert [it["outcome"]["reason"] for it in outcome.to_json()["parts"]] == [None, "tests are red"]


def test_a_file_of_a_plugin_that_is_added_runs_for_the_first_that_reads_it(tmp_path: Path) -> None:
    host = replace(Host.real(), home=str(tmp_path / "home"))
    _claude(tmp_path, "")
    request = Request(_GEMINI, "BeforeTool", {}, str(tmp_path), None, host.home)
    twins = (_CLAUDE, by_id("clawdcode"))
    asked = PreparedRequest.of(request, twins, lambda _: load(_CLAUDE, str(tmp_path), host), host)

    assert [len(it.hooks) for it in asked.snapshots] == [1, 0]
    with pytest.raises(UnknownEvent):
        replace(asked, request=replace(request, event="Nothing")).heard({})


def test_all_are_the_speaker_and_each_that_has_files(tmp_path: Path) -> None:
    host = replace(Host.real(), home=str(tmp_path / "home"))
    assert [it.id for it in chosen("all", None, str(tmp_path), host)] == ["claude-code"]
    _gemini(tmp_path, "")
    assert [it.id for it in chosen("all", None, str(tmp_path), host)] == ["gemini-cli"]
    assert [it.id for it in chosen("all", by_id("codex"), str(tmp_path), host)] == ["codex", "gemini-cli"]
    assert [it.id for it in chosen(["kiro", "codex", "kiro"], None, str(tmp_path), host)] == ["kiro", "codex"]
    with pytest.raises(UsageError):
        chosen([], None, str(tmp_path), host)


def _joined(project: Path, *said: Folded, **more: Any) -> Outcome:
    request = Request(_CLAUDE, "PreToolUse", {"tool_name": "Bash"}, str(project), "s")
    dialects = (_CLAUDE, _GEMINI)[: len(said)]
    prepared = PreparedRequest.of(request, dialects, lambda it: load(it, str(project)), Host({}, "/"))
    keys: dict[str, Any] = {"event": "PreToolUse", **more}
    return prepared.folded(
        [
            Outcome(dispatch_id=str(place), dialect=table.id, folded=it, **keys)
            for place, (table, it) in enumerate(zip(dialects, said, strict=True))
        ]
    )


@pytest.mark.parametrize(
    "refusal", [Folded(blocked=True), Folded(decision=Decision.DENY), Folded(decision=Decision.ASK)]
)
def test_what_one_refuses_no_other_changes(tmp_path: Path, refusal: Folded) -> None:
    changed = Folded(updated_input={"command": "ls"}, updated_prompt="new", updated_result="***")
    found = _joined(tmp_path, changed, refusal).folded
    is_refused = refusal.decision is not Decision.ASK
    assert (found.updated_input is None) is is_refused
    assert (found.updated_prompt is None) is is_refused
    assert found.updated_result == "***"


def test_the_last_that_changes_something_holds(tmp_path: Path) -> None:
    one, two = (Folded(updated_input={"command": it}, updated_prompt=it, updated_result=it) for it in "ab")
    found = _joined(tmp_path, one, two).folded
    assert (found.updated_input, found.updated_prompt, found.updated_result) == ({"command": "b"}, "b", "b")


def test_one_is_enough_to_go_on_and_no_fault_is_lost(tmp_path: Path) -> None:
    prepared = _joined(tmp_path, Folded(), Folded(must_continue=True))
    assert prepared.folded.must_continue
    lost = Degraded(Code.TIMED_OUT, "f", "1", "late")
    outcomes = [
        Outcome(dispatch_id="1", event="PreToolUse", dialect=it, degraded=faults, duplicate=not faults)
        for it, faults in (("claude-code", ()), ("gemini-cli", (lost,)))
    ]
    request = Request(_CLAUDE, "PreToolUse", {}, str(tmp_path), "s")
    joint = PreparedRequest(request, (_CLAUDE, _GEMINI), (), joint=True).folded(outcomes)
    assert (joint.degraded, joint.duplicate) == ((lost,), False)
