"""ShellCheck and the shells behind the editor: their findings come after all others, and delay nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from tests.e2e.conftest import PROFILES
from tests.e2e.editor import Editor, codes
from tests.e2e.workspace import CLAUDE_CODE, Workspace, eventually, hook_text
from tests.shellcheck import folder_with_shellcheck, needs_shellcheck

_UNQUOTED = hook_text("echo $x", event="PreTolUse")
_QUOTED = hook_text('echo "$x"', event="PreTolUse")

# Nested too deeply for anybody but a shell.
_REFUSED = hook_text("( " * 70 + "ls" + " )" * 69, event="PreTolUse")

# Says that it was started, and answers when it is let go.
_SLOW = """\
#!/bin/sh
touch '{0}/begun'
while [ ! -e '{0}/go' ]; do sleep 0.05; done
echo '{{"comments": [{{"line": 1, "column": 1, "endLine": 1, "endColumn": 5,'
echo '"level": "info", "code": 2002, "message": "No."}}]}}'
"""


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that is all of the server's PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@needs_shellcheck
async def test_a_finding_comes_after_the_others_and_goes_when_it_is_mended(
    bin_folder: Path, newcomer: Editor, workspace: Workspace
) -> None:
    folder_with_shellcheck(bin_folder)
    await newcomer.begin(workspace, PROFILES[0])
    uri = newcomer.open(workspace.write(CLAUDE_CODE, _UNQUOTED))

    assert codes(await newcomer.problems(uri)) == ["HW201"]
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW201", "HW509"], "what ShellCheck says")
    (found,) = (it for it in newcomer.diagnostics[uri] if it.code == "HW509")
    line = _UNQUOTED.split("\n")[found.range.start.line]
    assert line[found.range.start.character : found.range.end.character] == "$x"
    assert found.severity is types.DiagnosticSeverity.Information

    action = await _fix(newcomer, uri, found)
    assert action.edit is not None
    (change,) = action.edit.document_changes or ()
    assert isinstance(change, types.TextDocumentEdit)
    assert [it.new_text for it in change.edits if isinstance(it, types.TextEdit)] == ['\\"', '\\"']

    newcomer.replace(uri, 2, _QUOTED)
    assert codes(await newcomer.problems(uri, 2)) == ["HW201"]

    newcomer.replace(uri, 3, _UNQUOTED)
    assert codes(await newcomer.problems(uri, 3)) == ["HW201", "HW509"], "what is known needs no waiting"


async def test_nothing_waits_for_it(bin_folder: Path, newcomer: Editor, workspace: Workspace, tmp_path: Path) -> None:
    program = bin_folder / "shellcheck"
    program.write_text(_SLOW.format(tmp_path))
    program.chmod(0o755)
    await newcomer.begin(workspace, PROFILES[0])
    uri = newcomer.open(workspace.write(CLAUDE_CODE, _UNQUOTED))
    assert codes(await newcomer.problems(uri)) == ["HW201"]
    await eventually((tmp_path / "begun").exists, "a ShellCheck that was started")

    for version in range(2, 12):
        newcomer.replace(uri, version, hook_text("true", event=f"PreTolUse{'' if version % 2 else ' '}"))
        assert "HW509" not in codes(await newcomer.problems(uri, version))
    newcomer.replace(uri, 12, _UNQUOTED)
    assert codes(await newcomer.problems(uri, 12)) == ["HW201"]

    (tmp_path / "go").touch()
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW201", "HW509"], "what ShellCheck says in the end")


async def test_what_only_the_shell_refuses_comes_later_and_goes_when_it_is_mended(
    bin_folder: Path, newcomer: Editor, workspace: Workspace
) -> None:
    (bin_folder / "sh").symlink_to("/bin/sh")
    await newcomer.begin(workspace, PROFILES[0])
    uri = newcomer.open(workspace.write(CLAUDE_CODE, _REFUSED))

    assert codes(await newcomer.problems(uri)) == ["HW201"]
    await newcomer.until(lambda: newcomer.codes(uri) == ["HW201", "HW508"], "what the shell says")

    newcomer.replace(uri, 2, hook_text("(true)", event="PreTolUse"))
    assert codes(await newcomer.problems(uri, 2)) == ["HW201"]
    newcomer.replace(uri, 3, _REFUSED)
    assert codes(await newcomer.problems(uri, 3)) == ["HW201", "HW508"], "what is known needs no waiting"
    newcomer.replace(uri, 4, _REFUSED.replace("PreTolUse", "PreToolUse"))
    assert codes(await newcomer.problems(uri, 4)) == ["HW508"], "nor where something else is changed"


async def _fix(editor: Editor, uri: str, found: types.Diagnostic) -> types.CodeAction:
    context = types.CodeActionContext([found], [types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), found.range, context)
    actions = await editor.text_document_code_action_async(params) or ()
    return next(it for it in actions if isinstance(it, types.CodeAction) and "SC2086" in it.title)
