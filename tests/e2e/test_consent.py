"""Consent over the wire: the first firing of a command asks, and nothing runs before the user has agreed."""

from __future__ import annotations

import asyncio
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import BARE, Editor
from tests.e2e.workspace import CLAUDE_CODE, PATIENCE, Workspace
from tests.terminal import at_terminal

AT = {"pointer": "/hooks/PreToolUse/0/hooks/0"}


def scripted(workspace: Workspace) -> tuple[Path, Path, str]:
    """A script, the file that tells that it ran, and the URI of the hook file that names it."""
    script = workspace.write("guard.sh", "#!/bin/sh\ntouch ran\n")
    return script, workspace.project / "ran", workspace.hooks(CLAUDE_CODE, "sh guard.sh").as_uri()


async def fire(editor: Editor, uri: str) -> Any:
    return await editor.ask("hookwright/fire", {"uri": uri, **AT})


async def test_the_question_says_exactly_what_will_run(editor: Editor, workspace: Workspace) -> None:
    script, ran, uri = scripted(workspace)

    await fire(editor, uri)

    (question,) = editor.questions
    assert question.startswith("Run this command?\n\nsh guard.sh\n")
    for told in (f"in {workspace.project}\n", f"script: {script}\n"):
        assert told in question
    assert "CLAUDE_PROJECT_DIR" not in question
    assert ran.exists()


async def test_without_consent_nothing_runs(editor: Editor, workspace: Workspace) -> None:
    _, ran, uri = scripted(workspace)
    editor.agrees = False
    doors: dict[str, Any] = {
        "hookwright/fire": {"uri": uri, **AT},
        "workspace/executeCommand": types.ExecuteCommandParams("hookwright.fire", [{"uri": uri, **AT}]),
    }

    for method, params in doors.items():
        with pytest.raises(JsonRpcException, match="did not agree") as refused:
            await editor.ask(method, params)
        assert (refused.value.code, refused.value.data) == (-32011, {"reason": "not agreed"})

    assert not ran.exists()
    assert len(editor.questions) == len(doors)


async def test_who_has_agreed_is_not_asked_again(agent: Editor, workspace: Workspace) -> None:
    _, _, uri = scripted(workspace)

    await fire(agent, uri)
    await fire(agent, uri)

    assert len(agent.questions) == 1


async def test_one_byte_of_the_script_ends_the_consent(agent: Editor, workspace: Workspace) -> None:
    script, ran, uri = scripted(workspace)
    await fire(agent, uri)
    ran.unlink()
    script.write_text(script.read_text() + "\n")
    agent.agrees = False

    with pytest.raises(JsonRpcException, match="did not agree"):
        await fire(agent, uri)

    assert "its script has changed since" in agent.questions[-1]
    assert not ran.exists()


async def test_another_command_is_another_question(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "echo one", "echo two")

    await agent.ask("hookwright/fire", {"uri": file.as_uri(), **AT})
    await agent.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse"})

    assert ["echo one" in it for it in agent.questions] == [True, False]
    assert ["echo two" in it for it in agent.questions] == [False, True]


async def test_a_client_with_dialogs_of_its_own_shows_them(newcomer: Editor, workspace: Workspace) -> None:
    _, ran, uri = scripted(workspace)
    await newcomer.begin(workspace, PROFILES[0], options={"client": {"ui": True}})
    newcomer.agrees = False

    with pytest.raises(JsonRpcException, match="did not agree"):
        await fire(newcomer, uri)

    assert newcomer.questions[0].startswith("Run this command?")
    assert not ran.exists()


