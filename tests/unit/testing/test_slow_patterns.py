"""A pattern of a hook test that takes long keeps nobody waiting but its test."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

from tests.e2e.workspace import hook_text

from hookwright.host import Host
from hookwright.testing.read import read_tests
from hookwright.testing.run import run_case


async def test_the_loop_goes_on_while_a_pattern_of_a_hook_test_takes_its_time(tmp_path: Path, home: Path) -> None:
    hooks = tmp_path / ".claude" / "settings.json"
    hooks.parent.mkdir()
    hooks.write_text(hook_text(f"echo {'a' * 80} >&2; exit 2"), encoding="utf-8")
    test = {"event": "PreToolUse", "payload": {"tool_name": "Bash"}, "expect": {"reason": {"matches": "(a+)+$!"}}}
    (case,) = read_tests(str(tmp_path / "a.hooktest.yaml"), json.dumps({"tests": [test]})).cases
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0.01)
            turns += 1

    counting = asyncio.create_task(count())
    result = await run_case(case, Host({"PATH": os.environ["PATH"]}, str(home)))
    counting.cancel()

    assert [it.key for it in result.mismatches] == ["reason"]
    assert turns > 5
