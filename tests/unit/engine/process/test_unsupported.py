"""On a system without POSIX processes, firing is refused once, and the little programs that help are not found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.unit.engine.commands import finish, shell

from hookwright.engine.facade import HookService
from hookwright.engine.process import can_start
from hookwright.errors import FiringUnsupported

pytestmark = pytest.mark.usefixtures("no_fork")


@pytest.fixture
def no_fork(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")


def test_a_command_is_not_started(tmp_path: Path) -> None:
    assert not can_start()
    assert finish(shell("exit 0", tmp_path)).start_error == str(FiringUnsupported())


async def test_hooks_are_not_run(tmp_path: Path) -> None:
    config = tmp_path / "settings.json"
    config.write_text('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}')
    hooks = await HookService.open(
        str(tmp_path), dialect="claude-code", config_files=[str(config)], home=str(tmp_path), record=False
    )
    async with hooks:
        with pytest.raises(FiringUnsupported):
            await hooks.on_stop()
        assert not (await hooks.dispatch("SessionStart", {"source": "startup"})).runs
