"""Which guards hold, which leak and which are dead, on machines that lack a program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hookwright.workflows.guarding.guard import Fate, GuardState

_SHELL = """#!/bin/bash
command=$(jq -r .tool_input.command)
if [[ "$command" == *"rm -rf"* ]]; then
  echo "Blocked: rm -rf" >&2
  exit 2
fi
exit 0
"""
_CLOSED = """#!/usr/bin/env python3
import json
import sys

try:
    command = json.load(sys.stdin)["tool_input"]["command"]
except Exception as error:
    print(f"cannot read the event: {error}", file=sys.stderr)
    sys.exit(2)
if "rm -rf" in command:
    print("Blocked: rm -rf", file=sys.stderr)
    sys.exit(2)
"""
_GUARD = "$CLAUDE_PROJECT_DIR/.claude/guard"


async def test_a_guard_that_refuses_what_it_cannot_read_holds(guards: Any) -> None:
    (found,) = await guards([f"python3 {_GUARD}.py"], {".claude/guard.py": _CLOSED})
    assert (found.state, found.is_guard) == (GuardState.HOLDS, True)
    assert (found.decided.unreadable, found.timed_out) == (Fate.REFUSED, Fate.PASSES)
    assert found.pointer == "/hooks/PreToolUse/0/hooks/0"


async def test_a_guard_that_lets_the_unreadable_pass_leaks(guards: Any) -> None:
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": _SHELL})
    assert (found.state, found.decided.unreadable) == (GuardState.LEAKS, Fate.PASSES)
    assert "without `jq`, the guard fails open" in found.decided.says
    assert found.where.endswith("guard.sh:2")


async def test_without_its_helper_a_guard_is_dead(guards: Any) -> None:
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": _SHELL}, has=("bash", "sh", "apt-get"))
    assert found.state is GuardState.DEAD
    assert found.decided.says == "cannot decide: `jq` is missing here, so this guard lets everything pass"
    assert found.decided.repair.endswith("apt-get install -y jq")
    assert found.where.endswith("guard.sh:2")


@pytest.mark.parametrize(
    "asking",
    [
        "command -v jq >/dev/null || exit 0",
        "if ! command -v jq >/dev/null 2>&1; then exit 0; fi",
        'if [ -z "$(command -v jq)" ]; then exit 0; fi',
        "if ! command -v cat >/dev/null || ! command -v jq >/dev/null; then exit 0; fi",
        "if ! command -v cat || ! command -v jq; then exit 0; fi >&2",
        "if command -v cat >/dev/null && command -v jq >/dev/null; then :; else exit 0; fi",
    ],
)
async def test_a_guard_that_gives_up_without_its_helper_is_dead(guards: Any, asking: str) -> None:
    text = _SHELL.replace("#!/bin/bash\n", f"#!/bin/bash\n{asking}\n")
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": text}, has=("bash", "sh", "cat"))
    assert found.state is GuardState.DEAD
    assert "it looks for `jq`, which is missing here" in found.decided.says


@pytest.mark.parametrize(
    "asking",
    [
        "command -v jq >/dev/null || { echo 'jq is missing' >&2; exit 2; }",
        "if ! command -v jq >/dev/null; then echo 'jq is missing' >&2; exit 2; fi",
        "if command -v cat >/dev/null && ! command -v jq >/dev/null; then echo 'jq is missing' >&2; exit 2; fi",
    ],
)
async def test_a_guard_that_refuses_without_its_helper_is_not(guards: Any, asking: str) -> None:
    text = _SHELL.replace("#!/bin/bash\n", f"#!/bin/bash\n{asking}\n")
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": text}, has=("bash", "sh", "cat"))
    assert found.state is not GuardState.DEAD


async def test_a_helper_that_has_a_stand_in_is_not_missed(guards: Any) -> None:
    text = """#!/bin/bash
input=$(cat)
if command -v jq >/dev/null; then
  command=$(printf '%s' "$input" | jq -r .tool_input.command)
else
  command=$(printf '%s' "$input" | grep -o '"command":.*')
