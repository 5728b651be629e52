"""Which commands have run for certain when another one does."""

from __future__ import annotations

import pytest

from hookwright.shell.branches import before, printed_in
from hookwright.shell.simple_commands import simple_commands


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("a; b; exit", ["a", "b"]),
        ("a && b && exit", ["a", "b"]),
        ("a || exit", []),
        ("a; if b; then c; exit; fi", ["c"]),
        ("a; if b; then c; fi; exit", []),
        ("a; { b; exit; }", ["b"]),
        ("a; (b; exit)", ["b"]),
        ("a; for x in 1 2; do b; exit; done", ["b"]),
    ],
)
def test_what_has_run(command: str, expected: list[str]) -> None:
    commands = simple_commands(command)
    last = next(index for index, it in enumerate(commands) if it.words and it.words[0].raw == "exit")
    assert [it.words[0].raw for it in before(commands, last) if it.words] == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo one; echo two >&2", [("one", False), ("two", True)]),
        ("echo one > file; echo two", [("two", False)]),
        ("{ echo one; echo two; } >&2", []),
        ("echo one | cat", []),
    ],
)
def test_what_is_printed(command: str, expected: list[tuple[str, bool]]) -> None:
    found = printed_in(command, simple_commands(command))
    assert [(it.text, it.to_stderr) for it in found] == expected
