"""`textDocument/codeAction` over the wire: the edits, applied as an editor applies them, mend the file."""

from __future__ import annotations

import json

from lsprotocol import types
from tests.e2e.actions import actions_at, applied, edited
from tests.e2e.editor import BARE, Editor, codes
from tests.e2e.workspace import AI_AGENTS, CLAUDE_CODE, DIALECTS, Workspace, hook_text


async def test_a_quick_fix_mends_what_it_belongs_to(editor: Editor, workspace: Workspace) -> None:
    text = hook_text("echo 😀", event="PreTolUse").replace("\n", "\r\n")
    for path in DIALECTS.values():
        uri = editor.open(workspace.write(path, text))
        (problem,) = await editor.problems(uri)

        actions = await actions_at(editor, uri, problem.range, [problem], types.CodeActionKind.QuickFix)

        fix = next(it for it in actions if it.is_preferred)
        assert {it.kind for it in actions} == {types.CodeActionKind.QuickFix}
        assert codes(fix.diagnostics or ()) == ["HW201"]
        assert applied(text, uri, fix) == text.replace("PreTolUse", "PreToolUse")


async def test_all_that_is_safe_is_fixed_at_once(agent: Editor, workspace: Workspace) -> None:
    text = (
        '{"hooks": {"pretooluse": [{"matcher": "*", "hooks": [{"type": "command", "command": "echo 😀 😀",},]}],\n'
        '"PostToolUse": [{"matcher": "FileReader | FileWriter", "hooks": [{"type": "command", "command": "true"}]}]}}'
    )
    uri = agent.open(workspace.write(AI_AGENTS, text))
    problems = await agent.problems(uri)
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))

    (fix,) = await actions_at(agent, uri, nowhere, problems, types.CodeActionKind.SourceFixAll)

    assert fix.kind == types.CodeActionKind.SourceFixAll
    mended = applied(text, uri, fix)
    assert list(json.loads(mended)["hooks"]) == ["PreToolUse", "PostToolUse"]
    agent.replace(uri, 2, mended)
    assert await agent.problems(uri, 2) == []


async def test_d7_a_script_is_mended_from_the_hook_that_runs_it(agent: Editor, workspace: Workspace) -> None:
    script = workspace.write("s.sh", "echo\n")
    script.chmod(0o644)
    uri = agent.open(workspace.hooks("hooks/hooks.json", "${PLUGIN_ROOT}/s.sh", matcher=None))
    problems = await agent.problems(uri)
    assert codes(problems) == ["HW502", "HW503"]

    actions = await actions_at(agent, uri, problems[0].range, problems, types.CodeActionKind.QuickFix)
    fixes = {code: it for it in actions if it.is_preferred for code in codes(it.diagnostics or ())}
    script.write_text(applied("echo\n", script.as_uri(), fixes["HW503"]))
    command = fixes["HW502"].command
    assert command is not None
    await agent.ask("workspace/executeCommand", types.ExecuteCommandParams(command.command, command.arguments))

    await agent.until(lambda: not agent.codes(uri), "diagnostics of the mended script")
    assert script.read_text() == "#!/bin/sh\necho\n"
    assert script.stat().st_mode & 0o777 == 0o755


async def test_a_hook_can_be_fired_from_the_menu(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(AI_AGENTS, "true"))
    inside = types.Range(types.Position(7, 12), types.Position(7, 12))

    actions = await actions_at(agent, uri, inside, [], None)

    assert [(it.kind, it.command.command) for it in actions if it.command] == [
        ("hookwright.run", "hookwright.fire"),
        ("hookwright.run", "hookwright.fireScratch"),
        ("hookwright.run", "hookwright.explain"),
        ("hookwright.run", "hookwright.attack"),
        ("hookwright.run", "hookwright.newSample"),
        ("refactor.rewrite", "hookwright.disableHook"),
    ]


async def test_a_script_is_created_and_its_lines_converted_from_the_menu(agent: Editor, workspace: Workspace) -> None:
    windows = workspace.write("windows.sh", "#!/bin/sh\r\ntrue\r\n")
    windows.chmod(0o755)
    uri = agent.open(workspace.hooks(AI_AGENTS, "./hooks/new.sh", "./windows.sh"))
    problems = await agent.problems(uri)
    assert codes(problems) == ["HW501", "HW504"]

    for problem in problems:
        actions = await actions_at(agent, uri, problem.range, [problem], types.CodeActionKind.QuickFix)
        (command,) = (it.command for it in actions if it.command)
        await agent.ask("workspace/executeCommand", types.ExecuteCommandParams(command.command, command.arguments))

    await agent.until(lambda: not agent.codes(uri), "diagnostics of scripts that are right")
    created = workspace.project / "hooks" / "new.sh"
    assert created.read_text().startswith("#!/bin/sh\n# A hook for PreToolUse")
    assert created.stat().st_mode & 0o100
    assert windows.read_bytes() == b"#!/bin/sh\ntrue\n"


