"""One limit and one error on every interface, and an answer to every request whatever hooks print."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from pygls.exceptions import JsonRpcException
from tests import warm
from tests.e2e.agent import Agent, Refusal
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace

from hookwright import HookService, RemoteHookService
from hookwright.errors import BeyondLimits
from hookwright.limits import MOST_DEPTH

CALL = {"tool_name": "Bash", "tool_input": {"command": "ls"}}
DENY = '"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}'


def nested(depth: int) -> Any:
    found: Any = []
    for _ in range(depth - 1):
        found = [found]
    return found


def printing(depth: int) -> str:
    """A hook that denies, and prints lists that nest so deep."""
    return f"""printf '%s' '{{{DENY},"x":{"[" * depth}{"]" * depth}}}'"""


@pytest.mark.parametrize(
    "payload", [{**CALL, "x": nested(MOST_DEPTH)}, {**CALL, "x": 10**308}], ids=["depth", "digits"]
)
async def test_a_payload_beyond_the_limits_is_one_error_everywhere(
    embedder: Agent, agent: Editor, workspace: Workspace, payload: dict[str, Any]
) -> None:
    workspace.hooks(CLAUDE_CODE, "exit 2")
    project, home = str(workspace.project), str(workspace.home)
    await embedder.begin(workspace.project, dialect="claude-code")
    said = set()
    for method in ("dispatch", "explain"):
        params = {"event": "PreToolUse", "payload": payload}
        with pytest.raises(Refusal) as refused:
            await embedder.ask(method, params)
        assert (refused.value.code, refused.value.data) == (-32016, {"reason": "limits"})
        with pytest.raises(JsonRpcException) as error:
            await agent.ask(f"hookwright/{method}", params)
        assert error.value.code == -32016
        ended = _command(workspace, method, "PreToolUse", "--payload", json.dumps(payload))
        assert ended.returncode == 2
        said |= {str(refused.value), error.value.message, ended.stderr.strip()}
    async with await HookService.open(project, dialect="claude-code", home=home) as hooks:
        with pytest.raises(BeyondLimits) as raised:
            await hooks.dispatch("PreToolUse", payload)
        said.add(str(raised.value))
    async with await RemoteHookService.start(project, dialect="claude-code", home=home) as remote:
        with pytest.raises(BeyondLimits) as raised:
            await remote.dispatch("PreToolUse", payload)
        said.add(str(raised.value))

    assert all("levels deep" in it or "308 digits" in it for it in said), said


async def test_halves_of_surrogate_pairs_are_replaced_everywhere(
    embedder: Agent, agent: Editor, workspace: Workspace
) -> None:
    workspace.hooks(CLAUDE_CODE, "cat >&2; exit 2")
    payload = {**CALL, "tool_input": {"command": "\ud83d"}}
    project, home = str(workspace.project), str(workspace.home)
    await embedder.begin(workspace.project, dialect="claude-code")
    params = {"event": "PreToolUse", "payload": payload}
    reasons = [(await embedder.ask("dispatch", params))["reason"]]
    reasons.append((await agent.ask("hookwright/dispatch", params))["reason"])
    ended = _command(workspace, "dispatch", "PreToolUse", "--payload", json.dumps(payload))
    reasons.append(json.loads(ended.stdout)["reason"])
    async with await HookService.open(project, dialect="claude-code", home=home) as hooks:
        reasons.append((await hooks.dispatch("PreToolUse", payload)).folded.reason)
    async with await RemoteHookService.start(project, dialect="claude-code", home=home) as remote:
        reasons.append((await remote.dispatch("PreToolUse", payload)).folded.reason)

    assert ["\ufffd" in it for it in reasons] == [True] * 5


@pytest.mark.parametrize("depth", [MOST_DEPTH - 1, MOST_DEPTH, 300, 500, 3000])
async def test_what_a_hook_prints_too_deep_still_decides(
    embedder: Agent, agent: Editor, workspace: Workspace, depth: int
) -> None:
    workspace.hooks(CLAUDE_CODE, printing(depth))
    project, home = str(workspace.project), str(workspace.home)
    await embedder.begin(workspace.project)
    params = {"event": "PreToolUse", "payload": CALL, "dialects": ["claude-code", "ai-agents"]}
    outcomes = [await embedder.ask("dispatch", params), await agent.ask("hookwright/dispatch", params)]
    ended = _command(workspace, "dispatch", "PreToolUse", "--payload", json.dumps(CALL))
    outcomes.append(json.loads(ended.stdout))
    async with await HookService.open(project, dialect="claude-code", home=home) as hooks:
        outcomes.append((await hooks.dispatch("PreToolUse", CALL)).to_json())
    finished = [it["params"]["run"] for it in embedder.notes if it["method"] == "run/finished"]

    for it in outcomes:
        assert (it["decision"], it["reason"]) == ("deny", "no")
        dropped = [one["code"] for one in it["degraded"]]
        assert dropped == ([] if depth < MOST_DEPTH else ["output-dropped"])
        for run in (it["runs"][0], finished[0]):
            assert (run["output"] is None) == (depth >= MOST_DEPTH)
    if depth >= MOST_DEPTH:
        assert any("nests more than 128 levels deep" in it["text"] for it in outcomes[0]["messages"])
    recorded = json.loads(_command(workspace, "history", "--format", "json").stdout)["dispatches"]
    assert {it["decision"] for it in recorded if it["dialect"] == "claude-code"} == {"deny"}


@pytest.mark.parametrize("depth", [MOST_DEPTH, 500, 3000])
async def test_an_input_that_a_hook_makes_too_deep_is_refused(
    embedder: Agent, workspace: Workspace, depth: int
) -> None:
    """To let the call through with the input that it had would undo what the hook has changed."""
    said = '"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":'
    workspace.hooks(CLAUDE_CODE, f"""printf '%s' '{{{said}{"[" * depth}{"]" * depth}}}}}}}'""")
    await embedder.begin(workspace.project, dialect="claude-code")

    outcome = await embedder.ask("dispatch", {"event": "PreToolUse", "payload": CALL})

    assert (outcome["decision"], outcome["blocked"], outcome["updatedInput"]) == ("deny", True, None)
    assert "nests more than 128 levels deep" in outcome["reason"]


async def test_a_result_that_a_hook_makes_too_deep_is_a_sentence(embedder: Agent, workspace: Workspace) -> None:
    """The result itself may hold what the hook takes out of it."""
    deep = "[" * (MOST_DEPTH + 1) + "]" * (MOST_DEPTH + 1)
    said = f'"hookSpecificOutput":{{"hookEventName":"PostToolUse","updatedMCPToolOutput":{deep}}}'
    workspace.hooks(CLAUDE_CODE, f"""printf '%s' '{{{said}}}'""", event="PostToolUse")
    await embedder.begin(workspace.project, dialect="claude-code")

    payload = {"tool_name": "mcp__a__b", "tool_input": {}, "tool_response": ["secret"]}
    outcome = await embedder.ask("dispatch", {"event": "PostToolUse", "payload": payload})

    assert "nests more than 128 levels deep, so it is left out" in outcome["updatedResult"]
    assert [it["code"] for it in outcome["degraded"]] == ["output-dropped"]


async def test_a_client_that_trusts_nothing_names_no_session_file(embedder: Agent, workspace: Workspace) -> None:
    await embedder.begin(workspace.project, trusted=False)
    own = workspace.write("s.jsonl", '{"type": "own"}\n')
    for path in (own, workspace.project / "new.jsonl"):
        with pytest.raises(Refusal) as refused:
            await embedder.ask("session/open", {"sessionFile": str(path)})
        assert refused.value.code == -32010
    assert own.read_text() == '{"type": "own"}\n'
    assert not (workspace.project / "new.jsonl").exists()

    opened = await embedder.ask("session/open", {"sessionId": "s"})
    await embedder.ask("session/close", {"sessionId": "s"})
    # What is kept where hookwright keeps sessions can be gone on with by its path.
    again = await embedder.ask("session/open", {"sessionFile": opened["sessionFile"]})
    assert again["sessionFile"] == opened["sessionFile"]


async def test_a_file_that_is_no_session_is_left_alone(embedder: Agent, workspace: Workspace) -> None:
    await embedder.begin(workspace.project)
    package = workspace.write("package.json", '{"name": "x"}')
    (workspace.project / "folder").mkdir()
    os.mkfifo(workspace.project / "pipe")
    (workspace.project / "link").symlink_to(package)
    for name, why in {
        "package.json": "holds no entry",
        "folder": "is a folder",
        "pipe": "is not a regular file",
        "link": "is a symbolic link",
    }.items():
        with pytest.raises(Refusal, match=why) as refused:
            await embedder.ask("session/open", {"sessionFile": str(workspace.project / name)})
        assert refused.value.code == -32602
    assert package.read_text() == '{"name": "x"}'

    opened = await embedder.ask("session/open", {"sessionId": "s"})
    Path(opened["sessionFile"]).unlink()
    with pytest.raises(Refusal, match="was deleted or replaced"):
        await embedder.ask("session/append", {"sessionId": "s", "entry": {"type": "x"}})


def _command(workspace: Workspace, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "HOME": str(workspace.home)}
    return subprocess.run(
        warm.hookwright(*words),
        capture_output=True,
        env=environment,
        encoding="utf-8",
        cwd=workspace.project,
        check=False,
    )
