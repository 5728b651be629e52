"""The result of `hookwright/plan`: which hooks a shot would run, in which order and on what; nothing is run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.engine.plan import Plan, Step, lanes, unanswerable
from hookwright.model.outcome import identity
from hookwright.policies.payloads import stdin_object
from hookwright.workflows.firing.fire import Shot
from hookwright.workflows.phrases import matcher_text, milliseconds


def firing_plan(shot: Shot, uri: str, *, has_model: bool = False) -> dict[str, Any]:
    """The plan of a shot at the file of that URI, times in milliseconds; `has_model`: prompts can be answered (D5).

    `because` says why a step is in the plan, or why the agent would not run it though it was pointed at.
    """
    plan = shot.plan
    dialect = plan.request.dialect
    return {
        "uri": uri,
        "pointer": shot.pointer,
        "dialect": dialect.id,
        "dialectTitle": dialect.title,
        "event": plan.row.name,
        "order": plan.row.order.value,
        "sample": shot.sample,
        "samples": [*shot.samples],
        "payload": _payload(plan),
        "notes": [*shot.notes],
        "steps": [_step(shot, it, lane, has_model=has_model) for it, lane in _in_lanes(plan)],
    }


def _payload(plan: Plan) -> Mapping[str, Any]:
    return stdin_object(plan.request.dialect, plan.row, plan.facts)


def _in_lanes(plan: Plan) -> list[tuple[Step, int]]:
    """The steps in configuration order, each with the number of its lane."""
    numbers = {id(step): number for number, lane in enumerate(lanes(plan.steps, plan.row.order)) for step in lane}
    return [(it, numbers[id(it)]) for it in plan.steps]


def _step(shot: Shot, step: Step, lane: int, *, has_model: bool) -> dict[str, Any]:
    never = step.skipped_because
    if never is None and not has_model:
        never = unanswerable(shot.plan.request.dialect, step.hook)
    return {
        "hook": identity(step.hook).to_json(),
        "matcher": matcher_text(step.hook.matcher),
        "because": [*step.because],
        "timeoutMs": milliseconds(step.timeout),
        "skippedBecause": never,
        "lane": lane,
        "wouldRun": step.hook.route not in shot.unmatched,
    }
