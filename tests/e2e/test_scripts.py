"""Scripts of hooks over the wire: what they are found to do wrong for the hooks that run them, and how it is mended."""

from __future__ import annotations

from lsprotocol import types
from tests.e2e.actions import actions_at, applied
from tests.e2e.editor import BARE, Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace

GUARD = ".claude/hooks/guard.sh"
RUNS_IT = '"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'
BROKEN = """#!/bin/bash
command=$(jq -r .tool_input.command)
if [[ "$command" == *"rm -rf"* ]]; then
  echo "Blocked: rm -rf is not allowed" >&2
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
