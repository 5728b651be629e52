"""What needs no POSIX system, in a process as on Windows: checking, fixing, listing, and a session of an editor."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import client_capabilities
from tests.e2e.editor import Editor
from tests.e2e.workspace import CLAUDE_CODE, PATIENCE

_PROGRAM = Path(__file__).parents[1] / "as_windows.py"
_HOME = "C:\\Users\\x"
_PROJECT = f"{_HOME}\\project"
_HOOKS = """\
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bsh",
        "hooks": [{ "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/.claude/hooks/guard.sh" }]
      }
    ]
  }
}
"""

_TESTS = """\
dialect: claude-code
hooks: [.claude/settings.json]
tests:
  - name: one
    event: PreToolUse
    tool: Bash
    expect: { blocked: false }
"""


@dataclass(frozen=True)
class Drive:
    """A folder that is `C:\\`, with a user and a project."""

    folder: Path

    @property
    def project(self) -> Path:
        """Where the project truly is."""
        return self.folder / "Users" / "x" / "project"

    def write(self, path: str, text: str) -> Path:
        """Writes a file of the project."""
        file = self.project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    @property
    def environment(self) -> dict[str, str]:
        """What a process on Windows gets."""
        shared = {name: it for name, it in os.environ.items() if name.startswith(("COVERAGE", "PYTHON"))}
        return {
            **shared,
            "USERPROFILE": _HOME,
            "LOCALAPPDATA": f"{_HOME}\\AppData\\Local",
            "TEMP": "C:\\Temp",
            "PATH": "C:\\Windows\\System32",
            "SYSTEMROOT": "C:\\Windows",
        }

    @property
    def command(self) -> list[str]:
        """What starts hookwright there."""
        return [sys.executable, str(_PROGRAM), str(self.folder)]

    def run(self, *arguments: str, code: int = 0, given: str = "") -> str:
        """What a command prints, which has to exit with that code."""
        done = subprocess.run(
            [*self.command, *arguments],
            cwd=self.project,
            env=self.environment,
            input=given.encode(),
            capture_output=True,
            check=False,
        )
        shown = done.stdout.decode() + done.stderr.decode()
        assert done.returncode == code, shown
        return shown.replace("\r\n", "\n")


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    """A drive with one hook file in its project."""
    made = Drive(tmp_path / "drive")
    (made.folder / "Temp").mkdir(parents=True)
    made.write(CLAUDE_CODE, _HOOKS)
    return made


def test_check_finds_what_it_finds_elsewhere(drive: Drive) -> None:
    found = json.loads(drive.run("check", "--format", "json", code=1))

    assert [(it["path"], sorted(one["name"] for one in it["diagnostics"])) for it in found["files"]] == [
        (CLAUDE_CODE, ["matcher-never-matches", "script-not-found"])
    ]


def test_a_script_needs_no_mode_on_windows(drive: Drive) -> None:
    drive.write(".claude/hooks/guard.sh", "#!/bin/sh\nexit 0\n").chmod(0o666)

    assert "script-not-found" not in (found := drive.run("check", code=1))
    assert "script-not-executable" not in found
    assert "script-writable-by-others" not in found


def test_a_path_on_a_drive_is_found_and_replaced(drive: Drive) -> None:
    drive.write(".claude/hooks/guard.sh", "#!/bin/sh\nexit 0\n")
    drive.write(CLAUDE_CODE, _HOOKS.replace("Bsh", "Bash").replace('\\"$CLAUDE_PROJECT_DIR\\"', "C:/Users/x/project"))

    assert "`C:/Users/x/project/.claude/hooks/guard.sh` exists on this machine only" in drive.run("check")

    drive.run("check", "--fix")
    assert (
        '"${CLAUDE_PROJECT_DIR}/.claude/hooks/guard.sh"'
        in json.loads((drive.project / CLAUDE_CODE).read_text())["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    )


def test_fixes_are_shown_and_made(drive: Drive) -> None:
    patch = drive.run("check", "--fix", "--diff", code=1)
    assert f"--- a/{CLAUDE_CODE}\n+++ b/{CLAUDE_CODE}\n" in patch

    # The script is still missing.
    drive.run("check", "--fix", code=1)
    assert (drive.project / CLAUDE_CODE).read_text() == _HOOKS.replace("Bsh", "Bash")


def test_settings_name_files_with_slashes(drive: Drive) -> None:
    drive.write("hookwright.json", json.dumps({"exclude": [".claude/**"]}))

    assert "matcher-never-matches" not in drive.run("check")


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (("list",), CLAUDE_CODE),
        (("status",), f"1 hook on 1 event for {_PROJECT}"),
        (("convert", CLAUDE_CODE, "--to", "ai-agents"), "`Bsh` is not a known tool of AI agents"),
        (("explain", "PreToolUse"), "no hook would fire"),
        (("dialects",), "~/.claude/settings.json"),
        (("rules", "HW502"), "script-not-executable"),
        (("samples", "PreToolUse"), "tool_name"),
        (("schema",), "→"),
        (("history",), "nothing is recorded"),
        (("init", "new"), "wrote new/.claude/settings.json"),
        (("check", "--format", "sarif"), CLAUDE_CODE),
        (("check", f"{_HOME}\\project\\.claude"), f"--> {CLAUDE_CODE}:5"),
        (("check", "c:/users/X/Project"), "Bsh"),
    ],
    ids=lambda it: it[0] if isinstance(it, tuple) else "",
)
def test_commands_that_start_no_process(drive: Drive, arguments: tuple[str, ...], shown: str) -> None:
    # The hooks of the project have mistakes that fail the check.
    assert shown in drive.run(*arguments, code=int(arguments[0] == "check"))


@pytest.mark.parametrize(
    "arguments", [("fire", "new/.claude/settings.json"), ("test", "new"), ("demo",)], ids=lambda it: it[0]
)
def test_what_would_run_hooks_names_wsl(drive: Drive, arguments: tuple[str, ...]) -> None:
    drive.run("init", "new")

    assert drive.run(*arguments, code=2).count("WSL") == 1


def test_a_new_project_is_without_problems(drive: Drive) -> None:
    drive.run("init", "new")

    assert "no problems in 1 hook file" in drive.run("check", "new")


def test_sockets_are_not_served(drive: Drive) -> None:
    assert "use `--stdio`" in drive.run("lsp", "--tcp", "127.0.0.1:0", code=2)


@pytest.fixture(params=["file:///c%3A/Users/x/project", "file:///C:/Users/x/project"], ids=["vscode", "others"])
async def session(drive: Drive, request: pytest.FixtureRequest) -> AsyncIterator[tuple[Editor, str]]:
    """An editor that has the project open, under a URI as one of two kinds of editors writes it."""
    editor, folder = Editor(), types.WorkspaceFolder(request.param, "project")
    await editor.start_io(*drive.command, "lsp", env=drive.environment, cwd=drive.project)
    await editor.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            process_id=os.getpid(),
            workspace_folders=[folder],
            initialization_options={"trusted": True},
        )
    )
    yield editor, folder.uri
    await editor.end()
    assert editor.process.returncode == 0


async def test_a_session_of_an_editor(session: tuple[Editor, str], drive: Drive) -> None:
    editor, folder = session
    drive.write(".claude/hooks/other.sh", "#!/bin/sh\nexit 0\n")
    uri = f"{folder}/{CLAUDE_CODE}"
    document = types.TextDocumentIdentifier(uri)

    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "json", 1, _HOOKS)))
    found = await editor.problems(uri)
    assert sorted(str(it.code) for it in found) == ["HW303", "HW501"]

    matcher = next(it.range for it in found if it.code == "HW303")
    asked = types.CodeActionParams(document, matcher, types.CodeActionContext(found))
    actions = await editor.ask("textDocument/codeAction", asked)
    fix = next(it for it in actions if it.title == "Change to `Bash`")
    assert [it.text_document.uri for it in fix.edit.document_changes] == [uri]
    assert not [it.title for it in actions if "Fire" in it.title]

    editor.change(uri, 2, types.TextDocumentContentChangePartial(matcher, "Bash"))
    assert [it.code for it in await editor.problems(uri, 2)] == ["HW501"]

    markdown = await editor.hover(uri, types.Position(2, 7))
    assert markdown is not None
    assert "before a tool runs" in str(markdown.contents)

    assert [it.command.title for it in await editor.lenses(uri) if it.command is not None] == []


async def test_scripts_are_completed_and_found(session: tuple[Editor, str], drive: Drive) -> None:
    editor, folder = session
    drive.write(".claude/hooks/other.sh", "#!/bin/sh\nexit 0\n")
    uri = f"{folder}/{CLAUDE_CODE}"
    text = _HOOKS.replace("guard.sh", "other.sh")
    document = types.TextDocumentIdentifier(uri)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "json", 1, text)))
    line = text.splitlines()[5]
    end = types.Position(5, line.index("other.sh"))

    offered = await editor.ask("textDocument/completion", types.CompletionParams(document, end))
    assert [it.label for it in offered.items] == [".claude/hooks/other.sh"]

    leads = await editor.ask("textDocument/definition", types.DefinitionParams(document, end))
    assert str(leads).count("file:///c%3A/Users/x/project/.claude/hooks/other.sh") == 1
    links = await editor.ask("textDocument/documentLink", types.DocumentLinkParams(document))
    assert [it.target for it in links] == ["file:///c%3A/Users/x/project/.claude/hooks/other.sh"]


async def test_requests_that_start_no_process(session: tuple[Editor, str], drive: Drive) -> None:
    editor, folder = session
    drive.write(".claude/hooks/guard.sh", "#!/bin/sh\nexit 0\n")
    drive.write("tests/x.hooktest.yaml", _TESTS)
    script = "file:///c%3A/Users/x/project/.claude/hooks/guard.sh"
    document, name = types.TextDocumentIdentifier(f"{folder}/{CLAUDE_CODE}"), types.Position(5, 91)
    hook, tests = {"uri": document.uri, "pointer": "/hooks/PreToolUse"}, f"{folder}/tests/x.hooktest.yaml"
    kept = {"dialect": "claude-code", "event": "PreToolUse", "name": "mine", "payload": {"tool_name": "Bash"}}
    moved = types.FileRename(f"{folder}/.claude/hooks/guard.sh", f"{folder}/.claude/hooks/new.sh")
    editor.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(document.uri, "json", 1, _HOOKS))
    )
    requests: list[tuple[str, Any, str]] = [
        ("textDocument/rename", types.RenameParams(document, name, "new.sh"), f"old_uri='{script}'"),
        ("workspace/willRenameFiles", types.RenameFilesParams([moved]), "new_text='new.sh'"),
        ("workspace/symbol", types.WorkspaceSymbolParams(""), "name='PreToolUse'"),
        ("hookwright/hooks", {}, _PROJECT.replace("\\", "\\\\")),
        ("hookwright/status", {}, "1 hook on 1 event"),
        ("hookwright/tests", {}, "file:///c%3A/Users/x/project/tests/x.hooktest.yaml"),
        ("hookwright/runTests", {"uri": tests, "dry": True}, "'status': 'planned'"),
        ("hookwright/plan", hook, "'event': 'PreToolUse'"),
        ("hookwright/saveSample", kept, "/project/.hookwright/samples/claude-code/PreToolUse/mine.json"),
    ]

    for method, params, shown in requests:
        assert shown in str(await editor.ask(method, params)), method


@pytest.mark.parametrize("method", ["hookwright/fire", "hookwright/launch", "hookwright/runTests"])
async def test_what_runs_hooks_names_wsl(session: tuple[Editor, str], drive: Drive, method: str) -> None:
    editor, folder = session
    drive.write("x.hooktest.yaml", _TESTS)
    hook = {"uri": f"{folder}/{CLAUDE_CODE}", "pointer": "/hooks/PreToolUse"}

    with pytest.raises(JsonRpcException, match="WSL") as refused:
        await editor.ask(method, {"uri": f"{folder}/x.hooktest.yaml"} if method.endswith("Tests") else hook)

    assert refused.value.code == -32013
    assert editor.questions == []


@pytest.fixture
def parent() -> Iterator[subprocess.Popen[bytes]]:
    """A process that waits."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


async def test_the_server_ends_with_the_editor_that_started_it(drive: Drive, parent: subprocess.Popen[bytes]) -> None:
    editor = Editor()
    await editor.start_io(*drive.command, "lsp", env=drive.environment, cwd=drive.project)
    capabilities = types.ClientCapabilities()
    await editor.initialize_session(types.InitializeParams(capabilities, process_id=parent.pid))
    # Once it answers, it has seen that the session has begun, and watches.
    await editor.ask("hookwright/hooks", {})

    parent.kill()

    assert await asyncio.wait_for(editor.process.wait(), PATIENCE) == 1


async def test_a_project_is_known_by_either_drive_letter(session: tuple[Editor, str], drive: Drive) -> None:
    editor, folder = session
    uri = f"{folder}/{CLAUDE_CODE}"
    typed = _HOOKS.replace("guard.sh", "typed.sh")
    editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "json", 1, typed)))

    found = await editor.ask("hookwright/hooks", {"projectDir": "c:\\Users\\x\\project"})

    assert "typed.sh" in str(found)
    assert uri in str(found)
