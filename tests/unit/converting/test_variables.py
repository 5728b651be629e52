"""What commands, arguments and other texts name the folders of a hook by in the words of another agent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookwright.analysis.disk import RealDisk
from hookwright.config.read import read_hook_file
from hookwright.converting.convert import convert
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

_TOP = "$(git rev-parse --show-toplevel)"


def converted(hook: dict[str, Any], new: str, old: str = "claude-code", scope: Scope = Scope.PROJECT) -> dict[str, Any]:
    text = json.dumps({"hooks": {"PreToolUse": [{"hooks": [{"type": "command", **hook}]}]}})
    found = convert(read_hook_file("/p/settings.json", text, by_id(old), scope), by_id(new))
    entry = json.loads(found.text)["hooks"]
    entry = entry[0] if isinstance(entry, list) else next(iter(entry.values()))[0]
    made: dict[str, Any] = entry["hooks"][0] if "hooks" in entry else entry.get("action", entry)
    return {**made, "losses": [it.message for it in found.losses]}


@pytest.mark.parametrize(
    ("command", "new", "expected"),
    [
        ('"$CLAUDE_PROJECT_DIR"/a.sh', "codex", f'"{_TOP}"/a.sh'),
        ('"${CLAUDE_PROJECT_DIR}/a b.sh"', "codex", f'"{_TOP}/a b.sh"'),
        ("$CLAUDE_PROJECT_DIR/a.sh", "codex", f'"{_TOP}"/a.sh'),
        ("'${CLAUDE_PROJECT_DIR}/a.sh'", "codex", f"""''"{_TOP}"'/a.sh'"""),
        ("'${CLAUDE_PROJECT_DIR}/a.sh'", "cursor", """''"${CURSOR_PROJECT_DIR}"'/a.sh'"""),
        ("echo '$CLAUDE_PROJECT_DIR'", "codex", "echo '$CLAUDE_PROJECT_DIR'"),
        ("""bash -c '"$CLAUDE_PROJECT_DIR"/a.sh'""", "codex", f"""bash -c '"{_TOP}"/a.sh'"""),
        ('cd "$(dirname $CLAUDE_PROJECT_DIR)"', "codex", f'cd "$(dirname "{_TOP}")"'),
        ("${CLAUDE_PROJECT_DIR:-.}/a.sh", "codex", "${CLAUDE_PROJECT_DIR:-.}/a.sh"),
        ("${CLAUDE_PROJECT_DIR:-.}/a.sh", "cursor", "${CURSOR_PROJECT_DIR:-.}/a.sh"),
        ('"$CLAUDE_PROJECT_DIRECTORY"/a.sh', "codex", '"$CLAUDE_PROJECT_DIRECTORY"/a.sh'),
    ],
)
def test_a_command_finds_the_folder_of_the_project(command: str, new: str, expected: str) -> None:
    made = converted({"command": command}, new)
    assert (made.get("command") or made.get("bash")) == expected


def test_where_there_is_no_variable_it_is_said_what_finds_the_folder() -> None:
    (told,) = converted({"command": '"$CLAUDE_PROJECT_DIR"/a.sh'}, "codex")["losses"]
    assert told == (
        "Codex does not set `$CLAUDE_PROJECT_DIR`; "
        "`$(git rev-parse --show-toplevel)` finds the folder, if the project is a Git repository"
    )


@pytest.mark.parametrize(
    ("repository", "expected"),
    [("top", f'"{_TOP}/app"/a.sh'), ("top/app", f'"{_TOP}"/a.sh'), (None, "./a.sh")],
)
def test_the_repository_of_the_project_counts(tmp_path: Path, repository: str | None, expected: str) -> None:
    project = tmp_path / "top" / "app"
    (project / ".claude").mkdir(parents=True)
    if repository is not None:
        (tmp_path / repository / ".git").mkdir()
    text = json.dumps({"hooks": {"Stop": [{"hooks": [{"type": "command", "command": '"$CLAUDE_PROJECT_DIR"/a.sh'}]}]}})
    file = read_hook_file(str(project / ".claude" / "settings.json"), text, by_id("claude-code"), Scope.PROJECT)
    found = convert(file, by_id("codex"), disk=RealDisk(str(tmp_path)))

    assert json.loads(found.text)["hooks"]["Stop"][0]["hooks"][0]["command"] == expected
    assert any("start the agent in the project's folder" in it.message for it in found.losses) is (repository is None)


def test_the_folder_of_a_plugin_is_that_of_the_project_where_there_are_no_plugins() -> None:
    made = converted({"command": '"${CLAUDE_PLUGIN_ROOT}"/a.sh'}, "kiro", scope=Scope.PLUGIN)
    assert made["command"] == f'"{_TOP}"/a.sh'
    there = converted({"command": '"${CLAUDE_PLUGIN_ROOT}"/a.sh'}, "open-plugin", scope=Scope.PLUGIN)
    assert there["command"] == '"${PLUGIN_ROOT}"/a.sh'


def test_arguments_stay_where_the_agent_replaces_what_is_in_them() -> None:
    kept = converted({"command": "python3", "args": ["${CLAUDE_PROJECT_DIR}/a.py", "$x"]}, "claude-code")
    joined = converted({"command": "python3", "args": ["${CLAUDE_PROJECT_DIR}/a.py", "$x"]}, "codex")

    assert kept["args"] == ["${CLAUDE_PROJECT_DIR}/a.py", "$x"]
    assert joined["command"] == f"""python3 "{_TOP}/a.py" '$x'"""
    assert "args" not in joined


def test_a_url_and_an_environment_keep_what_nothing_replaces_and_it_is_said() -> None:
    hook = {"type": "http", "url": "https://example.com/${CLAUDE_PROJECT_DIR}"}
    made = converted(hook, "qwen-code")
    assert made["url"] == hook["url"]
    assert any("does not replace `${CLAUDE_PROJECT_DIR}` in `https://example.com/" in it for it in made["losses"])


def test_what_no_hook_gets_and_people_expect_is_a_loss() -> None:
    losses = converted({"command": 'prettier --write "$CLAUDE_FILE_PATHS"'}, "gemini-cli")["losses"]
    assert any(it.startswith("`$CLAUDE_FILE_PATHS` is empty in Claude Code and in Gemini CLI; ") for it in losses)
