"""What a test-fire was: the plan, its outcome, the sample it was made with, and what is worth saying about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hookwright.engine.plan import Plan, Step
from hookwright.engine.scratch.changes import Change
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import Outcome, Run
from hookwright.text import to_pointer


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired:
    """One test-fire, whole; `payload` is the object that the hooks got on stdin, `sample` None where the user gave it.

    `notes` are sentences such as that the matcher would not have let the payload through; `changes` are those of a copy
    of the workspace, None where it was fired in the workspace itself.
    """

    plan: Plan
    outcome: Outcome
    payload: Mapping[str, Any]
    sample: str | None = None
    notes: tuple[str, ...] = ()
    changes: tuple[Change, ...] | None = None

    @property
    def dialect(self) -> Dialect:
        """Whose hooks were fired."""
        return self.plan.request.dialect

    @property
    def row(self) -> EventRow:
        """The event that was fired."""
        return self.plan.row

    def runs(self) -> Iterator[tuple[Run, Step | None]]:
        """Every run with the step of the plan that it carried out."""
        steps = {(it.hook.source, to_pointer(it.hook.route)): it for it in self.plan.steps}
        for run in self.outcome.runs:
            yield run, steps.get((run.hook.source, run.hook.pointer))
