"""What the engine says comes of an event, in the words of a proof, and which texts the model has to be told then."""

from __future__ import annotations

from collections.abc import Iterator

from hookwright.engine.plan import Plan
from hookwright.model.outcome import Outcome, Run
from hookwright.model.reaction import Audience, Decision, Level, Status
from hookwright.patterns import late_pattern
from hookwright.policies.payloads import input_of
from hookwright.proving.sides import Effect, Expected, Side, is_told
from hookwright.wording.verdict import wall_time

_REFUSED = (Decision.DENY, Decision.ASK, Decision.DEFER)
_AFTER = ("PostToolUse", "PostToolUseFailure")
_ASKED = "PermissionRequest"
_BLOCKS = 2
# A decision or the name of an event is one word.
_WORDS = late_pattern(r"\S[\s_-]+\S")


def engine_side(plan: Plan, outcome: Outcome) -> Side:
    """The engine's side of a proof."""
    return Side(
        effect=_effect(plan, outcome),
        fired=tuple(dict.fromkeys(it.hook.command for it in outcome.runs if it.reading.status is not Status.SKIPPED)),
        told=_told(outcome),
        shown=tuple(it.text for it in outcome.messages if it.to is Audience.USER),
        stops=outcome.folded.stop_agent,
        seconds=wall_time(outcome.runs) or 0.0,
    )


def expected_of(outcome: Outcome) -> Expected:
    """What the agent has to tell its model and what it must not, of what hooks printed and said."""
    told = _told(outcome)
    said = tuple(dict.fromkeys(text for it in outcome.runs for text in _said(it)))
    shown_anyway = outcome.folded.decision in (Decision.ASK, Decision.DEFER)
    return Expected(
        told=tuple(it for it in said if is_told(it, told)),
        untold=() if shown_anyway else tuple(it for it in said if not is_told(it, told)),
        objections=tuple(text for it in outcome.runs for text in _objections(it)),
    )


def _told(outcome: Outcome) -> tuple[str, ...]:
    folded = outcome.folded
    refused = folded.blocked or folded.must_continue or folded.decision in _REFUSED
    messages = (it.text for it in outcome.messages if it.to is Audience.AGENT)
    reason = folded.reason if refused else None
    said = (reason, *messages, folded.additional_context, folded.updated_result, folded.updated_prompt)
    return tuple(dict.fromkeys(str(it) for it in said if it))


def _said(run: Run) -> Iterator[str]:
    """The words of a hook: the texts in the object that it printed, or what it printed."""
    if run.result is None:
        return
    if run.reading.output is None:
        yield run.result.stdout.strip()
    else:
        yield from _texts(run.reading.output)
    yield run.result.stderr.strip()


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for it in value.values():
            yield from _texts(it)
    elif isinstance(value, str) and _WORDS.search(value):
        yield value.strip()


def _objections(run: Run) -> Iterator[str]:
    reading = run.reading
    if reading.reason:
        yield reading.reason
    if run.result is not None and run.result.exit_code == _BLOCKS:
        yield run.result.stderr.strip()


def _effect(plan: Plan, outcome: Outcome) -> Effect:
    dialect, folded = plan.request.dialect, outcome.folded
    usual = dialect.moments.get(plan.row.name, plan.row.name)
    refused = folded.decision in _REFUSED or folded.blocked
    if usual == _ASKED:
        return Effect.RUNS if folded.decision is Decision.ALLOW else Effect.BLOCKED
    if usual in _AFTER:
        objects = any(it.to is Audience.AGENT and it.level is Level.ERROR for it in outcome.messages)
        return Effect.BLOCKED if refused or folded.must_continue or objects else Effect.RUNS
    if usual == "UserPromptSubmit":
        return Effect.BLOCKED if refused or folded.stop_agent else Effect.RUNS
    if refused or folded.must_continue:
        return Effect.BLOCKED
    given = input_of(dialect, plan.facts.payload)
    changed = folded.updated_input is not None and given is not None and dict(folded.updated_input) != dict(given)
    return Effect.CHANGED if changed else Effect.RUNS
