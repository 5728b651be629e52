"""Which hooks a plan would run, which not, and why, as the contract has it."""

from __future__ import annotations

from typing import Any

from hookwright.engine.identity import identity
from hookwright.engine.plan import Plan
from hookwright.model.hook import Hook


def explanation(plan: Plan) -> dict[str, Any]:
    """The result of `hookwright/explain` (contract §3); a hook that is planned but cannot be run counts as skipped."""
    running = [_entry(it.hook, it.because) for it in plan.steps if it.skipped_because is None]
    skipped = [_entry(it.hook, (*it.because, it.skipped_because)) for it in plan.steps if it.skipped_because]
    skipped += [_entry(hook, because) for hook, because in plan.unmatched]
    return {"event": plan.row.name, "dialect": plan.request.dialect.id, "matched": running, "skipped": skipped}


def _entry(hook: Hook, because: tuple[str, ...]) -> dict[str, Any]:
    return {"hook": identity(hook).to_json(), "because": list(because)}
