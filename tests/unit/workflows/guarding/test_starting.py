"""Guards whose commands name a program that is not there: behind others, by its path, or after asking for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_CLOSED = """import json, sys
try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except Exception:
    sys.exit(2)
if "rm -rf" in command:
    sys.exit(2)
"""
_SCRIPT = {".claude/guard.py": _CLOSED}
_GUARD = '"$CLAUDE_PROJECT_DIR"/.claude/guard.py'
_TOOLS = ("sh", "bash", "env", "timeout", "nice", "nohup", "xargs")


@pytest.mark.parametrize(
    "start",
    [
        "timeout 5",
        "env FOO=1",
        "/usr/bin/env",
        "nice -n 10",
        "nohup",
        "exec",
        "timeout -k 1 5 env -u FOO",
    ],
)
async def test_a_program_behind_another_one_is_missed(guards: Any, start: str) -> None:
    command = f"{start} python3 {_GUARD}"
    (found,) = await guards([command], _SCRIPT, has=_TOOLS)
    assert found.decided.says == "would not start here: `python3` is missing, so this guard lets everything pass"
    (found,) = await guards([command], _SCRIPT, has=(*_TOOLS, "python3"))
    assert found.state is GuardState.HOLDS


async def test_the_program_that_runs_another_may_be_missing(guards: Any) -> None:
    (found,) = await guards([f"gtimeout 5 python3 {_GUARD}"], _SCRIPT, has=("sh", "python3"))
    assert found.decided.says.startswith("would not start here: `gtimeout` is missing")


async def test_a_program_with_many_in_it_has_its_own(guards: Any) -> None:
    assert await guards(["busybox wget -q https://example.com"], has=("sh", "busybox"), event="PostToolUse") == ()


@pytest.mark.parametrize(
    "command",
    [
        f"command -v python3 >/dev/null && python3 {_GUARD}",
        f"if command -v python3 >/dev/null; then python3 {_GUARD}; fi",
        f"command -v python3 >/dev/null || exit 0; python3 {_GUARD}",
        f'[ -x "$(command -v python3)" ] && python3 {_GUARD}',
    ],
)
async def test_a_guard_is_not_run_where_its_command_finds_no_program(guards: Any, command: str) -> None:
    (found,) = await guards([command], _SCRIPT, has=_TOOLS)
    looks = "it looks for `python3`, which is missing here"
    assert found.decided.says == f"cannot decide: {looks}, so this guard lets everything pass"
    (found,) = await guards([command], _SCRIPT, has=(*_TOOLS, "python3"))
    assert found.state is GuardState.HOLDS


@pytest.mark.parametrize(
    "command",
    [
        f"command -v python3 >/dev/null || exit 2; python3 {_GUARD}",
        f"command -v python3 >/dev/null && python3 {_GUARD} || exit 2",
        f"if command -v python3 >/dev/null; then python3 {_GUARD}; else exit 2; fi",
    ],
)
async def test_a_command_that_refuses_without_the_program_lets_nothing_pass(guards: Any, command: str) -> None:
    assert [it.state for it in await guards([command], _SCRIPT, has=_TOOLS)] == [GuardState.HOLDS]


async def test_a_program_is_missed_where_its_errors_are_hidden_if_it_runs_a_guard(guards: Any) -> None:
    (found,) = await guards([f"python3 {_GUARD} 2>/dev/null"], _SCRIPT, has=_TOOLS)
    assert found.decided.says == "would not start here: `python3` is missing, so this guard lets everything pass"
    assert await guards(["biome format 2>/dev/null"], event="PostToolUse", has=_TOOLS) == ()


@pytest.mark.parametrize(
    ("program", "path", "repair"),
    [
        ("~/.local/bin/guard", "home/.local/bin/guard", "install it there, or correct the path in the hook"),
        ("$HOME/go/bin/guard", "home/go/bin/guard", "install it there, or correct the path in the hook"),
        ('"$CLAUDE_PROJECT_DIR/bin/guard"', "project/bin/guard", "install it there, or correct the path in the hook"),
        ("node_modules/.bin/guard", "project/node_modules/.bin/guard", "build it, or correct the path in the hook"),
        ("timeout 5 ~/bin/guard", "home/bin/guard", "install it there, or correct the path in the hook"),
    ],
)
async def test_a_program_that_is_named_by_its_path(
    guards: Any, tmp_path: Path, program: str, path: str, repair: str
) -> None:
    (found,) = await guards([f"{program} check"], has=_TOOLS)
    assert found.decided.says == f"would not start here: `{tmp_path / path}` is missing"
    assert found.decided.repair == repair
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("#!/bin/sh\n")
    (tmp_path / path).chmod(0o755)
    assert await guards([f"{program} check"], has=_TOOLS) == ()


async def test_a_path_that_the_command_asks_for_is_not_missed(guards: Any) -> None:
    commands = ["[ -x ~/go/bin/guard ] && ~/go/bin/guard", "~/go/bin/guard || true"]
    assert await guards(commands, has=_TOOLS) == ()


async def test_an_interpreter_of_another_machine(guards: Any) -> None:
    command = f"/Users/ada/.pyenv/shims/python3 {_GUARD}"
    (found,) = await guards([command], _SCRIPT, has=(*_TOOLS, "python3"))
    why = "`/Users/ada/.pyenv/shims/python3` is missing, so this guard lets everything pass"
    assert found.decided.says == f"would not start here: {why}"
    assert found.decided.repair == "write `python3` in the hook"


async def test_a_first_line_of_another_machine(guards: Any) -> None:
    text = f"#!/opt/homebrew/bin/python3\n{_CLOSED}"
    (found,) = await guards([_GUARD], {".claude/guard.py": text}, has=(*_TOOLS, "python3"))
    assert found.decided.repair == "write `#!/usr/bin/env python3` into the first line"


@pytest.mark.parametrize(
    ("command", "has", "consequence"),
    [
        ("poetry run python gone.py", ("sh", "python3"), "`poetry` is missing"),
        ("python3 gone.py", ("sh",), "`python3` is missing"),
        ("python3 gone.py", ("sh", "python3"), "gone.py` is missing, so it refuses every `PreToolUse`"),
        ("bash gone.sh", ("sh", "bash"), "gone.sh` is missing"),
        ("dash gone.sh", ("sh", "dash"), "gone.sh` is missing, so it refuses every `PreToolUse`"),
    ],
)
async def test_what_is_missed_first_says_what_becomes_of_the_event(
    guards: Any, command: str, has: tuple[str, ...], consequence: str
) -> None:
    (found,) = await guards([command], has=has)
    assert consequence in found.decided.says
    assert (found.decided.unreadable is Fate.REFUSED) is ("refuses" in consequence)


async def test_a_hook_without_a_shell_is_named_with_its_arguments(guards: Any) -> None:
    hook = {"type": "command", "command": "node", "args": ["check.js", "two words"]}
    settings = {"hooks": {"PostToolUse": [{"matcher": "Edit", "hooks": [hook]}]}}
    (found,) = await guards(settings, has=_TOOLS)
    assert found.command == "node check.js 'two words'"
