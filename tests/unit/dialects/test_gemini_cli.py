"""What the `gemini-cli` table says, held to its requirements."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.event import EventRow, Order
from hookwright.model.hook import Hook, Scope
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Status
from hookwright.policies.payloads import Facts, environment, stdin_object
from hookwright.policies.reading import read_result
from hookwright.shell.quoting import whole_words

DIALECT = by_id("gemini-cli")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def _row(name: str) -> EventRow:
    row = DIALECT.event(name)
    assert row is not None
    return row


def _read(event: str, stdout: object = "", **how: Any) -> Reading:
    text = stdout if isinstance(stdout, str) else json.dumps(stdout)
    result = Result(**{"exit_code": 0, "stdout": text, "started_at": NOW, "duration": 0.1, **how})
    return read_result(result, _row(event), {}, dialect=DIALECT, timeout=5)


def _hooks(text: str) -> tuple[Hook, ...]:
    return runnable_hooks(read_hook_file("/p/.gemini/settings.json", text, DIALECT, Scope.PROJECT))[0]


def _plan(project: Path, content: dict[str, Any], tool: str = "write_file") -> Plan:
    path = project / ".gemini/settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    request = Request(DIALECT, "BeforeTool", {"tool_name": tool, "tool_input": {}}, str(project), "s")
    return make_plan(request, load(DIALECT, str(project)))


def _commands(plan: Plan) -> list[str]:
    return [it.hook.body for it in plan.steps]


def test_h1_what_a_file_holds() -> None:
    good = '{"type": "command", "command": "good", "timeout": 1500}'
    bad = [
        '{"command": "x"}',
        '{"type": "Command", "command": "x"}',
        '{"type": "command"}',
        *(f'{{"type": "command", "command": "x", "timeout": {it}}}' for it in ('"soon"', 0, -1, 2**31)),
        "null",
        '"x"',
    ]
    hooks = _hooks(f'// ours\n{{"hooks": {{"BeforeTool": [{{"hooks": [{", ".join(bad)}, {good}]}}]}}}}')

    assert [(it.body, it.timeout) for it in hooks] == [("good", 1.5)]


def test_h1_what_is_wrong_with_keys_that_it_can_do_without() -> None:
    rest = '"timeout": "2500"', '"timeout": null', '"name": 5, "description": 5, "env": 5'
    written = ", ".join(f'{{"type": "command", "command": "x", {it}}}' for it in rest)

    assert [it.timeout for it in _hooks(f'{{"hooks": {{"BeforeTool": [{{"hooks": [{written}]}}]}}}}')] == [
        2.5,
        None,
        None,
    ]


def test_h1_a_comma_too_many_and_a_mark_end_the_start() -> None:
    good = '{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "good"}]}]}}'

    assert len(_hooks(good)) == 1
    assert _hooks(good.replace("}]}}", "}]},}")) == ()
    assert _hooks("\ufeff" + good) == ()


def test_h2_eleven_events() -> None:
    assert sorted(it.name for it in DIALECT.events) == [
        "AfterAgent",
        "AfterModel",
        "AfterTool",
        "BeforeAgent",
        "BeforeModel",
        "BeforeTool",
        "BeforeToolSelection",
        "Notification",
        "PreCompress",
        "SessionEnd",
        "SessionStart",
    ]


@pytest.mark.parametrize(
    ("event", "matcher", "subject", "meets"),
    [
        ("BeforeTool", None, "run_shell_command", True),
        ("BeforeTool", "", "run_shell_command", True),
        ("BeforeTool", "*", "run_shell_command", True),
        ("BeforeTool", "un_", "run_shell_command", True),
        ("BeforeTool", "^run_shell_command$", "run_shell_command", True),
        ("BeforeTool", "Write|run_shell_command", "run_shell_command", True),
        ("BeforeTool", "RUN_SHELL_COMMAND", "run_shell_command", False),
        ("BeforeTool", "run_shell_command,write_file", "run_shell_command", False),
        ("BeforeTool", "run_shell_command | write_file", "run_shell_command", False),
        ("BeforeTool", "run_shell_command(*)", "run_shell_command", False),
        ("BeforeTool", "(", "run_shell_command", False),
        ("BeforeTool", "(", "(", True),
        ("AfterTool", "mcp_github_", "mcp_github_create_issue", True),
        ("SessionStart", "startup", "startup", True),
        ("SessionStart", "start", "startup", False),
        ("SessionStart", "start.*", "startup", False),
        ("SessionStart", "*", "startup", True),
    ],
)
def test_h3_which_matchers_meet_a_tool(event: str, matcher: str | None, subject: str, *, meets: bool) -> None:
    language = DIALECT.matchers.for_event(event)

    assert match(parse_matcher(language, matcher), subject).matched is meets


@pytest.mark.parametrize(
    ("how", "status", "decision", "reason"),
    [
        ({"stdout": "out"}, Status.SUCCEEDED, None, None),
        ({"exit_code": 1, "stdout": "out"}, Status.FAILED, None, None),
        ({"exit_code": 2, "stdout": "out", "stderr": "err"}, Status.BLOCKED, Decision.DENY, "out"),
        ({"exit_code": 2, "stderr": "err"}, Status.BLOCKED, Decision.DENY, "err"),
        ({"exit_code": 2}, Status.FAILED, None, None),
        ({"exit_code": 3, "stderr": "err"}, Status.BLOCKED, Decision.DENY, "err"),
        ({"exit_code": 127, "stderr": "not found"}, Status.BLOCKED, Decision.DENY, "not found"),
        ({"exit_code": None, "signal": 9, "stdout": "out"}, Status.FAILED, None, None),
        ({"exit_code": None, "timed_out": True, "stdout": "out"}, Status.TIMED_OUT, None, None),
        ({"exit_code": None, "problem": "no bash"}, Status.CANNOT_START, None, None),
    ],
)
def test_h4_how_a_hook_ends(how: dict[str, Any], status: Status, decision: Decision | None, reason: str | None) -> None:
    reading = _read("BeforeTool", **how)

    assert (reading.status, reading.decision, reading.reason) == (status, decision, reason)
    assert reading.blocks is (decision is not None)


def test_h4_what_a_refusal_does_on_each_event() -> None:
    refused = {it.name: _read(it.name, "no", exit_code=2) for it in DIALECT.events}

    assert [name for name, it in refused.items() if it.blocks] == [
        "BeforeAgent",
        "BeforeModel",
        "AfterModel",
        "BeforeTool",
    ]
    assert [name for name, it in refused.items() if it.must_continue] == ["AfterAgent"]
    assert refused["AfterTool"].reason == "no"
    assert refused["SessionStart"].status is Status.FAILED


def test_h5_an_answer_goes_before_the_exit_code() -> None:
    deny = {"decision": "deny", "reason": "no"}

    for code in range(4):
        assert _read("BeforeTool", deny, exit_code=code).decision is Decision.DENY
        assert not _read("BeforeTool", {"decision": "allow"}, exit_code=code).blocks
    assert _read("BeforeTool", stderr=json.dumps(deny)).reason == "no"
    assert _read("BeforeTool", json.dumps(json.dumps(deny))).reason == "no"
    assert _read("BeforeTool", {"decision": "ask"}).decision is Decision.ASK
    assert _read("AfterAgent", deny).must_continue
    assert _read("BeforeAgent", {"continue": False, "stopReason": "enough"}).stop_reason == "enough"
    assert not _read("SessionStart", {"continue": False, "decision": "deny"}).stop_agent
    specific = {"hookSpecificOutput": {"permissionDecision": "deny"}}
    assert _read("BeforeTool", specific).decision is None


def test_h6_one_sequential_group_makes_all_serial(tmp_path: Path) -> None:
    groups = [{"hooks": [{"type": "command", "command": it}]} for it in ("a", "b")]

    assert _plan(tmp_path, {"hooks": {"BeforeTool": groups}}).order is Order.PARALLEL
    other = {"matcher": "glob", "sequential": True, **groups[0]}
    assert _plan(tmp_path, {"hooks": {"BeforeTool": [other, groups[1]]}}).order is Order.PARALLEL
    plan = _plan(tmp_path, {"hooks": {"BeforeTool": [{"sequential": True, **groups[0]}, *groups]}})
    assert plan.order is Order.SERIAL
    assert _commands(plan) == ["a", "b"]


def test_h7_what_a_hook_is_given() -> None:
    payload = {"tool_name": "glob", "tool_input": {"pattern": "*"}, "transcript_path": "/t"}
    facts = Facts(payload=payload, session_id="s", project_dir="/p", dispatch_id="d", timestamp=NOW)

    assert stdin_object(DIALECT, _row("BeforeTool"), facts) == {
        "session_id": "s",
        "transcript_path": "/t",
        "cwd": "/p",
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "tool_name": "glob",
        "tool_input": {"pattern": "*"},
    }
    given = environment(DIALECT, _row("BeforeTool"), facts)
    assert {name: given[name] for name in ("GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_CWD")} == {
        "GEMINI_PROJECT_DIR": "/p",
        "CLAUDE_PROJECT_DIR": "/p",
        "GEMINI_CWD": "/p",
    }
    assert given["GEMINI_SESSION_ID"] == "s"


def test_h8_hooks_are_switched_off(tmp_path: Path) -> None:
    hooks = [{"type": "command", "command": "a", "name": "guard"}, {"type": "command", "command": "b"}]
    content = {"hooks": {"BeforeTool": [{"hooks": hooks}]}}

    assert _commands(_plan(tmp_path, content)) == ["a", "b"]
    plan = _plan(tmp_path, {"hooksConfig": {"disabled": ["guard"]}, **content})
    assert _commands(plan) == ["b"]
    assert plan.unmatched[0][1] == ("`disabled` switches `guard` off",)
    assert _commands(_plan(tmp_path, {"hooksConfig": {"disabled": ["a"]}, **content})) == ["a", "b"]
    assert _commands(_plan(tmp_path, {"hooksConfig": {"enabled": False}, **content})) == []
    assert _commands(_plan(tmp_path, {"hooksConfig": {"disabled": "guard"}, **content})) == ["b"]
    assert _commands(_plan(tmp_path, {"hooksConfig": {"enabled": "False"}, **content})) == []
    assert _commands(_plan(tmp_path, {"hooksConfig": {"enabled": "no"}, **content})) == ["a", "b"]


def test_h7_a_bare_variable_of_the_project_is_kept_whole() -> None:
    given = {"GEMINI_PROJECT_DIR": "/a b"}

    assert whole_words(DIALECT, "$GEMINI_PROJECT_DIR/x", given) == '"$GEMINI_PROJECT_DIR"/x'
    assert whole_words(DIALECT, "${GEMINI_PROJECT_DIR}/x", given) == "${GEMINI_PROJECT_DIR}/x"
