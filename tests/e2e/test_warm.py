"""What starts quickly for the tests behaves as what starts for real."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import warm
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace, gone, lives, processes_in, staying

_COLD = [sys.executable, "-m", "hookwright"]


@pytest.mark.parametrize(
    "words",
    [("--version",), ("rules", "--format", "json"), ("check", "no such.json"), ("chekc",), ("list",)],
    ids=" ".join,
)
def test_output_and_exit_code_are_the_same(workspace: Workspace, words: tuple[str, ...]) -> None:
    workspace.hooks(CLAUDE_CODE, "true")
    first, second = (
        subprocess.run([*command, *rest], cwd=workspace.project, capture_output=True, check=False)
        for command, rest in ((_COLD, words), (warm.hookwright(*words), ()))
    )

    assert (second.returncode, second.stdout, second.stderr) == (first.returncode, first.stdout, first.stderr)


def test_folder_environment_and_input_are_those_of_the_command(workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, 'cat > given; printf "$PWD $MINE" > seen')
    payload = json.dumps({"tool_name": "Bash", "tool_input": {"command": "ä"}})

    subprocess.run(
        warm.hookwright("dispatch", "PreToolUse", "--payload", "-"),
        input=payload.encode(),
        cwd=workspace.project,
        env={**os.environ, "MINE": "a=b\nc"},
        check=True,
    )

    assert json.loads((workspace.project / "given").read_text())["tool_input"] == {"command": "ä"}
    assert (workspace.project / "seen").read_text() == f"{workspace.project} a=b\nc"


async def test_what_runs_ends_with_the_command(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    workspace.hooks(CLAUDE_CODE, command)
    params = {"event": "PreToolUse", "dialect": "claude-code", "payload": {"tool_name": "Write"}}
    _, answer = agent.begin_to_ask("hookwright/dispatch", params)
    processes = await processes_in(note)
    server = int(Path(f"/proc/{processes[0]}/stat").read_text().rpartition(")")[2].split()[1])
    assert lives(server)
    assert server != agent.process.pid

    agent.process.kill()

    await gone([server, *processes])
    await asyncio.gather(answer, return_exceptions=True)
