"""Firing on a copy over the wire: every change is told, and the workspace stays as it is, byte for byte."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, Workspace, eventually, gone

SCRIPT = """\
#!/bin/sh
rm deleted.txt
for name in one two three; do echo "$name was here" >> "src/$name.txt"; done
echo kept > "$HOME/in-home"
echo kept > "${TMPDIR:-/tmp}/in-temp"
echo new > made.txt
git status --short > status.txt
"""


@pytest.fixture(params=["bubblewrap", "bare"])
def cage(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """With bubblewrap, and on a machine that has none."""
    if request.param == "bare":
        monkeypatch.setenv("PATH", str(_without_bubblewrap(tmp_path / "bin")))
    elif shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed, so nothing shows what it keeps out: apt-get install bubblewrap")
    return str(request.param)


@pytest.fixture
async def editor(cage: str, newcomer: Editor, workspace: Workspace) -> Editor:
    """An editor whose server was started with that PATH."""
    await newcomer.begin(workspace, "neovim")
    return newcomer


def _without_bubblewrap(folder: Path) -> Path:
    folder.mkdir()
    for name in ("sh", "bash", "git", "rm", "touch", "cat", "sleep", "mv", "env"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    return folder


def _project(workspace: Workspace) -> None:
    for name in ("deleted", "src/one", "src/two", "src/three"):
        workspace.write(f"{name}.txt", f"{name}\n")
    workspace.write("ignored/big.bin", "x")
    workspace.write(".gitignore", "ignored/\n")
    workspace.write("guard.sh", SCRIPT)
    git = ("git", "-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "init.defaultBranch=main")
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], cwd=workspace.project, check=True)


def _prints(folder: Path) -> dict[str, tuple[int, int, str]]:
    """Every file of a folder: mode, time and hash."""
    return {
        str(it.relative_to(folder)): (
            stat.S_IMODE(it.lstat().st_mode),
            it.lstat().st_mtime_ns,
            hashlib.sha256(it.read_bytes()).hexdigest(),
        )
        for it in sorted(folder.rglob("*"))
        if it.is_file()
    }


async def _fire(editor: Editor, file: Path) -> Any:
    at = {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse/0", "scratch": True}
    return await editor.ask("hookwright/fire", at)


async def test_every_change_is_told_and_none_is_made(editor: Editor, workspace: Workspace, cage: str) -> None:
    file = workspace.hooks(CLAUDE_CODE, "sh guard.sh")
    _project(workspace)
    before, at_home = _prints(workspace.project), _prints(workspace.home)

    result = await _fire(editor, file)

    (run,) = result["outcome"]["runs"]
    assert (run["status"], run["stderr"]) == ("succeeded", "")
    temp = "/tmp" if cage == "bubblewrap" else "$TMPDIR"
    assert {it["path"]: it["kind"] for it in result["changes"]} == {
        "deleted.txt": "deleted",
        "made.txt": "created",
        "src/one.txt": "changed",
        "src/three.txt": "changed",
        "src/two.txt": "changed",
        "status.txt": "created",
        "~/in-home": "created",
        f"{temp}/in-temp": "created",
    }
    diffs = {it["path"]: it["diff"] for it in result["changes"]}
    assert diffs["src/one.txt"] == "--- a/src/one.txt\n+++ b/src/one.txt\n@@ -1 +1,2 @@\n src/one\n+one was here\n"
    assert "+ D deleted.txt\n" in diffs["status.txt"]
    assert _prints(workspace.project) == before
    assert {name for name in _prints(workspace.home) if "in-home" in name} == set()
    assert at_home.items() <= _prints(workspace.home).items()
    assert not list(workspace.home.rglob("scratch"))


async def test_writing_beside_the_project(editor: Editor, workspace: Workspace, cage: str) -> None:
    file = workspace.hooks(CLAUDE_CODE, "echo out > ../outside.txt")

    result = await _fire(editor, file)

    assert not (workspace.project.parent / "outside.txt").exists()
    changes = [(it["path"], it["kind"]) for it in result["changes"]]
    if cage != "bubblewrap":
        assert changes == [("../outside.txt", "created")]
    elif workspace.project.is_relative_to("/tmp"):
        # In the cage `/tmp` is a folder of its own, and can be written.
        assert changes == [(f"{workspace.project.parent}/outside.txt", "created")]
    else:
        assert changes == []
        assert "Read-only file system" in result["outcome"]["runs"][0]["stderr"]
    assert any(("bubblewrap blocked" if cage == "bubblewrap" else "are real") in it for it in result["notes"])


@pytest.mark.parametrize("cage", ["bubblewrap"], indirect=True)
async def test_the_rest_of_the_disk_and_the_network_are_out_of_reach(editor: Editor, workspace: Workspace) -> None:
    outside = Path("/var/tmp") / f"hookwright-{os.getpid()}"
    look = f"echo out > {outside}; cat /proc/net/dev; exit 0"

    result = await _fire(editor, workspace.hooks(CLAUDE_CODE, look))

    (run,) = result["outcome"]["runs"]
    assert "Read-only file system" in run["stderr"]
    assert not outside.exists()
    assert [it.split(":")[0].strip() for it in run["stdout"].splitlines()[2:]] == ["lo"]
    assert result["changes"] == []


async def test_a_script_in_the_home_folder_is_there(editor: Editor, workspace: Workspace) -> None:
    script = workspace.home / "hooks" / "mine.sh"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\necho from home >> made.txt\n")
    script.chmod(0o755)

    result = await _fire(editor, workspace.hooks(CLAUDE_CODE, '"$HOME/hooks/mine.sh"'))

    assert [it["path"] for it in result["changes"]] == ["made.txt"]
    assert not (workspace.project / "made.txt").exists()


async def test_the_command_shows_the_changes(editor: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "echo new > made.txt")
    at = {"uri": file.as_uri(), "pointer": "/hooks"}

    result = await editor.ask("workspace/executeCommand", types.ExecuteCommandParams("hookwright.fireScratch", [at]))

    assert [it["path"] for it in result["changes"]] == ["made.txt"]
    await editor.until(lambda: editor.shown_documents, "a report")
    shown = Path(editor.shown_documents[-1].uri.removeprefix("file://")).read_text()
    assert "`made.txt` created" in shown
    assert "+new" in shown


async def test_cancelling_kills_the_hook_and_takes_the_copy_away(editor: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "echo there > note; sleep 60")
    at = {"uri": file.as_uri(), "pointer": "/hooks", "scratch": True}
    number, answer = editor.begin_to_ask("hookwright/fire", at)
    state = workspace.home / ".local" / "state" / "hookwright"
    note = await eventually(lambda: next(state.rglob("note"), None), "a copy with a note")
    assert note
    copy = note.parent
    running = [int(it.name) for it in Path("/proc").iterdir() if it.name.isdecimal() and _works_in(it, copy)]

    editor.cancel_request(types.CancelParams(number))

    with pytest.raises(JsonRpcException) as refused:
        await answer
    assert refused.value.code == types.LSPErrorCodes.RequestCancelled
    await gone(running)
    await eventually(lambda: not copy.exists(), "an end of the copy")
    assert os.listdir(workspace.project) == [".claude"]


def _works_in(process: Path, copy: Path) -> bool:
    try:
        return b"echo there > note" in (process / "cmdline").read_bytes() and copy.exists()
    except OSError:
        return False


async def test_the_question_says_that_it_is_a_copy_and_what_is_in_reach(
    editor: Editor, workspace: Workspace, cage: str
) -> None:
    file = workspace.hooks(CLAUDE_CODE, "true")

    await _fire(editor, file)

    (question,) = editor.questions
    assert question.startswith("Run this command on a copy of the workspace?\n\ntrue\n")
    assert f"in a copy of {workspace.project}\n" in question
    if cage == "bubblewrap":
        assert "Bubblewrap blocks the network, and writing anywhere but to the copy" in question
    else:
        assert "bubblewrap is not installed" in question
        assert "the network and the rest of the disk can be reached" in question


async def test_who_agreed_to_a_copy_is_asked_before_the_workspace_itself(editor: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "touch ran")
    at = {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse/0"}
    for _ in range(2):
        await _fire(editor, file)
    assert len(editor.questions) == 1
    assert "before it runs in the workspace itself" in editor.questions[0]
    editor.agrees = False

    with pytest.raises(JsonRpcException, match="did not agree"):
        await editor.ask("hookwright/fire", at)

    assert editor.questions[1].startswith("Run this command?")
    assert "has changed" not in editor.questions[1]
    assert not (workspace.project / "ran").exists()


async def test_who_agreed_to_the_workspace_has_agreed_to_a_copy(editor: Editor, workspace: Workspace) -> None:
    file = workspace.hooks(CLAUDE_CODE, "true")
    await editor.ask("hookwright/fire", {"uri": file.as_uri(), "pointer": "/hooks/PreToolUse/0"})

    await _fire(editor, file)

    assert len(editor.questions) == 1
