"""The story of a fold is held against what the fold came to, for every event of every dialect."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.every import every

from hookwright.dialects import DIALECTS
from hookwright.firing.outcome_trace import TraceStep, _rule_words, outcome_trace
from hookwright.model.event import Chain, EventRow, Order
from hookwright.model.folding import AS_CONFIGURED, Folding, Heard, Pick
from hookwright.model.outcome import Folded, HookIdentity, Reading, Result, Run
from hookwright.model.reaction import Decision, Status
from hookwright.policies.folds import folded
from hookwright.policies.strength import strength

ROWS = {f"{dialect.id} {row.name}": row for dialect in DIALECTS for row in dialect.events}
_ROW = replace(ROWS["claude-code PreToolUse"], folding=AS_CONFIGURED)
_BY_END = Folding(reason=Pick.LAST_TO_END, ask=Pick.FIRST_TO_END, input=Pick.LAST_TO_END)
_READINGS = st.lists(
    st.builds(
        Reading,
        status=st.sampled_from(Status),
        decision=st.sampled_from([None, None, *Decision]),
        blocks=st.booleans(),
        must_continue=st.booleans(),
        stop_agent=st.booleans(),
        context=st.sampled_from([None, "c"]),
        updated_input=st.sampled_from([None, {}]),
        ended=st.integers(0, 9),
    ),
    max_size=5,
)


def run_of(place: int, reading: Reading, exit_code: int | None = 0, skipped_because: str | None = None) -> Run:
    hook = HookIdentity(
        id=f"hook-{place}", source="/f", scope="project", pointer=f"/{place}", name=None, type="command", command="x"
    )
    ended = Result(exit_code=exit_code, started_at=datetime(2026, 1, 1, tzinfo=UTC), duration=0.1)
    return Run(hook=hook, reading=reading, result=None if skipped_because else ended, skipped_because=skipped_because)


def told(row: EventRow, readings: list[Reading]) -> tuple[list[tuple[Reading, TraceStep]], TraceStep, Folded]:
    """Every reading, now with words of its own, and its step; the last step; and what the fold came to."""
    own = [
        replace(
            it,
            reason=f"reason {place}",
            context=it.context and f"context {place}",
            updated_input=None if it.updated_input is None else {"place": place},
        )
        for place, it in enumerate(readings)
    ]
    *steps, last = outcome_trace(row, [run_of(place, it) for place, it in enumerate(own)])
    assert [it.hook for it in steps] == [f"hook-{place}" for place in range(len(own))]
    return list(zip(own, steps, strict=True)), last, folded(own, row.folding)


@pytest.mark.parametrize("hearing", Heard)
@given(readings=_READINGS, accumulates=st.booleans())
def test_the_story_is_that_of_the_fold(hearing: Heard, readings: list[Reading], accumulates: bool) -> None:
    pairs, _, found = told(
        replace(_ROW, folding=Folding(heard=hearing), chain=Chain(accumulates=accumulates)), readings
    )

    said = [(it, step) for it, step in pairs if "comes too late" not in step.effect]
    assert said == pairs[: len(said)]
    deciding = [it for it, step in pairs if step.decides]
    assert [it.reason for it in deciding] == [found.reason][: len(deciding)]
    assert bool(deciding) is (found.reason is not None) is any(strength(it) for it, _ in said)
    assert all(strength(it) <= strength(deciding[0]) for it, _ in said if deciding)
    assert all(step.effect.startswith("decides") is step.decides for _, step in pairs)


@pytest.mark.parametrize("hearing", Heard)
@given(readings=_READINGS, accumulates=st.booleans(), folding=st.sampled_from([AS_CONFIGURED, _BY_END]))
def test_whatever_is_said_to_count_counts_and_nothing_else(
    hearing: Heard, readings: list[Reading], accumulates: bool, folding: Folding
) -> None:
    row = replace(_ROW, folding=replace(folding, heard=hearing), chain=Chain(accumulates=accumulates))
    pairs, last, folded = told(row, readings)

    def those(words: str) -> list[Reading]:
        return [it for it, step in pairs if words in step.effect]

    winner = next((it for it, step in pairs if step.decides), Reading(status=Status.SUCCEEDED))
    made = {it.decision for it in [winner, *those("is still the decision")]} - {None}
    assert max(made, key=lambda it: it.rank if it else -1, default=None) is folded.decision
    assert {it.decision for it in those("is still the decision")} <= {folded.decision}
    assert folded.blocked is any(it.blocks for it in [winner, *those("still blocks")])
    goes_on = [*those("still makes the agent go on"), *([] if those("stops anyway") else [winner])]
    assert folded.must_continue is any(it.must_continue for it in goes_on)
    assert not (folded.must_continue and folded.stop_agent)
    assert ("\n\n".join(str(it.context) for it in those("adds context")) or None) == folded.additional_context
    ends = [it.updated_input for it, step in pairs if _CHANGES in step.effect.split("; ")]
    assert ends == ([] if folded.updated_input is None else [folded.updated_input])
    assert bool(those("stops the agent")) is folded.stop_agent
    assert ("blocked" in last.effect, "is stopped" in last.effect) == (folded.blocked, folded.stop_agent)


_CHANGES = "changes the tool input"


@every("row", [pytest.param(row, id=name) for name, row in ROWS.items()])
def test_every_event_has_a_rule_that_speaks_of_what_its_hooks_can_say(row: EventRow) -> None:
    rule = _rule_words(row)
    decides_nothing = not any(strength(it) for it in row.reactions)
    assert rule.startswith("hooks decide nothing") is decides_nothing
    assert ("nothing runs after" in rule) is (row.running.order is Order.SERIAL and bool(row.running.stops_at))
    assert outcome_trace(row, ()) == (TraceStep(None, rule, f"outcome: no decision, so {row.undecided}"),)


def test_each_run_is_told_in_words() -> None:
    readings = [
        Reading(status=Status.SUCCEEDED, decision=Decision.ASK, output={}),
        Reading(status=Status.BLOCKED, decision=Decision.DENY, blocks=True),
        Reading(status=Status.SUCCEEDED, context="more"),
        Reading(status=Status.FAILED),
    ]
    runs = [run_of(place, it, code) for place, (it, code) in enumerate(zip(readings, (0, 2, 0, 1), strict=True))]
    skipped = run_of(4, Reading(status=Status.SKIPPED), skipped_because="no model")

    story = outcome_trace(_ROW, [*runs, skipped])

    assert [(it.says, it.effect) for it in story] == [
        ("exit 0 and a JSON object: ask", "overruled by hook 2: deny beats ask"),
        ("exit 2: deny", "decides: deny beats ask"),
        ("exit 0: no decision", "its context is dropped, as this is blocked"),
        ("exit 1: an error that decides nothing", "has no say"),
        ("skipped: no model", "has no say"),
        ("deny beats defer beats ask beats allow", "outcome: deny, blocked"),
    ]


def test_a12_the_first_decision_is_told_as_such() -> None:
    allow, deny = (Reading(status=Status.SUCCEEDED, decision=it) for it in (Decision.ALLOW, Decision.DENY))
    first, second, last = outcome_trace(ROWS["clawdcode PermissionRequest"], [run_of(0, allow), run_of(1, deny)])
    assert (first.effect, second.effect) == ("decides", "comes too late: hook 1 has decided")
    assert last.says.startswith("the first hook that decides counts")


def test_of_equals_the_first_gives_the_reason() -> None:
    deny = Reading(status=Status.BLOCKED, decision=Decision.DENY)
    first, second, _ = outcome_trace(_ROW, [run_of(0, deny), run_of(1, deny)])
    assert (first.effect, second.effect) == (
        "decides: the first deny gives the reason",
        "says the same as hook 1, which comes first",
    )


def test_of_equals_the_last_to_end_gives_the_reason_where_the_event_says_so() -> None:
    late, early = (Reading(status=Status.BLOCKED, decision=Decision.DENY, ended=it) for it in (1, 0))
    row = replace(_ROW, folding=_BY_END)
    first, second, _ = outcome_trace(row, [run_of(0, late), run_of(1, early)])
    assert (first.effect, second.effect) == (
        "decides: the last deny to end gives the reason",
        "says the same as hook 1, which ended last",
    )


def test_a_decision_that_came_first_by_time_leaves_the_others_too_late() -> None:
    late, early = (
        Reading(status=Status.SUCCEEDED, decision=it, ended=place)
        for it, place in ((Decision.DENY, 1), (Decision.ALLOW, 0))
    )
    steps = outcome_trace(ROWS["claude-code PermissionRequest"], [run_of(0, late), run_of(1, early)])
    assert [it.effect for it in steps[:2]] == ["comes too late: hook 2 has decided", "decides"]
    assert steps[-1].effect == "outcome: allow"


def test_changes_that_accumulate_all_stay() -> None:
    change = Reading(status=Status.SUCCEEDED, updated_input={})
    runs = [run_of(0, change), run_of(1, change)]
    effects = [
        [it.effect for it in outcome_trace(replace(_ROW, chain=Chain(accumulates=it)), runs)][:2]
        for it in (True, False)
    ]
    assert effects == [
        ["changes the tool input, which hook 2 changes further", _CHANGES],
        ["its change to the tool input is replaced by that of hook 2", _CHANGES],
    ]
