"""A file of which nothing runs is one finding, whatever agent's file it is, and the command that it names helps."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookwright.cli import hookwright
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import readable_hooks
from hookwright.dialects import by_id
from hookwright.model.hook import Scope

SCRIPT = "echo done"
HOOK = {"type": "command", "command": SCRIPT}
CLAUDE = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [HOOK]}], "Stop": [{"hooks": [HOOK, HOOK]}]}}
CURSOR = {"version": 1, "hooks": {"beforeShellExecution": [{"command": SCRIPT}], "stop": [{"command": SCRIPT}]}}
KIRO_HOOKS = [{"name": it, "trigger": it, "action": HOOK} for it in ("Stop", "UserPromptSubmit")]
KIRO = {"version": "v1", "hooks": KIRO_HOOKS}
FILES = {"claude-code": CLAUDE, "cursor": CURSOR, "kiro": KIRO}
PLACES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "cursor": ".cursor/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "kiro": ".kiro/hooks/guards.json",
    "kiro-cli": ".kiro/agents/guard.json",
    "qwen-code": ".qwen/settings.json",
    "windsurf": ".windsurf/hooks.json",
}
DOCUMENTED = {"cursor", "kiro", "kiro-cli", "windsurf"}
# These run some of it as it is.
FITTING = {("cursor", "kiro-cli"), *(("claude-code", it) for it in ("codex", "gemini-cli", "qwen-code"))}
FOREIGN = [(old, new) for old in FILES for new in PLACES if old != new and (old, new) not in FITTING]


def found(project: Path, path: str, content: object) -> list[dict[str, object]]:
    (project / ".git").mkdir(exist_ok=True)
    file = project / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content))
    shown = CliRunner().invoke(hookwright, ["check", "--format", "json", str(file)])
    return [it for checked in json.loads(shown.output)["files"] for it in checked["diagnostics"]]


@pytest.mark.parametrize(("old", "new"), FOREIGN)
def test_a_file_of_another_agent_is_one_finding_and_converts(old: str, new: str, tmp_path: Path) -> None:
    said = found(tmp_path, PLACES[new], FILES[old])
    assert len(said) == 1, said
    (it,) = said
    assert (it["code"], it["severity"]) == ("HW007", "warning" if new in DOCUMENTED else "error")
    assert it["range"]["start"] == {"line": 0, "character": 0}  # type: ignore[index]
    command = str(it["message"]).split("`hookwright ")[1].split("`")[0]
    assert command == f"convert {PLACES[new]} --dialect {old} --to {new}"
    os.chdir(tmp_path)
    text = CliRunner().invoke(hookwright, command.split()).stdout
    path = str(tmp_path / PLACES[new])
    assert not readable_hooks(read_hook_file(path, json.dumps(FILES[old]), by_id(new), Scope.PROJECT))[0]
    assert readable_hooks(read_hook_file(path, text, by_id(new), Scope.PROJECT))[0]


def codes(project: Path, path: str, content: object) -> set[object]:
    return {it["code"] for it in found(project, path, content)}


def test_what_is_independent_of_the_form_is_still_said(tmp_path: Path) -> None:
    hook = {"command": "./missing.sh"}
    written = {"version": 1, "hooks": {"beforeShellExecution": [hook], "afterFileEdit": [hook]}}
    assert codes(tmp_path, ".windsurf/hooks.json", written) == {"HW007", "HW501"}


def test_one_that_is_ignored_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "hookwright.json").write_text('{"rules": {"nothing-runs": "off"}}')
    assert codes(tmp_path, PLACES["cursor"], CLAUDE) == {"HW102", "HW105", "HW202", "HW318", "HW407"}


@pytest.mark.parametrize(
    ("path", "content", "said"),
    [
        pytest.param(
            PLACES["cursor"], {"version": 1, "hooks": {"Stop": [{"hooks": [HOOK]}]}}, {"HW105", "HW202"}, id="one"
        ),
        pytest.param(PLACES["cursor"], {"hooks": CURSOR["hooks"]}, {"HW102"}, id="no version"),
        pytest.param(PLACES["claude-code"], {"hooks": {"Stop": [HOOK, HOOK]}}, {"HW104", "HW407"}, id="bare"),
        pytest.param(
            PLACES["claude-code"],
            {"hooks": {"preToolUse": [{"hooks": [HOOK]}], "stop": [{"hooks": [HOOK]}]}},
            {"HW202"},
            id="another case",
        ),
        pytest.param(
            PLACES["windsurf"],
            {"hooks": {**CURSOR["hooks"], "pre_user_prompt": [{"command": SCRIPT}]}},  # type: ignore[dict-item]
            {"HW203"},
            id="one runs",
        ),
        pytest.param(
            PLACES["kiro"],
            {"version": "v1", "hooks": [{**it, "enabled": False} for it in KIRO_HOOKS]},
            set(),
            id="switched off",
        ),
        pytest.param(
            PLACES["claude-code"],
            {"hooks": {it: [{"hooks": [HOOK]}] for it in ("deploy", "release", "pre-commit")}},
            {"HW007"},
            id="no events",
        ),
        pytest.param(
            PLACES["claude-code"],
            {"hooks": {it: [{"hooks": [HOOK]}] for it in ("deploy", "release")}},
            {"HW201"},
            id="two names",
        ),
        pytest.param(
            PLACES["claude-code"],
            {"hooks": {"deploy": [{"hooks": [HOOK]}], "PreTolUse": [{"hooks": [HOOK]}]}},
            {"HW201"},
            id="one can be corrected",
        ),
        pytest.param(
            PLACES["claude-code"],
            {"hooks": {"deploy": [{"hooks": [HOOK]}], "Stop": [{"hooks": [HOOK]}]}},
            {"HW201"},
            id="one is an event",
        ),
    ],
)
def test_where_it_is_said(path: str, content: object, said: set[str], tmp_path: Path) -> None:
    assert codes(tmp_path, path, content) == said
