"""What several readings come to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from hookwright.model.folding import Folding, Heard, Pick
from hookwright.model.outcome import Folded, Reading
from hookwright.model.reaction import Decision, Status
from hookwright.policies.folds import folded
from hookwright.policies.strength import NO_SAY, strength

_ALLOW = Reading(status=Status.SUCCEEDED, decision=Decision.ALLOW)
_ASK = Reading(status=Status.SUCCEEDED, decision=Decision.ASK, reason="ask")
_DENY = Reading(status=Status.BLOCKED, decision=Decision.DENY, blocks=True, reason="deny")
_OBJECTION = Reading(status=Status.BLOCKED, reason="objection")
_NOTHING = Reading(status=Status.FAILED)
_UP_TO_DECISION, _UP_TO_CONTINUE = Folding(heard=Heard.UP_TO_DECISION), Folding(heard=Heard.UP_TO_CONTINUE)
_ANY = st.sampled_from([_ALLOW, _ASK, _DENY, _OBJECTION, _NOTHING])


def test_a_refusal_weighs_more_than_what_is_left_open_and_that_more_than_leave() -> None:
    blocks = Reading(status=Status.BLOCKED, blocks=True)
    defers = Reading(status=Status.SUCCEEDED, decision=Decision.DEFER)
    going_on = Reading(status=Status.SUCCEEDED, must_continue=True)
    weights = [strength(it) for it in (_DENY, blocks, defers, _ASK, going_on, _OBJECTION, _ALLOW, _NOTHING)]
    assert weights == sorted(set(weights), reverse=True)
    assert weights[-1] == NO_SAY


@given(st.lists(_ANY, max_size=6))
def test_the_strongest_decision_wins_wherever_it_stands(readings: list[Reading]) -> None:
    found = folded(readings)
    strongest = next((it for it in (_DENY, _ASK, _ALLOW) if it in readings), None)
    assert found.decision is (strongest.decision if strongest else None)
    assert found.blocked is (_DENY in readings)
    assert found == folded(readings[::-1])


def test_the_first_of_equals_gives_the_reason() -> None:
    second = Reading(status=Status.BLOCKED, decision=Decision.DENY, blocks=True, reason="second")
    assert folded([_ASK, _DENY, second]).reason == "deny"


def test_an_objection_gives_its_reason_and_blocks_nothing() -> None:
    found = folded([_ALLOW, _OBJECTION])
    assert (found.reason, found.blocked) == ("objection", False)


def test_a_failure_gives_no_reason() -> None:
    assert folded([Reading(status=Status.FAILED, reason="not said")]).reason is None


def test_contexts_join_in_order_unless_blocked() -> None:
    one, two = (Reading(status=Status.SUCCEEDED, context=it) for it in ("one", "two"))
    assert folded([one, _NOTHING, two]).additional_context == "one\n\ntwo"
    assert folded([one, _DENY]).additional_context is None


def test_the_last_input_wins_unless_blocked() -> None:
    one, two = (Reading(status=Status.SUCCEEDED, updated_input={"n": it}) for it in (1, 2))
    assert folded([one, two]).updated_input == {"n": 2}
    assert folded([one, _DENY]).updated_input is None


def test_one_is_enough_to_stop_the_agent() -> None:
    silent = Reading(status=Status.SUCCEEDED, stop_agent=True)
    first, second = (Reading(status=Status.SUCCEEDED, stop_agent=True, stop_reason=it) for it in ("a", "b"))
    found = folded([_ALLOW, silent, first, second])
    assert (found.stop_agent, found.stop_reason, found.decision) == (True, "a", Decision.ALLOW)


def test_a12_the_first_decision_is_the_answer_whatever_the_later_ones_say() -> None:
    silent = Reading(status=Status.SUCCEEDED)
    allowed = Reading(status=Status.SUCCEEDED, decision=Decision.ALLOW)
    denied = Reading(status=Status.BLOCKED, decision=Decision.DENY, blocks=True, reason="no")
    assert folded([silent, allowed, denied], _UP_TO_DECISION).decision is Decision.ALLOW
    assert not folded([silent, allowed, denied], _UP_TO_DECISION).blocked
    assert folded([denied, allowed], _UP_TO_DECISION).reason == "no"
    assert folded([silent], _UP_TO_DECISION).decision is None
    assert folded([], _UP_TO_DECISION) == Folded()


def test_a14_the_first_that_goes_on_gives_the_reason() -> None:
    first = Reading(status=Status.SUCCEEDED, must_continue=True, reason="one")
    second = Reading(status=Status.SUCCEEDED, must_continue=True, reason="two")
    silent = Reading(status=Status.SUCCEEDED)
    assert folded([silent, first, second], _UP_TO_CONTINUE) == Folded(must_continue=True, reason="one")
    assert folded([first, _DENY], _UP_TO_CONTINUE) == Folded(must_continue=True, reason="one")
    assert folded([_OBJECTION, _DENY], _UP_TO_CONTINUE).blocked
    assert folded([silent], _UP_TO_CONTINUE) == Folded()


def test_the_folding_say_whose_reason_input_and_context_count() -> None:
    late = Reading(status=Status.BLOCKED, decision=Decision.DENY, reason="late", context="c1", ended=1)
    early = Reading(status=Status.BLOCKED, decision=Decision.DENY, reason="early", context="c2", ended=0)
    found = {it: folded([late, early], Folding(reason=it, context=it)) for it in Pick}
    assert {it: (found.reason, found.additional_context) for it, found in found.items()} == {
        Pick.FIRST_CONFIGURED: ("late", "c1"),
        Pick.LAST_CONFIGURED: ("early", "c2"),
        Pick.FIRST_TO_END: ("early", "c2"),
        Pick.LAST_TO_END: ("late", "c1"),
        Pick.ALL: ("late\n\nearly", "c1\n\nc2"),
    }
    assert folded([late, early], Folding(by_end=True)).additional_context == "c2\n\nc1"


def test_who_asks_is_picked_apart_from_who_refuses() -> None:
    asks = [Reading(status=Status.SUCCEEDED, decision=Decision.ASK, reason=f"{it}", ended=it) for it in (1, 0)]
    folding = Folding(reason=Pick.LAST_TO_END, ask=Pick.FIRST_TO_END)
    assert folded(asks, folding).reason == "0"


def test_the_first_decision_by_time_is_the_only_one_that_is_heard() -> None:
    late, early = replace(_DENY, ended=1), replace(_ALLOW, ended=0)
    assert folded([late, early], Folding(heard=Heard.UP_TO_DECISION, by_end=True)).decision is Decision.ALLOW
    assert folded([late, early], _UP_TO_DECISION).decision is Decision.DENY


def test_what_stops_the_agent_does_not_let_it_go_on() -> None:
    going_on = Reading(status=Status.BLOCKED, must_continue=True, reason="go on")
    found = folded([going_on, Reading(status=Status.SUCCEEDED, stop_agent=True)])
    assert (found.stop_agent, found.must_continue) == (True, False)


def test_who_asks_is_not_stopped_where_that_decides_first() -> None:
    stopping = Reading(status=Status.SUCCEEDED, stop_agent=True, stop_reason="halt")
    asks_first = Folding(unstopped=frozenset({Decision.ASK}))
    found = folded([stopping, _ASK], asks_first)
    assert (found.decision, found.stop_agent, found.stop_reason) == (Decision.ASK, False, None)
    for others in ([_ASK, _DENY], [_ALLOW], []):
        assert folded([stopping, *others], asks_first).stop_agent
    assert folded([stopping, _ASK]).stop_agent


def test_to_ask_is_lost_beside_the_words_of_another_hook_where_it_counts_only_alone() -> None:
    asks = Reading(status=Status.SUCCEEDED, decision=Decision.ASK, settles=False, output={"decision": "ask"})
    silent, speaking = Reading(status=Status.SUCCEEDED), Reading(status=Status.SUCCEEDED, output={})
    alone = Folding(lone_ask=True)
    assert folded([asks, silent], alone).decision is Decision.ASK
    assert folded([asks, speaking], alone).decision is None
    assert folded([asks, asks], alone).decision is None
    assert folded([replace(asks, settles=None), speaking], alone).decision is Decision.ASK
    assert folded([asks, speaking]).decision is Decision.ASK


def test_the_last_that_settles_it_decides_against_those_that_give_way() -> None:
    said = [replace(it, settles=True) for it in (_DENY, _ALLOW)]
    by_exit, firm = replace(_DENY, settles=False), _DENY
    assert folded(said).decision is Decision.ALLOW
    assert not folded(said).blocked
    assert folded([*said, by_exit]).decision is Decision.ALLOW
    assert folded([*said, firm]).decision is Decision.DENY
    assert folded(said[::-1]).decision is Decision.DENY
