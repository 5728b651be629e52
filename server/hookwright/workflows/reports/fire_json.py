"""JSON answers about firing: what a request would run, and the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.analysis.check import Diagnostic
from hookwright.config.view import HookFile
from hookwright.engine.plan import Plan, Step, lanes, unanswerable
from hookwright.model.outcome import identity
from hookwright.policies.payloads import stdin_object
from hookwright.workflows.display import shown
from hookwright.workflows.firing.fire import FireRequest
from hookwright.workflows.firing.fire_result import FireResult, input_diff
from hookwright.workflows.firing.outcome_trace import outcome_trace
from hookwright.workflows.firing.run_findings import diagnostics
from hookwright.workflows.phrases import matcher_text, milliseconds
from hookwright.workflows.verdict import summary_line, verdict

_SOURCE = "hookwright"


def fire_json(fired: FireResult, file: HookFile, plan: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to `hookwright/fire`; `changes` are those of the copy, if there was one.

    `diagnostics` are HW801 to HW804 on the first line of the hook; `plan` is the answer to `hookwright/plan`.
    """
    outcome, diff = fired.outcome, input_diff(fired)
    found = [_diagnostic(file, it) for it in diagnostics(fired, file)]
    changes = [{"path": it.path, "kind": it.kind.value, "diff": it.diff} for it in fired.changes or ()]
    return {
        "outcome": outcome.to_json(),
        "changes": changes,
        "notes": [*fired.notes],
        "diagnostics": found,
        "plan": dict(plan),
        "fold": [it.to_json() for it in outcome_trace(fired.row, outcome.runs)],
        "inputDiff": shown(diff)[0] if diff else None,
        "verdict": verdict(outcome),
        "summary": summary_line(outcome),
    }


def _diagnostic(file: HookFile, it: Diagnostic) -> dict[str, Any]:
    return {
        "code": it.rule.code,
        "message": it.finding.message,
        "severity": it.severity.value,
        "source": _SOURCE,
        "range": file.tree.lines.range_json(it.span),
    }


def fire_plan_json(request: FireRequest, uri: str, *, has_model: bool = False) -> dict[str, Any]:
    """The answer to `hookwright/plan` for the file of that URI; times are in milliseconds.

    `has_model`: prompts can be answered.  `because` says why a step is in the plan, or why the agent would not run it.
    """
    plan = request.plan
    dialect = plan.request.dialect
    return {
        "uri": uri,
        "pointer": request.pointer,
        "dialect": dialect.id,
        "dialectTitle": dialect.title,
        "event": plan.row.name,
        "order": plan.row.order.value,
        "sample": request.sample,
        "samples": [*request.samples],
        "payload": _payload(plan),
        "notes": [*request.notes],
        "steps": [_step(request, it, lane, has_model=has_model) for it, lane in _in_lanes(plan)],
    }


def _payload(plan: Plan) -> Mapping[str, Any]:
    return stdin_object(plan.request.dialect, plan.row, plan.facts)


def _in_lanes(plan: Plan) -> list[tuple[Step, int]]:
    """The steps in configuration order, each with the number of its lane."""
    numbers = {id(step): number for number, lane in enumerate(lanes(plan.steps, plan.row.order)) for step in lane}
    return [(it, numbers[id(it)]) for it in plan.steps]


def _step(request: FireRequest, step: Step, lane: int, *, has_model: bool) -> dict[str, Any]:
    never = step.skipped_because
    if never is None and not has_model:
        never = unanswerable(request.plan.request.dialect, step.hook)
    return {
        "hook": identity(step.hook).to_json(),
        "matcher": matcher_text(step.hook.matcher),
        "because": [*step.because],
        "timeoutMs": milliseconds(step.timeout),
        "skippedBecause": never,
        "lane": lane,
        "wouldRun": step.hook.route not in request.unmatched,
    }
