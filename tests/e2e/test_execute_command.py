"""`workspace/executeCommand` over the wire (F3): a client without any extension sees progress, and then the report."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import BARE, EVERY_LENS, Editor
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, gone, processes_in, staying

_REFUSAL = "echo 'No writing in here' >&2; exit 2"
_WITHOUT_DOCUMENTS = "neovim@v0.7.0"
_KINDS = [types.WorkDoneProgressBegin, types.WorkDoneProgressReport, types.WorkDoneProgressEnd]


async def test_firing_shows_progress_and_a_document_with_the_decision(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(AI_AGENTS, _REFUSAL))

    result = await _fire_first(editor, uri)

    assert (result["outcome"]["decision"], result["outcome"]["reason"]) == ("deny", "No writing in here")
    (reports,) = editor.progress_reports.values()
    _check_progress(reports)
    (shown,) = editor.shown_documents
    assert shown.uri.endswith(".md")
    page = _page(shown)
    assert page.startswith("# PreToolUse: deny\n")
    assert "No writing in here" in page
    assert editor.messages == []


@pytest.mark.parametrize("profile", [_WITHOUT_DOCUMENTS, BARE])
async def test_firing_tells_the_decision_where_no_document_can_be_shown(
    newcomer: Editor, workspace: Workspace, profile: str
) -> None:
    await newcomer.begin(workspace, profile)
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, _REFUSAL))

    await _fire_first(newcomer, uri)

    (told,) = newcomer.messages
    assert "deny" in told.message.splitlines()[0]
    assert "No writing in here" in told.message
    assert newcomer.shown_documents == []
    if profile == BARE:
        assert newcomer.progress_reports == {}
    else:
        (reports,) = newcomer.progress_reports.values()
        _check_progress(reports)


async def test_cancelling_the_progress_kills_the_hook(agent: Editor, workspace: Workspace) -> None:
    command, note = staying(workspace)
    uri = agent.open(workspace.hooks(CLAUDE_CODE, command))
    firing = asyncio.ensure_future(_fire_first(agent, uri))
    processes = await processes_in(note)

    (token,) = agent.progress_reports
    agent.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))

    with pytest.raises(JsonRpcException) as answer:
        await firing
    assert answer.value.code == types.LSPErrorCodes.RequestCancelled
    await gone(processes)
    reports: list[Any] = list(agent.progress_reports[token])
    assert isinstance(reports[-1], types.WorkDoneProgressEnd)


async def test_explaining_runs_nothing_and_says_why(newcomer: Editor, workspace: Workspace) -> None:
    agent = newcomer
    await agent.begin(workspace, PROFILES[0], options=EVERY_LENS)
    marker = workspace.project / "ran"
    file = workspace.hooks(CLAUDE_CODE, f"touch '{marker}'", matcher="Edit|Write")
    uri = agent.open(file)

    result = await agent.run((await agent.lenses(uri))[2])

    (hook,) = result["matched"]
    assert hook["hook"]["source"] == str(file)
    assert "`Edit" in " ".join(hook["because"])
    await agent.until(lambda: agent.shown_documents, "a document that explains")
    assert not marker.exists()


async def test_a_client_that_opens_no_documents_is_told_in_plain_text(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE, options=EVERY_LENS)
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, "true", matcher="Edit|Write"))

    await newcomer.run((await newcomer.lenses(uri))[2])

    (message,) = await newcomer.until(lambda: newcomer.messages or None, "a message")
    assert message.message.startswith("PreToolUse (Claude Code): 1 hook would fire\n  fires  true\n")
    assert "\x1b" not in message.message


async def test_an_unknown_command_is_refused_by_name(agent: Editor) -> None:
    with pytest.raises(JsonRpcException, match=r"`hookwright\.boil`") as refused:
        await agent.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.boil"))

    assert refused.value.code == types.ErrorCodes.InvalidParams


async def _fire_first(editor: Editor, uri: str) -> Any:
    return await editor.run((await editor.lenses(uri))[0])


def _page(shown: types.ShowDocumentParams) -> str:
    return Path(unquote(urlsplit(shown.uri).path)).read_text(encoding="utf-8")


def _check_progress(reports: Sequence[Any]) -> None:
    assert list(dict.fromkeys(map(type, reports))) == _KINDS
    assert reports[0].cancellable
    assert "PreToolUse" in reports[0].title
    assert [type(it) for it in reports].count(types.WorkDoneProgressEnd) == 1
