"""`hookwright/attack` over the wire: the holes of a guard, its hook tests, and nothing for strangers."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import EVERY_LENS, REFRESHES, Editor
from tests.e2e.workspace import DIALECTS, Workspace

_GUARD = "grep -q 'rm -rf' && { echo 'no rm -rf' >&2; exit 2; }; exit 0"


def _uri(workspace: Workspace) -> str:
    file = workspace.project / ".claude" / "settings.json"
    file.parent.mkdir(parents=True)
    hooks = {"PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": _GUARD}]}]}
    file.write_text(json.dumps({"hooks": hooks}))
    return file.as_uri()


async def test_holes_become_hook_tests(agent: Editor, workspace: Workspace) -> None:
    asked = {"uri": _uri(workspace), "dangers": ["deletion"], "count": 24, "writeTests": True}
    found = await agent.ask("hookwright/attack", asked)
    assert found["counts"]["stopped"] > 0
    assert found["holes"]
    assert not found["holds"]
    (tests,) = await agent.ask("hookwright/tests", {})
    assert found["tests"] == [tests["uri"]]
    assert len(tests["tests"]) == len(found["holes"]) + len(found["falseAlarms"])


async def test_a_stranger_attacks_nothing(stranger: Editor, workspace: Workspace) -> None:
    with pytest.raises(JsonRpcException, match="trust"):
        await stranger.ask("hookwright/attack", {"uri": _uri(workspace), "dangers": ["deletion"]})


async def test_the_code_action_attacks_and_shows_a_report(agent: Editor, workspace: Workspace) -> None:
    path = Path(unquote(urlsplit(_uri(workspace)).path))
    uri = agent.open(path)
    inside = types.Range(types.Position(0, 60), types.Position(0, 60))
    context = types.CodeActionContext([], only=["hookwright.run"])
    asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), inside, context)
    actions = {it.title: it for it in await agent.text_document_code_action_async(asked) or []}
    command = actions["Attack this guard"].command
    assert isinstance(command, types.Command)
    assert command.command == "hookwright.attack"
    argument = _argument(command)

    few = {**argument, "dangers": ["deletion"], "count": 24}
    asked_for = types.ExecuteCommandParams(command.command, [few])
    found: Any = await agent.workspace_execute_command_async(asked_for)

    assert found["pointer"] == "/hooks/PreToolUse/0/hooks/0"
    (shown,) = agent.shown_documents
    page = Path(unquote(urlsplit(shown.uri).path)).read_text(encoding="utf-8")
    assert f"Score: it stopped {found['score']['stopped']} of {found['score']['dangerous']}" in page
    assert "Holes, each by its smallest call:" in page
    (reports,) = agent.progress_reports.values()
    values: list[Any] = list(reports)
    assert next(it.message for it in values if isinstance(it, types.WorkDoneProgressReport)) == "1 of 24 calls"


async def test_progress_is_told_with_the_token_of_the_request(agent: Editor, workspace: Workspace) -> None:
    asked = {"uri": _uri(workspace), "dangers": ["deletion"], "count": 4, "workDoneToken": "mine"}
    agent.progress_reports["mine"] = []
    await agent.ask("hookwright/attack", asked)
    values: list[Any] = list(agent.progress_reports["mine"])
    assert [it.kind for it in values] == ["begin", *["report"] * 4, "end"]
    assert values[-2].message == "4 of 4 calls"
    assert list(agent.progress_reports) == ["mine"]


async def test_an_event_that_announces_no_call_has_nothing_to_attack(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(DIALECTS["claude-code"], "echo one", event="SessionStart"))
    whole = types.Range(types.Position(6, 12), types.Position(6, 12))
    asked = types.CodeActionParams(types.TextDocumentIdentifier(uri), whole, types.CodeActionContext([]))
    titles = [it.title for it in await agent.text_document_code_action_async(asked) or []]
    assert "Fire this hook" in titles
    assert "Attack this guard" not in titles
    with pytest.raises(JsonRpcException, match="no tool call that they could refuse"):
        await agent.ask("hookwright/attack", {"uri": uri, "pointer": "/hooks/SessionStart"})


async def test_the_lens_attacks_and_shows_the_score_until_the_hook_changes(
    newcomer: Editor, workspace: Workspace
) -> None:
    await newcomer.begin(workspace, PROFILES[0] + REFRESHES, options=EVERY_LENS)
    path = Path(unquote(urlsplit(_uri(workspace)).path))
    uri = newcomer.open(path)
    attack = (await _lenses(newcomer, uri, "Attack"))["Attack"]
    argument = _argument(attack)
    assert (attack.command, argument["pointer"]) == ("hookwright.attack", "/hooks/PreToolUse/0/hooks/0")

    found = await newcomer.ask("hookwright/attack", {**argument, "dangers": ["deletion"], "count": 24})

    score = f"({found['score']['stopped']} of {found['score']['dangerous']})"
    (title,) = (it for it in await _lenses(newcomer, uri, "guard") if score in it)
    assert title.startswith(f"⚠ guard leaks {score}")
    (dialect,) = (await newcomer.ask("hookwright/hooks", {}))["dialects"]
    (hook,) = dialect["events"][0]["hooks"]
    assert (hook["guard"]["attacked"], hook["guard"]["canAttack"]) == (found["score"], True)
    assert hook["guard"]["words"] == f"guard leaks {score}"
    newcomer.replace(uri, 2, path.read_text().replace("no rm -rf", "no rm"))
    assert not [it for it in await _lenses(newcomer, uri, "guard") if score in it]


async def test_a_hole_becomes_a_hook_test_by_its_number(agent: Editor, workspace: Workspace) -> None:
    asked = {"uri": _uri(workspace), "dangers": ["deletion"], "count": 24}
    found = await agent.ask("hookwright/attack", asked)
    hole = found["holes"][0]
    made = await agent.ask("hookwright/createAttackTest", {"attackId": found["id"], "number": hole["number"]})

    (tests,) = await agent.ask("hookwright/tests", {})
    ((test,), uri) = tests["tests"], tests["uri"]
    assert (uri, test["line"]) == (made["uri"], made["line"])
    assert test["name"] == f"stops {' '.join(hole['text'].split())}"
    (result,) = await agent.ask("hookwright/runTests", {"uri": uri})
    assert result["status"] == "failed"
    at = {"uri": uri, "position": {"line": made["line"]}}
    told = await agent.ask("hookwright/dangers", at)
    assert told["meant"]["source"] == "its hook tests"
    again = await agent.ask("hookwright/attack", {**at, "count": 4})
    assert again["pointer"] == found["pointer"]
    with pytest.raises(JsonRpcException, match="no longer known"):
        await agent.ask("hookwright/createAttackTest", {"attackId": "none", "number": 0})
    with pytest.raises(JsonRpcException, match="has no hole 999"):
        await agent.ask("hookwright/createAttackTest", {"attackId": found["id"], "number": 999})


async def test_the_dangers_to_choose_from_are_told_to_strangers_too(stranger: Editor, workspace: Workspace) -> None:
    told = await stranger.ask("hookwright/dangers", {"uri": _uri(workspace)})
    assert told["meant"] == {"source": "its own patterns and messages", "dangers": {"deletion": ["rm"]}}
    assert "deletion" in [it["name"] for it in told["dangers"]]
    uri = workspace.hooks(DIALECTS["ai-agents"], "exit 2").as_uri()
    assert (await stranger.ask("hookwright/dangers", {"uri": uri}))["meant"] is None


def _argument(command: types.Command) -> dict[str, Any]:
    arguments: tuple[Any, ...] = tuple(command.arguments or ())
    (argument,) = arguments
    return dict(argument)


async def _lenses(editor: Editor, uri: str, word: str) -> dict[str, types.Command]:
    """The lenses by title, once one has the word: guards are looked at in a thread."""
    for _ in range(200):
        found = {it.command.title: it.command for it in await editor.lenses(uri) if it.command is not None}
        if any(word in it for it in found):
            return found
        await asyncio.sleep(0.05)
    raise AssertionError(f"no lens with {word}: {list(found)}")