@pytest.mark.parametrize("answer", [{}, [], 1, {"title": 1}, {"title": "Cancel"}], ids=repr)
@pytest.mark.parametrize("options", [{}, {"client": {"ui": True}}], ids=["message", "dialog"])
async def test_an_answer_without_a_yes_is_a_no(
    newcomer: Editor, workspace: Workspace, options: dict[str, Any], answer: object
) -> None:
    _, ran, uri = scripted(workspace)
    for method in (types.WINDOW_SHOW_MESSAGE_REQUEST, "hookwright/ui/confirm"):
        newcomer.protocol.fm.features.pop(method)
        newcomer.feature(method)(lambda *_: answer)
    await newcomer.begin(workspace, PROFILES[0], options=options)

    with pytest.raises(JsonRpcException, match="did not agree") as refused:
        await fire(newcomer, uri)

    assert (refused.value.code, refused.value.data) == (-32011, {"reason": "not agreed"})
    assert not ran.exists()


@pytest.mark.parametrize("options", [{}, {"client": {"ui": True}}], ids=["message", "dialog"])
async def test_a_question_that_nobody_answers_is_an_error_in_the_end(
    newcomer: Editor, workspace: Workspace, options: dict[str, Any]
) -> None:
    _, ran, uri = scripted(workspace)
    withdrawn = never_answering(newcomer)
    await newcomer.begin(workspace, PROFILES[0], options={"consentTimeoutSeconds": 0.3, **options})

    with pytest.raises(
        JsonRpcException, match=r"not answered within 0\.3 s.* answer it, or run `hookwright consent agree"
    ) as refused:
        await fire(newcomer, uri)

    assert (refused.value.code, refused.value.data) == (-32011, {"reason": "not answered"})
    await asyncio.wait_for(withdrawn, PATIENCE)
    assert not ran.exists()


async def test_a_firing_can_be_cancelled_while_it_asks(newcomer: Editor, workspace: Workspace) -> None:
    _, ran, uri = scripted(workspace)
    withdrawn = never_answering(newcomer)
    await newcomer.begin(workspace, PROFILES[0])

    number, answer = newcomer.begin_to_ask("hookwright/fire", {"uri": uri, **AT})
    await newcomer.until(lambda: newcomer.questions, "the question")
    newcomer.cancel_request(types.CancelParams(number))

    with pytest.raises(JsonRpcException) as refused:
        await asyncio.wait_for(answer, PATIENCE)
    assert refused.value.code == -32800
    await asyncio.wait_for(withdrawn, PATIENCE)
    assert not ran.exists()


async def test_an_editor_that_cannot_ask_says_how_to_agree_and_that_helps(
    newcomer: Editor, workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, ran, uri = scripted(workspace)
    # pytest-lsp takes it for a fault of the test that the client has no such method.
    monkeypatch.setattr(newcomer, "report_server_error", lambda *_: None)
    newcomer.protocol.fm.features.pop(types.WINDOW_SHOW_MESSAGE_REQUEST)
    await newcomer.begin(workspace, BARE)

    with pytest.raises(JsonRpcException, match="your editor cannot show the question") as refused:
        await fire(newcomer, uri)
    assert (refused.value.code, refused.value.data) == (-32011, {"reason": "not asked"})
    assert not ran.exists()

    command = re.search(r"`hookwright (.*?)` in a terminal", refused.value.message)
    assert command
    in_terminal = await asyncio.to_thread(at_terminal, workspace, shlex.split(command[1]), "y\n")
    assert in_terminal.code == 0
    assert not ran.exists()

    await fire(newcomer, uri)
    assert ran.exists()


def never_answering(editor: Editor) -> asyncio.Future[None]:
    """Makes it an editor whose user is away; the future is done when the server takes its question back."""
    withdrawn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def wait(editor: Editor, params: Any) -> None:
        editor.questions.append(params.message)
        editor.wake()
        try:
            await asyncio.Event().wait()
        finally:
            withdrawn.set_result(None)

    for method in (types.WINDOW_SHOW_MESSAGE_REQUEST, "hookwright/ui/confirm"):
        editor.protocol.fm.features.pop(method)
        editor.feature(method)(wait)
    return withdrawn
