"""JSON answers about firing: what a request would run, and the result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from hookwright.analysis.check import Diagnostic
from hookwright.config.view import HookFile
from hookwright.engine.plan import Plan, Step, lanes, unanswerable
from hookwright.engine.scratch.changes import FileChangeJson
from hookwright.firing.fire import FireRequest
from hookwright.firing.fire_result import FireResult, input_diff
from hookwright.firing.outcome_trace import TraceStepJson, outcome_trace
from hookwright.firing.run_findings import diagnostics
from hookwright.model.event import Order
from hookwright.model.outcome import identity
from hookwright.model.outcome_json import HookJson, OutcomeJson
from hookwright.model.reaction import Severity
from hookwright.policies.payloads import stdin_object
from hookwright.text import RangeJson
from hookwright.wording.display import shown
from hookwright.wording.phrases import matcher_text, milliseconds
from hookwright.wording.verdict import summary_line, verdict

_SOURCE = "hookwright"


class PlannedStepJson(TypedDict):
    """A hook that is run, and why; steps of one `lane` wait for each other, lanes run side by side.

    `wouldRun`: the agent itself would run it with this payload; `because` says why, or why not.
    """

    hook: HookJson
    matcher: str
    because: list[str]
    timeoutMs: float
    skippedBecause: str | None
    lane: int
    wouldRun: bool


class FiringPlanJson(TypedDict):
    """The result of `hookwright/plan`; `payload` is what hooks get on stdin, `sample` None if it is the client's.

    `sampleLabels` has what to show in place of the names of samples that were recorded.  `provable`: hooks of the
    dialect can be run in the user's own agent (`hookwright/prove`).
    """

    uri: str
    pointer: str
    dialect: str
    dialectTitle: str
    event: str
    order: Order
    sample: str | None
    samples: list[str]
    sampleLabels: Mapping[str, str]
    payload: Mapping[str, Any]
    notes: list[str]
    provable: bool
    steps: list[PlannedStepJson]


class FoundJson(TypedDict):
    """What firing found wrong with a hook, but for its severity."""

    code: str
    message: str
    source: str
    range: RangeJson


class RunFindingJson(FoundJson):
    """What firing found wrong with a hook, as the command line prints it."""

    severity: Severity


class FiredJson(TypedDict):
    """The result of firing, but for what it found; `inputDiff` is how the tool input was changed, if that can be shown.

    `verdict` says the outcome in a few words, `summary` on a line with time and reason.
    """

    outcome: OutcomeJson
    changes: list[FileChangeJson]
    notes: list[str]
    plan: FiringPlanJson
    fold: list[TraceStepJson]
    inputDiff: str | None
    verdict: str
    summary: str


class FireReportJson(FiredJson):
    """What `hookwright fire` prints."""

    diagnostics: list[RunFindingJson]


def fire_json(fired: FireResult, file: HookFile | None, plan: FiringPlanJson) -> FireReportJson:
    """The answer to `hookwright/fire`; `changes` are those of the copy, if there was one.

    `diagnostics` are HW801 to HW805 on the first line of the hook; a hook module has no `file`, and none of them.
    `plan` is the answer to `hookwright/plan`.
    """
    outcome, diff = fired.outcome, input_diff(fired)
    found = [_diagnostic(file, it) for it in diagnostics(fired, file)] if file is not None else []
    return {
        "outcome": outcome.to_json(),
        "changes": [it.to_json() for it in fired.changes or ()],
        "notes": [*fired.notes],
        "diagnostics": found,
        "plan": plan,
        "fold": [it.to_json() for it in outcome_trace(fired.row, outcome.runs)],
        "inputDiff": shown(diff)[0] if diff else None,
        "verdict": verdict(outcome),
        "summary": summary_line(outcome),
    }


def _diagnostic(file: HookFile, it: Diagnostic) -> RunFindingJson:
    return {
        "code": it.rule.code,
        "message": it.finding.message,
        "severity": it.severity,
        "source": _SOURCE,
        "range": file.tree.lines.range_json(it.span),
    }


def fire_plan_json(request: FireRequest, uri: str, *, has_model: bool = False) -> FiringPlanJson:
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
        "order": plan.order,
        "sample": request.sample,
        "samples": [*request.samples],
        "sampleLabels": dict(request.labels),
        "payload": _payload(plan),
        "notes": [*request.notes],
        "provable": bool(dialect.program),
        "steps": [_step(request, it, lane, has_model=has_model) for it, lane in _in_lanes(plan)],
    }


def _payload(plan: Plan) -> Mapping[str, Any]:
    return stdin_object(plan.request.dialect, plan.row, plan.facts)


def _in_lanes(plan: Plan) -> list[tuple[Step, int]]:
    """The steps in configuration order, each with the number of its lane."""
    numbers = {id(step): number for number, lane in enumerate(lanes(plan.steps, plan.order)) for step in lane}
    return [(it, numbers[id(it)]) for it in plan.steps]


def _step(request: FireRequest, step: Step, lane: int, *, has_model: bool) -> PlannedStepJson:
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
