from __future__ import annotations

import pytest

from hookwright.dialects import DIALECTS, by_id
from hookwright.model.grammar import Unit
from hookwright.workflows.phrases import exit_meanings, may_block, seconds_words, value_with_unit


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
    told = meanings("claude-code", "PreToolUse")["time-out, cannot start"]
    assert "with `onFailure` `block`: blocks" in told


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