async def test_a_command_becomes_a_script(editor: Editor, workspace: Workspace) -> None:
    text = hook_text("grep -q 'rm -rf' && exit 2; exit 0")
    uri = editor.open(workspace.write(CLAUDE_CODE, text))
    inside = types.Range(types.Position(8, 30), types.Position(8, 30))

    (extract,) = await actions_at(editor, uri, inside, [], types.CodeActionKind.RefactorExtract)
    changed = applied(text, uri, extract)
    assert extract.command is not None
    await editor.ask(
        "workspace/executeCommand", types.ExecuteCommandParams(extract.command.command, extract.command.arguments)
    )

    (hook,) = json.loads(changed)["hooks"]["PreToolUse"][0]["hooks"]
    assert hook["command"] == '"${CLAUDE_PROJECT_DIR}/.claude/hooks/pre-tool-use.sh"'
    script = workspace.project / ".claude" / "hooks" / "pre-tool-use.sh"
    assert script.read_text() == "#!/bin/sh\ngrep -q 'rm -rf' && exit 2; exit 0\n"
    assert script.stat().st_mode & 0o100
    editor.replace(uri, 2, changed)
    assert await editor.problems(uri, 2) == []


async def test_edits_are_for_one_version_where_the_editor_knows_versions(agent: Editor, workspace: Workspace) -> None:
    text = hook_text("true", event="PreTolUse")
    uri = agent.open(workspace.write(AI_AGENTS, text), version=7)
    (problem,) = await agent.problems(uri, 7)

    fix, *others = await actions_at(agent, uri, problem.range, [problem], types.CodeActionKind.QuickFix)

    assert [it.title.split()[0] for it in others] == ["Ignore", "Ignore", "Ignore"]
    assert fix.edit is not None
    (change,) = fix.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert (change.text_document.uri, change.text_document.version) == (uri, 7)


async def test_a_rule_is_silenced_in_settings_that_are_made_or_changed(agent: Editor, workspace: Workspace) -> None:
    uri = agent.open(workspace.hooks(CLAUDE_CODE, '"$CLAUDE_PROJECT_DIR"/no.sh'))
    settings = workspace.project / "hookwright.json"
    (problem, *_) = [it for it in await agent.problems(uri) if it.code == "HW501"]

    async def silenced() -> types.WorkspaceEdit:
        found = await actions_at(agent, uri, problem.range, [problem], types.CodeActionKind.QuickFix)
        (action,) = [it for it in found if it.title == "Ignore `script-not-found` in this file"]
        assert not action.is_preferred
        assert codes(action.diagnostics or ()) == ["HW501"]
        assert action.edit is not None
        return action.edit

    create, made = (await silenced()).document_changes or ()
    assert isinstance(create, types.CreateFile)
    assert isinstance(made, types.TextDocumentEdit)
    assert create.uri == made.text_document.uri == settings.as_uri()
    (edit,) = made.edits
    assert isinstance(edit, types.TextEdit)
    assert json.loads(edit.new_text) == {"ignore": [{"rule": "script-not-found", "file": CLAUDE_CODE}]}

    text = '{ // ours\n  "rules": {}\n}\n'
    opened = agent.open(settings, text, version=3)
    (changed,) = (await silenced()).document_changes or ()
    assert isinstance(changed, types.TextDocumentEdit)
    assert changed.text_document.version == 3
    after = edited(text, changed.edits)
    assert after.startswith('{ // ours\n  "rules": {},\n  "ignore": [')
    agent.replace(opened, 4, after)
    await agent.until(lambda: "HW501" not in agent.codes(uri), "the diagnostics of a file with a rule silenced")


async def test_a_client_that_creates_no_files_changes_only_settings_that_are_there(
    newcomer: Editor, workspace: Workspace
) -> None:
    await newcomer.begin(workspace, BARE)
    uri = newcomer.open(workspace.hooks(CLAUDE_CODE, '"$CLAUDE_PROJECT_DIR"/no.sh'))
    (problem, *_) = [it for it in await newcomer.problems(uri) if it.code == "HW501"]

    async def titles() -> list[str]:
        found = await actions_at(newcomer, uri, problem.range, [problem], types.CodeActionKind.QuickFix)
        return [it.title for it in found if it.title.startswith("Ignore")]

    assert await titles() == []
    workspace.write("hookwright.json", "{}")
    assert len(await titles()) == 3
