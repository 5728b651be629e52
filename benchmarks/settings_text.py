"""The text that the servers get: settings as people write them, in any size, with planted mistakes."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest")
_MATCHERS = ("Bash", "Edit|Write|MultiEdit", "mcp__github__.*", "Read|Grep|Glob", "WebFetch", "Task", "Notebook.*", "*")
_FOLDER = '"$CLAUDE_PROJECT_DIR"/.claude/hooks'
_COMMANDS = (
    f"{_FOLDER}/check-style.sh --fix --group {{}}",
    f"python3 {_FOLDER}/guard.py --strict --group {{}}",
    "jq -r '.tool_input.file_path' | xargs -r npx prettier --write # {}",
    "test {} -gt 0 && jq -e '.tool_input.command | test(\"rm -rf\") | not' || exit 2",
    'cd "$CLAUDE_PROJECT_DIR" && npm run --silent lint:changed -- --max-warnings {}',
    "notify-send 'Claude — café {}' \"waiting for input 🔔\"",
)
_STATUS = ("Checking style…", "Running guards", "🔍 Scanning for secrets", "Formatting")
_SCRIPTS = ("check-style.sh", "guard.py")


def settings_text(size: int) -> str:
    """Claude Code settings of about that many bytes: one matcher group after another, a few with mistakes."""
    probe = 40
    per_group = len(_dumped(probe).encode()) / probe
    return _dumped(max(2, round(size / per_group)))


def write_scripts(project: Path) -> None:
    """Makes the scripts that the commands run, so that only what is planted is wrong."""
    folder = project / ".claude" / "hooks"
    folder.mkdir(parents=True, exist_ok=True)
    for name in _SCRIPTS:
        script = folder / name
        script.write_text("#!/bin/sh\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)


def _dumped(n_groups: int) -> str:
    groups = [{"matcher": _MATCHERS[it % len(_MATCHERS)], "hooks": _hooks(it)} for it in range(n_groups)]
    _plant(groups)
    events: dict[str, Any] = {}
    for number, group in enumerate(groups):
        events.setdefault(_EVENTS[number * len(_EVENTS) // n_groups], []).append(group)
    events["PreToolUze"] = [{"matcher": "Bash", "hooks": [{"type": "command", "command": "true"}]}]
    settings = {
        "permissions": {"allow": ["Bash(npm run lint)", "Read(~/.zshrc)"], "deny": ["Read(./.env)"]},
        "env": {"CLAUDE_CODE_ENABLE_TELEMETRY": "0"},
        "hooks": events,
    }
    return json.dumps(settings, indent=2, ensure_ascii=False) + "\n"


def _hooks(number: int) -> list[dict[str, Any]]:
    command = _COMMANDS[number % len(_COMMANDS)].format(number)
    hooks: list[dict[str, Any]] = [
        {
            "type": "command",
            "command": command,
            "timeout": 5 + number % 55,
            "statusMessage": _STATUS[number % len(_STATUS)],
        }
    ]
    match number % 8:
        case 2:
            hooks.append({"type": "prompt", "prompt": f"Is change {number} safe? $ARGUMENTS", "timeout": 30})
        case 4:
            url = f"https://hooks.example.com/v1/{number}"
            hooks.append({"type": "http", "url": url, "headers": {"X-Group": str(number)}})
        case 6:
            input_of = {"path": "${tool_input.file_path}", "n": number}
            hooks.append({"type": "mcp_tool", "server": "audit", "tool": "record", "input": input_of})
    return hooks


def _plant(groups: list[dict[str, Any]]) -> None:
    """One mistake of each kind, away from the middle, where the edits go."""
    mistakes: tuple[dict[str, Any], ...] = (
        {"type": "comand", "command": "true"},
        {"type": "command", "command": "sleep 1", "timeout": "sixty"},
        {"type": "command", "statusMessage": "no command here"},
    )
    last = len(groups) - 1
    for place, mistake in zip((0, 1, last), mistakes, strict=True):
        groups[place]["hooks"].append(mistake)
    groups[last - 1]["typo-hook-key"] = True
