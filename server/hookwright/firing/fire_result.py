"""The result of a test-fire: the plan, its outcome, the sample, and how the tool input changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import unified_diff
from typing import Any

from msgspec import Struct

from hookwright.config.view import HookFile
from hookwright.engine.plan import Plan, Step
from hookwright.engine.scratch.changes import Change
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow
from hookwright.model.outcome import Outcome, Run
from hookwright.text import to_pointer
from hookwright.wording.display import pretty

# The time to compare lines grows faster than their number.
_MOST_LINES = 2_000


class FireResult(Struct, frozen=True, kw_only=True):
    """The result of a test-fire; `payload` is what hooks read on stdin, `sample` is None if the user gave the payload.

    `notes` are sentences, such as that the matcher would not match the payload.  `changes` are the files changed in the
    copy of the workspace, None if there was no copy.  `file` is the file of the hooks, None if that is not known.
    """

    plan: Plan
    outcome: Outcome
    payload: Mapping[str, Any]
    sample: str | None = None
    notes: tuple[str, ...] = ()
    changes: tuple[Change, ...] | None = None
    file: HookFile | None = None

    @property
    def dialect(self) -> Dialect:
        """The dialect of the hooks that were fired."""
        return self.plan.request.dialect

    @property
    def row(self) -> EventRow:
        """The event that was fired."""
        return self.plan.row

    def runs(self) -> Iterator[tuple[Run, Step | None]]:
        """Every run with its step of the plan."""
        steps = {(it.hook.source, to_pointer(it.hook.route)): it for it in self.plan.steps}
        for run in self.outcome.runs:
            yield run, steps.get((run.hook.source, run.hook.pointer))


def input_diff(fired: FireResult) -> str | None:
    """The diff of the tool input without its header; empty if nothing differs, None if there is nothing to compare."""
    changed = fired.outcome.folded.updated_input
    given = fired.payload.get(fired.dialect.calls.input_in(fired.payload))
    if changed is None or given is None:
        return None
    before, after = pretty(given).split("\n"), pretty(dict(changed)).split("\n")
    if max(len(before), len(after)) > _MOST_LINES:
        return None
    return "\n".join(list(unified_diff(before, after, lineterm="", n=3))[2:])
