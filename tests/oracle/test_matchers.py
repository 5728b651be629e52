"""Which pattern meets which subject in the real agents, or their documents, and whether it does so here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace
from tests.oracle.recordings import FACTS

from hookwright.dialects import DIALECTS, by_id
from hookwright.engine.selection import select
from hookwright.model.hook import Hook, Scope

pytestmark = pytest.mark.sweep

_WANTED = 150
_HOOK = Hook(event="", source="", scope=Scope.PROJECT, route=(), type="", body="true", values={})


@dataclass(frozen=True, slots=True)
class Table:
    """What the patterns of one event met: each with the subjects that it met, and those that it was held against.

    A subject is None where the event has none.
    """

    agent: str
    event: str
    rows: tuple[tuple[Any, frozenset[str | None], tuple[str | None, ...]], ...]


def _tables() -> Iterator[Table]:
    known = {it.id for it in DIALECTS}
    for it in json.loads((FACTS / "matchers.json").read_text(encoding="utf-8")):
        rows = (
            (row[0], frozenset(row[1]), tuple(row[2] if len(row) > 2 else it["subjects"])) for row in it["patterns"]
        )
        if it["agent"] in known:
            yield Table(it["agent"], it["event"], tuple(rows))


TABLES = tuple(_tables())


def test_there_are_many() -> None:
    assert sum(len(held) for table in TABLES for _, _, held in table.rows) >= _WANTED


@pytest.mark.parametrize("table", [pytest.param(it, id=f"{it.agent}-{it.event}") for it in TABLES])
def test_patterns_meet_what_they_met_in_the_agent(table: Table) -> None:
    dialect = by_id(table.agent)
    row = dialect.event(table.event)
    assert row is not None
    wrong = []
    for pattern, met, held in table.rows:
        hook = replace(_HOOK, event=row.name, type=dialect.grammar.types[0].name, matcher=pattern)
        for subject in held:
            fires = bool(select(dialect, row, (hook,), subject).matched)
            if fires != (subject in met):
                wrong.append(f"{pattern!r} on {subject}: the agent {subject in met}, hookwright {fires}")
    assert not wrong, "\n".join(wrong)
