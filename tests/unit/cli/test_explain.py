"""`hookwright explain` as somebody runs it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests import warm

from hookwright.dialects import DIALECTS


def test_the_text_and_the_json_tell_the_same(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    groups = [{"matcher": name, "hooks": [{"type": "command", "command": f"echo {name}"}]} for name in ("Bash", "Read")]
    file.write_text(json.dumps({"hooks": {"PreToolUse": groups}}))

    text = _explain(tmp_path)
    told = json.loads(_explain(tmp_path, "--format", "json"))

    assert text.startswith("PreToolUse (Claude Code): 1 hook would fire\n  fires  echo Bash\n")
    assert "  does not fire  echo Read\n" in text
    for entry in (*told["matched"], *told["skipped"]):
        assert all(f"    {reason}\n" in text for reason in entry["because"])


def test_what_an_agent_is_started_with_counts(tmp_path: Path) -> None:
    hooks = {"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo added"}]}]}}
    plugin = tmp_path / "plug"
    (plugin / "hooks").mkdir(parents=True)
    (plugin / "hooks" / "hooks.json").write_text(json.dumps(hooks))

    text = _explain(tmp_path, "--dialect", "claude-code", "--plugin-dir", "plug", "--settings", json.dumps(hooks))

    assert text.count("  fires  echo added\n") == 2
    assert str(plugin / "hooks" / "hooks.json") in text


def test_all_agents_are_asked_about_each_hook(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo Bash"}]}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [group]}}))

    text = _explain(tmp_path, "--all")
    told = json.loads(_explain(tmp_path, "--all", "--format", "json"))

    (entry,) = told["matched"]
    views = told["agents"][entry["hook"]["id"]]
    assert next(it["dialect"] for it in views) == "claude-code"
    assert {it["dialect"] for it in views} == {it.id for it in DIALECTS}
    assert "      Claude Code     PreToolUse fires; refuse with exit 2" in text
    assert "      GitHub Copilot  PreToolUse fires; refuse" in text, "it reads the file, too"
    assert "      Codex  " not in text, "nothing of it is in the project"
    others = "\n".join(line for line in text.splitlines() if " in " in line)
    assert all(it["title"] in others for it in views if it["reads"] is None and it["dialect"] != "claude-code")


def test_an_agent_with_a_file_in_the_project_has_a_line(tmp_path: Path) -> None:
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo Bash"}]}
    for path in (".claude/settings.json", ".codex/hooks.json"):
        (tmp_path / path).parent.mkdir()
        (tmp_path / path).write_text(json.dumps({"hooks": {"PreToolUse": [group]}}))

    text = _explain(tmp_path, "--dialect", "claude-code", "--all")

    assert "      Codex           PreToolUse fires; refuse with exit 2" in text


def test_one_agent_is_asked_about_by_name(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    group = {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo Bash"}]}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [group]}}))

    text = _explain(tmp_path, "--agent", "codex")
    told = json.loads(_explain(tmp_path, "--agent", "codex", "--format", "json"))

    assert text.endswith("      Codex  PreToolUse fires; refuse with exit 2 or permissionDecision: deny\n")
    [views] = told["agents"].values()
    assert [it["dialect"] for it in views] == ["codex"]


def test_without_a_payload_it_says_how_to_ask_about_a_call(tmp_path: Path) -> None:
    file = tmp_path / ".claude" / "settings.json"
    file.parent.mkdir()
    hook = {"matcher": "Bash", "hooks": [{"type": "command", "command": "echo added"}]}
    file.write_text(json.dumps({"hooks": {"PreToolUse": [hook]}}))
    command = warm.hookwright("explain", "PreToolUse")
    env = {**os.environ, "HOME": str(tmp_path / "home")}
    done = subprocess.run(command, capture_output=True, env=env, encoding="utf-8", cwd=tmp_path, check=True)

    assert done.stdout.endswith("""To ask about a call: --payload '{"tool_name": "NAME"}'\n""")
    assert "--payload" not in _explain(tmp_path)


def _explain(project: Path, *options: str) -> str:
    command = warm.hookwright("explain", "PreToolUse", "--payload", "-", *options)
    done = subprocess.run(
        command,
        input=json.dumps({"tool_name": "Bash"}),
        capture_output=True,
        env={**os.environ, "HOME": str(project / "home")},
        encoding="utf-8",
        cwd=project,
        check=True,
    )
    return done.stdout
