"""Many sessions of several agents in one server: nothing is lost, answered twice or out of order, and nothing grows."""

from __future__ import annotations

import pytest
from benchmarks.load import Dispatch, kilobytes_of, load, serving

_CLIENTS, _SESSIONS = 4, 50


async def _holds(dispatches: int, at_once: int, kilobytes: int) -> None:
    with serving("cat >/dev/null") as (project, path, server):
        # What the first requests import and keep is no growth.
        await load(project, path, clients=_CLIENTS, sessions=_CLIENTS, dispatches=_CLIENTS, at_once=1)
        before = kilobytes_of(server)
        found = await load(project, path, clients=_CLIENTS, sessions=_SESSIONS, dispatches=dispatches, at_once=at_once)
        after = kilobytes_of(server)

    sent = {str(it): [Dispatch(str(it), n).id for n in range(dispatches // _SESSIONS)] for it in range(_SESSIONS)}
    numbers = {it for each in sent.values() for it in each}
    assert found.wrong == []
    assert found.answers.keys() == numbers
    assert set(found.answers.values()) == {1}
    assert found.finished == found.answers
    assert found.started == sent
    assert after - before < kilobytes


async def test_fifty_sessions_of_four_clients() -> None:
    await _holds(dispatches=300, at_once=100, kilobytes=40_000)


@pytest.mark.torture_long
@pytest.mark.timeout(600)
async def test_twenty_thousand_dispatches_of_fifty_sessions() -> None:
    await _holds(dispatches=20_000, at_once=500, kilobytes=80_000)
