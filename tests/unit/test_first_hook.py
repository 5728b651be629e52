from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id
from hookwright.first_hook import Starter, starters
from hookwright.guards.first import first_hook
from hookwright.model.hook import Scope
from hookwright.readers.choice import readers

ALL = starters()


@pytest.mark.parametrize("starter", ALL, ids=lambda it: it.dialect)
def test_the_first_hook_of_each_dialect_can_be_run_where_it_is_put(starter: Starter) -> None:
    dialect = by_id(starter.dialect)
    hooks, left_out = runnable_hooks(read_hook_file(starter.path, starter.text, dialect, Scope.PROJECT))
    # Where no event is about every tool, it is on one for each kind.
    assert {it.body for it in hooks} == {'echo "A tool is about to run" >&2'}
    assert left_out == ()
    # Two agents may read files at one place, in their own ways.
    assert dialect in [it.dialect for it in readers(f"/project/{starter.path}", starter.text, None, "/home/me")]


def test_an_agent_that_has_another_name_for_the_event_gets_one_for_that() -> None:
    table = by_id("ai-agents")
    events = tuple(replace(it, name="BeforeTool") if it.name == "PreToolUse" else it for it in table.events)
    dialect = replace(table, events=events)

    hooks, *_, test, sample = first_hook(dialect)

    assert list(json.loads(hooks.text)["hooks"]) == ["BeforeTool"]
    assert "event: BeforeTool" in test.text
    assert "/BeforeTool/" in sample.path
