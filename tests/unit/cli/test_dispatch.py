"""`hookwright dispatch` as somebody runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import takewhile
from pathlib import Path


def test_b6_the_outcome_is_printed_before_what_goes_on_behind_it_ends(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    file = tmp_path / ".agent" / "settings.json"
    file.parent.mkdir()
    entry = {"command": "read -r word < fifo; echo $word > late"}
    file.write_text(json.dumps({"hooks": {"PostToolUse": [entry]}}), encoding="utf-8")
    command = [sys.executable, "-m", "hookwright", "dispatch", "PostToolUse", "--project", str(tmp_path)]
    environment = {**os.environ, "HOME": str(tmp_path / "home")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, encoding="utf-8") as process:
        assert process.stdout
        # The last line of the outcome is its closing brace.
        outcome = json.loads("".join(takewhile(lambda line: line != "}\n", process.stdout)) + "}")
        (tmp_path / "fifo").write_text("done\n", encoding="utf-8")
        assert process.wait(120) == 0
    assert [it["status"] for it in outcome["runs"]] == ["running"]
    assert (tmp_path / "late").read_text(encoding="utf-8") == "done\n"


def test_only_what_a_dispatch_needs_is_imported(tmp_path: Path) -> None:
    config = tmp_path / "settings.json"
    hooks = [{"type": "command", "command": "exit 0"}]
    config.write_text(json.dumps({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}), encoding="utf-8")
    script = (
        "import sys; from hookwright.cli import hookwright; hookwright(sys.argv[1:], standalone_mode=False); "
        "print(*sys.modules, file=sys.stderr)"
    )
    words = ["dispatch", "PreToolUse", "--dialect", "claude-code", "--config", str(config)]
    environment = {**os.environ, "HOME": str(tmp_path), "HOOKWRIGHT_STATE_DIR": str(tmp_path / "state")}
    done = subprocess.run(
        [sys.executable, "-c", script, *words], capture_output=True, env=environment, check=True, encoding="utf-8"
    )
    imported = set(done.stderr.split())
    assert "hookwright.engine.dispatch" in imported
    costly = {"pydantic", "lsprotocol", "pygls", "rich", "tempfile", "difflib", "hookwright.shell.grammar"}
    upper = {
        f"hookwright.{it}" for it in ["analysis", "consent", "firing", "ide", "lsp", "reports", "wording", "workflows"]
    }
    assert not imported & (costly | upper)


def test_e2_hook_modules_run_where_they_are_asked_for(tmp_path: Path) -> None:
    module = tmp_path / ".pi" / "hooks" / "guard.py"
    module.parent.mkdir(parents=True)
    text = "from hookwright.modules import on\non('PreToolUse', lambda event, ctx: {'permissionDecision': 'deny'})\n"
    module.write_text(text, encoding="utf-8")
    words = ["dispatch", "PreToolUse", "--dialect", "clawdcode", "--project", str(tmp_path)]
    environment = {**os.environ, "HOME": str(tmp_path / "home"), "HOOKWRIGHT_JOURNAL": "off"}

    def decision(*more: str) -> object:
        command = [sys.executable, "-m", "hookwright", *words, *more]
        done = subprocess.run(command, capture_output=True, env=environment, check=True, encoding="utf-8")
        return json.loads(done.stdout)["decision"]

    assert decision() is None
    assert decision("--modules") == "deny"


def test_the_hooks_of_every_agent_run_where_all_are_asked_for(tmp_path: Path) -> None:
    for path, event, tool in (
        (".claude/settings.json", "PreToolUse", "Bash"),
        (".gemini/settings.json", "BeforeTool", "run_shell_command"),
    ):
        (tmp_path / path).parent.mkdir()
        group = {"matcher": tool, "hooks": [{"type": "command", "command": f"echo {tool} >&2; exit 2"}]}
        (tmp_path / path).write_text(json.dumps({"hooks": {event: [group]}}), encoding="utf-8")
    environment = {**os.environ, "HOME": str(tmp_path / "home"), "HOOKWRIGHT_JOURNAL": "off"}
    payload = json.dumps({"tool_name": "Bash", "tool_input": {"command": "ls"}})

    def ran(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "hookwright", *words, "--project", str(tmp_path), "--payload", "-"]
        return subprocess.run(
            command, input=payload, capture_output=True, env=environment, encoding="utf-8", check=False
        )

    fired = ran("dispatch", "PreToolUse", "--all-dialects", "--exit-code")
    outcome = json.loads(fired.stdout)
    assert (fired.returncode, outcome["decision"], outcome["reason"]) == (1, "deny", "Bash")
    assert [(it["dialect"], it["outcome"]["reason"]) for it in outcome["parts"]] == [
        ("claude-code", "Bash"),
        ("gemini-cli", "run_shell_command"),
    ]
    explained = ran("explain", "PreToolUse", "--all-dialects").stdout
    assert "PreToolUse (Claude Code): 1 hook would fire" in explained
    assert "BeforeTool (Gemini CLI): 1 hook would fire" in explained
    refused = ran("dispatch", "PreToolUse", "--all-dialects", "--config", "a.json")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "`--config` and `--all-dialects` both choose the files" in refused.stderr
