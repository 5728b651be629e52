"""Hooks that misbehave: what came of each is said, the next one runs, and nothing of it is left."""

from __future__ import annotations

from tests.torture.conftest import Place
from tests.torture.wire import Wire


def test_a_hook_that_hangs(place: Place, wire: Wire) -> None:
    place.hooks("sleep 1000", timeout=1)

    outcome = wire.dispatch()

    assert outcome["runs"][0]["status"] == "timed-out"
    wire.still_works()
