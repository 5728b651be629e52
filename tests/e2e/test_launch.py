"""`hookwright/launch` and `hookwright/convert` over the wire: how a hook is started by others, and said by others."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

AT = "/hooks/PreToolUse/0/hooks/0"


async def test_a_hook_is_started_as_it_would_be_fired(agent: Editor, workspace: Workspace) -> None:
    script = workspace.write(
        "guard.py", "import sys, os; print(len(sys.argv), os.environ['CLAUDE_PROJECT_DIR'], sys.stdin.read())"
    )
    command = 'python3 "$CLAUDE_PROJECT_DIR"/guard.py "a b"'
    uri = agent.open(workspace.hooks(CLAUDE_CODE, command))

    found = await agent.ask("hookwright/launch", {"uri": uri, "pointer": AT, "payload": {"tool_name": "$(touch ran)"}})

    interpreter = found["program"].pop("interpreter")
    assert (Path(interpreter).is_absolute(), Path(interpreter).name) == (True, "python3")
    assert found["program"] == {"runtime": "python", "script": str(script), "arguments": ["a b"]}
    assert found["cwd"] == str(workspace.project)
    assert "touch" not in " ".join(found["argv"])
    environment = {**found["variables"], "PATH": "/usr/bin:/bin"}
    pipe = asyncio.subprocess.PIPE
    ran = await asyncio.create_subprocess_exec(
        *found["argv"], cwd=found["cwd"], env=environment, stdin=pipe, stdout=pipe
    )
    printed, _ = await ran.communicate(found["stdin"].encode())
    count, project, stdin = printed.decode().split(" ", 2)
    assert (count, project) == ("2", str(workspace.project))
    assert json.loads(stdin)["tool_name"] == "$(touch ran)"


@pytest.mark.parametrize("command", ["python3 a.py | tee log", "python3 -m mine", "echo hi", "python3 $HOME/a.py"])
async def test_what_takes_a_shell_is_no_program(agent: Editor, workspace: Workspace, command: str) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, command))
    found = await agent.ask("hookwright/launch", {"uri": uri, "pointer": AT})
    assert found["program"] is None
    assert command in found["argv"][-1]


async def test_the_first_line_of_a_script_says_what_runs_it(agent: Editor, workspace: Workspace) -> None:
    script = workspace.write("guard.js", "#!/usr/bin/env node\n")
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "./guard.js --strict"))
    found = await agent.ask("hookwright/launch", {"uri": uri, "pointer": AT})
    assert found["program"]["runtime"] == "node"
    assert (found["program"]["script"], found["program"]["arguments"]) == (str(script), ["--strict"])


@pytest.mark.parametrize(("command", "line"), [(".venv/bin/python guard.py", ""), ("./guard.py", "#!.venv/bin/python")])
async def test_an_interpreter_named_by_its_path_is_that_one(
    agent: Editor, workspace: Workspace, command: str, line: str
) -> None:
    workspace.write("guard.py", f"{line}\n")
    uri = agent.open(workspace.hooks(CLAUDE_CODE, command))
    found = await agent.ask("hookwright/launch", {"uri": uri, "pointer": AT})
    assert found["program"]["interpreter"] == str(workspace.project / ".venv/bin/python")


async def test_only_one_hook_is_started(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "true", "false"))
    with pytest.raises(JsonRpcException, match="There are 2 hooks here"):
        await agent.ask("hookwright/launch", {"uri": uri, "pointer": "/hooks/PreToolUse"})


async def test_it_is_asked_for_first(agent: Editor, workspace: Workspace) -> None:
    agent.agrees = False
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "true"))
    with pytest.raises(JsonRpcException):
        await agent.ask("hookwright/launch", {"uri": uri, "pointer": AT})
    assert len(agent.questions) == 1


async def test_hooks_are_converted_as_the_editor_shows_them(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, "echo hi", matcher="Write"))
    found = await agent.ask("hookwright/convert", {"uri": uri, "dialect": "clawdcode"})
    assert "echo hi" in found["text"]
    assert found["path"].endswith(".json")
    assert all({"pointer", "message", "error"} == set(it) for it in found["losses"])
    found = await agent.ask("hookwright/convert", {"uri": uri, "dialect": "codex", "format": "toml"})
    assert (found["path"], "[[hooks.PreToolUse]]" in found["text"]) == (".codex/config.toml", True)
    with pytest.raises(JsonRpcException):
        await agent.ask("hookwright/convert", {"uri": uri, "dialect": "nobody"})
