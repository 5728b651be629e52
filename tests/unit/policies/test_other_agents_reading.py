"""What a table can say of ways to end and to answer that only some agents have."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from hookwright.dialects import by_id
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Audience, Decision, ExitTable, Level, Reaction, Say, Status, Words
from hookwright.policies.reading import read_result

_AI = by_id("ai-agents")
_WORDS = Words.STDOUT_OR_STDERR
_TOLD = Reaction(status=Status.FAILED, says=Say(Audience.USER, Level.INFO, _WORDS))
_REFUSES = Reaction(
    status=Status.BLOCKED,
    decision=Decision.DENY,
    blocks=True,
    reason=_WORDS,
    reads_output=True,
    wordless=Reaction(status=Status.FAILED),
    yields=True,
)
_EXITS = ExitTable(codes={2: _REFUSES}, other=_REFUSES, timed_out=_TOLD, cannot_start=_TOLD, signaled=_TOLD)


def _read(exits: ExitTable = _EXITS, dialect: Dialect = _AI, **result: Any) -> Reading:
    event = dialect.event("PreToolUse")
    assert event is not None
    row = replace(event, exits=exits)
    ended = Result(started_at=datetime.now(UTC), duration=0.5, **{"exit_code": 2, **result})
    return read_result(ended, row, {}, dialect=dialect, timeout=5)


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ({"stdout": "out", "stderr": "err"}, "out"),
        ({"stderr": "err"}, "err"),
        ({"stdout": " \n", "stderr": "err"}, "err"),
        ({}, None),
    ],
)
def test_a_refusal_that_needs_words_is_a_failure_without_them(printed: dict[str, str], reason: str | None) -> None:
    reading = _read(stdout=printed.get("stdout", ""), stderr=printed.get("stderr", ""))

    assert (reading.blocks, reading.reason) == (reason is not None, reason)
    assert reading.status is (Status.BLOCKED if reason else Status.FAILED)


def test_a_refusal_that_yields_gives_way_to_any_object() -> None:
    assert not _read(stdout='{"suppressOutput": true}').blocks
    assert _read(stdout='{"decision": "deny", "reason": "no"}').reason == "no"
    kept = replace(_REFUSES, yields=False)
    assert _read(replace(_EXITS, codes={2: kept}), stdout='{"suppressOutput": true}').blocks


def test_a_signal_has_a_meaning_of_its_own_where_the_table_has_one() -> None:
    assert not _read(exit_code=None, signal=9, stdout="x").blocks
    assert _read(replace(_EXITS, signaled=None), exit_code=None, signal=9, stdout="x").blocks


def test_the_ending_is_said_whatever_was_printed() -> None:
    denies = Reaction(
        status=Status.BLOCKED, decision=Decision.DENY, blocks=True, reason=Words.ENDING, reads_output=True
    )
    exits = ExitTable(codes={2: denies}, other=denies, timed_out=denies, cannot_start=denies)

    assert _read(exits, stderr="err").reason == "exited 2"
    assert _read(exits, exit_code=None, signal=15, stderr="err").reason == "was killed by SIGTERM"
    assert _read(exits, stdout='{"decision": "deny", "reason": "no"}', stderr="err").reason == "no"
    assert _read(exits, exit_code=None, timed_out=True).reason == "timed out after 5 s and was killed"
    assert _read(exits, exit_code=None, problem="no such folder").reason == "no such folder"
