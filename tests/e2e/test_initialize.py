"""`initialize` over the wire: what each kind of client is promised, and what is refused around it."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import BARE, Editor
from tests.e2e.workspace import Workspace


@pytest.fixture
def newcomer(cold: Editor) -> Editor:
    """Each server here is started for real."""
    return cold


@pytest.mark.parametrize("profile", [*PROFILES, BARE])
async def test_every_kind_of_client_is_promised_the_same(newcomer: Editor, workspace: Workspace, profile: str) -> None:
    answer = await newcomer.begin(workspace, profile)

    assert answer.server_info is not None
    assert answer.server_info.name == "hookwright"
    promised = answer.capabilities
    # A client may offer others: this one is understood by all of them.
    assert promised.position_encoding == types.PositionEncodingKind.Utf16
    assert promised.text_document_sync == types.TextDocumentSyncOptions(
        open_close=True, change=types.TextDocumentSyncKind.Incremental, save=True
    )
    assert promised.execute_command_provider is not None
    assert {"hookwright.fire", "hookwright.explain"} <= set(promised.execute_command_provider.commands)
    assert isinstance(promised.code_action_provider, types.CodeActionOptions)
    kinds = set(promised.code_action_provider.code_action_kinds or ())
    assert {types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll} <= kinds
    assert promised.hover_provider
    assert promised.code_lens_provider
    assert promised.completion_provider


async def test_a_second_one_is_refused_and_the_session_goes_on(agent: Editor, workspace: Workspace) -> None:
    again = types.InitializeParams(capabilities=types.ClientCapabilities())

    with pytest.raises(JsonRpcException) as refused:
        await agent.ask("initialize", again)

    assert refused.value.code == types.ErrorCodes.InvalidRequest
    uri = agent.open(workspace.hooks(".claude/settings.json", "true"))
    assert await agent.problems(uri) == []


async def test_nothing_is_answered_before_it(newcomer: Editor, workspace: Workspace) -> None:
    newcomer.capabilities = types.ClientCapabilities()

    with pytest.raises(JsonRpcException) as refused:
        await newcomer.ask("hookwright/samples", {"dialect": "claude-code", "event": "Stop"})

    assert refused.value.code == types.ErrorCodes.ServerNotInitialized
    await newcomer.begin(workspace, BARE)
    assert await newcomer.ask("hookwright/samples", {"dialect": "claude-code", "event": "Stop"})
