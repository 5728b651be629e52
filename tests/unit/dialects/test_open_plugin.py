"""What the `open-plugin` document demands, held against the engine with real processes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.unit.engine.models import FakeModel

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.config.read import read_hook_file
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model import event as events
from hookwright.model.hook import Scope
from hookwright.model.hook_type import Performer
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Severity

PLUGIN = by_id("open-plugin")
TOOLS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
FILES = ("BeforeReadFile", "AfterFileEdit")
COMMANDS = ("BeforeShellExecution", "AfterShellExecution")
PLAIN = ("SessionStart", "SessionEnd", "UserPromptSubmit", "Stop", "SubagentStart", "SubagentStop")
BLOCKING = ("PreToolUse", "BeforeReadFile", "BeforeShellExecution")
PAYLOAD = {"tool_name": "Write", "file_path": "src/a.py", "command": "git push -f", "prompt": "hello"}


def _write(folder: Path, rules: dict[str, Any]) -> Path:
    file = folder / "hooks" / "hooks.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"hooks": rules}), encoding="utf-8")
    return file


def _command(text: str, **values: Any) -> dict[str, Any]:
    return {"type": "command", "command": text, **values}


def _rule(*hooks: str | dict[str, Any], matcher: str | None = None) -> dict[str, Any]:
    entries = [_command(it) if isinstance(it, str) else it for it in hooks]
    return {"hooks": entries} if matcher is None else {"matcher": matcher, "hooks": entries}


async def _fire(
    project: Path,
    event: str,
    payload: dict[str, Any] | None = None,
    *,
    home: Path | None = None,
    model: FakeModel | None = None,
) -> Outcome:
    snapshot = load(PLUGIN, str(project), Host({}, str(home) if home else ""))
    request = Request(PLUGIN, event, PAYLOAD if payload is None else payload, str(project), "s")
    return await dispatch(make_plan(request, snapshot), Host({"PATH": os.defpath}, str(home)), model=model)


def _printed(outcome: Outcome) -> list[str]:
    return [it.result.stdout if it.result else "" for it in outcome.runs]


def _statuses(outcome: Outcome) -> list[str]:
    return [it.reading.status.value for it in outcome.runs]


@pytest.mark.parametrize(
    ("matcher", "runs"), [(None, 1), ("", 1), ("rit", 1), ("Write|Edit", 1), ("^rit", 0), ("Bash", 0), ("*", 0)]
)
async def test_d1_matchers_are_searched(tmp_path: Path, matcher: str | None, runs: int) -> None:
    _write(tmp_path, {"PreToolUse": [_rule("true", matcher=matcher)]})
    assert len((await _fire(tmp_path, "PreToolUse")).runs) == runs


async def test_d1_every_plugin_applies_but_those_of_other_agents(tmp_path: Path) -> None:
    project, home = tmp_path / "project", tmp_path / "home"
    plugins = [home / ".agents/plugins/b", project / ".agents/plugins/c", project / ".agents/plugins/a", project]
    other = project / ".agents/plugins/other"
    for folder in (*plugins, other):
        _write(folder, {"Stop": [_rule("echo ${PLUGIN_ROOT}")]})
    (other / ".claude-plugin").mkdir()
    printed = _printed(await _fire(project, "Stop", home=home))
    assert printed == [f"{plugins[index]}\n" for index in (0, 2, 1, 3)]


def test_d2_the_events_and_what_they_match_on() -> None:
    subjects = {row.name: row.subject.kind for row in PLUGIN.events}
    assert subjects == {
        **dict.fromkeys(TOOLS, events.MatchSubject.TOOL),
        **dict.fromkeys(FILES, events.MatchSubject.PATH),
        **dict.fromkeys(COMMANDS, events.MatchSubject.COMMAND),
        **dict.fromkeys(PLAIN),
    }


@pytest.mark.parametrize(
    ("events", "matching", "other"),
    [(TOOLS, "^Write$", "src"), (FILES, r"^src/.*\.py$", "Write"), (COMMANDS, "^git push", "Write")],
)
async def test_d2_matchers_are_held_against_the_events_subject(
    tmp_path: Path, events: tuple[str, ...], matching: str, other: str
) -> None:
    _write(tmp_path, {it: [_rule("true", matcher=matching), _rule("true", matcher=other)] for it in events})
    for event in events:
        runs = (await _fire(tmp_path, event)).runs
        assert [it.hook.pointer for it in runs] == [f"/hooks/{event}/0/hooks/0"]


@pytest.mark.parametrize(
    ("event", "matcher", "tool_input"),
    [
        ("AfterFileEdit", r"\.py$", {"file_path": "a.py"}),
        ("BeforeReadFile", r"\.py$", {"path": "a.py"}),
        ("BeforeShellExecution", "^ls", {"command": "ls"}),
    ],
)
async def test_d2_a_tool_call_has_its_subject_in_its_input(
    tmp_path: Path, event: str, matcher: str, tool_input: dict[str, Any]
) -> None:
    _write(tmp_path, {event: [_rule("true", matcher=matcher)]})
    assert len((await _fire(tmp_path, event, {"tool_input": tool_input})).runs) == 1
    assert (await _fire(tmp_path, event, {"tool_input": {}})).runs == ()


@pytest.mark.parametrize("event", PLAIN)
async def test_d2_other_events_match_on_nothing(tmp_path: Path, event: str) -> None:
    _write(tmp_path, {event: [_rule("true", matcher="nothing at all")]})
    assert len((await _fire(tmp_path, event)).runs) == 1


async def test_d3_unknown_events_are_ignored(tmp_path: Path) -> None:
    _write(tmp_path, {"BeforeLaunch": [_rule("touch bad")], "PreToolUse": [_rule("true")]})
    known = await _fire(tmp_path, "PreToolUse")
    assert (_statuses(known), known.messages) == (["succeeded"], ())
    unknown = (await _fire(tmp_path, "PreTolUse")).to_json()
    assert (unknown["event"], unknown["runs"], unknown["blocked"]) == ("PreTolUse", [], False)
    assert ["did you mean `PreToolUse`?" in it["text"] for it in unknown["messages"]] == [True]
    assert (await _fire(tmp_path, "BeforeLaunch")).runs == ()
    assert not (tmp_path / "bad").exists()


async def test_d4_a_command_reads_the_event_on_stdin(tmp_path: Path) -> None:
    _write(tmp_path, {"PreToolUse": [_rule("cat")]})
    outcome = await _fire(tmp_path, "PreToolUse", {"tool_name": "Write", "tool_use_id": "t1"})
    assert json.loads(_printed(outcome)[0]) == {
        "session_id": "s",
        "cwd": str(tmp_path),
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_use_id": "t1",
    }
    assert _statuses(outcome) == ["succeeded"]


async def test_d4_prompts_and_agents_ask_the_model(tmp_path: Path) -> None:
    prompt = {"type": "prompt", "prompt": "Review $ARGUMENTS"}
    _write(tmp_path, {"PreToolUse": [_rule(prompt, {"type": "agent", "prompt": "Verify the style"})]})
    model = FakeModel('{"decision": "deny", "reason": "unsafe"}')
    outcome = await _fire(tmp_path, "PreToolUse", {"tool_name": "Write"}, model=model)
    assert [(it.prompt.split(" ", 1)[0], it.tools) for it in model.asked] == [("Review", False), ("Verify", True)]
    assert json.loads(model.asked[0].prompt.removeprefix("Review "))["tool_name"] == "Write"
    assert (outcome.folded.blocked, outcome.folded.reason) == (True, "unsafe")


async def test_d4_a_plain_answer_is_told_to_the_user(tmp_path: Path) -> None:
    _write(tmp_path, {"PostToolUse": [_rule({"type": "prompt", "prompt": "Review"})]})
    outcome = await _fire(tmp_path, "PostToolUse", model=FakeModel("Looks fine.\n"))
    assert [(it.to.value, it.text) for it in outcome.messages] == [("user", "Looks fine.")]
    assert (_statuses(outcome), outcome.folded.blocked) == (["succeeded"], False)


def test_d4_who_carries_out_what() -> None:
    assert {it.name: it.by for it in PLUGIN.grammar.types} == {
        "command": Performer.COMMAND,
        "prompt": Performer.MODEL,
        "agent": Performer.MODEL_WITH_TOOLS,
    }


@pytest.mark.parametrize("kind", ["prompt", "agent"])
async def test_d5_without_a_model_the_action_is_skipped_and_nothing_blocks(tmp_path: Path, kind: str) -> None:
    _write(tmp_path, {"PreToolUse": [_rule({"type": kind, "prompt": "Review"}, "echo on")]})
    outcome = await _fire(tmp_path, "PreToolUse")
    assert _statuses(outcome) == ["skipped", "succeeded"]
    assert "there is no model" in str(outcome.runs[0].skipped_because)
    assert (outcome.folded.blocked, outcome.folded.decision) == (False, None)


async def test_d5_a_model_that_fails_blocks_nothing(tmp_path: Path) -> None:
    _write(tmp_path, {"PreToolUse": [_rule({"type": "prompt", "prompt": "Review"})]})
    outcome = await _fire(tmp_path, "PreToolUse", model=FakeModel(RuntimeError("torn")))
    assert (_statuses(outcome), outcome.folded.blocked) == (["failed"], False)
    assert [it.text for it in outcome.messages] == ["the model failed: torn"]


@pytest.mark.parametrize("name", ["plug in", "*", "a'b\"c", "$(touch bad)", "`touch bad`", "new\nline", "é"])
async def test_d6_the_plugins_root_is_given_whatever_its_path_holds(tmp_path: Path, name: str) -> None:
    root = tmp_path / ".agents" / "plugins" / name
    _write(root, {"Stop": [_rule("${PLUGIN_ROOT}/s.sh", '"${PLUGIN_ROOT}"/s.sh')]})
    script = root / "s.sh"
    script.write_text('#!/bin/sh\nprintf %s "$PLUGIN_ROOT"\n', encoding="utf-8")
    script.chmod(0o755)
    assert _printed(await _fire(tmp_path, "Stop")) == [str(root)] * 2
    assert not list(tmp_path.glob("bad"))


@pytest.mark.parametrize(
    ("command", "content", "mode", "code", "severity"),
    [
        ("${PLUGIN_ROOT}/s.sh", "#!/bin/sh\n", 0o644, "HW502", Severity.ERROR),
        ("${PLUGIN_ROOT}/s.sh", "echo\n", 0o755, "HW503", Severity.ERROR),
        ("./s.sh", "#!/bin/sh\n", 0o755, "HW505", Severity.WARNING),
    ],
)
def test_d7_each_breach_of_the_demands_on_scripts_is_found_with_a_fix(
    tmp_path: Path, command: str, content: str, mode: int, code: str, severity: Severity
) -> None:
    file = _write(tmp_path, {"Stop": [_rule(command)]})
    script = tmp_path / "s.sh"
    script.write_text(content, encoding="utf-8")
    script.chmod(mode)
    read = read_hook_file(str(file), file.read_text(encoding="utf-8"), PLUGIN, Scope.PLUGIN)
    found = check_file(Subject(read, str(tmp_path), RealDisk("/h")))
    assert [(it.rule.code, it.severity, len(it.finding.fixes)) for it in found] == [(code, severity, 1)]


async def test_d8_a_rules_hooks_run_in_order_whatever_the_others_say(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    # The first ends only once the other rule runs, and refuses; the second must come after it anyway.
    rules = [_rule(f"cat '{fifo}' >> o; exit 2", "echo second >> o"), _rule(f"echo first > '{fifo}'")]
    _write(tmp_path, {"PreToolUse": rules})
    outcome = await _fire(tmp_path, "PreToolUse")
    assert _statuses(outcome) == ["blocked", "succeeded", "succeeded"]
    assert (tmp_path / "o").read_text(encoding="utf-8") == "first\nsecond\n"


async def test_d8_time_outs_are_enforced_and_no_failure_is_more_than_a_record(tmp_path: Path) -> None:
    late = _command("sleep 60", timeout=0.1)
    _write(tmp_path, {"Stop": [_rule(late, "kill -9 $$", "no-such-command", "exit 7")]})
    outcome = await _fire(tmp_path, "Stop")
    assert _statuses(outcome) == ["timed-out", "failed", "cannot-start", "failed"]
    assert (outcome.folded.blocked, outcome.folded.must_continue) == (False, False)
    assert PLUGIN.running.timeout == 60


@pytest.mark.parametrize("event", BLOCKING)
@pytest.mark.parametrize("command", ["echo no >&2; exit 2", """echo '{"decision": "deny", "reason": "no"}'"""])
async def test_d9_what_is_announced_can_be_blocked(tmp_path: Path, event: str, command: str) -> None:
    _write(tmp_path, {event: [_rule(command)]})
    folded = (await _fire(tmp_path, event)).folded
    assert (folded.blocked, folded.decision and folded.decision.value, folded.reason) == (True, "deny", "no")


@pytest.mark.parametrize("event", ["PostToolUse", "PostToolUseFailure", "AfterFileEdit", "AfterShellExecution"])
@pytest.mark.parametrize("command", ["echo no >&2; exit 2", """echo '{"decision": "block", "reason": "no"}'"""])
async def test_d9_what_is_done_can_be_objected_to(tmp_path: Path, event: str, command: str) -> None:
    _write(tmp_path, {event: [_rule(command)]})
    outcome = await _fire(tmp_path, event)
    assert (outcome.folded.blocked, outcome.folded.reason) == (False, "no")
    assert [(it.to.value, it.text) for it in outcome.messages] == [("agent", "no")]


@pytest.mark.parametrize("event", ["Stop", "SubagentStop"])
@pytest.mark.parametrize("command", ["echo on >&2; exit 2", """echo '{"decision": "block", "reason": "on"}'"""])
async def test_d9_an_agent_can_be_kept_from_stopping(tmp_path: Path, event: str, command: str) -> None:
    _write(tmp_path, {event: [_rule(command)]})
    folded = (await _fire(tmp_path, event)).folded
    assert (folded.must_continue, folded.blocked, folded.reason) == (True, False, "on")


@pytest.mark.parametrize("event", ["SessionStart", "SessionEnd", "SubagentStart"])
async def test_d9_nothing_else_can_be_held_up(tmp_path: Path, event: str) -> None:
    _write(tmp_path, {event: [_rule("echo no >&2; exit 2")]})
    outcome = await _fire(tmp_path, event)
    assert (_statuses(outcome), outcome.folded.blocked, outcome.folded.must_continue) == (["failed"], False, False)
    assert [(it.to.value, it.text) for it in outcome.messages] == [("user", "no")]


@pytest.mark.parametrize("event", [row.name for row in PLUGIN.events])
async def test_d9_every_event_can_stop_the_agent(tmp_path: Path, event: str) -> None:
    _write(tmp_path, {event: [_rule("""echo '{"continue": false, "stopReason": "enough"}'""")]})
    folded = (await _fire(tmp_path, event)).folded
    assert (folded.stop_agent, folded.stop_reason) == (True, "enough")


async def test_d9_a_prompt_can_be_blocked_or_given_context(tmp_path: Path) -> None:
    _write(tmp_path, {"UserPromptSubmit": [_rule("echo branch main"), _rule("echo no >&2; exit 2", matcher="x")]})
    outcome = await _fire(tmp_path, "UserPromptSubmit")
    assert (outcome.folded.blocked, outcome.folded.reason) == (True, "no")
    _write(tmp_path, {"UserPromptSubmit": [_rule("echo branch main")]})
    assert (await _fire(tmp_path, "UserPromptSubmit")).folded.additional_context == "branch main"
