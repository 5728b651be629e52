"""Every example fires, and does what it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hookwright import HookService
from hookwright.host import Host
from hookwright.model.outcome import Outcome
from hookwright.testing.read import read_file
from hookwright.testing.read import test_files as files_below
from hookwright.testing.run import run_case

EXAMPLES = Path(__file__).parents[2] / "examples"


class Project:
    """A copy of one of the examples, in a git repository of its own."""

    def __init__(self, root: Path, dialect: str) -> None:
        self.root, self.dialect = root / "project", dialect
        shutil.copytree(EXAMPLES / dialect, self.root)
        git = ["git", "-c", "user.name=A", "-c", "user.email=a@b", "-C", str(self.root)]
        for command in (["init", "-q", "-b", "trunk"], ["commit", "-q", "--allow-empty", "-m", "First steps"]):
            subprocess.run([*git, *command], check=True)

    async def fire(self, event: str, **payload: object) -> Outcome:
        home = str(self.root / "home")
        async with await HookService.open(str(self.root), "s-1", dialect=self.dialect, home=home) as hooks:
            return await hooks.dispatch(event, payload)

    def write(self, name: str, text: str) -> str:
        (self.root / name).write_text(text)
        return str(self.root / name)


@pytest.fixture
def project(tmp_path: Path, request: pytest.FixtureRequest) -> Project:
    return Project(tmp_path, request.param)


def of(dialect: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("project", [dialect], indirect=True)


@of("clawdcode")
async def test_its_hook_tests_pass(project: Project) -> None:
    files = list(files_below([str(project.root)]))
    results = [await run_case(case, Host.real()) for file in files for case in read_file(file).cases]

    assert [it.status for it in results] == ["passed"] * 3


@of("clawdcode")
async def test_env_files_are_guarded(project: Project) -> None:
    refused = await project.fire("PreToolUse", tool_name="Read", tool_input={"file_path": "config/.env.local"})
    assert refused.folded.reason == "Environment files hold secrets"
    read = await project.fire("PreToolUse", tool_name="Read", tool_input={"file_path": "main.py"})
    assert read.folded.decision is None


@of("clawdcode")
async def test_python_is_linted_on_write(project: Project) -> None:
    broken = project.write("broken.py", "print('hello'\n")
    written = await project.fire("PostToolUse", tool_name="Write", tool_input={"file_path": broken})
    assert "SyntaxError" in (written.folded.additional_context or "")
    fine = project.write("fine.py", "print('hello')\n")
    written = await project.fire("PostToolUse", tool_name="Write", tool_input={"file_path": fine})
    assert written.folded.additional_context is None


@of("clawdcode")
async def test_the_model_knows_the_branch(project: Project) -> None:
    prompted = await project.fire("UserPromptSubmit", prompt="hi")
    assert prompted.folded.additional_context == "Branch: trunk\nLast commit: First steps"


@of("agent-spec")
async def test_dangerous_commands_are_refused(project: Project) -> None:
    refused = await project.fire("PreToolUse", tool_name="Bash", tool_input={"command": "rm -rf /"})
    assert refused.folded.blocked
    assert "deletes the whole disk" in (refused.folded.reason or "")
    run = await project.fire("PreToolUse", tool_name="Bash", tool_input={"command": "rm -rf build"})
    assert not run.folded.blocked


@of("agent-spec")
async def test_files_are_backed_up_before_edits(project: Project) -> None:
    path = project.write("notes.txt", "precious")
    await project.fire("PreToolUse", tool_name="Edit", tool_input={"file_path": path})
    copies = list(project.root.glob(".backups/*/notes.txt.*"))
    assert [it.read_text() for it in copies] == ["precious"]


@of("agent-spec")
async def test_statistics_are_collected(project: Project) -> None:
    for event, payload in (("SessionStart", {}), ("PostToolUse", {"tool_name": "Read"}), ("SessionEnd", {})):
        await project.fire(event, **payload)
    lines = (project.root / ".agent" / "statistics.jsonl").read_text().splitlines()
    assert [(it["what"], it["tool"]) for it in map(json.loads, lines)] == [
        ("start", None),
        ("tool", "Read"),
        ("end", None),
    ]


@of("agent-spec")
async def test_a_session_gets_its_context(project: Project) -> None:
    started = await project.fire("SessionStart")
    assert "## State of the project" in (started.folded.additional_context or "")


@of("ai-agents")
async def test_files_are_protected(project: Project) -> None:
    refused = await project.fire("PreToolUse", tool_name="CodeEditor", tool_input={"file_path": ".git/config"})
    assert refused.folded.reason == ".git/config is protected"
    written = await project.fire("PreToolUse", tool_name="CodeEditor", tool_input={"file_path": "main.py"})
    assert written.folded.decision is None


@of("ai-agents")
async def test_edited_code_is_tidied(project: Project) -> None:
    path = project.write("main.py", "x = 1   \n")
    edited = await project.fire("PostToolUse", tool_name="CodeEditor", tool_input={"file_path": path})
    assert Path(path).read_text() == "x = 1\n"
    assert [it.text for it in edited.messages] == [f"Tidied {path}"]


@of("ai-agents")
async def test_passwords_stay_out_of_prompts(project: Project) -> None:
    blocked = await project.fire("UserPromptSubmit", prompt="my password: hunter2")
    assert blocked.folded.blocked
    asked = await project.fire("UserPromptSubmit", prompt="what day is it?")
    assert (asked.folded.additional_context or "").startswith("Today is ")


@of("open-plugin")
async def test_edited_json_is_formatted(project: Project) -> None:
    path = project.write("data.json", '{"a":1}')
    await project.fire("AfterFileEdit", file_path=path)
    assert Path(path).read_text() == '{\n  "a": 1\n}\n'


@of("open-plugin")
async def test_force_pushes_are_refused(project: Project) -> None:
    refused = await project.fire("BeforeShellExecution", command="git push origin --force")
    assert refused.folded.blocked
    pushed = await project.fire("BeforeShellExecution", command="git push origin")
    assert not pushed.folded.blocked


@of("open-plugin")
async def test_a_review_needs_a_model(project: Project) -> None:
    written = await project.fire("PostToolUse", tool_name="Write", tool_input={"file_path": "a.py"})
    assert [it.skipped_because is not None for it in written.runs] == [True]


LIFE = {
    "SessionStart": "echo a session begins",
    "UserPromptSubmit": "echo on trunk",
    "PreToolUse": """grep -q '[.]env' && { echo secrets stay >&2; exit 2; }; exit 0""",
    "PermissionRequest": """echo '{"decision": "approve"}'""",
    "PostToolUse": "echo looked at",
    # The first time it wants the agent to go on.
    "Stop": """[ -e stopped ] || echo '{"continue": true}'; touch stopped""",
    "Compaction": "echo not yet >&2; exit 2",
    "SessionEnd": "touch ended",
}


@pytest.mark.parametrize("options", [(), ("--server",)], ids=["in process", "over the wire"])
def test_an_agent_lives_with_the_hooks_of_a_project(tmp_path: Path, options: tuple[str, ...]) -> None:
    hooks = {event: [{"hooks": [{"type": "command", "command": it}]}] for event, it in LIFE.items()}
    settings = tmp_path / ".clawdcode" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": hooks}))
    command = [sys.executable, str(EXAMPLES / "agent.py"), *options, str(tmp_path)]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=25).stdout

    assert said.startswith("a session begins\nSay hello\non trunk\nRead: refused or failed: secrets stay\n")
    assert said.count("[Hook Context]\nlooked at") == 3
    assert "(kept: a hook does not want it forgotten)" in said
    assert "A hook wants you to go on." in said
    assert (tmp_path / "hello.py").read_text() == "print('hello')\n"
    assert (tmp_path / "ended").exists()


@pytest.mark.skipif(shutil.which("perl") is None, reason="needs perl")
def test_an_agent_in_another_language_speaks_the_lines_itself(tmp_path: Path) -> None:
    guard = """grep -q '"file_path": *"[.]env"' && { echo secrets stay >&2; exit 2; }; exit 0"""
    commands = {
        "SessionStart": "echo a session begins",
        "PreToolUse": guard,
        "Stop": "[ -e more.txt ] && exit 0; echo one more >&2; exit 2",
        "SessionEnd": "touch ended",
    }
    hooks = {event: [{"hooks": [{"type": "command", "command": it}]}] for event, it in commands.items()}
    settings = tmp_path / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"hooks": hooks}))
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    command = ["perl", str(EXAMPLES / "agent.pl"), str(tmp_path)]
    environ = {**os.environ, "PATH": path}
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=25, env=environ).stdout

    assert said == "a session begins\nrefused: secrets stay\n"
    assert [(tmp_path / it).exists() for it in ("notes.txt", "more.txt", ".env", "ended")] == [True, True, False, True]
    assert len((EXAMPLES / "agent.pl").read_text().splitlines()) <= 60