fi
case "$command" in *"rm -rf"*) echo "Blocked" >&2; exit 2 ;; esac
"""
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": text}, has=("bash", "sh", "cat", "grep"))
    assert found.state is not GuardState.DEAD
    assert "jq" not in found.decided.says


async def test_what_a_guard_finds_before_it_needs_a_helper_is_still_refused(guards: Any) -> None:
    text = _SHELL.replace(
        "command=$(", 'input=$(cat)\ncase "$input" in *mkfs*) echo "Blocked" >&2; exit 2 ;; esac\ncommand=$('
    )
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": text}, has=("bash", "sh", "cat"))
    assert found.state is GuardState.LEAKS


@pytest.mark.parametrize(
    ("added", "state"),
    [
        ("$HOME/.asdf/shims:/opt/none:$PATH", GuardState.DEAD),
        ('"/opt/none:$HOME/bin:${PATH:+:$PATH}"', GuardState.LEAKS),
        ("$PATH:~/bin", GuardState.LEAKS),
        ("$TOOLS/bin:$PATH", GuardState.LEAKS),
        ('"$(npm bin):$PATH"', GuardState.LEAKS),
    ],
)
async def test_a_program_is_looked_for_where_the_script_looks(
    guards: Any, tmp_path: Path, added: str, state: GuardState
) -> None:
    jq = tmp_path / "home" / "bin" / "jq"
    jq.parent.mkdir(parents=True)
    jq.write_text("#!/bin/sh\n")
    jq.chmod(0o755)
    text = _SHELL.replace("#!/bin/bash\n", f"#!/bin/bash\nexport PATH={added}\n")
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": text}, has=("bash", "sh"))
    assert found.state is state


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (f"python3 {_GUARD}.py", "python3"),
        (f"uv run {_GUARD}.py", "uv"),
        (f"{_GUARD}.py", "python3"),
        (f"cd /tmp && python3 {_GUARD}.py", "python3"),
    ],
)
async def test_a_guard_without_its_interpreter_is_dead(guards: Any, command: str, missing: str) -> None:
    (found,) = await guards([command], {".claude/guard.py": _CLOSED}, has=("sh", "bash"))
    assert found.state is GuardState.DEAD
    assert found.decided.says.startswith(f"would not start here: `{missing}`")
    assert found.decided.says.endswith("so this guard lets everything pass")


async def test_an_agent_that_refuses_after_a_failure_refuses_everything(guards: Any) -> None:
    hooks = [{"type": "command", "command": "bun .gemini/guard.ts"}]
    script = 'const input = JSON.parse(require("fs").readFileSync(0, "utf8"));\n'
    script += 'if (input.tool_input.command.includes("rm -rf")) {\n  console.error("Blocked");\n  process.exit(2);\n}\n'
    settings = {"hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": hooks}]}}
    (found,) = await guards(settings, {".gemini/guard.ts": script}, place=".gemini/settings.json")
    assert (found.state, found.decided.unreadable) == (GuardState.DEAD, Fate.REFUSED)
    assert found.decided.says.endswith("`bun` is missing, so it refuses every `BeforeTool`")


async def test_a_command_is_a_guard_by_itself(guards: Any) -> None:
    command = "jq -e '.tool_input.command | test(\"rm -rf\")' >/dev/null && { echo Blocked >&2; exit 2; }; exit 0"
    (found,) = await guards([command], has=("sh", "bash"))
    assert (found.state, found.is_guard, found.where) == (GuardState.DEAD, True, "")
    assert "`jq` is missing" in found.decided.says


async def test_a_guard_that_can_never_block_is_dead(guards: Any) -> None:
    text = _SHELL.replace("exit 2", "exit 1")
    (found,) = await guards([f"{_GUARD}.sh"], {".claude/guard.sh": text})
    assert found.state is GuardState.DEAD
    assert "`exit 1` does not block `PreToolUse`" in found.decided.says
    assert found.where.endswith("guard.sh:5")


async def test_a_hook_that_refuses_nothing_is_listed_only_where_it_does_not_start(guards: Any) -> None:
    (found,) = await guards(["cat >> log.txt", "biome format --write ."], event="PostToolUse")
    assert (found.is_guard, found.state) == (False, GuardState.DEAD)
    assert found.decided.says == "would not start here: `biome` is missing"


async def test_a_program_that_the_command_looks_for_is_not_missed(guards: Any) -> None:
    commands = ["command -v biome >/dev/null && biome format", "biome format || true", "biome format 2>/dev/null"]
    assert await guards(commands, event="PostToolUse") == ()


@pytest.mark.parametrize(
    ("text", "mode", "why"),
    [
        (_CLOSED, 0o644, "is not executable"),
        (_CLOSED.replace("python3\n", "python3\r\n"), 0o755, "ends with CRLF"),
        (_CLOSED.replace("/usr/bin/env python3", "/opt/none/python3"), 0o755, "`/opt/none/python3`"),
        (_CLOSED.replace("env python3", "env -S uv run --script"), 0o755, "`uv`"),
    ],
)
async def test_a_script_that_is_run_by_itself_must_be_fit_for_it(
    guards: Any, tmp_path: Any, text: str, mode: int, why: str
) -> None:
    await guards([f"{_GUARD}.py"], {".claude/guard.py": text})
    (tmp_path / "project" / ".claude" / "guard.py").chmod(mode)
    (found,) = await guards([f"{_GUARD}.py"], has=())
    assert found.state is GuardState.DEAD
    assert why in found.decided.says


async def test_an_agent_without_its_shell_starts_no_hook(guards: Any) -> None:
    hooks = [{"type": "command", "command": "echo Blocked >&2; exit 2"}]
    settings = {"hooks": {"BeforeTool": [{"matcher": "run_shell_command", "hooks": hooks}]}}
    (found,) = await guards(settings, place=".gemini/settings.json", has=("sh", "cat"))
    assert found.state is GuardState.DEAD
    assert "`bash`, with which Gemini CLI runs commands, is missing" in found.decided.says


@pytest.mark.parametrize(
    ("has", "state"), [(("bash", "sh", "python3"), GuardState.HOLDS), (("bash", "sh"), GuardState.DEAD)]
)
async def test_a_guard_whose_failures_all_refuse_lets_nothing_pass(
    guards: Any, has: tuple[str, ...], state: GuardState
) -> None:
    (found,) = await guards([f"{_GUARD}.py || exit 2"], {".claude/guard.py": _CLOSED}, has=has)
    assert (found.state, found.decided.unreadable) == (state, Fate.REFUSED)
