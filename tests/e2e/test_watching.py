"""Scripts come and go outside the editor: its diagnostics follow without a word of the client."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import BARE, Editor, codes
from tests.e2e.workspace import AI_AGENTS, Workspace, eventually, hook_text


async def test_a_script_appears_and_the_client_says_nothing(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE)
    uri = newcomer.open(workspace.hooks(AI_AGENTS, "./guard.sh"))
    assert codes(await newcomer.problems(uri)) == ["HW501"]

    script = workspace.write("guard.sh", "#!/bin/sh\n")
    script.chmod(0o755)
    await newcomer.until(lambda: not newcomer.codes(uri), "diagnostics without HW501")
    assert newcomer.registered == []

    script.chmod(0o644)
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW502"], "HW502")

    script.unlink()
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW501"], "HW501 again")


async def test_a_script_that_an_edit_names_is_followed_from_then_on(editor: Editor, workspace: Workspace) -> None:
    uri = editor.open(workspace.hooks(AI_AGENTS, "true"))
    assert codes(await editor.problems(uri)) == []
    (workspace.project / "scripts").mkdir()

    editor.replace(uri, 2, hook_text("scripts/guard.sh"))
    assert codes(await editor.problems(uri, 2)) == ["HW501"]

    workspace.write("scripts/guard.sh", "#!/bin/sh\n").chmod(0o755)
    await editor.until(lambda: not editor.codes(uri), "diagnostics without HW501")


async def test_a_client_that_watches_is_asked_to_watch_hook_files(agent: Editor, workspace: Workspace) -> None:
    for path in (AI_AGENTS, ".ai_agents/settings.local.json"):
        await agent.problems(agent.open(workspace.hooks(path, "true")))

    (registration,) = agent.registered

    assert registration.method == "workspace/didChangeWatchedFiles"
    options: Any = registration.register_options
    globs = {it["globPattern"] for it in options["watchers"]}
    assert {"**/.ai_agents/settings.json", "**/.claude/settings.local.json"} <= globs


async def test_nothing_is_watched_once_the_document_is_closed(cold: Editor, workspace: Workspace) -> None:
    await cold.begin(workspace, PROFILES[0])
    uri = cold.open(workspace.hooks(AI_AGENTS, "./guard.sh"))
    await cold.problems(uri)
    await eventually(lambda: _inotify_watches(cold) > 0, "a watch")

    cold.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    await eventually(lambda: _inotify_watches(cold) == 0, "the end of the watches")


def _inotify_watches(editor: Editor) -> int:
    """How many directories the server has the kernel watch."""
    found = 0
    for info in Path(f"/proc/{editor.process.pid}/fdinfo").iterdir():
        try:
            found += sum(line.startswith("inotify ") for line in info.read_text().splitlines())
        except FileNotFoundError:
            continue
    return found
