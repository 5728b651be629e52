"""Literal exit codes, and what is said before them."""

from __future__ import annotations

import pytest

from hookwright.analysis.commands.refusals import exits


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("exit 2", [(2, False)]),
        ("echo 'Blocked: no' >&2; exit 1", [(1, True)]),
        ("if x; then echo denied; exit 1; fi; exit 3", [(1, True), (3, False)]),
        ("if x; then echo denied; else exit 1; fi", [(1, False)]),
        ("x || { echo 'not allowed'; exit 2; }", [(2, True)]),
        ("(echo denied; exit 1)", [(1, True)]),
        ("(echo denied; exit 1); true", []),
        ("echo denied > log; exit 1", [(1, False)]),
        ("exit $CODE; exit", []),
    ],
)
def test_exits(command: str, found: list[tuple[int, bool]]) -> None:
    assert [(it.code, it.refuses) for it in exits(command)] == found
    assert all(command[it.start : it.end] == f"exit {it.code}" for it in exits(command))
