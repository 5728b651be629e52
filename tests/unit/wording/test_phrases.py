from __future__ import annotations

from datetime import UTC, datetime

import pytest

from hookwright.dialects import DIALECTS, by_id
from hookwright.model.field import Unit
from hookwright.model.outcome import HookIdentity, Result, Run
from hookwright.policies.reading import read_result
from hookwright.wording.phrases import exit_meanings, may_block, meaning_of, seconds_words, value_with_unit

HOOK = HookIdentity(id="1", source="/s", scope="project", pointer="/p", name=None, type="command", command="x")


def meanings(dialect: str, event: str) -> dict[str, str]:
    row = by_id(dialect).event(event)
    assert row is not None
    return dict(exit_meanings(row.exits))


def test_what_exit_codes_do_is_read_from_the_table() -> None:
    before, after = meanings("ai-agents", "PreToolUse"), meanings("ai-agents", "PostToolUse")
    assert before["exit 2"] == "blocks, stderr goes to the agent"
    assert after["exit 2"] == "objects, but cannot undo it, stderr goes to the agent"
    assert before["any other exit, time-out, cannot start"].startswith("error that blocks nothing")


def test_a_key_of_the_hook_that_chooses_is_named() -> None:
    told = meanings("claude-code", "PreToolUse")
    for how in ("any other exit, cannot start", "time-out"):
        assert "with `onFailure` `block`: blocks" in told[how]


def test_every_event_of_every_dialect_can_be_put_into_words() -> None:
    for dialect in DIALECTS:
        for row in dialect.events:
            assert all(how and words for how, words in exit_meanings(row.exits))
            assert may_block(row).endswith(".")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0004, "0 ms"), (0.85, "850 ms"), (1.5, "1.5 s"), (60, "60 s"), (90, "90 s"), (600, "10 min"), (601, "601 s")],
)
def test_durations(seconds: float, words: str) -> None:
    assert seconds_words(seconds) == words


def test_a_duration_in_the_unit_of_its_file() -> None:
    assert value_with_unit(60, Unit.SECONDS) == "60 seconds"
    assert value_with_unit(5000, Unit.MILLISECONDS) == "5000 milliseconds (5 s)"


@pytest.mark.parametrize(("stderr", "told"), [("no", "blocks, stderr goes to the agent"), (" \n", "error")])
def test_of_a_run_only_what_it_did_is_said(stderr: str, told: str) -> None:
    row = by_id("codex").event("PreToolUse")
    assert row is not None
    result = Result(exit_code=2, stderr=stderr, started_at=datetime.now(UTC), duration=0.1)
    run = Run(hook=HOOK, reading=read_result(result, row, {}), result=result)
    meant = meaning_of(run, row, {})
    assert meant.startswith(told)
    assert "where that is blank" not in meant
