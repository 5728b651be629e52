"""What a handler of a module that gave no answer, or failed, means on each event."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from tests.every import every

from hookwright.dialects import DIALECTS
from hookwright.model.codes import Code
from hookwright.model.guards import OnGuardLost
from hookwright.model.outcome import Reading, Result
from hookwright.model.reaction import Decision, Status
from hookwright.policies.handlers import LOST, read_handler

_ROWS = [(table, it) for table in DIALECTS for it in table.events]


def _lost(table: Any, row: Any, policy: OnGuardLost, *, timed_out: bool = False) -> Reading:
    ended = Result(
        exit_code=LOST, timed_out=timed_out, stderr="gone", started_at=datetime.now(UTC), duration=0.0, stdout=""
    )
    return read_handler(ended, row, {}, dialect=table, on_lost=policy)


@every(("table", "row"), _ROWS)
def test_a_lost_guard_refuses_what_it_can_and_keeps_no_agent_going(table: Any, row: Any) -> None:
    found = _lost(table, row, OnGuardLost.DENY)
    refusals = [it for it in row.reactions if it.refuses]
    assert found.fault is not None
    assert found.fault.code is Code.GUARD_LOST
    assert not found.must_continue
    if refusals:
        assert found.status is Status.BLOCKED
        assert found.blocks is any(it.blocks for it in refusals)
        assert (found.decision is Decision.DENY) is any(it.decision is Decision.DENY for it in refusals)
    else:
        assert (found.decision, found.blocks, found.reason) == (None, False, None)
        assert found.status is not Status.SUCCEEDED


@every(("table", "row"), _ROWS)
def test_a_host_that_ignores_lost_guards_is_told_of_them(table: Any, row: Any) -> None:
    for timed_out, code in ((True, Code.TIMED_OUT), (False, Code.GUARD_LOST)):
        found = _lost(table, row, OnGuardLost.IGNORE, timed_out=timed_out)
        assert (found.decision, found.blocks, found.reason) == (None, False, None)
        assert [it.code for it in found.messages] == [code]


@every(("table", "row"), _ROWS)
def test_who_cannot_be_asked_is_refused(table: Any, row: Any) -> None:
    found = _lost(table, row, OnGuardLost.ASK)
    if any(it.decision is Decision.ASK for it in row.reactions):
        assert found.decision is Decision.ASK
    else:
        refused = _lost(table, row, OnGuardLost.DENY)
        assert (found.decision, found.blocks) == (refused.decision, refused.blocks)
