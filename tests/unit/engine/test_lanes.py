"""Which steps wait for each other."""

from __future__ import annotations

import pytest

from hookwright.engine.plan import Step, lanes
from hookwright.model.event import Order
from hookwright.model.hook import Hook, Scope
from hookwright.text import Route


def _step(source: str, route: Route) -> Step:
    hook = Hook(event="Stop", source=source, scope=Scope.PLUGIN, route=route, type="command", body="", values={})
    return Step(hook, (), 60)


ONE = _step("/a", ("hooks", "Stop", 0, "hooks", 0))
TWO = _step("/a", ("hooks", "Stop", 0, "hooks", 1))
NEXT = _step("/a", ("hooks", "Stop", 1, "hooks", 0))
OTHER = _step("/b", ("hooks", "Stop", 0, "hooks", 0))


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (Order.BY_GROUP, ((ONE, TWO), (NEXT,), (OTHER,))),
        (Order.PARALLEL, ((ONE,), (TWO,), (NEXT,), (OTHER,))),
    ],
)
def test_d8_the_hooks_of_a_list_wait_for_each_other(order: Order, found: tuple[tuple[Step, ...], ...]) -> None:
    assert lanes((ONE, TWO, NEXT, OTHER), order) == found


def test_nothing_has_no_lanes() -> None:
    assert lanes((), Order.BY_GROUP) == ()
