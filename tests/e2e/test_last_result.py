"""The last result of a hook over the wire: a lens that opens the report, from this session or from the journal."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types
from tests.e2e.editor import Editor
from tests.e2e.workspace import AI_AGENTS, PATIENCE, Workspace, hook_text

_REFUSAL = "echo 'No writing in here' >&2; exit 2"
_EVENT = {"event": "PreToolUse", "payload": {"tool_name": "FileReader", "tool_input": {}}, "dialect": "ai-agents"}


async def test_what_was_fired_shows_on_its_hook_and_opens_the_report(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(AI_AGENTS, _REFUSAL, "true"))
    assert await _results(editor, uri) == []

    await editor.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0"})
    (lens,) = await _results(editor, uri)
    await editor.run(lens)

    assert lens.command is not None
    assert lens.command.title.startswith("deny · ")
    assert lens.range.start.line == 6
    (shown,) = editor.shown_documents
    assert _page(shown).startswith("# PreToolUse: deny\n")
    editor.replace(uri, 2, hook_text("echo new", "true"))
    assert await _results(editor, uri) == []


async def test_a_client_that_shows_runs_itself_is_told_which_it_was(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(AI_AGENTS, _REFUSAL, "true"))
    fired = await editor.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks/PreToolUse/0"})

    (lens, _) = await _results(editor, uri)
    assert lens.command is not None
    argument = {"uri": uri, "pointer": "/hooks/PreToolUse/0/hooks/0", "show": False}
    assert list(lens.command.arguments or ()) == [{it: argument[it] for it in ("uri", "pointer")}]
    asked = types.ExecuteCommandParams(lens.command.command, [argument])
    answer = await editor.ask("workspace/executeCommand", asked)

    assert answer == {"dispatchId": fired["outcome"]["dispatchId"]}
    assert editor.shown_documents == []


async def test_the_editor_is_told_to_ask_again(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "true"))

    await agent.ask("hookwright/fire", {"uri": uri, "pointer": "/hooks"})

    await agent.until(lambda: "workspace/codeLens/refresh" in agent.refreshed, "a request to ask for the lenses again")


async def test_the_journal_knows_what_an_agent_had_run(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(AI_AGENTS, _REFUSAL)
    await agent.ask("hookwright/dispatch", _EVENT)
    await agent.ask("hookwright/history", {})
    uri = agent.open(file)

    lens = await _result(agent, uri)
    await agent.run(lens)

    assert lens.command is not None
    assert lens.command.title.startswith("deny · ")
    page = _page(agent.shown_documents[0])
    assert page.startswith("# PreToolUse: deny\n")
    assert "for an agent" in page
    assert "No writing in here" in page


async def test_a_hook_that_is_slow_for_agents_says_so(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("sleep 0.2").replace('"command": "sleep', '"timeout": 0.3, "command": "sleep')
    file = workspace.write(AI_AGENTS, text)
    for _ in range(5):
        await agent.ask("hookwright/dispatch", _EVENT)
    await agent.ask("hookwright/history", {})
    uri = agent.open(file)

    await _result(agent, uri)

    await agent.until(lambda: "HW804" in agent.codes(uri), "diagnostics of a slow hook")
    (slow,) = (it for it in agent.diagnostics[uri] if it.code == "HW804")
    assert slow.message.startswith("this takes up to ")
    agent.replace(uri, 2, text.replace("sleep 0.2", "true"))
    assert "HW804" not in {it.code for it in await agent.problems(uri, 2)}


async def _result(editor: Editor, uri: str) -> types.CodeLens:
    """The one result of a document, once the journal was read."""
    deadline = time.monotonic() + PATIENCE
    while not (found := await _results(editor, uri)):
        assert time.monotonic() < deadline, "the last result of the journal never came"
    return found[0]


async def _results(editor: Editor, uri: str) -> list[types.CodeLens]:
    return [it for it in await editor.lenses(uri) if it.command and it.command.command == "hookwright.lastReport"]


def _page(shown: types.ShowDocumentParams) -> str:
    return Path(unquote(urlsplit(shown.uri).path)).read_text(encoding="utf-8")
