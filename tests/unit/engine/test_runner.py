"""How many commands of hooks run at the same time."""

from __future__ import annotations

import resource

import pytest

from hookwright.engine.runner import commands_at_once


@pytest.mark.parametrize(
    ("descriptors", "commands"), [(1024, 192), (20_000, 4936), (100, 1), (resource.RLIM_INFINITY, 16_320)]
)
def test_as_many_as_may_open_files(monkeypatch: pytest.MonkeyPatch, descriptors: int, commands: int) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (descriptors, descriptors))

    assert commands_at_once() == commands
