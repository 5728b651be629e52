"""The `cursor` dialect (L), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import fired, printing, statuses

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request, make_plan
from hookwright.model.evidence import Basis
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.policies.payloads import environment
from hookwright.readers.choice import placed

CURSOR = by_id("cursor")
GATES = [
    "preToolUse",
    "beforeShellExecution",
    "beforeMCPExecution",
    "beforeReadFile",
    "beforeTabFileRead",
    "subagentStart",
    "beforeSubmitPrompt",
]
SHELL = {"tool_name": "Shell", "tool_input": {"command": "git push"}, "tool_use_id": "1"}


async def fire(project: Path, event: str, *hooks: dict[str, Any], **payload: Any) -> Outcome:
    return await fired(CURSOR, project, ".cursor/hooks.json", event, *hooks, **payload)


def test_l1_twenty_one_events_known_from_documents() -> None:
    assert len(CURSOR.events) == 21
    assert CURSOR.evidence.basis is Basis.DOCUMENTED
    assert [it.name for it in CURSOR.events if any(reaction.refuses for reaction in it.reactions)] == GATES


def test_l2_files_of_the_user_the_project_and_plugins(tmp_path: Path) -> None:
    (tmp_path / ".cursor-plugin").mkdir()
    assert [(it.dialect.id, it.scope) for it in placed("/p/.cursor/hooks.json")] == [("cursor", Scope.PROJECT)]
    assert placed("/h/.cursor/hooks.json", home="/h")[0].scope is Scope.USER
    in_plugin = placed(f"{tmp_path}/hooks/hooks.json")[0]
    assert (in_plugin.dialect.id, in_plugin.scope) == ("cursor", Scope.PLUGIN)


@pytest.mark.parametrize(
    ("version", "runs"), [({"version": 1}, 1), ({}, 0), ({"version": "1"}, 0), ({"version": 2}, 1)]
)
def test_l2_a_file_without_a_number_for_a_version_is_not_read(version: dict[str, Any], runs: int) -> None:
    text = json.dumps({**version, "hooks": {"stop": [{"command": "true"}]}})
    hooks, problems = runnable_hooks(read_hook_file("/p/.cursor/hooks.json", text, CURSOR, Scope.PROJECT))

    assert len(hooks) == runs
    assert runs or "so none of the file's hooks run" in problems[0]
    in_plugin = read_hook_file("/p/hooks/hooks.json", text, CURSOR, Scope.PLUGIN)
    assert len(runnable_hooks(in_plugin)[0]) == (0 if version.get("version") == "1" else 1) or "version" in version


def test_l3_an_entry_is_flat_and_its_time_out_in_seconds(tmp_path: Path) -> None:
    entry = {"command": "true", "timeout": 15, "failClosed": True, "loop_limit": None, "matcher": "Shell"}
    text = json.dumps({"version": 1, "hooks": {"stop": [entry, {"type": "prompt", "prompt": "Done?"}]}})
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor" / "hooks.json").write_text(text)
    snapshot = load(CURSOR, str(tmp_path))

    assert snapshot.problems == ()
    assert [(it.type, it.timeout, it.matcher) for it in snapshot.hooks] == [
        ("command", 15, "Shell"),
        ("prompt", None, None),
    ]


@pytest.mark.parametrize(
    ("event", "matcher", "payload", "runs"),
    [
        ("preToolUse", "Shell|Write", SHELL, True),
        ("preToolUse", "hell", SHELL, True),
        ("preToolUse", "^Bash$", SHELL, False),
        ("preToolUse", "MCP:create", {"tool_name": "MCP:create_issue"}, True),
        ("beforeShellExecution", "push|curl", {"command": "git push"}, True),
        ("beforeShellExecution", "Shell", {"command": "git push"}, False),
        ("subagentStart", "explore", {"subagent_type": "explore"}, True),
        ("beforeReadFile", "Read", {"file_path": "/a/Write"}, True),
        ("beforeReadFile", "Write", {"file_path": "/a/Write"}, False),
        ("afterFileEdit", "Write|Edit", {"file_path": "/a"}, True),
        ("beforeSubmitPrompt", "^UserPromptSubmit$", {"prompt": "x"}, True),
        ("stop", "Stop", {"status": "completed"}, True),
        ("stop", "completed", {"status": "completed"}, False),
        ("afterAgentResponse", "AgentResponse", {"text": "x"}, True),
        ("afterAgentThought", "AgentResponse", {"text": "x"}, False),
        ("sessionStart", "startup", {}, True),
    ],
)
def test_l4_what_matchers_are_held_against(
    tmp_path: Path, event: str, matcher: str, payload: dict[str, Any], runs: bool
) -> None:
    file = tmp_path / ".cursor" / "hooks.json"
    file.parent.mkdir()
    file.write_text(json.dumps({"version": 1, "hooks": {event: [{"command": "true", "matcher": matcher}]}}))
    plan = make_plan(Request(CURSOR, event, payload, str(tmp_path)), load(CURSOR, str(tmp_path)))

    assert len(plan.steps) == runs


async def test_l5_what_a_hook_reads(tmp_path: Path) -> None:
    outcome = await fire(tmp_path, "preToolUse", {"command": 'cat; printf %s "$CURSOR_PROJECT_DIR" >&2'}, **SHELL)
    result = outcome.runs[0].result

    assert result is not None
    assert result.stderr == str(tmp_path)
    given = json.loads(result.stdout)
    assert (given["conversation_id"], given["hook_event_name"], given["tool_name"]) == ("s1", "preToolUse", "Shell")
    request = Request(CURSOR, "stop", {"user_email": "a@b.c"}, str(tmp_path))
    plan = make_plan(request, load(CURSOR, str(tmp_path)))
    added = environment(CURSOR, plan.row, plan.facts)
    assert added["CURSOR_USER_EMAIL"] == "a@b.c"
    assert added["CLAUDE_PROJECT_DIR"] == str(tmp_path)


_FAILURES = ["exit 1", "kill -9 $$", "no-such-program-anywhere", "echo words", 'echo \'{"permission": "deny\'', "true"]


@pytest.mark.parametrize("command", _FAILURES)
async def test_l6_a_failure_refuses_only_where_the_hook_is_closed(tmp_path: Path, command: str) -> None:
    passing = await fire(tmp_path, "preToolUse", {"command": command}, **SHELL)
    closed = await fire(tmp_path, "preToolUse", {"command": command, "failClosed": True}, **SHELL)

    assert (passing.folded.blocked, passing.folded.decision) == (False, None)
    assert (closed.folded.blocked, closed.folded.decision) == (True, "deny")
    assert passing.messages


async def test_l6_exit_2_refuses_where_there_is_something_to_refuse(tmp_path: Path) -> None:
    for row in CURSOR.events:
        outcome = await fire(
            tmp_path, row.name, {"command": "echo no >&2; exit 2"}, **SHELL, command="x", subagent_type="x"
        )
        assert outcome.folded.blocked == (row.name in GATES), row.name
        assert (outcome.folded.reason == "no") == (row.name in GATES), row.name
        assert not outcome.folded.must_continue


async def test_l6_nothing_printed_is_fine_where_nothing_is_asked(tmp_path: Path) -> None:
    for event in ("postToolUse", "stop", "sessionStart", "afterFileEdit", "beforeSubmitPrompt"):
        assert statuses(await fire(tmp_path, event, {"command": "true"}, **SHELL)) == ["succeeded"]


async def test_l7_answers_are_flat(tmp_path: Path) -> None:
    answer = {"permission": "deny", "user_message": "for you", "agent_message": "for it"}
    denied = await fire(tmp_path, "beforeShellExecution", printing(answer), command="rm -rf /")
    assert (denied.folded.decision, denied.folded.reason) == ("deny", "for it")
    assert [(it.to.value, it.text) for it in denied.messages] == [("agent", "for it"), ("user", "for you")]
    asked = await fire(tmp_path, "beforeShellExecution", printing({"permission": "ask"}), command="rm")
    assert asked.folded.decision == "ask"
    changed = await fire(
        tmp_path, "preToolUse", printing({"permission": "allow", "updated_input": {"command": "ls"}}), **SHELL
    )
    assert (changed.folded.decision, changed.folded.updated_input) == ("allow", {"command": "ls"})
    nested = {"hookSpecificOutput": {"permissionDecision": "deny"}}
    lost = await fire(tmp_path, "preToolUse", printing(nested), **SHELL)
    assert lost.folded.decision is None
    assert [it.code for it in lost.runs[0].reading.problems] == ["HW802"]
    context = await fire(tmp_path, "sessionStart", printing({"additional_context": "hi", "env": {"A": "b"}}))
    assert context.folded.additional_context == "hi"


async def test_l8_ask_does_nothing_before_a_tool_and_refuses_a_subagent(tmp_path: Path) -> None:
    assert (await fire(tmp_path, "preToolUse", printing({"permission": "ask"}), **SHELL)).folded.decision is None
    outcome = await fire(tmp_path, "subagentStart", printing({"permission": "ask"}), subagent_type="explore")
    assert (outcome.folded.decision, outcome.folded.blocked) == ("deny", True)


async def test_l9_only_a_follow_up_message_keeps_the_agent_going(tmp_path: Path) -> None:
    for event in ("stop", "subagentStop"):
        goes_on = await fire(tmp_path, event, printing({"followup_message": "Run the tests"}), subagent_type="x")
        assert goes_on.folded.must_continue
        assert goes_on.folded.reason == "Run the tests"
        stops = await fire(tmp_path, event, printing({"permission": "deny"}), subagent_type="x")
        assert not stops.folded.must_continue


async def test_l10_a_prompt_is_blocked_by_continue(tmp_path: Path) -> None:
    blocked = await fire(
        tmp_path, "beforeSubmitPrompt", printing({"continue": False, "user_message": "no"}), prompt="x"
    )
    assert (blocked.folded.blocked, blocked.folded.decision, blocked.folded.reason) == (True, None, "no")
    assert not blocked.folded.stop_agent
    assert not (await fire(tmp_path, "beforeSubmitPrompt", printing({"continue": True}), prompt="x")).folded.blocked


async def test_l11_the_strictest_answer_of_several_hooks_counts(tmp_path: Path) -> None:
    answers = [printing({"permission": it}) for it in ("allow", "deny", "ask")]
    outcome = await fire(tmp_path, "beforeShellExecution", *answers, command="x")

    assert outcome.folded.decision == "deny"
    assert len(outcome.runs) == 3
