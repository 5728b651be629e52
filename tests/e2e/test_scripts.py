"""Scripts of hooks over the wire: what they are found to do wrong for the hooks that run them, and how it is mended."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lsprotocol import converters, types
from pygls.exceptions import JsonRpcException
from tests.e2e.actions import actions_at, applied
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import BARE, EVERY_LENS, REFRESHES, Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace

_TOP = types.Range(types.Position(0, 0), types.Position(0, 0))
GUARD = ".claude/hooks/guard.sh"
RUNS_IT = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'
BROKEN = """#!/bin/bash
command=$(jq -r .tool_input.command)
if [[ "$command" == *"rm -rf"* ]]; then
  echo "Blocked: rm -rf is not allowed" >&2
  exit 1
fi
"""
REFUSES_ALL = """#!/bin/bash
payload=$(cat)
if [[ "$payload" == *tool_input* ]]; then
  echo "Blocked: no commands here" >&2
  exit 1
fi
"""
MENDED = BROKEN.replace("exit 1", "exit 2")


async def test_a_script_of_hooks_has_findings_that_name_its_hooks(editor: Editor, workspace: Workspace) -> None:
    hooks = workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")

    uri = editor.open(workspace.write(GUARD, BROKEN))
    (found,) = [it for it in await editor.problems(uri) if it.code == "HW511"]

    assert found.range.start == types.Position(4, 2)
    (related,) = found.related_information or ()
    assert related.location.uri == hooks.as_uri()


async def test_a_script_that_no_hook_runs_has_none(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    other = agent.open(workspace.write("deploy.sh", BROKEN))
    guard = agent.open(workspace.write(GUARD, BROKEN))

    assert await agent.problems(guard) != []
    assert await agent.problems(other) == []


async def test_findings_follow_what_is_typed_in_the_script(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = agent.open(workspace.write(GUARD, BROKEN))
    assert "HW511" in codes(await agent.problems(uri))

    agent.replace(uri, 2, MENDED)

    assert "HW511" not in codes(await agent.problems(uri, 2))


async def test_findings_follow_the_open_hook_file(agent: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "true", matcher="Bash")
    hooks, uri = agent.open(file), agent.open(workspace.write(GUARD, BROKEN))
    assert await agent.problems(uri) == []

    agent.replace(hooks, 2, workspace.hooks("elsewhere.json", RUNS_IT, matcher="Bash").read_text())
    await agent.until(lambda: "HW511" in agent.codes(uri), "HW511")
    agent.replace(hooks, 3, workspace.hooks("elsewhere.json", "true", matcher="Bash").read_text())

    await agent.until(lambda: agent.codes(uri) == [], "no findings")


async def test_findings_follow_the_hook_file_on_the_disk(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, BARE)
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = newcomer.open(workspace.write(GUARD, BROKEN))
    assert "HW511" in codes(await newcomer.problems(uri))

    workspace.hooks(CLAUDE_CODE, "true", matcher="Bash")

    await newcomer.until(lambda: newcomer.codes(uri) == [], "no findings")


async def test_one_action_mends_the_script(editor: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = editor.open(workspace.write(GUARD, BROKEN))
    (found,) = [it for it in await editor.problems(uri) if it.code == "HW511"]

    fix = next(
        it
        for it in await actions_at(editor, uri, found.range, [found], types.CodeActionKind.QuickFix)
        if it.is_preferred
    )

    assert codes(fix.diagnostics or ()) == ["HW511"]
    assert applied(BROKEN, uri, fix) == MENDED


async def test_a_broken_guard_is_mended_with_one_action_and_blocks(editor: Editor, workspace: Workspace) -> None:
    hooks = workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    script = workspace.write(GUARD, REFUSES_ALL)
    script.chmod(0o755)
    uri = editor.open(script)
    (found,) = await editor.problems(uri)
    (fire,) = await editor.lenses(uri)
    assert fire.command is not None
    before = await editor.run(fire)

    fixes = await actions_at(editor, uri, found.range, [found], types.CodeActionKind.QuickFix)
    script.write_text(applied(REFUSES_ALL, uri, next(it for it in fixes if it.is_preferred)))
    editor.replace(uri, 2, script.read_text())
    after = await editor.run(fire)

    assert await editor.problems(uri, 2) == []
    assert (before["outcome"]["decision"], after["outcome"]["decision"]) == (None, "deny")
    assert (fire.range.start.line, fire.command.title) == (0, "▶ Fire the hook that runs this script")
    (argument,) = fire.command.arguments or ()
    assert argument == {"uri": hooks.as_uri(), "pointer": "/hooks/PreToolUse/0/hooks/0", "script": uri}


async def test_a_script_that_is_not_saved_is_not_fired(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = agent.open(workspace.write(GUARD, BROKEN), text=MENDED)
    (fire,) = await agent.lenses(uri)

    with pytest.raises(JsonRpcException, match="has changes that are not saved"):
        await agent.run(fire)


async def test_each_of_several_hooks_has_a_lens(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, PROFILES[0], options=EVERY_LENS)
    groups = {
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": RUNS_IT}]},
            {"matcher": "Write", "hooks": [{"type": "command", "command": RUNS_IT}]},
        ],
        "Stop": [{"hooks": [{"type": "command", "command": RUNS_IT}]}],
    }
    workspace.write(CLAUDE_CODE, json.dumps({"hooks": groups}))
    uri = newcomer.open(workspace.write(GUARD, BROKEN))

    titles = [it.command.title for it in await newcomer.lenses(uri) if it.command]

    assert titles == ["▶ Fire PreToolUse Bash", "▶ Fire PreToolUse Write", "▶ Fire Stop", "Go to the 3 hooks"]


async def test_the_first_line_leads_to_the_hooks(editor: Editor, workspace: Workspace) -> None:
    hooks = workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = editor.open(workspace.write(GUARD, BROKEN))
    offered = await editor.ask(
        "textDocument/codeAction",
        types.CodeActionParams(types.TextDocumentIdentifier(uri), _TOP, types.CodeActionContext([])),
    )
    (go_to,) = (it.command for it in offered if it.title == "Go to the hooks of this script")

    def params(line: int) -> types.ReferenceParams:
        around = types.ReferenceContext(include_declaration=True)
        return types.ReferenceParams(around, types.TextDocumentIdentifier(uri), types.Position(line, 0))

    (place,) = await editor.text_document_references_async(params(0)) or ()
    asked = types.ExecuteCommandParams(go_to.command, go_to.arguments)
    shown = await editor.ask("workspace/executeCommand", asked)

    assert await editor.text_document_references_async(params(1)) is None
    assert place.uri == hooks.as_uri()
    named = hooks.read_text().splitlines()[place.range.start.line]
    assert ".claude/hooks/guard.sh" in named[place.range.start.character : place.range.end.character]
    assert [it["uri"] for it in shown["places"]] == [hooks.as_uri()]


async def test_a_rule_is_silenced_in_the_script(editor: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    settings = editor.open(workspace.write("hookwright.json", "{}\n"))
    uri = editor.open(workspace.write(GUARD, BROKEN))
    (found,) = [it for it in await editor.problems(uri) if it.code == "HW511"]

    offered = await actions_at(editor, uri, found.range, [found], types.CodeActionKind.QuickFix)
    action = next(it for it in offered if it.title == "Ignore `exit-code-cannot-block` in this file")
    after = applied("{}\n", settings, action)
    editor.replace(settings, 2, after)

    assert json.loads(after) == {"ignore": [{"rule": "exit-code-cannot-block", "file": GUARD}]}
    await editor.until(lambda: "HW511" not in editor.codes(uri), "no HW511")


async def test_the_menu_at_a_finding_fires_the_hook(agent: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = agent.open(workspace.write(GUARD, BROKEN))
    (found,) = [it for it in await agent.problems(uri) if it.code == "HW511"]

    there = [it.title for it in await actions_at(agent, uri, found.range, [], None)]
    elsewhere = await actions_at(agent, uri, types.Range(types.Position(5, 0), types.Position(5, 0)), [], None)

    assert {"Fire the hook that runs this script", "Go to the hooks of this script"} <= set(there)
    assert elsewhere == []


async def test_keys_are_explained_and_offered(editor: Editor, workspace: Workspace) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    uri = editor.open(workspace.write(GUARD, "#!/bin/bash\ncommand=$(jq -r .tool_input.command)\n"))

    said = await editor.hover(uri, types.Position(1, 33))
    document = types.TextDocumentIdentifier(uri)
    offered = await editor.text_document_completion_async(types.CompletionParams(document, types.Position(1, 28)))

    assert said is not None
    assert isinstance(said.contents, types.MarkupContent)
    assert said.contents.value.startswith("**tool_input.command** · string · payload of `PreToolUse`")
    assert said.range == types.Range(types.Position(1, 28), types.Position(1, 35))
    assert isinstance(offered, types.CompletionList)
    assert offered.items[0].label == "command"
    (edit,) = [it.text_edit for it in offered.items if it.label == "command"]
    assert isinstance(edit, types.TextEdit)
    assert (edit.new_text, edit.range) == ("command", said.range)


async def test_the_hook_says_that_its_script_has_problems(newcomer: Editor, workspace: Workspace) -> None:
    await newcomer.begin(workspace, "visual_studio_code" + REFRESHES)
    script = workspace.write(GUARD, BROKEN)
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash"))

    async def problems(*, shown: bool) -> list[types.CodeLens]:
        """The lens of problems, as soon as the lenses have it or not; other lenses are refreshed too."""
        while True:
            newcomer.refreshed.clear()
            found = [it for it in await newcomer.lenses(uri) if it.command and "problem" in it.command.title]
            if bool(found) is shown:
                return found
            await newcomer.until(lambda: newcomer.refreshed, "a request to ask for the lenses again")

    (lens,) = await problems(shown=True)
    assert lens.command is not None
    assert lens.command.title.endswith("in guard.sh")
    assert (await newcomer.run(lens)) == {"uri": script.as_uri()}
    opened = newcomer.open(script, text="#!/bin/bash\n")
    await newcomer.problems(opened)

    assert await problems(shown=False) == []


async def test_a_client_that_opens_documents_as_told_is_told_of_scripts_of_hooks_alone(
    newcomer: Editor, workspace: Workspace
) -> None:
    workspace.hooks(CLAUDE_CODE, RUNS_IT, matcher="Bash")
    workspace.write("deploy.sh", BROKEN)
    script = workspace.write(GUARD, BROKEN)

    await newcomer.begin(workspace, "visual_studio_code")
    (opened,) = await newcomer.until(
        lambda: [it for it in newcomer.registered if it.method == types.TEXT_DOCUMENT_DID_OPEN], "scripts"
    )

    options: Any = opened.register_options
    selector = _plain(options)["documentSelector"]
    assert selector == [{"pattern": str(script), "scheme": "file"}]


def _plain(options: Any) -> dict[str, Any]:
    found: dict[str, Any] = converters.get_converter().unstructure(options)
    return found
