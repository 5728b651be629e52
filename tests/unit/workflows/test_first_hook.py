from __future__ import annotations

import pytest

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import by_id, for_path
from hookwright.model.hook import Scope
from hookwright.workflows.first_hook import Starter, starters

ALL = starters()


@pytest.mark.parametrize("starter", ALL, ids=lambda it: it.dialect)
def test_the_first_hook_of_each_dialect_can_be_run_where_it_is_put(starter: Starter) -> None:
    dialect = by_id(starter.dialect)
    hooks, left_out = runnable_hooks(read_hook_file(starter.path, starter.text, dialect, Scope.PROJECT))
    assert [it.body for it in hooks] == ['echo "A tool is about to run" >&2']
    assert left_out == ()
    found = for_path(f"/project/{starter.path}", home="/home/me")
    assert found is not None
    assert found[0] is dialect
