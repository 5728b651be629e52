"""Converted files are right files of the other dialect, fire on the same tools, and every loss is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hookwright.analysis.check import check_file
from hookwright.analysis.disk import RealDisk
from hookwright.analysis.rule import Subject
from hookwright.cli import hookwright
from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.dialects import DIALECTS, by_id
from hookwright.errors import UsageError
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.model.reaction import Severity
from hookwright.workflows.converting.convert import ConvertedFile, convert

EXAMPLES = Path(__file__).parents[3] / "examples"
FILES = {
    "clawdcode": ".clawdcode/settings.json",
    "agent-spec": ".agent/settings.json",
    "ai-agents": ".ai_agents/settings.json",
    "open-plugin": "hooks/hooks.json",
}


def converted(hooks: dict[str, Any], old: str, new: str) -> ConvertedFile:
    text = json.dumps({"hooks": hooks})
    return convert(read_hook_file("/p/settings.json", text, by_id(old), Scope.PROJECT), by_id(new))


def hooks_of(found: ConvertedFile) -> Any:
    return json.loads(found.text)["hooks"]


def losses(found: ConvertedFile) -> list[str]:
    return [it.message for it in found.losses]


def group(command: str, matcher: object = None, **more: object) -> dict[str, Any]:
    hook = {"type": "command", "command": command, **more}
    return {"hooks": [hook]} if matcher is None else {"matcher": matcher, "hooks": [hook]}


@pytest.mark.parametrize("new", DIALECTS, ids=lambda it: it.id)
@pytest.mark.parametrize("old", FILES)
def test_what_comes_out_is_a_right_file_of_the_other_dialect(old: str, new: Dialect) -> None:
    path = EXAMPLES / old / FILES[old]
    before = read_hook_file(str(path), path.read_text(), by_id(old), Scope.PROJECT)

    found = convert(before, new)

    after = read_hook_file(str(path), found.text, new, Scope.PROJECT)
    errors = [it for it in check_file(Subject(after, "/p", RealDisk("/h"))) if it.severity is Severity.ERROR]
    assert [(it.rule.code, it.finding.message) for it in errors] == []
    left_out = {it.pointer for it in found.losses if "left out: " in it.message}
    assert len(runnable_hooks(after)[0]) >= len(runnable_hooks(before)[0]) - len(left_out)


def test_times_are_in_the_other_unit() -> None:
    slower = converted({"PreToolUse": [group("true", timeout=5)]}, "claude-code", "agent-spec")
    faster = converted(
        {"PreToolUse": [{"type": "command", "command": "a", "timeout": 1500}]}, "agent-spec", "clawdcode"
    )

    assert hooks_of(slower)["PreToolUse"][0]["timeout"] == 5000
    assert hooks_of(faster)["PreToolUse"][0]["hooks"][0]["timeout"] == 1.5


def test_tools_of_another_name_are_renamed() -> None:
    found = converted({"PreToolUse": [group("true", "run_shell_command|write_file")]}, "open-plugin", "claude-code")

    assert hooks_of(found)["PreToolUse"][0]["matcher"] == "Bash|Write"


def test_alternatives_become_entries_where_there_are_no_lists() -> None:
    found = converted({"PreToolUse": [group("true", "Edit|Write")]}, "claude-code", "agent-spec")

    assert [it["matcher"] for it in hooks_of(found)["PreToolUse"]] == ["Edit", "Write"]


def test_a_searched_expression_stays_one_where_all_has_to_match() -> None:
    found = converted({"PreToolUse": [group("true", "Ed.t")]}, "claude-code", "ai-agents")

    assert hooks_of(found)["PreToolUse"][0]["matcher"] == ".*(?:Ed.t).*"


def test_a_permission_rule_goes_where_the_other_dialect_has_those() -> None:
    hooks = {"PreToolUse": [{"type": "command", "command": "true", "matcher": "Bash(git push:*)"}]}

    found = converted(hooks, "agent-spec", "claude-code")

    (entry,) = hooks_of(found)["PreToolUse"]
    assert (entry["matcher"], entry["hooks"][0]["if"]) == ("Bash", "Bash(git push:*)")


def test_the_folder_that_a_variable_names_has_another_name() -> None:
    hooks = {"PreToolUse": [group('"${CLAUDE_PROJECT_DIR}"/a.sh "$CLAUDE_PROJECT_DIR" "$CLAUDE_PROJECT_DIRECTORY"')]}

    renamed = converted(hooks, "claude-code", "clawdcode")
    unknown = converted(hooks, "claude-code", "ai-agents")

    command = hooks_of(renamed)["PreToolUse"][0]["hooks"][0]["command"]
    assert command == '"${PROJECT_DIR}"/a.sh "$PROJECT_DIR" "$CLAUDE_PROJECT_DIRECTORY"'
    assert losses(unknown)[0] == "`$CLAUDE_PROJECT_DIR` is not set there"


@pytest.mark.parametrize(
    ("hooks", "old", "new", "told"),
    [
        ({"Elicitation": [group("true")]}, "claude-code", "ai-agents", "has no event like `Elicitation`"),
        ({"Stop": [{"hooks": [{"type": "http", "url": "https://a"}]}]}, "claude-code", "clawdcode", "no `http` hooks"),
        (
            {"PreToolUse": [group("true", {"tools": "Edit", "paths": "*.py"})]},
            "clawdcode",
            "claude-code",
            "`paths` is lost",
        ),
        ({"PreToolUse": [group("true", once=True)]}, "claude-code", "ai-agents", "the key `once` is lost"),
        ({"AfterFileEdit": [group("true", "py$")]}, "open-plugin", "claude-code", "so the hook runs every time"),
        ({"defaultTimeout": 3, "Stop": [group("true")]}, "clawdcode", "claude-code", "`defaultTimeout` is lost"),
        ({"PreToolUse": [group("exit 2")]}, "clawdcode", "agent-spec", "check the hooks' exit codes"),
    ],
)
def test_every_loss_is_named(hooks: dict[str, Any], old: str, new: str, told: str) -> None:
    assert any(told in it for it in losses(converted(hooks, old, new)))


def test_what_is_broken_is_left_out_and_told() -> None:
    found = converted({"PreToolUse": [group("true"), {"hooks": [{"type": "command"}]}]}, "claude-code", "ai-agents")

    assert len(hooks_of(found)["PreToolUse"]) == 1
    assert any("command" in it for it in losses(found))


def test_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text(json.dumps({"hooks": {"PreToolUse": [group("true", once=True)]}}))
    words = ["convert", str(tmp_path / "old.json"), "--dialect", "claude-code", "--to", "ai-agents"]

    printed = CliRunner().invoke(hookwright, words)
    written = CliRunner().invoke(hookwright, [*words, "--out", str(tmp_path / "new.json")])
    again = CliRunner().invoke(hookwright, [*words, "--out", str(tmp_path / "new.json")])

    assert printed.exit_code == written.exit_code == 0
    assert json.loads(printed.stdout) == json.loads((tmp_path / "new.json").read_text())
    assert "/hooks/PreToolUse/0/hooks/0: the key `once` is lost" in printed.stderr
    assert isinstance(again.exception, UsageError)
