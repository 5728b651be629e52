"""What Claude Code's hooks mean, read through the tables: exits, output, matchers, and which types are legal where."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.dialects import by_id
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.event import EventRow
from hookwright.model.hook_type import Performer
from hookwright.model.outcome import Folded, Reading, Result
from hookwright.model.reaction import Audience, Decision, Status
from hookwright.policies.folds import folded
from hookwright.policies.reading import read_result

CLAUDE = by_id("claude-code")

DENYING = {"PreToolUse", "PreModelSwitch", "Elicitation", "ElicitationResult"}
BLOCKING = DENYING | {
    "UserPromptSubmit",
    "UserPromptExpansion",
    "PostToolBatch",
    "TaskCreated",
    "TaskCompleted",
    "ConfigChange",
    "WorktreeCreate",
    "PreCompact",
}
CONTINUING = {"Stop", "SubagentStop", "TeammateIdle"}
FEEDING_BACK = {"PostToolUse", "PostToolUseFailure"}
WITH_PLAIN_CONTEXT = {"SessionStart", "UserPromptSubmit", "UserPromptExpansion", "PostModelSwitch", "PreCompact"}
HEEDING_ON_FAILURE = BLOCKING - {"TaskCompleted", "WorktreeCreate"} | FEEDING_BACK | {"PermissionRequest"}

EVENTS = [pytest.param(it, id=it.name) for it in CLAUDE.events]


def _row(event: str) -> EventRow:
    row = CLAUDE.event(event)
    assert row is not None
    return row


def _read(row: EventRow, code: int | None, stdout: str = "", *, stderr: str = "no", **hook: Any) -> Reading:
    started = datetime(2026, 1, 1, tzinfo=UTC)
    result = Result(
        exit_code=code, timed_out=code is None, stdout=stdout, stderr=stderr, started_at=started, duration=0.1
    )
    return read_result(result, row, hook, dialect=CLAUDE)


def _specific(event: str, **fields: Any) -> str:
    return json.dumps({"hookSpecificOutput": {"hookEventName": event, **fields}})


def test_every_event_is_there() -> None:
    assert len(CLAUDE.events) == 33


@pytest.mark.parametrize("row", EVENTS)
def test_exit_two(row: EventRow) -> None:
    reading = _read(row, 2)

    assert reading.blocks == (row.name in BLOCKING)
    assert (reading.decision is Decision.DENY) == (row.name in DENYING)
    assert reading.must_continue == (row.name in CONTINUING)
    stops = BLOCKING | CONTINUING | FEEDING_BACK
    assert reading.status is (Status.BLOCKED if row.name in stops else Status.FAILED)
    assert reading.reason == ("no" if row.name in stops else None)


@pytest.mark.parametrize("row", EVENTS)
def test_exit_one_blocks_nothing_but_a_worktree(row: EventRow) -> None:
    reading = _read(row, 1)

    assert reading.blocks == (row.name == "WorktreeCreate")
    assert not reading.must_continue
    assert reading.decision is None


@pytest.mark.parametrize("row", EVENTS)
def test_exit_one_does_what_exit_two_does_where_the_hook_asks_for_it(row: EventRow) -> None:
    reading = _read(row, 1, onFailure="block")

    if row.name in HEEDING_ON_FAILURE:
        assert reading.status is Status.BLOCKED
        assert reading.blocks == (row.name in BLOCKING or row.name == "PermissionRequest")
    else:
        assert reading == _read(row, 1)


@pytest.mark.parametrize("row", EVENTS)
def test_a_timeout_blocks_a_switch_of_the_model_and_a_worktree_alone(row: EventRow) -> None:
    reading = _read(row, None)

    assert reading.status is Status.TIMED_OUT
    assert reading.blocks == (row.name in {"PreModelSwitch", "WorktreeCreate"})


@pytest.mark.parametrize("row", EVENTS)
def test_a_program_that_is_not_found_blocks_only_a_worktree(row: EventRow) -> None:
    reading = _read(row, 127)

    assert reading.status is Status.CANNOT_START
    assert reading.blocks == (row.name == "WorktreeCreate")


@pytest.mark.parametrize("row", EVENTS)
def test_plain_stdout(row: EventRow) -> None:
    reading = _read(row, 0, "hello")

    assert reading.context == ("hello" if row.name in WITH_PLAIN_CONTEXT else None)
    assert reading.messages == ()


def test_a_json_object_decides_alone_whatever_the_exit_code() -> None:
    denied = _specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="not here")

    for code in (0, 1, 3):
        reading = _read(_row("PreToolUse"), code, denied)
        assert (reading.decision, reading.blocks, reading.reason) == (Decision.DENY, True, "not here")
        assert [it[0] for it in reading.messages] == [Audience.AGENT]


def test_exit_two_blocks_though_the_output_allows() -> None:
    reading = _read(_row("PreToolUse"), 2, _specific("PreToolUse", permissionDecision="allow"))

    assert reading.decision is Decision.DENY
    assert reading.reason == "no"


@pytest.mark.parametrize(
    ("word", "decision"),
    [
        ("allow", Decision.ALLOW),
        ("ask", Decision.ASK),
        ("deny", Decision.DENY),
        ("defer", Decision.DEFER),
    ],
)
def test_permission_decisions(word: str, decision: Decision) -> None:
    reading = _read(_row("PreToolUse"), 0, _specific("PreToolUse", permissionDecision=word))

    assert reading.decision is decision
    assert reading.problems == ()


@pytest.mark.parametrize(("word", "decision"), [("approve", Decision.ALLOW), ("block", Decision.DENY)])
def test_the_old_form_of_a_permission_decision(word: str, decision: Decision) -> None:
    reading = _read(_row("PreToolUse"), 0, json.dumps({"decision": word, "reason": "so it is"}))

    assert reading.decision is decision
    assert reading.reason == ("so it is" if decision is Decision.DENY else None)


def test_a_permission_dialog_is_answered() -> None:
    answer = {"behavior": "deny", "message": "ask me first"}
    reading = _read(_row("PermissionRequest"), 0, _specific("PermissionRequest", decision=answer))

    assert (reading.decision, reading.reason) == (Decision.DENY, "ask me first")


@pytest.mark.parametrize("event", ["Stop", "SubagentStop"])
def test_a_stop_that_is_refused_feeds_the_reason_to_the_agent(event: str) -> None:
    reading = _read(_row(event), 0, json.dumps({"decision": "block", "reason": "run the tests"}))

    assert reading.must_continue
    assert reading.reason == "run the tests"
    assert [(it[0], it[2]) for it in reading.messages] == [(Audience.AGENT, "run the tests")]


def test_a_prompt_that_is_blocked_is_explained_to_the_user_alone() -> None:
    reading = _read(_row("UserPromptSubmit"), 2)

    assert [it[0] for it in reading.messages] == [Audience.USER]


def test_the_name_of_the_event_inside_the_output_has_to_be_right() -> None:
    reading = _read(_row("PreToolUse"), 0, _specific("PostToolUse", permissionDecision="deny"))

    assert [it.path for it in reading.problems] == [("hookSpecificOutput", "hookEventName")]


@pytest.mark.parametrize(
    "output",
    [
        {"hookSpecificOutput": {"permissionDecision": "deny"}},
        {"hookSpecificOutput": {"hookEventName": "pretooluse", "permissionDecision": "deny"}},
        {"hookSpecificOutput": None, "decision": "block"},
        {"reason": 5, "decision": "block"},
        {"decision": "deny", "continue": False},
    ],
    ids=str,
)
def test_output_with_one_wrong_value_is_dropped_whole(output: dict[str, Any]) -> None:
    reading = _read(_row("PreToolUse"), 0, json.dumps(output))

    assert (reading.decision, reading.stop_agent, reading.status) == (None, False, Status.FAILED)
    assert reading.output == output
    assert [it[0] for it in reading.messages] == [Audience.USER]
    assert "its whole output is ignored, as" in reading.messages[0][2]


def test_output_that_is_dropped_does_not_undo_exit_two_and_fails_closed_if_asked_to() -> None:
    wrong = json.dumps({"decision": "deny"})

    assert (_read(_row("PreToolUse"), 2, wrong).decision, _read(_row("PreToolUse"), 2, wrong).reason) == (
        Decision.DENY,
        "no",
    )
    assert _read(_row("PreToolUse"), 0, wrong, onFailure="block").decision is Decision.DENY


@pytest.mark.parametrize(
    "event", ["TaskCreated", "PostToolUseFailure", "SessionStart", "PermissionRequest", "PreCompact"]
)
def test_continue_is_not_read_everywhere(event: str) -> None:
    stop = json.dumps({"continue": False})

    assert _read(_row("TaskCompleted"), 0, stop).stop_agent
    assert not _read(_row(event), 0, stop).stop_agent


@pytest.mark.parametrize(
    "output", [{"decision": "block"}, json.loads(_specific("PreModelSwitch", permissionDecision="ask"))]
)
def test_a_switch_of_the_model_is_blocked_by_block_and_by_ask(output: dict[str, Any]) -> None:
    assert _read(_row("PreModelSwitch"), 0, json.dumps(output)).blocks


@pytest.mark.parametrize(
    ("event", "matcher", "subject", "matched"),
    [
        ("PreToolUse", "Edit", "Edit", True),
        ("PreToolUse", "Edit", "NotebookEdit", False),
        ("PreToolUse", "Edit | Write", "Write", True),
        ("PreToolUse", "Edit,Write", "Write", True),
        ("PreToolUse", "my-tool", "my-tool", True),
        ("PreToolUse", "mcp__github", "mcp__github__search", False),
        ("PreToolUse", "mcp__github__.*", "mcp__github__search", True),
        ("PreToolUse", "Edit.*", "NotebookEdit", True),
        ("PreToolUse", "^Edit$", "NotebookEdit", False),
        ("PreToolUse", "bash", "Bash", False),
        ("PreToolUse", "*", "Bash", True),
        ("PreToolUse", "", "Bash", True),
        ("PreToolUse", None, "Bash", True),
        ("StopFailure", "rate_limit|overloaded", "overloaded", True),
        ("StopFailure", "rate_limit,overloaded", "overloaded", False),
        ("FileChanged", ".envrc|Makefile", ".envrc", True),
        ("FileChanged", "Makefile", "Makefile", True),
        ("FileChanged", "Makefile", "Makefile.am", False),
    ],
)
def test_matchers(event: str, matcher: str | None, subject: str, matched: bool) -> None:
    language = CLAUDE.matchers.for_event(event)

    assert match(parse_matcher(language, matcher), subject).matched == matched


@pytest.mark.parametrize(
    ("event", "types"),
    [
        ("PreToolUse", None),
        ("Stop", None),
        ("Notification", {"command", "http", "mcp_tool"}),
        ("SessionStart", {"command", "mcp_tool"}),
        ("Setup", {"command", "mcp_tool"}),
    ],
)
def test_legal_types(event: str, types: set[str] | None) -> None:
    row = _row(event)

    assert (set(row.types) if row.types is not None else None) == types


def test_every_type_has_somebody_who_performs_it() -> None:
    assert {it.name: it.by for it in CLAUDE.grammar.types} == {
        "command": Performer.COMMAND,
        "http": Performer.HTTP,
        "mcp_tool": Performer.MCP_TOOL,
        "prompt": Performer.MODEL,
        "agent": Performer.MODEL_WITH_TOOLS,
    }


def test_time_limits() -> None:
    assert CLAUDE.running.timeout == 600
    own = {it.name: it.running.timeout for it in CLAUDE.events if it.running.timeout is not None}
    assert own == {
        "UserPromptSubmit": 30,
        "PreModelSwitch": 30,
        "PostModelSwitch": 30,
        "MessageDisplay": 10,
        "SessionEnd": 1.5,
    }


@pytest.mark.parametrize("event", ["Stop", "SubagentStop"])
@pytest.mark.parametrize(("text", "goes_on"), [("two tests fail", True), (" ", True), ("", False)])
def test_context_keeps_the_agent_from_stopping(event: str, text: str, goes_on: bool) -> None:
    reading = _read(_row(event), 0, _specific(event, additionalContext=text))
    assert (reading.must_continue, reading.status, reading.reason) == (goes_on, Status.SUCCEEDED, None)
    assert reading.context == (text or None)


def test_context_elsewhere_decides_nothing() -> None:
    reading = _read(_row("PostToolUse"), 0, _specific("PostToolUse", additionalContext="two tests fail"))
    assert not reading.must_continue


@pytest.mark.parametrize("event", ["Elicitation", "ElicitationResult"])
def test_questions_of_servers_tell_the_permission_mode(event: str) -> None:
    assert any(it.name == "permission_mode" and not it.required for it in _row(event).payload)


def test_words_of_the_newest_version() -> None:
    assert "verification_required" in _row("StopFailure").subject.values
    assert "bypass_permissions_disabled" not in _row("SessionEnd").subject.values


def test_what_is_between_braces_and_does_not_parse_is_a_failure_and_not_text() -> None:
    for text in ("{no json}", '{"a": 1} {"b": 2}'):
        found = _read(_row("UserPromptSubmit"), 0, text)
        assert (found.status, found.context, len(found.messages)) == (Status.FAILED, None, 1)
    assert _read(_row("UserPromptSubmit"), 0, "{open").context == "{open"
    assert _read(_row("UserPromptSubmit"), 2, "{no json}").blocks


def test_an_object_behind_a_mark_is_read() -> None:
    assert _read(_row("Stop"), 0, '\ufeff{"decision": "block", "reason": "r"}').must_continue


def test_a_hook_that_announces_itself_on_the_first_line_decides_nothing() -> None:
    denied = _specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="no")
    found = _read(_row("PreToolUse"), 0, f'{{"async": true}}\n{denied}')
    assert (found.decision, found.blocks, found.messages) == (None, False, ())
    added = _specific("PostToolUse", additionalContext="seen")
    assert _read(_row("PostToolUse"), 0, f'{{"async": true}}\n{added}').context == "seen"


def test_an_interrupting_denial_stops_the_agent() -> None:
    for behavior, stops in (("deny", True), ("allow", False)):
        printed = _specific("PermissionRequest", decision={"behavior": behavior, "interrupt": True})
        assert _read(_row("PermissionRequest"), 0, printed).stop_agent is stops


@pytest.mark.parametrize("row", [it for it in EVENTS if it.id in BLOCKING | CONTINUING | FEEDING_BACK])
def test_exit_two_holds_beside_output_that_does_not_fit(row: EventRow) -> None:
    reading = _read(row, 2, '{"decision": "nope"}')
    assert (reading.status, reading.reason) == (Status.BLOCKED, "no")


@pytest.mark.parametrize("event", ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "PostToolBatch"])
@pytest.mark.parametrize("code", [0, 1, 2])
def test_a_block_counts_beside_what_is_for_another_event(event: str, code: int) -> None:
    said = {
        "decision": "block",
        "reason": "because",
        "continue": False,
        "hookSpecificOutput": {"hookEventName": "Notification", "additionalContext": "seen"},
    }
    reading = _read(_row(event), code, json.dumps(said))
    assert (reading.status, reading.reason) == (Status.BLOCKED, "because")
    assert (reading.context, reading.stop_agent) == (None, False)


def test_exit_two_holds_beside_what_is_for_another_event_only_before_a_tool() -> None:
    said = _specific("Notification", additionalContext="seen")
    before = _read(_row("PreToolUse"), 2, said)
    assert (before.decision, before.context) == (Decision.DENY, None)
    assert (before.reason or "").startswith("its whole output is ignored, as `Notification` is not a value")
    for event in ("PostToolUse", "UserPromptSubmit", "Stop", "PostToolBatch"):
        assert _read(_row(event), 2, said).status is Status.FAILED


def test_exit_two_asks_the_user_for_permission_even_where_a_failure_is_to_block() -> None:
    row = _row("PermissionRequest")
    assert _read(row, 2, onFailure="block").decision is None
    assert _read(row, 1, onFailure="block").blocks


def _folded(event: str, *outputs: dict[str, Any]) -> Folded:
    row = _row(event)
    readings = [replace(_read(row, 0, json.dumps(it)), ended=place) for place, it in enumerate(outputs)]
    return folded(readings, row.folding)


_STOP = {"continue": False, "stopReason": "enough"}


@pytest.mark.parametrize(("word", "stops"), [("allow", True), ("ask", False), ("defer", False), ("deny", True)])
def test_who_is_asked_or_decides_elsewhere_is_not_stopped(word: str, stops: bool) -> None:
    said = json.loads(_specific("PreToolUse", permissionDecision=word))
    outcome = _folded("PreToolUse", _STOP, said)
    assert (outcome.decision, outcome.stop_agent) == (word, stops)


@pytest.mark.parametrize(
    ("event", "context"),
    [("PreToolUse", "one\n\ntwo"), ("PostToolUse", "one"), ("UserPromptSubmit", None), ("UserPromptExpansion", None)],
)
def test_what_the_model_hears_beside_a_stop(event: str, context: str | None) -> None:
    one, two = (json.loads(_specific(event, additionalContext=it)) for it in ("one", "two"))
    outcome = _folded(event, one, {**_STOP, **two})
    assert (outcome.stop_agent, outcome.additional_context) == (True, context)


def test_continue_false_only_lets_a_subagent_stop() -> None:
    outcome = _folded("SubagentStop", {"decision": "block", "reason": "more"}, _STOP)
    assert (outcome.must_continue, outcome.stop_agent) == (False, False)
    assert not _folded("SubagentStart", _STOP).stop_agent


_RULES = {
    "type": "addRules",
    "rules": [{"toolName": "Read", "ruleContent": "src/**"}],
    "behavior": "allow",
    "destination": "session",
}
_BAD_UPDATES: list[Any] = [
    "x",
    {},
    {**_RULES, "type": "nope"},
    {**_RULES, "destination": "policySettings"},
    {**_RULES, "behavior": "passthrough"},
    {**_RULES, "rules": ["Read"]},
    {**_RULES, "rules": [{"toolName": "Read", "ruleContent": None}]},
    {"type": "setMode", "mode": "delegate", "destination": "session"},
    {"type": "addDirectories", "directories": [5], "destination": "session"},
]


@pytest.mark.parametrize("update", _BAD_UPDATES)
def test_an_update_of_permissions_that_does_not_fit_drops_the_whole_answer(update: object) -> None:
    decision = {"behavior": "allow", "updatedPermissions": [_RULES, update]}
    reading = _read(_row("PermissionRequest"), 0, _specific("PermissionRequest", decision=decision))
    assert reading.decision is None
    assert "`hookSpecificOutput.decision.updatedPermissions[1]` has" in reading.problems[0].message


@pytest.mark.parametrize(
    "update",
    [
        {**_RULES, "more": 1},
        {**_RULES, "rules": []},
        {"type": "setMode", "mode": "plan", "destination": "cliArg"},
        {"type": "removeDirectories", "directories": ["/tmp"], "destination": "userSettings"},
    ],
)
def test_updates_of_permissions(update: object) -> None:
    said = _specific("PermissionRequest", decision={"behavior": "allow", "updatedPermissions": [update]})
    assert _read(_row("PermissionRequest"), 0, said).decision is Decision.ALLOW


def test_an_answer_is_looked_at_only_as_far_as_it_is_about_its_behavior() -> None:
    row = _row("PermissionRequest")
    refusal = {"behavior": "deny", "message": "no", "updatedInput": "x", "updatedPermissions": "x"}
    denied = _read(row, 0, _specific("PermissionRequest", decision=refusal))
    assert (denied.decision, denied.reason) == (Decision.DENY, "no")
    permission = {"behavior": "allow", "message": 5, "interrupt": "x", "updatedInput": {}}
    allowed = _read(row, 0, _specific("PermissionRequest", decision=permission))
    assert (allowed.decision, allowed.updated_input) == (Decision.ALLOW, None)
    assert [it.code for it in allowed.problems] == ["HW802", "HW802"]
