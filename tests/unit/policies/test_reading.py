"""What one run means on its event."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace
from tests.every import every

from hookwright.dialects import DIALECTS, by_id
from hookwright.model.codes import Code
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Demand, ExitTable, Meant, Misfit, Printing, Reaction, Status, Words
from hookwright.policies.reading import read_result

_CLOSED = Printing(meant=Meant.JSON, dropped_for=Misfit.ANY)


def _read(event: str, *, dialect: str = "ai-agents", values: dict[str, Any] | None = None, **result: Any) -> Reading:
    table = by_id(dialect)
    row = table.event(event)
    assert row is not None
    stdout = result.pop("stdout", "")
    result.setdefault("exit_code", 0)
    printed = stdout if isinstance(stdout, str) else json.dumps(stdout)
    ended = Result(stdout=printed, started_at=datetime.now(UTC), duration=0.5, **result)
    return read_result(ended, row, values or {}, dialect=table, timeout=5)


def _texts(reading: Reading) -> list[tuple[str, str, str]]:
    return [(to.value, level.value, text) for to, level, text, _ in reading.messages]


@pytest.mark.parametrize(
    ("event", "result", "status", "messages"),
    [
        ("PreToolUse", {"stdout": "done\n"}, "succeeded", [("user", "info", "done")]),
        ("PreToolUse", {"stdout": " \n"}, "succeeded", []),
        ("PreToolUse", {"stdout": "[1]"}, "succeeded", [("user", "info", "[1]")]),
        ("PreToolUse", {"exit_code": 7, "stderr": "hm"}, "failed", [("user", "warning", "hm")]),
        ("PreToolUse", {"exit_code": 7}, "failed", [("user", "warning", "exited 7 and printed nothing")]),
        (
            "PreToolUse",
            {"exit_code": 7, "stdout": "x"},
            "failed",
            [("user", "warning", "exited 7 and wrote nothing to stderr")],
        ),
        ("PreToolUse", {"exit_code": 2, "stderr": "bad"}, "blocked", [("agent", "error", "bad")]),
        ("UserPromptSubmit", {"exit_code": 2, "stderr": "bad"}, "blocked", [("user", "error", "bad")]),
        ("PreToolUse", {"exit_code": 2, "stdout": "why"}, "blocked", [("agent", "error", "why")]),
        (
            "PreToolUse",
            {"exit_code": 2},
            "blocked",
            [("agent", "error", "the hook exited 2 and gave no reason")],
        ),
        (
            "PreToolUse",
            {"exit_code": 127, "stderr": "x: not found"},
            "cannot-start",
            [("user", "warning", "x: not found")],
        ),
        ("PreToolUse", {"exit_code": 126}, "cannot-start", [("user", "warning", "exited 126 and printed nothing")]),
        ("PreToolUse", {"exit_code": None, "problem": "no bash"}, "cannot-start", [("user", "warning", "no bash")]),
        (
            "PreToolUse",
            {"exit_code": None, "signal": 9, "stderr": "oh"},
            "failed",
            [("user", "warning", "was killed by SIGKILL\noh")],
        ),
        (
            "PreToolUse",
            {"exit_code": None, "signal": 15, "timed_out": True, "stderr": "half"},
            "timed-out",
            [("user", "warning", "timed out after 5 s and was killed\nhalf")],
        ),
        # One that tidied up, and exited by itself after it was told to end.
        *(
            (
                "PreToolUse",
                {"exit_code": code, "timed_out": True, "stderr": "half"},
                "timed-out",
                [("user", "warning", "timed out after 5 s and was killed\nhalf")],
            )
            for code in (0, 2, 127)
        ),
    ],
)
def test_ways_to_end(event: str, result: dict[str, Any], status: str, messages: list[tuple[str, str, str]]) -> None:
    reading = _read(event, **result)
    assert (reading.status.value, _texts(reading)) == (status, messages)


@every("row", [it for table in DIALECTS for it in table.events])
def test_who_could_not_say_anything_had_no_say_whatever_the_agent_makes_of_it(row: EventRow) -> None:
    ways: dict[Code, list[dict[str, Any]]] = {
        Code.TIMED_OUT: [{"exit_code": None, "signal": 9, "timed_out": True}, {"exit_code": 0, "timed_out": True}],
        Code.KILLED: [{"exit_code": None, "signal": 11}],
        Code.COULD_NOT_START: [{"exit_code": 126}, {"exit_code": 127}, {"exit_code": None, "problem": "none"}],
    }
    for code, results in ways.items():
        for it in results:
            reading = read_result(Result(**it, started_at=datetime.now(UTC), duration=0.5), row, {})
            assert reading.fault is not None
            assert reading.fault.code is code, it


def test_a_refusal_holds_with_an_object_that_is_too_large_to_be_read() -> None:
    large: dict[str, Any] = {"dialect": "claude-code", "stdout": "{", "stdout_left_out": 9}
    assert _read("PreToolUse", exit_code=2, stderr="no", **large).decision is Decision.DENY
    unread = _read("PreToolUse", exit_code=0, **large)
    assert unread.decision is None
    assert unread.fault is not None
    assert unread.fault.code is Code.OUTPUT_TOO_LARGE


def test_a_refusal_that_yields_to_words_does_not_hold_where_these_cannot_be_read() -> None:
    failed = Reaction(status=Status.FAILED)
    yields = Reaction(status=Status.BLOCKED, decision=Decision.DENY, blocks=True, reads_output=True, yields=True)
    exits = ExitTable(codes={2: yields}, other=failed, timed_out=failed, cannot_start=failed)
    row = by_id("ai-agents").event("PreToolUse")
    assert row is not None
    ended = Result(exit_code=2, stdout="{", stdout_left_out=9, started_at=datetime.now(UTC), duration=0.5)
    reading = read_result(ended, replace(row, exits=exits), {})
    assert (reading.decision, reading.fault and reading.fault.code) == (None, Code.OUTPUT_TOO_LARGE)


@pytest.mark.parametrize(
    "result",
    [
        {"exit_code": 2, "stdout": "{broken", "stderr": "no"},
        {"exit_code": 1, "stdout": {"continue": False, "stopReason": "enough"}},
        {"stdout": {"systemMessage": "hi", "colour": "red"}},
        {"stdout": {"hookSpecificOutput": {"hookEventName": "PreToolUse", "colour": "red"}}},
    ],
)
def test_who_refuses_stops_or_decides_nothing_had_its_say(result: dict[str, Any]) -> None:
    assert _read("PreToolUse", dialect="claude-code", **result).fault is None


def test_an_exit_decides() -> None:
    reading = _read("PreToolUse", exit_code=2, stderr="bad\n")
    assert (reading.decision, reading.blocks, reading.reason) == (Decision.DENY, True, "bad")


@pytest.mark.parametrize(("word", "status"), [("allow", "succeeded"), ("ask", "succeeded"), ("deny", "blocked")])
def test_words_decide(word: str, status: str) -> None:
    reading = _read("PreToolUse", stdout={"decision": word})
    assert (reading.decision, reading.status.value) == (Decision(word), status)


def test_a_refusal_without_a_reason_gets_a_sentence() -> None:
    assert _read("PreToolUse", stdout={"decision": "deny"}).reason == "the hook gave no reason"
    assert _read("PreToolUse", stdout={"decision": "ask"}).reason is None
    assert _read("PreToolUse", stdout={"decision": "deny", "reason": 3}).reason == "the hook gave no reason"


def test_a_wrong_word_decides_nothing() -> None:
    reading = _read("PreToolUse", stdout={"decision": "block", "reason": "x"})
    assert (reading.decision, reading.status, reading.reason) == (None, Status.SUCCEEDED, None)
    assert [it.code for it in reading.problems] == ["HW803"]


def test_an_object_stands_in_for_plain_words() -> None:
    reading = _read("UserPromptSubmit", stdout={"additionalContext": "now"})
    assert (reading.context, reading.messages) == ("now", ())
    assert _read("UserPromptSubmit", stdout="plain\n").context == "plain"


def test_stopping_the_agent() -> None:
    reading = _read("PreToolUse", stdout={"continue": False, "stopReason": "enough"})
    assert (reading.stop_agent, reading.stop_reason) == (True, "enough")
    assert _texts(reading) == [("user", "warning", "enough")]
    assert not _read("PreToolUse", stdout={"continue": "false", "stopReason": "x"}).stop_agent
    assert _read("PreToolUse", stdout={"stopReason": "x"}).stop_reason is None


def test_claude_code_reads_an_object_at_exit_two_but_takes_no_refusal_back() -> None:
    allow = {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}
    reading = _read("PreToolUse", dialect="claude-code", exit_code=2, stderr="no", stdout=allow)
    assert (reading.decision, reading.reason, reading.output) == (Decision.DENY, "no", allow)


def test_claude_code_lets_an_object_speak_for_a_failure() -> None:
    reading = _read("PreToolUse", dialect="claude-code", exit_code=1, stderr="x", stdout={"systemMessage": "note"})
    assert (reading.status, _texts(reading)) == (Status.FAILED, [("user", "info", "note")])


def test_a_key_of_the_hook_picks_the_reaction() -> None:
    chosen = _read("PreToolUse", dialect="claude-code", exit_code=1, stderr="x", values={"onFailure": "block"})
    assert chosen.blocks
    assert not _read("PreToolUse", dialect="claude-code", exit_code=1, values={"onFailure": ["block"]}).blocks


def test_an_input_is_replaced() -> None:
    specific = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "updatedInput": {"command": "ls"}}
    reading = _read("PreToolUse", dialect="claude-code", stdout={"hookSpecificOutput": specific})
    assert reading.updated_input == {"command": "ls"}


_DENY = json.dumps({"decision": "deny", "reason": "no"})
_BOTH = (Words.STDOUT, Words.STDERR)


def _printed(stdout: str, printing: Printing, *demands: Demand, stderr: str = "", event: str = "PreToolUse") -> Reading:
    table: Dialect = replace(by_id("ai-agents"), printing=printing)
    row = table.event(event)
    assert row is not None
    ended = Result(exit_code=0, stdout=stdout, stderr=stderr, started_at=datetime.now(UTC), duration=0.5)
    return read_result(ended, replace(row, demands=demands), {}, dialect=table)


@pytest.mark.parametrize(
    ("printing", "stdout", "stderr", "denied"),
    [
        (Printing(), "", _DENY, False),
        (Printing(sources=_BOTH), "", _DENY, True),
        (Printing(sources=_BOTH), "text", _DENY, False),
        (Printing(sources=_BOTH), _DENY, "text", True),
        (Printing(), f"\ufeff{_DENY}", "", True),
        (Printing(skips_mark=False), f"\ufeff{_DENY}", "", False),
        (Printing(), json.dumps(_DENY), "", False),
        (Printing(unwraps=True), json.dumps(_DENY), "", True),
        (Printing(unwraps=True), json.dumps(json.dumps(_DENY)), "", False),
        (Printing(unwraps=True), '"', "", False),
    ],
)
def test_an_object_is_found_where_the_agent_looks_for_it(
    printing: Printing, stdout: str, stderr: str, *, denied: bool
) -> None:
    assert (_printed(stdout, printing, stderr=stderr).decision is Decision.DENY) is denied


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ({"decision": "deny", "reason": "no"}, ""),
        ({"decision": "deny", "reason": "no", "stopReason": None}, ""),
        ({"decision": "deny", "reason": "no", "foo": 1}, "`PreToolUse` does not read `foo`"),
        ({"decision": "deny", "continue": None, "reason": "no"}, "`continue` must not be null"),
        ({"decision": "deny"}, '`decision`: `"deny"` is not accepted without `reason`'),
        ({"decision": "deny", "reason": " "}, "is not accepted without `reason`"),
        ({"suppressOutput": True}, "`suppressOutput`: `true` is not supported; leave it out"),
        ({"suppressOutput": False, "decision": "deny", "reason": "no"}, ""),
        ({"stopReason": "so"}, "`stopReason` is not accepted without `continue`: `false`"),
    ],
)
def test_of_a_closed_output_all_is_read_or_nothing(output: dict[str, Any], told: str) -> None:
    demands = (
        Demand(path=("decision",), values=("deny",), beside=("reason",)),
        Demand(path=("suppressOutput",), values=(True,)),
        Demand(path=("stopReason",), beside=("continue",), only=(False,)),
    )
    reading = _printed(json.dumps(output), _CLOSED, *demands)
    assert (reading.decision is Decision.DENY) is not bool(told)
    assert told in "".join(it.message for it in reading.problems)
    assert reading.status is (Status.FAILED if told else Status.BLOCKED)


@pytest.mark.parametrize(("text", "status"), [("{a", "failed"), ("[1]", "failed"), ("plain", "succeeded")])
def test_a_closed_output_that_begins_like_json_has_to_be_an_object(text: str, status: str) -> None:
    assert _printed(text, _CLOSED).status == status


@pytest.mark.parametrize(("stderr", "decision"), [("why", Decision.DENY), (" \n", None)])
def test_a_refusal_without_words_can_be_none(stderr: str, decision: Decision | None) -> None:
    table = by_id("ai-agents")
    row = table.event("PreToolUse")
    assert row is not None
    failed = Reaction(status=Status.FAILED)
    refusal = Reaction(status=Status.BLOCKED, decision=Decision.DENY, reason=Words.STDERR, wordless=failed)
    exits = ExitTable(codes={2: refusal}, other=failed, timed_out=failed, cannot_start=failed)
    ended = Result(exit_code=2, stderr=stderr, started_at=datetime.now(UTC), duration=0.5)
    assert read_result(ended, replace(row, exits=exits), {}, dialect=table).decision is decision
