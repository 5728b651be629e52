"""What the journal knows of how hooks fare (A18)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.unit.engine.journal.entries import NOW, entry, hook, run, write

from hookwright.engine.journal.records import Origin
from hookwright.engine.journal.statistics import Numbers, statistics


def test_without_a_journal_all_is_zero(path: str) -> None:
    found = statistics(path, "/project")
    assert (found.dispatches, found.total, found.hooks) == (0, Numbers(), {})


def test_without_runs_all_but_the_dispatches_is_zero(path: str) -> None:
    write(path, entry(1))
    found = statistics(path, "/project")
    assert (found.dispatches, found.total, found.hooks) == (1, Numbers(), {})


def test_times_and_failures_of_each_hook(path: str) -> None:
    durations = [entry(it, run(1, duration=(it + 1) / 100)) for it in range(100)]
    others = [
        entry(200, run(2, status=it, duration=1.0))
        for it in ("failed", "timed-out", "cannot-start", "blocked", "succeeded", "skipped", "running")
    ]
    write(path, *durations, *others)
    found = statistics(path, "/project")
    assert found.dispatches == 107
    one, two = found.hooks[("hook-1", "true")], found.hooks[("hook-2", "true")]
    assert (one.runs, one.failures, one.blocked, one.last) == (100, 0, 0, NOW + 99)
    assert one.mean == pytest.approx(0.505)
    assert one.p95 == pytest.approx(0.95)
    assert (two.runs, two.failures, two.blocked, two.p95) == (5, 3, 1, 1.0)
    assert (found.total.runs, found.total.failures, found.total.p95) == (105, 3, 1.0)
    assert two.to_json() == {
        "runs": 5, "failures": 3, "blocked": 1, "meanMs": 1000.0, "p95Ms": 1000.0, "lastAt": "2027-01-15T08:03:20.000Z",
    }  # fmt: skip


def test_only_agents_dispatches_in_the_project_count(path: str) -> None:
    write(path, entry(1, run(1)), entry(2, run(1), origin=Origin.FIRE), entry(3, run(1), project="/elsewhere"))
    found = statistics(path, "/project")
    assert (found.dispatches, found.total.runs) == (1, 1)


def test_a_hook_that_was_edited_is_another_one(path: str) -> None:
    write(path, entry(1, run(1)), entry(2, replace(run(1), hook=hook(1, "false"))))
    assert {key: it.runs for key, it in statistics(path, "/project").hooks.items()} == {
        ("hook-1", "true"): 1,
        ("hook-1", "false"): 1,
    }
