"""What an agent makes of a hook that does not run to its end."""

from __future__ import annotations

from datetime import UTC, datetime

from hookwright.analysis.script_subject import ScriptUse
from hookwright.model.outcome import Result
from hookwright.policies.exits import reaction_of
from hookwright.workflows.guarding.guard import Fate, Stop

_ANY_TIME = datetime(2000, 1, 1, tzinfo=UTC)


def fate_of(use: ScriptUse, stop: Stop) -> Fate:
    """What becomes of the event where the hook does not run."""
    if stop.code is None:
        return Fate.PASSES
    return Fate.REFUSED if use.blocks(stop.code) else Fate.PASSES


def if_timed_out(use: ScriptUse) -> Fate:
    """What becomes of the event where the hook takes too long."""
    result = Result(exit_code=None, timed_out=True, started_at=_ANY_TIME, duration=0)
    reaction = reaction_of(result, use.row.exits, use.values)
    return Fate.REFUSED if reaction.refuses or reaction.must_continue else Fate.PASSES
