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
from tests.conformance.client import Server
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone, lives, processes_in, staying

_WRITE = {"event": "PreToolUse", "payload": {"tool_name": "Write"}}
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


async def test_what_runs_ends_with_the_command_and_nothing_else(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    other, others = staying(workspace, "others")
    workspace.hooks(CLAUDE_CODE, command)
    workspace.hooks(AI_AGENTS, other)
    _, answer = agent.begin_to_ask("hookwright/dispatch", {**_WRITE, "dialect": "claude-code"})
    processes = await processes_in(note)
    server = int(Path(f"/proc/{processes[0]}/stat").read_text().rpartition(")")[2].split()[1])
    assert lives(server)
    assert server != agent.process.pid
    with Server(warm.hookwright("lsp"), workspace.project, workspace.home) as neighbour:
        neighbour.send({"id": "one", "method": "hookwright/dispatch", "params": {**_WRITE, "dialect": "ai-agents"}})
        left = await processes_in(others)

        agent.process.kill()

        await gone([server, *processes])
        assert [lives(it) for it in left] == [True, True]
    await gone(left)
    await asyncio.gather(answer, return_exceptions=True)
