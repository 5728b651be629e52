"""Which hooks a plan would run, which not, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict, final

from hookwright.engine.commands import refused_placeholder
from hookwright.engine.guard import Guard, once_of
from hookwright.engine.plan import Plan, Step
from hookwright.engine.selection import criteria_verdicts
from hookwright.model.guards import OnGuardLost
from hookwright.model.hook import MODULE, Hook
from hookwright.model.outcome import identity
from hookwright.model.outcome_json import HookJson

_INSTEAD = {
    OnGuardLost.DENY: "until it answers, whatever can be refused on this event is refused in its place",
    OnGuardLost.ASK: "until it answers, you are asked in its place, or the event is refused",
    OnGuardLost.IGNORE: "until it answers, the event goes on without it",
}
_UNTRUSTED = "This folder is not trusted, so hookwright runs none of its hooks; the agent would"


@final
class ConsideredHookJson(TypedDict):
    """A hook that would run, or would not, and why."""

    hook: HookJson
    because: list[str]


class ExplainedJson(TypedDict):
    """What the agent would run; `ExplanationJson` says what is under the keys."""

    event: str
    dialect: str
    matched: list[ConsideredHookJson]
    skipped: list[ConsideredHookJson]
    problems: NotRequired[list[str]]
    withheld: NotRequired[str]
    parts: NotRequired[list[ExplanationJson]]


@final
class ExplanationJson(ExplainedJson):
    """The result of `hookwright/explain`: what the agent would run.

    `problems` say which files cannot be read, and which hooks are left out, if there are any.  `withheld` says why
    hookwright itself would run nothing; `parts` has one entry for each of several dialects.
    """


def explanation(plan: Plan, guard: Guard | None = None, *, trusted: bool = True) -> ExplanationJson:
    """The result of `hookwright/explain`; a hook that is planned but would not be run counts as skipped.

    So does every hook of an event that the `guard` has seen before (A15).  A folder that is not `trusted` changes
    what hookwright does, not what the agent does, so its hooks stay where they are.
    """
    once = once_of(plan) if guard is not None else None
    duplicate = f"would be a duplicate: {once}" if guard is not None and once in guard else None
    against = [it.skipped_because or duplicate or refused_placeholder(plan, it.hook) for it in plan.steps]
    running = [_entry(it.hook, _reasons(plan, it)) for it, why in zip(plan.steps, against, strict=True) if why is None]
    skipped = [_entry(it.hook, (*it.because, why)) for it, why in zip(plan.steps, against, strict=True) if why]
    skipped += [_entry(hook, _whole(plan, hook, because)) for hook, because in plan.unmatched]
    found: ExplanationJson = {
        "event": plan.row.name,
        "dialect": plan.request.dialect.id,
        "matched": running,
        "skipped": skipped,
    }
    found = _with_problems(found, (it for it in plan.faults if it.source is not None))
    return found if trusted else {**found, "withheld": _UNTRUSTED}


def joined(parts: Sequence[ExplanationJson]) -> ExplanationJson:
    """One explanation of several calls of one event: a hook that would run for one of them would run."""
    matched = {it["hook"]["id"]: it for part in reversed(parts) for it in part["matched"]}
    skipped = {it["hook"]["id"]: it for part in reversed(parts) for it in part["skipped"]}
    by_dialect: dict[str, list[ExplanationJson]] = {}
    for inner in (inner for part in parts for inner in part.get("parts", ())):
        by_dialect.setdefault(inner["dialect"], []).append(inner)
    first = parts[0]
    order = dict.fromkeys(it["hook"]["id"] for part in parts for it in (*part["matched"], *part["skipped"]))
    found: ExplanationJson = {
        "event": first["event"],
        "dialect": first["dialect"],
        "matched": [matched[it] for it in order if it in matched],
        "skipped": [skipped[it] for it in order if it not in matched],
    }
    found = _of_all(found, parts)
    return {**found, "parts": [joined(it) for it in by_dialect.values()]} if by_dialect else found


def of_dialects(event: str, dialect: str, parts: Sequence[ExplanationJson]) -> ExplanationJson:
    """One explanation of an event that is fired for several dialects, in the words of one of them."""
    matched, skipped = (
        [it for part in parts for it in part["matched"]],
        [it for part in parts for it in part["skipped"]],
    )
    found: ExplanationJson = {"event": event, "dialect": dialect, "matched": matched, "skipped": skipped}
    return {**_of_all(found, parts), "parts": [*parts]}


def _with_problems(found: ExplanationJson, problems: Iterable[str]) -> ExplanationJson:
    known = list(dict.fromkeys(str(it) for it in problems))
    return {**found, "problems": known} if known else found


def _of_all(found: ExplanationJson, parts: Sequence[ExplanationJson]) -> ExplanationJson:
    """The explanation of all parts, with their problems, and why hookwright would run nothing of one of them."""
    found = _with_problems(found, (it for part in parts for it in part.get("problems", ())))
    why = next((it["withheld"] for it in parts if "withheld" in it), None)
    return found if why is None else {**found, "withheld": why}


def _reasons(plan: Plan, step: Step) -> tuple[str, ...]:
    """Why a hook would run; of one that would give no answer, also that, and what is decided in its place."""
    handlers = plan.handlers if step.hook.type == MODULE else None
    why = handlers.lost(step.hook) if handlers is not None else None
    if handlers is None or why is None:
        return step.because
    return (*step.because, f"its module is lost: {why}", _INSTEAD[handlers.on_lost])


def _whole(plan: Plan, hook: Hook, because: tuple[str, ...]) -> tuple[str, ...]:
    """The reasons, with those of the criteria that were not looked at once the hook was out."""
    others = (it.because for it in criteria_verdicts(plan.request.dialect, plan.facts, hook))
    return tuple(dict.fromkeys((*because, *others)))


def _entry(hook: Hook, because: tuple[str, ...]) -> ConsideredHookJson:
    return {"hook": identity(hook).to_json(), "because": list(because)}
