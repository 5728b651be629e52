"""`textDocument/diagnostic` and `workspace/diagnostic`: diagnostics for clients that ask for them."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import PULLS, Editor, codes
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, Workspace, hook_text, large_text

_WRONG = hook_text("true", event="PreTolUse")
_SCRIPT = hook_text('"$CLAUDE_PROJECT_DIR"/.claude/guard.sh')
_LARGE = 8_000


@pytest.fixture(params=PROFILES)
async def puller(newcomer: Editor, workspace: Workspace, request: pytest.FixtureRequest) -> Editor:
    """An editor that asks for diagnostics."""
    await newcomer.begin(workspace, request.param + PULLS)
    return newcomer


async def of(editor: Editor, uri: str, known: str | None = None) -> Any:
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri), previous_result_id=known)
    return await editor.ask("textDocument/diagnostic", params)


async def of_all(editor: Editor, **known: str) -> dict[str, Any]:
    previous = [types.PreviousResultId(uri, it) for uri, it in known.items()]
    found = await editor.ask("workspace/diagnostic", types.WorkspaceDiagnosticParams(previous))
    return {it.uri: it for it in found.items}


async def test_it_is_promised_to_clients_that_ask_and_no_others(newcomer: Editor, workspace: Workspace) -> None:
    answer = await newcomer.begin(workspace, PROFILES[0] + PULLS)

    promised = answer.capabilities.diagnostic_provider
    assert promised is not None
    assert (promised.inter_file_dependencies, promised.workspace_diagnostics) == (True, True)


@pytest.mark.parametrize("profile", PROFILES)
async def test_a_client_that_cannot_be_told_to_ask_again_is_pushed_to(
    newcomer: Editor, workspace: Workspace, profile: str
) -> None:
    answer = await newcomer.begin(workspace, profile)
    uri = newcomer.open(workspace.write(CLAUDE_CODE, _WRONG))

    assert answer.capabilities.diagnostic_provider is None
    assert codes(await newcomer.problems(uri)) == ["HW201"]


async def test_the_diagnostics_of_a_document_and_that_they_are_the_same(puller: Editor, workspace: Workspace) -> None:
    uri = puller.open(workspace.write(CLAUDE_CODE, _WRONG))

    first = await of(puller, uri)
    again = await of(puller, uri, first.result_id)
    puller.replace(uri, 2, hook_text("true"))
    mended = await of(puller, uri, first.result_id)

    assert (first.kind, codes(first.items)) == ("full", ["HW201"])
    assert (again.kind, again.result_id) == ("unchanged", first.result_id)
    assert (mended.kind, list(mended.items)) == ("full", [])


async def test_nothing_is_published(puller: Editor, workspace: Workspace) -> None:
    uri = puller.open(workspace.write(CLAUDE_CODE, _WRONG))
    await of(puller, uri)
    puller.replace(uri, 2, hook_text("true"))
    await of(puller, uri)
    puller.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    assert not (await of(puller, uri)).items
    assert puller.published == []


async def test_the_client_is_told_to_ask_again_when_a_script_comes(puller: Editor, workspace: Workspace) -> None:
    uri = puller.open(workspace.write(CLAUDE_CODE, _SCRIPT))
    before = await of(puller, uri)

    script = workspace.write(".claude/guard.sh", "#!/bin/sh\n")
    script.chmod(0o755)
    await puller.until(lambda: "workspace/diagnostic/refresh" in puller.refreshed, "a refresh")
    after = await of(puller, uri, before.result_id)

    assert codes(before.items) == ["HW501"]
    assert (after.kind, list(after.items)) == ("full", [])


async def test_the_client_is_told_to_ask_again_for_what_it_asked_before_it_opened_it(
    puller: Editor, workspace: Workspace
) -> None:
    path = workspace.write(CLAUDE_CODE, _WRONG)

    early = await of(puller, path.as_uri())
    uri = puller.open(path)
    await puller.until(lambda: "workspace/diagnostic/refresh" in puller.refreshed, "a refresh")
    after = await of(puller, uri, early.result_id)

    assert list(early.items) == []
    assert codes(after.items) == ["HW201"]


async def test_every_hook_file_is_reported_on_open_or_not(puller: Editor, workspace: Workspace) -> None:
    closed = workspace.write(AI_AGENTS, _WRONG)
    shown = puller.open(workspace.write(CLAUDE_CODE, hook_text("true")), _WRONG, version=3)
    settings = workspace.write("hookwright.json", '{"rule": {}}')

    found = await of_all(puller)

    assert {uri: (it.kind, it.version, len(it.items)) for uri, it in found.items()} == {
        shown: ("full", 3, 1),
        closed.as_uri(): ("full", None, 1),
        settings.as_uri(): ("full", None, 1),
    }


async def test_a_document_that_is_asked_for_itself_is_left_to_that(puller: Editor, workspace: Workspace) -> None:
    uri = puller.open(workspace.write(CLAUDE_CODE, _WRONG))
    known = (await of_all(puller))[uri].result_id

    await of(puller, uri)

    assert await of_all(puller, **{uri: known}) == {}


async def test_of_all_files_only_what_has_changed_is_said_again(puller: Editor, workspace: Workspace) -> None:
    kept, changed, gone = (
        workspace.write(it, _WRONG) for it in (CLAUDE_CODE, AI_AGENTS, ".claude/settings.local.json")
    )
    known = {uri: it.result_id for uri, it in (await of_all(puller)).items()}

    changed.write_text(hook_text("true", matcher="("))
    gone.unlink()
    found = await of_all(puller, **known)

    assert found[kept.as_uri()].kind == "unchanged"
    assert codes(found[changed.as_uri()].items) == ["HW301"]
    assert (found[gone.as_uri()].kind, list(found[gone.as_uri()].items)) == ("full", [])


async def test_every_folder_of_the_workspace_counts(puller: Editor, workspace: Workspace) -> None:
    other = workspace.project.with_name("other")
    file = other / CLAUDE_CODE
    file.parent.mkdir(parents=True)
    file.write_text(_WRONG)
    folder = types.WorkspaceFolder(other.as_uri(), "other")

    before = await of_all(puller)
    added = types.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    puller.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(added))
    after = await of_all(puller)
    removed = types.WorkspaceFoldersChangeEvent(added=[], removed=[folder])
    puller.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(removed))

    assert (list(before), list(after), list(await of_all(puller))) == ([], [file.as_uri()], [])


async def test_those_of_plugins_that_nobody_has_opened(puller: Editor, workspace: Workspace) -> None:
    manifest = '{"name": "demo", "hooks": ["./more.json", "./none.json"]}'
    named = workspace.write("plugins/demo/more.json", _WRONG)
    usual = workspace.write("plugins/demo/hooks/hooks.json", _WRONG)
    plugin = workspace.write("plugins/demo/.claude-plugin/plugin.json", manifest)

    found = {uri: codes(it.items) for uri, it in (await of_all(puller)).items()}
    assert found == {named.as_uri(): ["HW201"], usual.as_uri(): ["HW201"], plugin.as_uri(): ["HW704"]}


async def test_a_large_file_is_answered_with_its_newest_text_and_behind_other_answers(
    puller: Editor, workspace: Workspace
) -> None:
    small = puller.open(workspace.write(CLAUDE_CODE, _WRONG))
    await of(puller, small)
    # On a busy machine, what is sent meanwhile may arrive half a second late.
    uri = puller.open(workspace.write(AI_AGENTS, large_text("PreToolUse", _LARGE)))
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
    _, asked = puller.begin_to_ask("textDocument/diagnostic", params)
    await of(puller, small)
    puller.replace(uri, 2, large_text("PreTolUse", _LARGE))
    await of(puller, small)
    answered_before = asked.done()

    assert not answered_before
    assert "HW201" in codes((await asked).items)
    assert "HW201" in codes((await of(puller, uri)).items)
