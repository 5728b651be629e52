"""The `agent-spec` dialect (B), fired with real processes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.unit.engine.commands import is_gone

from hookwright.config.workspace import Snapshot, load
from hookwright.dialects import by_id
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.hook import Scope
from hookwright.model.outcome import Outcome
from hookwright.readers.choice import owner, place_of
from hookwright.readers.evidence import event_owners

SPEC = by_id("agent-spec")
EVENTS = ["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "SessionEnd"]
GIT = {"tool_name": "Bash", "tool_input": {"command": "git status"}}
_FAILURES = ["exit 1", "exit 2", "kill -9 $$", "no-such-program-anywhere", "exec /nowhere/program"]


def written(project: Path, content: str | dict[str, Any]) -> Snapshot:
    file = project / ".agent" / "settings.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text(content if isinstance(content, str) else json.dumps({"hooks": content}), encoding="utf-8")
    return load(SPEC, str(project))


async def fire(
    project: Path, content: str | dict[str, Any], event: str = "PreToolUse", payload: dict[str, Any] | None = None
) -> Outcome:
    given = GIT if payload is None else payload
    snapshot = written(project, content)
    assert snapshot.problems == ()
    return await dispatch(make_plan(Request(SPEC, event, given, str(project), "s1"), snapshot), Host.real())


def statuses(outcome: Outcome) -> list[str]:
    return [it.reading.status.value for it in outcome.runs]


def test_b1_five_events_in_three_files() -> None:
    assert [it.name for it in SPEC.events] == EVENTS
    assert [(it.scope, it.path) for it in SPEC.locations] == [
        (Scope.USER, ".agent/settings.json"),
        (Scope.PROJECT, ".agent/settings.json"),
        (Scope.LOCAL, ".agent/settings.local.json"),
    ]


def test_b1_an_entry_is_flat_and_its_time_out_in_milliseconds(tmp_path: Path) -> None:
    entry = {"matcher": "Bash", "command": "true", "timeout": 1500, "continueOnFailure": False, "condition": "true"}
    snapshot = written(tmp_path, {"PreToolUse": [entry, {"command": "true"}]})
    own, bare = make_plan(Request(SPEC, "PreToolUse", GIT, str(tmp_path)), snapshot).steps
    assert snapshot.problems == ()
    assert (own.hook.route, own.hook.matcher, own.timeout) == (("hooks", "PreToolUse", 0), "Bash", 1.5)
    assert {key: own.hook.values[key] for key in ("continueOnFailure", "condition")} == {
        "continueOnFailure": False,
        "condition": "true",
    }
    assert (bare.hook.matcher, bare.timeout) == (None, 5.0)


def test_b1_a_group_is_no_entry_and_says_why_it_is_not_run(tmp_path: Path) -> None:
    snapshot = written(tmp_path, {"PreToolUse": [{"matcher": "Bash", "hooks": [{"command": "true"}]}]})
    assert snapshot.hooks == ()
    assert len(snapshot.problems) == 1
    assert snapshot.problems[0].endswith(
        "this hook is in the wrong place and does not run; make it an entry of `PreToolUse`"
    )


def test_b1_a_condition_that_is_no_text_keeps_the_entry_from_running(tmp_path: Path) -> None:
    snapshot = written(tmp_path, {"PreToolUse": [{"command": "true", "condition": 1}]})
    assert snapshot.hooks == ()
    assert snapshot.problems[0].endswith("`condition` must be a string, so this hook does not run")


async def test_b2_comments_and_trailing_commas_are_read(tmp_path: Path) -> None:
    text = '{\n  // why\n  "hooks": {"PreToolUse": [/* all */ {"command": "exit 1", "continueOnFailure": false},]}\n}\n'
    assert (await fire(tmp_path, text)).folded.blocked


@pytest.mark.parametrize(
    ("matcher", "payload", "runs"),
    [
        (None, GIT, True),
        ("", GIT, True),
        ("*", GIT, True),
        ("Bash", GIT, True),
        ("Bas", GIT, False),
        ("Bash", {**GIT, "tool_name": "BashOutput"}, False),
        ("Bash.*", {**GIT, "tool_name": "BashOutput"}, False),
        ("Bash|Read", GIT, False),
        ("Bash(git:*)", GIT, True),
        ("Bash(git:*)", {**GIT, "tool_input": {"command": "gitk"}}, False),
        ("Bash(git:*)", {**GIT, "tool_name": "Shell"}, False),
        ("Bash(git st*)", GIT, True),
        ("Edit(src/**)", {"tool_name": "Edit", "tool_input": {"file_path": "src/a.py"}}, True),
        ("Edit(src/**)", {"tool_name": "Edit", "tool_input": {"file_path": "a.py"}}, False),
    ],
)
async def test_b3_matchers(tmp_path: Path, matcher: str | None, payload: dict[str, Any], runs: bool) -> None:
    entry = {"command": "true"} if matcher is None else {"matcher": matcher, "command": "true"}
    assert statuses(await fire(tmp_path, {"PreToolUse": [entry]}, payload=payload)) == ["succeeded"] * runs


def test_b3_why_a_matcher_holds_or_not_is_told(tmp_path: Path) -> None:
    matchers = ["Bash(git:*)", "Bash(npm:*)", "Bash|Read"]
    snapshot = written(tmp_path, {"PreToolUse": [{"matcher": it, "command": "true"} for it in matchers]})
    plan = make_plan(Request(SPEC, "PreToolUse", GIT, str(tmp_path)), snapshot)
    assert plan.steps[0].because == ("`Bash` is the tool of `Bash(git:*)`", "`Bash(git:*)` covers `git status`")
    assert {hook.matcher: because[-1] for hook, because in plan.unmatched} == {
        "Bash(npm:*)": "`Bash(npm:*)` does not cover `git status`",
        "Bash|Read": "`Bash|Read` is not valid, so it matches nothing: "
        "names cannot be joined with `|` here; write one entry for each",
    }


@pytest.mark.parametrize(
    ("event", "payload", "given"),
    [
        ("PreToolUse", GIT, {"TOOL_NAME": "Bash", "INPUT": '{"command":"git status"}'}),
        (
            "PostToolUse",
            {**GIT, "tool_response": "clean"},
            {"TOOL_NAME": "Bash", "INPUT": '{"command":"git status"}', "OUTPUT": '"clean"'},
        ),
        ("PreToolUse", {**GIT, "tool_response": "x"}, {"OUTPUT": None}),
        ("UserPromptSubmit", {"prompt": "Fix it", "user_name": "ada"}, {"PROMPT": "Fix it", "USER_NAME": "ada"}),
        ("SessionStart", {"agent_name": "go-dev"}, {"PLATFORM": "hookwright", "AGENT_NAME": "go-dev"}),
        ("SessionStart", {"platform": "other"}, {"PLATFORM": "other", "AGENT_NAME": None, "TOOL_NAME": None}),
        ("SessionEnd", {}, {"PLATFORM": "hookwright"}),
    ],
)
async def test_b4_variables_of_each_event(
    tmp_path: Path, event: str, payload: dict[str, Any], given: dict[str, str | None]
) -> None:
    await fire(tmp_path, {event: [{"command": "env -0 > env"}]}, event, payload)
    found = dict(it.split("=", 1) for it in (tmp_path / "env").read_text(encoding="utf-8").split("\0") if it)
    assert {name: found.get(name) for name in given} == given
    assert found["SESSION_ID"] == "s1"
    assert found["TIMESTAMP"].endswith("Z")
    assert found.get("PROJECT_ROOT") == (str(tmp_path) if event.startswith("Session") else None)


@pytest.mark.parametrize("command", _FAILURES)
async def test_b5_a_failure_blocks_where_the_entry_says_so(tmp_path: Path, command: str) -> None:
    entries = [{"command": command, "continueOnFailure": False}, {"command": "touch reached"}]
    outcome = await fire(tmp_path, {"PreToolUse": entries})
    assert outcome.folded.blocked
    assert outcome.folded.decision == "deny"
    assert len(outcome.runs) == 1
    assert (outcome.folded.reason or "").startswith("Hook blocked: ")
    assert not (tmp_path / "reached").exists()


@pytest.mark.parametrize("command", _FAILURES)
@pytest.mark.parametrize("said", [{}, {"continueOnFailure": True}])
async def test_b5_a_failure_is_passed_over_elsewhere(tmp_path: Path, command: str, said: dict[str, bool]) -> None:
    outcome = await fire(tmp_path, {"PreToolUse": [{"command": command, **said}, {"command": "touch reached"}]})
    assert (outcome.folded.blocked, outcome.folded.decision, outcome.folded.reason) == (False, None, None)
    assert [(it.to, it.level) for it in outcome.messages] == [("user", "warning")]
    assert (tmp_path / "reached").exists()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("echo dangerous >&2; echo out; exit 1", "Hook blocked: dangerous"),
        ("echo 'BLOCKED: Dangerous command detected'; exit 1", "Hook blocked: BLOCKED: Dangerous command detected"),
        ("exit 3", "Hook blocked: the hook exited 3 and gave no reason"),
    ],
)
async def test_b5_the_reason_is_stderr_or_else_stdout(tmp_path: Path, command: str, reason: str) -> None:
    outcome = await fire(tmp_path, {"PreToolUse": [{"command": command, "continueOnFailure": False}]})
    assert outcome.folded.reason == reason
    assert [(it.to, it.text) for it in outcome.messages] == [("agent", reason)]


async def test_b5_entries_run_in_order(tmp_path: Path) -> None:
    entries = [{"command": f"[ -e {it} ] || exit 1; touch {it + 1}"} for it in range(4)]
    (tmp_path / "0").touch()
    assert statuses(await fire(tmp_path, {"PreToolUse": entries})) == ["succeeded"] * 4


@pytest.mark.parametrize("event", ["UserPromptSubmit", "SessionStart", "SessionEnd"])
async def test_b7_prompts_and_sessions_are_never_blocked(tmp_path: Path, event: str) -> None:
    entries = [
        {"command": "echo out; exit 2", "continueOnFailure": False},
        {"command": "sleep 60", "timeout": 100, "continueOnFailure": False},
        {"command": "touch reached"},
    ]
    outcome = await fire(tmp_path, {event: entries}, event, {"prompt": "x"})
    assert statuses(outcome) == ["failed", "timed-out", "succeeded"]
    assert (outcome.folded.blocked, outcome.folded.decision, outcome.folded.additional_context) == (False, None, None)
    assert (tmp_path / "reached").exists()


@pytest.mark.parametrize(
    ("event", "context"), [("UserPromptSubmit", True), ("SessionStart", True), ("SessionEnd", False)]
)
async def test_b7_what_is_printed_is_context(tmp_path: Path, event: str, context: bool) -> None:
    entries = [{"command": "echo '## Status'; echo clean"}, {"command": "true"}, {"command": "echo '## Changes'"}]
    outcome = await fire(tmp_path, {event: entries}, event, {"prompt": "x"})
    assert outcome.folded.additional_context == ("## Status\nclean\n\n## Changes" if context else None)


@pytest.mark.parametrize("go_on", [True, False])
async def test_b9_a_time_out_kills_the_whole_tree_and_is_a_failure(tmp_path: Path, go_on: bool) -> None:
    entry = {"command": "sleep 60 & echo $! > pid; wait", "timeout": 300, "continueOnFailure": go_on}
    outcome = await fire(tmp_path, {"PreToolUse": [entry, {"command": "true"}]})
    assert statuses(outcome) == (["timed-out", "succeeded"] if go_on else ["timed-out"])
    assert outcome.folded.blocked is not go_on
    assert outcome.folded.reason == (None if go_on else "Hook blocked: timed out after 0.3 s and was killed")
    assert is_gone(int((tmp_path / "pid").read_text(encoding="utf-8")))


def test_its_files_are_known_by_their_place() -> None:
    assert place_of("/home/ada/.agent/settings.json", home="/home/ada") == (SPEC, Scope.USER)
    assert place_of("/p/.agent/settings.json") == (SPEC, Scope.PROJECT)
    assert place_of("/p/.agent/settings.local.json") == (SPEC, Scope.LOCAL)
    assert place_of("/p/.agents/settings.json") is None


def test_a_copy_elsewhere_is_told_by_what_it_holds() -> None:
    text = '{"hooks": {"PreToolUse": [{"matcher": "Bash(git:*)", "command": "true", "continueOnFailure": false}]}}'
    found = owner("/p/hooks-of-mine.json", text)
    assert found is not None
    assert found.dialect is SPEC


def test_others_know_whose_its_events_are() -> None:
    assert SPEC.title in event_owners("SessionStart", by_id("ai-agents"))
