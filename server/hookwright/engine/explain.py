"""Which hooks a plan would run, which not, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict, final

from hookwright.engine.commands import refused_placeholder
from hookwright.engine.guard import Guard, once_of
from hookwright.engine.plan import Plan
from hookwright.engine.selection import criteria_verdicts
from hookwright.model.hook import Hook
from hookwright.model.outcome import identity
from hookwright.model.outcome_json import HookJson

_UNTRUSTED = "the workspace is not trusted, so no hook is run; trust the folder in your editor to run it"


@final
class ConsideredHookJson(TypedDict):
    """A hook that would run, or would not, and why."""

    hook: HookJson
    because: list[str]


@final
class ExplanationJson(TypedDict):
    """The result of `hookwright/explain`; `parts` where several dialects were asked for, one for each."""

    event: str
    dialect: str
    matched: list[ConsideredHookJson]
    skipped: list[ConsideredHookJson]
    parts: NotRequired[list[ExplanationJson]]


def explanation(plan: Plan, guard: Guard | None = None, *, trusted: bool = True) -> ExplanationJson:
    """The result of `hookwright/explain`; a hook that is planned but would not be run counts as skipped.

    So does every hook of an event that the `guard` has seen before (A15), and of a workspace that is not `trusted`.
    """
    once = once_of(plan) if guard is not None else None
    duplicate = f"would be a duplicate: {once}" if guard is not None and once in guard else None
    withheld = duplicate if trusted else _UNTRUSTED
    dialect = plan.request.dialect
    against = [it.skipped_because or withheld or refused_placeholder(dialect, it.hook) for it in plan.steps]
    running = [_entry(it.hook, it.because) for it, why in zip(plan.steps, against, strict=True) if why is None]
    skipped = [_entry(it.hook, (*it.because, why)) for it, why in zip(plan.steps, against, strict=True) if why]
    skipped += [_entry(hook, _whole(plan, hook, because)) for hook, because in plan.unmatched]
    return {"event": plan.row.name, "dialect": plan.request.dialect.id, "matched": running, "skipped": skipped}


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
    return {**found, "parts": [joined(it) for it in by_dialect.values()]} if by_dialect else found


def of_dialects(event: str, dialect: str, parts: Sequence[ExplanationJson]) -> ExplanationJson:
    """One explanation of an event that is fired for several dialects, in the words of one of them."""
    matched, skipped = (
        [it for part in parts for it in part["matched"]],
        [it for part in parts for it in part["skipped"]],
    )
    return {"event": event, "dialect": dialect, "matched": matched, "skipped": skipped, "parts": [*parts]}


def _whole(plan: Plan, hook: Hook, because: tuple[str, ...]) -> tuple[str, ...]:
    """The reasons, with those of the criteria that were not looked at once the hook was out."""
    others = (it.because for it in criteria_verdicts(plan.request.dialect, plan.facts, hook))
    return tuple(dict.fromkeys((*because, *others)))


def _entry(hook: Hook, because: tuple[str, ...]) -> ConsideredHookJson:
    return {"hook": identity(hook).to_json(), "because": list(because)}
