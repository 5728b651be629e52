"""What can be said about a hook test without running it: what it would fire, and what is certain to fail."""

from __future__ import annotations

import os.path
from collections.abc import Iterator

from hookwright.engine.plan import Plan, Step, unanswerable
from hookwright.errors import HookwrightError
from hookwright.firing.fire import FireRequest
from hookwright.firing.fire_result import FireResult
from hookwright.host import Host
from hookwright.model.event import Order
from hookwright.model.outcome import Outcome, Reading, Run, identity
from hookwright.model.reaction import Status
from hookwright.paths import uri_of
from hookwright.policies.folds import folded
from hookwright.policies.payloads import stdin_object
from hookwright.reports.fire_json import FiringPlanJson, fire_plan_json
from hookwright.samples.saved import every_sample
from hookwright.testing.case import UNSAID, Case, Expectation
from hookwright.testing.expect import Mismatch, mismatches
from hookwright.testing.run import CaseResult, PreparedCase, prepare_case
from hookwright.workflows.target import shared_pointer


def dry_case(case: Case, host: Host) -> CaseResult:
    """The result of a test without running anything; it is `planned` if it could run."""
    if case.skip is not None:
        return CaseResult(case=case)
    try:
        ready = prepare_case(case, host)
    except HookwrightError as error:
        return CaseResult(case=case, problem=str(error))
    return CaseResult(case=case, mismatches=certain_mismatches(case.expect, ready.request), ready=ready)


def case_plan(ready: PreparedCase, path: str) -> FiringPlanJson:
    """The plan of a test in the file at `path`, in the form of `hookwright/plan`.

    `uri` is the file of its hooks if there is exactly one, else the test file.
    """
    plan = ready.request.plan
    hooks = [it.hook for it in plan.steps]
    sources = {it.source for it in hooks}
    source = sources.pop() if len(sources) == 1 else None
    pointer = ready.request.pointer or (shared_pointer(hooks) if source is not None else "")
    found = every_sample(plan.request.dialect, plan.row.name, project_dir=plan.request.project_dir)
    names = ready.request.samples or tuple(it.name for it in found.samples)
    request = FireRequest(plan, ready.request.sample, ready.request.notes, pointer, names)
    return fire_plan_json(request, uri_of(os.path.abspath(source or path)))


def certain_mismatches(expect: Expectation, request: FireRequest) -> tuple[Mismatch, ...]:
    """What is certain to fail: what no hook of the event can do, and the number of hooks.

    If nothing would run, everything that is expected of a run.
    """
    plan = request.plan
    running = [it for it in plan.steps if _never(plan, it) is None]
    if not running:
        return mismatches(expect, _nothing_ran(request))
    return (*_out_of_reach(expect, plan), *_miscounted(expect, plan, running))


def _never(plan: Plan, step: Step) -> str | None:
    return step.skipped_because or unanswerable(plan.request.dialect, step.hook)


def _nothing_ran(request: FireRequest) -> FireResult:
    plan, skipped = request.plan, Reading(status=Status.SKIPPED)
    runs = tuple(Run(hook=identity(it.hook), reading=skipped, skipped_because=_never(plan, it)) for it in plan.steps)
    dialect = plan.request.dialect
    outcome = Outcome(
        dispatch_id=plan.facts.dispatch_id,
        event=plan.row.name,
        dialect=dialect.id,
        folded=folded([it.reading for it in runs], plan.row.folding),
        runs=runs,
    )
    return FireResult(plan=plan, outcome=outcome, payload=stdin_object(dialect, plan.row, plan.facts))


def _out_of_reach(expect: Expectation, plan: Plan) -> Iterator[Mismatch]:
    reactions, event = plan.row.reactions, plan.row.name
    never = f"never: no hook of `{event}` can do that"
    if expect.decision not in (UNSAID, None, *(it.decision for it in reactions)):
        yield Mismatch("decision", f'"{expect.decision}"', never)
    if expect.blocked is True and not any(it.blocks for it in reactions):
        yield Mismatch("blocked", "true", never)
    if expect.must_continue is True and not any(it.must_continue for it in reactions):
        yield Mismatch("mustContinue", "true", never)


def _miscounted(expect: Expectation, plan: Plan, running: list[Step]) -> Iterator[Mismatch]:
    """Hooks with a condition of their own may not run, nor may those after one that ends a chain."""
    wanted, most = expect.fires, len(running)
    sure = sum(not _conditional(plan, it) for it in running)
    least = min(sure, 1) if plan.order is Order.SERIAL and plan.row.running.stops_at else sure
    if wanted is UNSAID or wanted is True:
        return
    holds = least == 0 if wanted is False else least <= wanted <= most
    if not holds:
        yield Mismatch("fires", str(wanted).lower(), str(most) if least == most else f"{least} to {most}")


def _conditional(plan: Plan, step: Step) -> bool:
    kind = plan.request.dialect.type_of(step.hook)
    return kind is not None and kind.keys.precondition is not None and kind.keys.precondition in step.hook.values
