"""What `latest` reads back."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest
from msgspec.structs import replace
from tests.unit.engine.journal.entries import entry, hook, run, write

from hookwright.engine.journal.records import Origin
from hookwright.engine.journal.statistics import key_of, latest


def test_nothing_was_ever_recorded(path: str) -> None:
    assert latest(path, [hook()]) == {}
    assert not os.path.exists(path)


def test_the_newest_run_that_ended_counts(path: str) -> None:
    write(
        path,
        entry(0, run(status="failed")),
        entry(1, run(status="blocked", duration=0.5, decision="deny"), decision="deny"),
        entry(2, run(status="skipped"), run(1)),
    )
    found = latest(path, [hook(), hook(1), hook(2)])
    assert set(found) == {key_of(hook()), key_of(hook(1))}
    last = found[key_of(hook())]
    assert (last.dispatch_id, last.status, last.decision, last.duration) == ("dispatch-1", "blocked", "deny", 0.5)


def test_each_hook_has_the_decision_of_its_own_run(path: str) -> None:
    deciding = [run(decision="allow"), run(1, status="blocked", decision="deny"), run(2)]
    write(path, entry(0, *deciding, decision="deny"))
    hooks = [hook(), hook(1), hook(2)]
    found = latest(path, hooks)
    assert [found[key_of(it)].decision for it in hooks] == ["allow", "deny", None]


def test_a_run_of_an_earlier_version_has_the_decision_of_a_dispatch_that_it_was_alone_in(path: str) -> None:
    alone, together = entry(0, run(), decision="allow"), entry(1, run(1), run(2), decision="deny")
    write(path, alone, together)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE runs DROP COLUMN decision")
        connection.execute("DROP TABLE payloads")
        connection.execute("DROP TABLE payload_limits")
        connection.execute("PRAGMA user_version = 2")
    before = [it.decision for it in latest(path, [hook(), hook(1)]).values()]
    write(path)
    after = [it.decision for it in latest(path, [hook(), hook(1)]).values()]
    assert before == after == ["allow", None]


def test_a_hook_that_was_edited_is_another(path: str) -> None:
    write(path, entry(0, run(hook=hook(command="old"))))
    assert key_of(hook(command="new")) not in latest(path, [hook(command="new")])


def test_a_command_with_a_secret_is_found_again(path: str) -> None:
    secret = hook(command=f"curl -H 'Authorization: Bearer ghp_{'a1B2' * 9}'")
    write(path, entry(0, run(hook=secret)))
    assert latest(path, [secret])[key_of(secret)].status == "succeeded"
    assert key_of(secret) != (secret.id, secret.command)


@pytest.mark.parametrize(("count", "usual"), [(4, None), (5, 5.0), (20, 19.0), (40, 38.0)])
def test_how_long_agents_usually_wait(path: str, count: int, usual: float | None) -> None:
    runs = [entry(it, run(duration=float(count - it))) for it in range(count)]
    by_hand = entry(count, run(duration=1000.0), origin=Origin.FIRE)
    write(path, *runs, by_hand)
    found = latest(path, [hook()])[key_of(hook())]
    assert (found.usual, found.duration) == (usual, 1000.0)


def test_what_a_hook_is_known_by_is_its_place_and_command() -> None:
    assert key_of(hook()) == key_of(replace(hook(), name="x", scope="user"))


def test_any_number_of_hooks_may_be_asked_about(path: str) -> None:
    write(path, *(entry(it, run(it)) for it in range(6)))
    hooks = [hook(it) for it in range(1200)]

    found = latest(path, hooks, timed=False)

    assert set(found) == {key_of(it) for it in hooks[:6]}
