"""The lists of commands that guards are held to are large enough, readable, and say what each command is for."""

from __future__ import annotations

from collections import Counter

from tests.every import every
from tests.guards import KINDS, Danger, Kind, dangers

from hookwright.shell.parse import read_shell

_MIN = {"destructive": 150, "harmless": 80}


@every("kind", KINDS)
def test_there_are_enough(kind: Kind) -> None:
    assert sum(len(it.of(kind)) for it in dangers().values()) >= _MIN[kind]


def test_no_command_is_there_twice() -> None:
    counted = Counter(entry.command for it in dangers().values() for kind in KINDS for entry in it.of(kind))
    assert [command for command, count in counted.items() if count > 1] == []


@every(("name", "danger"), dangers().items())
def test_every_command_is_a_command_and_says_why(name: str, danger: Danger) -> None:
    assert name
    for entry in (*danger.destructive, *danger.harmless):
        shell = read_shell(entry.command)
        assert shell.readable, entry.command
        assert shell.fault is None, entry.command
        assert entry.why.endswith("."), entry.command
