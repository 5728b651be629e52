"""What the `copilot-cli` table says, held to its requirements."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.unit.dialects.firing import printing

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.host import Host
from hookwright.matching.matcher import match, parse_matcher
from hookwright.model.event import EventRow, Order
from hookwright.model.hook import Hook, Scope
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Status
from hookwright.policies.folds import folded
from hookwright.policies.payloads import Facts, stdin_object
from hookwright.policies.reading import read_result

DIALECT = by_id("copilot-cli")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
CALL = {"toolName": "bash", "toolArgs": {"command": "ls"}}


def _row(name: str) -> EventRow:
    row = DIALECT.event(name)
    assert row is not None
    return row


def _read(event: str, stdout: object = "", **how: Any) -> Reading:
    text = stdout if isinstance(stdout, str) else json.dumps(stdout)
    result = Result(**{"exit_code": 0, "stdout": text, "started_at": NOW, "duration": 0.1, **how})
    return read_result(result, _row(event), {}, dialect=DIALECT, timeout=5)


def _hooks(text: str, path: str = "/p/.github/hooks/h.json") -> tuple[Hook, ...]:
    return runnable_hooks(read_hook_file(path, text, DIALECT, Scope.PROJECT))[0]


def _file(*entries: str, event: str = "preToolUse") -> str:
    return f'{{"version": 1, "hooks": {{"{event}": [{", ".join(entries)}]}}}}'


def _plan(project: Path, files: dict[str, Any], payload: dict[str, Any], event: str = "preToolUse") -> Plan:
    for name, hooks in files.items():
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"version": 1, "hooks": hooks}), encoding="utf-8")
    return make_plan(Request(DIALECT, event, payload, str(project), "s"), load(DIALECT, str(project)))


def test_j1_what_a_file_holds() -> None:
    bad = [
        '{"type": "nope", "bash": "x"}',
        '{"type": "Command", "bash": "x"}',
        '{"type": "command"}',
        '{"bash": "x", "timeoutSec": "5"}',
        '{"bash": "x", "timeoutSec": 0}',
        '{"type": "prompt", "prompt": "x"}',
        '{"bash": "x", "matcher": 5}',
        "null",
        '"x"',
    ]
    good = [
        '{"bash": "a", "powershell": "b", "timeoutSec": 5}',
        '{"command": "c", "timeout": 7, "foo": 1}',
        '{"exec": "d", "args": ["-x"]}',
        '{"matcher": "bash", "hooks": [{"type": "command", "command": "e"}]}',
    ]

    assert [(it.body, it.timeout) for it in _hooks(_file(*bad, *good))] == [
        ("a", 5.0),
        ("c", 7.0),
        ("d", None),
        ("e", None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "// note\n" + _file('{"bash": "x"}'),
        "\ufeff" + _file('{"bash": "x"}'),
        _file('{"bash": "x"}')[:-1] + ",}",
        '{"version": 1, "hooks": {"preToolUse": {"bash": "x"}, "postToolUse": [{"bash": "x"}]}}',
        '{"version": "1", "hooks": {"postToolUse": [{"bash": "x"}]}}',
        '{"version": 2, "hooks": {"postToolUse": [{"bash": "x"}]}}',
        '{"version": 1.5, "hooks": {"postToolUse": [{"bash": "x"}]}}',
    ],
)
def test_j1_what_voids_a_file(text: str) -> None:
    assert _hooks(text) == ()


def test_j1_the_version_may_be_missing() -> None:
    assert [it.body for it in _hooks('{"hooks": {"postToolUse": [{"bash": "x"}]}}')] == ["x"]


def test_j1_the_file_of_claude_code_may_hold_groups_and_bare_hooks() -> None:
    text = '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "a"}]}], "Stop": [{"command": "b"}]}}'

    assert [it.body for it in _hooks(text, "/p/.claude/settings.json")] == ["a", "b"]


_GOOD = '{"command": "good"}'
_IN_SETTINGS = [
    ('{"matcher": "", "command": "x"}', False),
    ('{"matcher": "", "hooks": [{"command": "x"}]}', False),
    ('{"matcher": "(", "command": "x"}', True),
    ('{"type": "nope", "command": "x"}', False),
    ('{"type": "prompt", "prompt": "x"}', False),
    ('{"type": "command"}', False),
    ('{"command": 5}', False),
    ('{"command": "x", "timeout": "5"}', False),
    ('{"command": "x", "exec": "y"}', False),
    ('{"command": "x", "if": "Bash(git *)", "foo": 1}', True),
    ('{"hooks": "x"}', False),
    ('{"hooks": []}', True),
    ('"x"', False),
    ("null", False),
]


@pytest.mark.parametrize("path", ["/p/.claude/settings.json", "/p/.github/copilot/settings.json"])
@pytest.mark.parametrize(("entry", "runs"), _IN_SETTINGS)
def test_j1_in_settings_one_entry_that_does_not_fit_voids_all(entry: str, runs: bool, path: str) -> None:
    text = f'{{"hooks": {{"PreToolUse": [{entry}, {_GOOD}]}}}}'

    assert ("good" in [it.body for it in _hooks(text, path)]) is runs


@pytest.mark.parametrize(
    ("hooks", "claude", "own"),
    [
        ('"Stop": [{"matcher": "", "command": "x"}]', True, True),
        ('"ConfigChange": [{"matcher": ""}, 5]', True, True),
        ('"PostToolUse": "x"', True, False),
        ('"PostToolUse": [{"matcher": 5, "command": "x"}]', True, False),
    ],
)
def test_j1_what_voids_the_settings_of_one_agent_only(hooks: str, claude: bool, own: bool) -> None:
    text = f'{{"hooks": {{"PreToolUse": [{_GOOD}], {hooks}}}}}'

    assert bool(_hooks(text, "/p/.claude/settings.json")) is claude
    assert bool(_hooks(text, "/p/.github/copilot/settings.json")) is own


def test_j1_a_file_switches_its_own_hooks_off_and_settings_those_of_all(tmp_path: Path) -> None:
    hooks = {"preToolUse": [{"bash": "x"}]}

    def bodies(**off: bool) -> list[str]:
        names = {"a": ".github/hooks/a.json", "b": ".github/hooks/b.json", "s": ".github/copilot/settings.json"}
        for key, name in names.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            said = {"disableAllHooks": off[key]} if key in off else {}
            path.write_text(json.dumps({"hooks": hooks, **said}), encoding="utf-8")
        plan = make_plan(Request(DIALECT, "preToolUse", CALL, str(tmp_path), "s"), load(DIALECT, str(tmp_path)))
        return [Path(it.hook.source).stem for it in plan.steps]

    assert bodies() == ["b", "a", "settings"]
    assert bodies(a=True) == ["b", "settings"]
    assert bodies(a=False, s=True) == []


def test_j1_a_program_has_its_arguments_and_a_command_has_none() -> None:
    entries = ['{"exec": "sh", "args": ["-c"]}', '{"exec": "a b"}', '{"bash": "sh", "args": ["-c"]}']

    assert [it.values.get("args") for it in _hooks(_file(*entries))] == [["-c"], [], None]


@pytest.mark.parametrize(
    ("entry", "runs"), [('"exec": "y"', False), ('"powershell": ""', True), ('"comment": 5', True)]
)
def test_j1_what_a_command_may_have_beside_it(entry: str, runs: bool) -> None:
    assert bool(_hooks(_file(f'{{"bash": "x", {entry}}}'))) is runs


async def test_j1_a_hook_for_another_system_alone_refuses_as_one_that_cannot_be_started(tmp_path: Path) -> None:
    hooks = {"preToolUse": [{"powershell": "x"}, {"bash": "y"}], "agentStop": [{"powershell": "x"}]}
    plan = _plan(tmp_path, {".github/hooks/h.json": hooks}, CALL)
    host = Host({"PATH": "/usr/bin:/bin"}, str(tmp_path))

    outcome = await dispatch(plan, host)
    stopped = await dispatch(_plan(tmp_path, {}, {}, "agentStop"), host)

    assert (outcome.folded.decision, len(outcome.runs)) == (Decision.DENY, 1)
    assert (stopped.folded.decision, stopped.folded.must_continue) == (None, False)


def test_j1_files_in_folders_too_are_read_in_the_reverse_order_of_their_names(tmp_path: Path) -> None:
    names = ["m", "a/x", "a/q/two", "z/x", "z/q/one", "z/r/u", "zz/k", ".x", ".h/y", "z/.k/y"]
    files = {f".github/hooks/{it}.json": {"preToolUse": [{"bash": it}]} for it in names}

    plan = _plan(tmp_path, files, CALL)

    assert [it.hook.body for it in plan.steps] == ["m", "zz/k", "z/x", "a/x", "z/r/u", "z/q/one", "a/q/two"]


def test_j2_fifteen_events_most_under_two_names() -> None:
    own = [it.name for it in DIALECT.events if not it.spelling_of]
    other = {it.name: it.spelling_of for it in DIALECT.events if it.spelling_of}

    assert len(own) == 15
    assert len(other) == 12
    assert other["PreToolUse"] == "preToolUse"
    assert other["Stop"] == "agentStop"
    assert [it.name for it in DIALECT.spellings(_row("agentStop"))] == ["agentStop", "Stop"]
    assert [it.name for it in DIALECT.spellings(_row("notification"))] == ["notification"]


def test_j2_the_hooks_under_its_own_name_run_first_of_a_file(tmp_path: Path) -> None:
    first = {"PreToolUse": [{"bash": "b-pascal"}], "preToolUse": [{"bash": "b-camel"}]}
    files = {".github/hooks/b.json": first, ".github/hooks/a.json": {"preToolUse": [{"bash": "a"}]}}

    assert [it.hook.body for it in _plan(tmp_path, files, CALL).steps] == ["b-camel", "b-pascal", "a"]


def test_j2_hooks_under_both_names_fire_together(tmp_path: Path) -> None:
    files = {
        ".github/hooks/h.json": {
            "preToolUse": [{"bash": "a", "matcher": "bash"}, {"bash": "b", "matcher": "Bash"}],
            "PreToolUse": [{"bash": "c", "matcher": "Bash"}, {"bash": "d", "matcher": "bash"}],
        }
    }
    for event, payload in (("preToolUse", CALL), ("PreToolUse", {"tool_name": "Bash", "tool_input": {}})):
        found = {it.hook.body for it in _plan(tmp_path, files, payload, event).steps}
        assert found >= {"a", "c"}, event
        assert "b" not in found, event


@pytest.mark.parametrize(
    ("event", "matcher", "meets"),
    [
        ("preToolUse", None, True),
        ("preToolUse", "", False),
        ("preToolUse", "*", False),
        ("preToolUse", ".*", True),
        ("preToolUse", "bash", True),
        ("preToolUse", "BASH", False),
        ("preToolUse", "ash", False),
        ("preToolUse", "^bash$", True),
        ("preToolUse", "Write|bash", True),
        ("preToolUse", "bash, create", False),
        ("preToolUse", "bash(*)", False),
        ("preToolUse", "(", False),
        ("preToolUse", "Bash", False),
        ("PreToolUse", "", False),
        ("PreToolUse", "*", True),
        ("PreToolUse", "**", True),
        ("PreToolUse", "Ba.*", True),
        ("PreToolUse", "bash|edit", True),
        ("PreToolUse", "ba.*", False),
    ],
)
def test_j3_which_matchers_meet_a_tool(event: str, matcher: str | None, *, meets: bool) -> None:
    language = DIALECT.matchers.for_event(event)
    names = ("Bash", "bash") if event == "PreToolUse" else ("bash", "Bash")

    assert match(parse_matcher(language, matcher), names[0], names[1:]).matched is meets


def test_j5_under_names_in_pascal_case_the_fields_of_claude_code_count() -> None:
    call = {"command": "git diff"}
    denied = {"permissionDecision": "deny", "permissionDecisionReason": "no"}
    changed = {"permissionDecision": "allow", "updatedInput": call}

    reading = _read("PreToolUse", {"hookSpecificOutput": denied})

    assert (reading.decision, reading.reason) == (Decision.DENY, "no")
    assert _read("PreToolUse", {"hookSpecificOutput": changed}).updated_input == call
    assert _read("preToolUse", {"hookSpecificOutput": denied}).decision is None


@pytest.mark.parametrize(
    ("how", "decision", "reason"),
    [
        ({"stdout": "text"}, None, None),
        ({"exit_code": 1, "stderr": "err"}, Decision.DENY, "exited 1"),
        ({"exit_code": 2, "stderr": "err"}, Decision.DENY, "exited 2"),
        ({"exit_code": 127, "stderr": "err"}, Decision.DENY, "exited 127"),
        ({"exit_code": None, "signal": 15, "stderr": "err"}, Decision.DENY, "was killed by SIGTERM"),
        ({"exit_code": None, "timed_out": True}, None, None),
    ],
)
def test_j4_how_a_hook_ends(how: dict[str, Any], decision: Decision | None, reason: str | None) -> None:
    reading = _read("preToolUse", **how)

    assert (reading.decision, reading.reason, reading.blocks) == (decision, reason, decision is not None)
    for event in ("userPromptSubmitted", "postToolUse", "agentStop", "sessionStart"):
        other = _read(event, **how)
        assert (other.decision, other.blocks, other.must_continue) == (None, False, False), event


def test_j4_exit_two_elsewhere() -> None:
    assert _read("permissionRequest", exit_code=2).decision is Decision.DENY
    assert _read("permissionRequest", exit_code=1).decision is Decision.DENY
    assert _read("userPromptSubmitted", exit_code=2, stderr="why").messages[0][2] == "why"


def test_j5_what_an_answer_decides() -> None:
    deny = {"permissionDecision": "deny", "permissionDecisionReason": "no"}

    assert (_read("preToolUse", deny).decision, _read("preToolUse", deny).reason) == (Decision.DENY, "no")
    assert _read("preToolUse", deny, exit_code=2).reason == "no"
    assert _read("preToolUse", deny, exit_code=1).reason == "exited 1"
    assert _read("preToolUse", {"permissionDecision": "allow"}, exit_code=2).decision is Decision.DENY
    assert _read("preToolUse", {"permissionDecision": "ask"}).decision is Decision.ASK
    assert _read("preToolUse", {"modifiedArgs": {"command": "x"}}).updated_input == {"command": "x"}
    assert _read("preToolUse", {"additionalContext": "x"}).context == "x"
    for ignored in ({"decision": "block"}, {"continue": False}, {"hookSpecificOutput": deny}):
        reading = _read("preToolUse", ignored)
        assert (reading.decision, reading.stop_agent) == (None, False)
    assert _read("userPromptSubmitted", {"decision": "block", "reason": "no"}).blocks
    assert _read("postToolUse", {"decision": "block", "reason": "no"}).status is Status.BLOCKED
    assert _read("agentStop", {"decision": "block", "reason": "no"}).must_continue
    assert _read("permissionRequest", {"behavior": "deny", "message": "no"}).reason == "no"
    assert _read("sessionStart", {"additionalContext": "x"}).context == "x"


async def test_j5_the_name_that_a_hook_is_under_says_how_its_output_is_read(tmp_path: Path) -> None:
    answer = {"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}
    hook = printing(answer)
    claude, own = {".claude/settings.json": {"PreToolUse": [{"hooks": [hook]}]}}, {".github/hooks/h.json": [hook]}

    plans = (
        _plan(tmp_path / "a", claude, CALL),
        _plan(tmp_path / "b", {it: {"preToolUse": own[it]} for it in own}, CALL),
    )
    refused, allowed = [dict((await dispatch(it, Host.real())).to_json()) for it in plans]

    assert (refused["decision"], refused["reason"]) == ("deny", "no")
    assert allowed["decision"] is None


def test_j6_one_after_another(tmp_path: Path) -> None:
    files = {".github/hooks/h.json": {"preToolUse": [{"bash": "a"}, {"bash": "a"}]}}
    plan = _plan(tmp_path, files, CALL)

    assert plan.order is Order.SERIAL
    assert [it.hook.body for it in plan.steps] == ["a", "a"]
    contexts = [Reading(status=Status.SUCCEEDED, context=it) for it in ("one", "two")]
    assert folded(contexts, _row("userPromptSubmitted").folding).additional_context == "two"
    assert folded(contexts, _row("postToolUse").folding).additional_context == "one\n\ntwo"


def test_j7_each_name_has_its_own_fields() -> None:
    payload = {"sessionId": "s", "cwd": "/p", **CALL, "more": 1}
    facts = Facts(payload=payload, session_id="s", project_dir="/p", dispatch_id="d", timestamp=NOW)

    assert stdin_object(DIALECT, _row("preToolUse"), facts) == {
        "cwd": "/p",
        "sessionId": "s",
        "timestamp": 1767225600000,
        "toolName": "bash",
        "toolArgs": {"command": "ls"},
        "more": 1,
    }
    assert stdin_object(DIALECT, _row("PreToolUse"), facts) == {
        "cwd": "/p",
        "hook_event_name": "PreToolUse",
        "session_id": "s",
        "timestamp": "2026-01-01T00:00:00.000Z",
        "tool_name": "Bash",
        "tool_input": {"command": "ls"},
        "more": 1,
    }
    back = Facts(
        payload={"tool_name": "Bash", "tool_input": {"command": "ls"}},
        session_id="s",
        project_dir="/p",
        dispatch_id="d",
        timestamp=NOW,
    )
    assert stdin_object(DIALECT, _row("preToolUse"), back)["toolName"] == "bash"
    assert stdin_object(DIALECT, _row("preToolUse"), back)["toolArgs"] == {"command": "ls"}


def test_j5_lines_about_progress_are_no_part_of_the_answer() -> None:
    deny = json.dumps({"permissionDecision": "deny", "permissionDecisionReason": "no"})
    working = '{"type": "progress", "message": "working", "temporary": true}'

    assert _read("preToolUse", f"{working}\n{deny}\n{working}\n").decision is Decision.DENY
    assert _read("preToolUse", f'{{"type": "progress"}}\n{deny}').decision is None
    assert _read("preToolUse", f'{{"type": "status", "message": "x"}}\n{deny}').decision is None


def test_j5_what_claude_codes_object_decides_goes_first_under_its_name() -> None:
    both = {"permissionDecision": "deny", "hookSpecificOutput": {"permissionDecision": "allow"}}

    assert _read("PreToolUse", both).decision is Decision.ALLOW
    assert _read("preToolUse", both).decision is Decision.DENY
    assert _read("PreToolUse", {"hookSpecificOutput": {"additionalContext": "x"}}).context == "x"


def test_j5_arguments_may_be_a_text() -> None:
    assert _read("preToolUse", {"modifiedArgs": '{"command": "ls"}'}).updated_input == {"command": "ls"}
    assert _read("preToolUse", {"modifiedArgs": [1]}).updated_input == {}


@pytest.mark.parametrize(
    ("event", "last", "context"),
    [
        ("preToolUse", {"permissionDecision": "deny"}, "one\n\ntwo"),
        ("postToolUse", {"decision": "block", "reason": "no"}, None),
        ("sessionStart", {}, "one\n\ntwo"),
        ("userPromptSubmitted", {}, "two"),
    ],
)
def test_j6_which_contexts_reach_the_model(event: str, last: dict[str, Any], context: str | None) -> None:
    readings = [_read(event, it) for it in ({"additionalContext": "one"}, {"additionalContext": "two"}, last)]

    assert folded(readings, _row(event).folding).additional_context == context


@pytest.mark.parametrize(
    ("event", "no", "yes"),
    [
        ("permissionRequest", {"behavior": "deny"}, {"behavior": "allow"}),
        ("agentStop", {"decision": "block", "reason": "no"}, {"decision": "approve"}),
    ],
)
def test_j6_the_last_that_decides_has_decided(event: str, no: dict[str, Any], yes: dict[str, Any]) -> None:
    def refused(*answers: dict[str, Any]) -> bool:
        found = folded([_read(event, it) for it in answers], _row(event).folding)
        return found.blocked or found.must_continue

    assert [refused(no, yes), refused(yes, no), refused(no, {})] == [False, True, True]


def test_j6_a_denial_may_end_the_turn_too() -> None:
    answer = {"behavior": "deny", "interrupt": True}

    assert _read("permissionRequest", answer).stop_agent
    assert not _read("permissionRequest", {**answer, "behavior": "allow"}).stop_agent
