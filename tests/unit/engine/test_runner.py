"""How what is prepared is fired: how much at the same time, and where it is planned."""

from __future__ import annotations

import asyncio
import json
import os
import resource
from pathlib import Path

import pytest

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.engine.plan import Request
from hookwright.engine.runner import Runner, commands_at_once
from hookwright.engine.several import PreparedRequest
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Status


@pytest.mark.parametrize(
    ("descriptors", "commands"), [(1024, 192), (20_000, 4936), (100, 1), (resource.RLIM_INFINITY, 16_320)]
)
def test_as_many_as_may_open_files(monkeypatch: pytest.MonkeyPatch, descriptors: int, commands: int) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (descriptors, descriptors))

    assert commands_at_once() == commands


async def test_the_loop_goes_on_while_a_matcher_takes_its_time(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    group = {"matcher": "(a+)+$", "hooks": [{"type": "command", "command": "true"}]}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [group]}}), encoding="utf-8")
    table, host = by_id("claude-code"), Host({"PATH": os.defpath}, str(tmp_path))
    request = Request(table, "PreToolUse", {"tool_name": "a" * 60 + "!"}, str(tmp_path))
    turns = 0

    async def fire() -> Outcome:
        return await Runner(host=host).fire(PreparedRequest.alone(request, load(table, str(tmp_path))))

    fired = asyncio.create_task(fire())
    while not fired.done():
        turns += 1
        await asyncio.sleep(0.001)

    assert [it.reading.status for it in (await fired).runs] == [Status.CANNOT_START]
    assert turns > 5
