"""What a model's yes or no means on each kind of event."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from hookwright.dialects import by_id
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Audience, Decision, Status
from hookwright.policies.answers import read_answer

CLAUDE = by_id("claude-code")


def _read(event: str, text: str, kind: str = "prompt", **values: Any) -> Reading:
    row, named = CLAUDE.event(event), CLAUDE.grammar.type_named(kind)
    assert row is not None
    assert named is not None
    result = Result(exit_code=0, stdout=text, started_at=datetime(2026, 1, 1, tzinfo=UTC), duration=0)
    return read_answer(result, row, values, dialect=CLAUDE, answer=named.reading.model)


NO = '{"ok": false, "reason": "why"}'


def test_a_yes_decides_nothing() -> None:
    found = _read("PreToolUse", '{"ok": true}')
    assert (found.status, found.decision, found.messages) == (Status.SUCCEEDED, None, ())


def test_a_no_keeps_the_tool_from_running_and_stops_the_agent() -> None:
    found = _read("PreToolUse", NO)
    assert (found.decision, found.blocks, found.stop_agent, found.stop_reason) == (Decision.DENY, True, True, "why")
    assert [it[0] for it in found.messages] == [Audience.USER]


@pytest.mark.parametrize(("kind", "values"), [("prompt", {"continueOnBlock": True}), ("agent", {})])
def test_a_no_is_told_to_the_model_where_the_agent_goes_on(kind: str, values: dict[str, Any]) -> None:
    found = _read("PreToolUse", NO, kind, **values)
    assert (found.decision, found.reason, found.stop_agent) == (Decision.DENY, "why", False)
    assert [it[0] for it in found.messages] == [Audience.AGENT]


def test_a_no_keeps_the_agent_from_stopping_unless_the_model_gives_up() -> None:
    found = _read("Stop", NO)
    assert (found.must_continue, found.stop_agent, found.reason) == (True, False, "why")
    assert not _read("Stop", '{"ok": false, "reason": "why", "impossible": true}').must_continue


def test_a_model_that_gives_up_refuses_what_it_was_asked_about() -> None:
    found = _read("PreToolUse", '{"ok": false, "reason": "why", "impossible": true}')
    assert (found.decision, found.blocks, found.reason) == (Decision.DENY, True, "why")


def test_a_model_that_took_too_long_has_said_nothing() -> None:
    row, named = CLAUDE.event("PreToolUse"), CLAUDE.grammar.type_named("prompt")
    assert row is not None
    assert named is not None
    result = Result(exit_code=None, timed_out=True, stdout=NO, started_at=datetime(2026, 1, 1, tzinfo=UTC), duration=0)
    found = read_answer(result, row, {}, dialect=CLAUDE, answer=named.reading.model)
    assert (found.status, found.decision) == (Status.TIMED_OUT, None)


def test_a_no_to_what_has_happened_stops_the_agent_or_is_told_to_the_model() -> None:
    stopped, told = _read("PostToolUse", NO), _read("PostToolUse", NO, continueOnBlock=True)
    assert (stopped.decision, stopped.stop_agent, told.stop_agent) == (None, True, False)
    assert [it[0] for it in told.messages] == [Audience.AGENT]


@pytest.mark.parametrize("text", ["I think it is fine.", '{"ok": "false"}', '{"fine": true}', "[]", ""])
def test_anything_else_is_a_failure(text: str) -> None:
    found = _read("PreToolUse", text)
    assert (found.status, found.decision) == (Status.FAILED, None)
    assert "did not answer with an object whose `ok`" in found.messages[0][2]


@pytest.mark.parametrize("ok", ["true", "false"])
def test_a_reason_that_is_no_text_is_a_failure(ok: str) -> None:
    found = _read("PreToolUse", f'{{"ok": {ok}, "reason": null}}')
    assert (found.status, found.decision) == (Status.FAILED, None)


def test_a_no_without_a_reason_still_is_one() -> None:
    assert _read("PreToolUse", '{"ok": false}').reason == "the model gave no reason"
