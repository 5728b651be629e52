"""How an event came to its outcome: what each run said, what effect it had, and by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypedDict

from msgspec import Struct

from hookwright.model.event import EventRow, Order
from hookwright.model.folding import Heard, Pick
from hookwright.model.outcome import Folded, Reading, Run
from hookwright.model.reaction import Decision, Status
from hookwright.policies.folds import changer, folded, heard, speaker
from hookwright.policies.strength import NO_SAY, strength
from hookwright.wording.phrases import how_it_ended

_OBJECTION = 2
_LAST_HEARD = {Heard.UP_TO_DECISION: "has decided", Heard.UP_TO_CONTINUE: "makes the agent go on"}
_NO_WORDS = {
    Status.SUCCEEDED: "no decision",
    Status.RUNNING: "the agent does not wait for it",
}
_NAMES = {7: "deny", 6: "block", 5: "defer", 4: "ask", 3: "going on", 2: "objection", 1: "allow"}
"""Decisions by their strength."""
_ALONE = {7: "denies", 6: "blocks", 5: "defers", 4: "asks", 3: "makes the agent go on", 2: "objects", 1: "allows"}
_DECISIONS = {7, 5, 4, 1}
_ASK = 4
_UNHEARD = Reading(status=Status.SKIPPED)
_WINS = {
    Pick.FIRST_CONFIGURED: "comes first",
    Pick.LAST_CONFIGURED: "comes last",
    Pick.FIRST_TO_END: "ended first",
    Pick.LAST_TO_END: "ended last",
    Pick.ALL: "is told with it",
}
_AMONG = {
    Pick.FIRST_CONFIGURED: "the first {}",
    Pick.LAST_CONFIGURED: "the last {}",
    Pick.FIRST_TO_END: "the first {} to end",
    Pick.LAST_TO_END: "the last {} to end",
    Pick.ALL: "each {}",
}


class TraceStepJson(TypedDict):
    """What a run said, and the effect of that; `decides`: its reason is the outcome's.

    The last one has no `hook`: it says by which rule the event comes to its outcome.
    """

    hook: str | None
    says: str
    effect: str
    decides: bool


class TraceStep(Struct, frozen=True):
    """What a run said, and its effect; `decides`: the outcome has its reason.  `hook` is its id, None for the rule."""

    hook: str | None
    says: str
    effect: str
    decides: bool = False

    def to_json(self) -> TraceStepJson:
        """As in the answer to `hookwright/fire`."""
        return {"hook": self.hook, "says": self.says, "effect": self.effect, "decides": self.decides}


def outcome_trace(row: EventRow, runs: Sequence[Run]) -> tuple[TraceStep, ...]:
    """A step for each run in configuration order, then the event's rule with the result.

    Runs are referred to by number, from 1.
    """
    readings = [it.reading for it in runs]
    places = heard(readings, row.folding)
    listened = [it if place in places else _UNHEARD for place, it in enumerate(readings)]
    found = _Weighing(row, listened, places, speaker(listened, row.folding), folded(readings, row.folding))
    steps = [TraceStep(it.hook.id, _says(it), *_effect(found, place, it)) for place, it in enumerate(runs)]
    return (*steps, TraceStep(None, _rule_words(row), _result(row, found.folded)))


class _Weighing(Struct, frozen=True):
    """The readings that count and their places, the index of the one that gives the reason, and the outcome."""

    row: EventRow
    readings: Sequence[Reading]
    heard: tuple[int, ...]
    speaker: int | None
    folded: Folded


def _says(run: Run) -> str:
    if run.skipped_because is not None:
        return f"skipped: {run.skipped_because}"
    reading = run.reading
    how = how_it_ended(run.result) if run.result else reading.status.value
    spoke = " and a JSON object" if reading.output is not None else ""
    words = ", ".join(_stance(reading)) or _NO_WORDS.get(reading.status, "an error that decides nothing")
    return f"{how}{spoke}: {words}"


def _stance(reading: Reading) -> Iterator[str]:
    if reading.decision is not None:
        yield reading.decision.value
    if reading.blocks and reading.decision is not Decision.DENY:
        yield "block"
    if reading.must_continue:
        yield "the agent must go on"
    if strength(reading) == _OBJECTION:
        yield "an objection, which cannot undo it"
    if reading.stop_agent:
        yield "the agent must stop"


def _effect(weighing: _Weighing, place: int, run: Run) -> tuple[str, bool]:
    if place not in weighing.heard:
        last = max(weighing.heard, key=lambda it: (weighing.readings[it].ended, it))
        return f"comes too late: hook {last + 1} {_LAST_HEARD[weighing.row.folding.heard]}", False
    clauses = [*_weighed(weighing, place, run.reading), *_added(weighing, place, run.reading)]
    return "; ".join(clauses) or "has no say", place == weighing.speaker


def _weighed(weighing: _Weighing, place: int, reading: Reading) -> Iterator[str]:
    """How its decision compares with the others."""
    mine, first = strength(reading), weighing.speaker
    if mine == NO_SAY or first is None:
        return
    if place == first:
        yield _decides(weighing, place, mine)
        if reading.must_continue and not weighing.folded.must_continue:
            yield "but the agent stops anyway"
        return
    winner = weighing.readings[first]
    if mine == strength(winner):
        yield f"says the same as hook {first + 1}, which {_WINS[_pick(weighing, mine)]}"
    else:
        yield f"overruled by hook {first + 1}: {_NAMES[strength(winner)]} beats {_NAMES[mine]}"
    if reading.decision is weighing.folded.decision is not winner.decision:
        yield f"its `{reading.decision}` is still the decision"
    if reading.blocks and not winner.blocks:
        yield "still blocks"
    if reading.must_continue and weighing.folded.must_continue and not winner.must_continue:
        yield "still makes the agent go on"


def _decides(weighing: _Weighing, place: int, mine: int) -> str:
    others = [strength(it) for number, it in enumerate(weighing.readings) if number != place]
    beaten = [_NAMES[it] for it in sorted({*others} - {NO_SAY, mine}, reverse=True)]
    name = _AMONG[_pick(weighing, mine)].format(_NAMES[mine]) if mine in others else _NAMES[mine]
    if beaten:
        return f"decides: {name} beats {' and '.join(beaten)}"
    return f"decides: {name} gives the reason" if mine in others else "decides"


def _pick(weighing: _Weighing, rank: int) -> Pick:
    folding = weighing.row.folding
    return folding.ask if rank == _ASK else folding.reason


def _added(weighing: _Weighing, place: int, reading: Reading) -> Iterator[str]:
    """What it contributes besides its decision."""
    blocked = weighing.folded.blocked
    if reading.context:
        kept = reading.context in (weighing.folded.additional_context or "")
        yield "adds context" if kept else f"its context is dropped, as {_why_dropped(weighing.folded)}"
    if reading.updated_input is not None:
        yield "its change to the tool input is dropped, as this is blocked" if blocked else _changes(weighing, place)
    for what, mine, theirs in (
        ("result", reading.updated_result, weighing.folded.updated_result),
        ("prompt", reading.updated_prompt, weighing.folded.updated_prompt),
    ):
        if mine is not None:
            yield f"changes the {what}" if mine == theirs else f"its change to the {what} gives way"
    if reading.stop_agent:
        yield "stops the agent" if weighing.folded.stop_agent else "does not stop the agent here"


def _why_dropped(folded: Folded) -> str:
    if folded.stop_agent:
        return "the agent is stopped"
    return "this is blocked" if folded.blocked else "another hook's is kept"


def _changes(weighing: _Weighing, place: int) -> str:
    last = changer(weighing.readings, weighing.row.folding)
    if last is None or place == last:
        return "changes the tool input"
    if weighing.row.chain.accumulates and not weighing.row.chain.replaces_input:
        return f"changes the tool input, which hook {last + 1} changes further"
    return f"its change to the tool input is replaced by that of hook {last + 1}"


def _result(row: EventRow, folded: Folded) -> str:
    found = [folded.decision.value] if folded.decision else []
    found += ["blocked"] if folded.blocked else []
    found += ["the agent goes on"] if folded.must_continue else []
    found += ["the agent is stopped"] if folded.stop_agent else []
    return f"outcome: {', '.join(found) or f'no decision, so {row.undecided}'}"


def _rule_words(row: EventRow) -> str:
    """Which decision beats which, and which hooks are heard or run at all."""
    ranks = sorted({strength(it) for it in row.reactions} - {NO_SAY}, reverse=True)
    parts = [_ranking(row, ranks)] if ranks else ["hooks decide nothing"]
    if row.folding.heard is Heard.UP_TO_CONTINUE:
        parts.append("hooks after the first one that makes the agent go on are ignored")
    if row.running.order is Order.SERIAL and row.running.stops_at:
        parts.append(f"nothing runs after {' or '.join(it.value for it in row.running.stops_at)}")
    return "; ".join(parts)


def _ranking(row: EventRow, ranks: Sequence[int]) -> str:
    if row.folding.heard is Heard.UP_TO_DECISION and _DECISIONS.issuperset(ranks):
        return "the first hook that decides counts, whatever the later ones say"
    if len(ranks) == 1:
        return f"one hook that {_ALONE[ranks[0]]} is enough"
    return " beats ".join(_NAMES[it] for it in ranks)
