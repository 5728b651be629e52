"""Many at once, and many one after another: every outcome is right, and nothing grows."""

from __future__ import annotations

from itertools import count

import pytest
from tests.torture.conftest import Place
from tests.torture.wire import Wire

_IN_FLIGHT = 200


def test_two_hundred_dispatches_in_flight(place: Place, wire: Wire) -> None:
    place.hooks("cat >/dev/null; echo no >&2; exit 2")
    before = wire.warm()

    begun = [wire.begin_dispatch(tool_input={"command": f"echo {it}"}) for it in range(_IN_FLIGHT)]
    outcomes = [wire.answer_of(it)["result"] for it in begun]

    assert {(it["decision"], it["reason"]) for it in outcomes} == {("deny", "no")}
    assert len({it["dispatchId"] for it in outcomes}) == _IN_FLIGHT
    wire.holds_no_more_than(before)
    wire.still_works()


def test_two_hundred_dispatches_that_are_cancelled_in_flight(place: Place, wire: Wire) -> None:
    place.hooks("setsid sleep 1000 & wait")
    before = wire.warm()

    begun = [wire.begin_dispatch() for _ in range(_IN_FLIGHT)]
    for it in begun:
        wire.cancel(it)

    assert all("error" in wire.answer_of(it) for it in begun)
    wire.holds_no_more_than(before)
    wire.still_works()


@pytest.mark.timeout(400)
def test_five_hundred_hooks_on_one_event(place: Place, wire: Wire) -> None:
    place.hooks(*(f"echo {it}" for it in range(499)), "echo no >&2; exit 2")

    outcome = wire.dispatch(seconds=50)

    assert [it["stdout"] for it in outcome["runs"][:499]] == [f"{it}\n" for it in range(499)]
    assert (outcome["decision"], outcome["reason"]) == ("deny", "no")
    wire.still_works()


@pytest.mark.torture_long
@pytest.mark.timeout(500)
def test_a_hundred_thousand_dispatches(place: Place, wire: Wire) -> None:
    """One in twenty runs a hook, the others match none: starting processes is what takes the time."""
    place.matched({"Bash": "echo no >&2; exit 2"})
    numbers = count()

    def go(dispatches: int) -> None:
        begun: list[tuple[int, bool]] = []
        for it in range(dispatches):
            runs = it % 20 == 0
            begun.append(
                (wire.begin_dispatch(tool_name="Bash" if runs else "Read", tool_use_id=f"{next(numbers)}"), runs)
            )
            if len(begun) == _IN_FLIGHT or it == dispatches - 1:
                for number, denied in begun:
                    assert (wire.answer_of(number)["result"]["decision"] == "deny") is denied
                begun.clear()

    go(5_000)
    before = wire.warm()
    go(100_000)

    wire.holds_no_more_than(before)
    assert wire.held().kilobytes < before.kilobytes * 1.3
    wire.still_works()
