"""Claude Code: Anthropic's messages, a folder of its own for everything, and a stream that shows every hook."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice

from hookwright.patterns import late_pattern
from hookwright.proving.agents.agent import KEY, Agent, NotedHook, Signs, Way
from hookwright.proving.script import Played, Session

_DEBUG = "debug"
_MOST_SHOWN = 200
_OFF = ("DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_BUG_COMMAND")
# A command may have several lines, and brackets; nothing but these words ends what is said of it.
_NOTED = late_pattern(
    r"Hooks: (\w+)(?::[^\n\[]*)? \[((?s:.*?))\] "
    r"(finished with status -?\d+|timed out after \d+ms|cancelled|failed to start|moved to the background) \((\d+)ms\)"
)


def _environment(url: str, state: str) -> Mapping[str, str]:
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": KEY,
        "IS_SANDBOX": "1",
        "CLAUDE_CONFIG_DIR": f"{state}/claude",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_ENABLE_TELEMETRY": "0",
        **dict.fromkeys(_OFF, "1"),
    }


def _files(url: str, project: str, session: Session) -> Mapping[str, str]:
    del url
    seen = {
        "hasCompletedOnboarding": True,
        "autoUpdates": False,
        "numStartups": 3,
        "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
        "bypassPermissionsModeAccepted": True,
        "projects": {project: {"hasTrustDialogAccepted": True, "projectOnboardingSeenCount": 1}},
    }
    found = {"claude/.claude.json": json.dumps(seen)}
    if session.after:
        group = [{"hooks": [{"type": "command", "command": session.after}]}]
        found["claude/settings.json"] = json.dumps({"hooks": {"PostToolUse": group, "PostToolUseFailure": group}})
    return found


def _command(state: str, session: Session) -> list[str]:
    kind = session.format or "stream-json"
    words = ["-p", session.prompt, "--output-format", kind, "--verbose"]
    words += ["--include-hook-events"] if kind == "stream-json" else []
    words += ["--dangerously-skip-permissions"] if session.permissions == "bypass" else []
    return [*words, "--model", session.model or "sonnet", "--debug-file", f"{state}/debug.txt"]


def _holding(url: str) -> list[str]:
    elsewhere = ("CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY")
    own = {"ANTHROPIC_BASE_URL": url, "ANTHROPIC_API_KEY": KEY, "ANTHROPIC_AUTH_TOKEN": ""}
    return ["--settings", json.dumps({"env": {**own, **dict.fromkeys(elsewhere, "0")}}), "--strict-mcp-config"]


def _noted(played: Played) -> tuple[NotedHook, ...]:
    lines = (it.partition("] ")[2] for it in played.reads.get(_DEBUG, "").splitlines() if "Hooks: " in it)
    found = (_NOTED.match(_unquoted(it)) for it in lines)
    return tuple(NotedHook(it[1], it[2], it[3], int(it[4]) / 1000) for it in found if it is not None)


def _unquoted(line: str) -> str:
    """What is of several lines is written down as a JSON string."""
    if not line.startswith('"'):
        return line
    try:
        return str(json.loads(line))
    except ValueError:
        return line


def _shown(played: Played) -> tuple[str, ...]:
    return tuple(islice(_lines(played), _MOST_SHOWN))


def _lines(played: Played) -> Iterator[str]:
    for line in played.stdout.splitlines():
        try:
            said = json.loads(line)
        except ValueError:
            yield line
            continue
        if not isinstance(said, dict):
            continue
        kind, text = said.get("subtype"), said.get("content") or said.get("text") or said.get("message")
        if said.get("type") == "system" and kind in ("informational", "notification", "permission_denied") and text:
            yield str(text)
        elif said.get("type") == "result" and said.get("result"):
            yield str(said["result"])


CLAUDE_CODE = Agent(
    id="claude-code",
    package="@anthropic-ai/claude-code",
    program="node_modules/@anthropic-ai/claude-code-linux-x64/claude",
    measured="2.1.330",
    environment=_environment,
    files=_files,
    command=_command,
    ways={
        "PreToolUse": Way.CALL,
        "PostToolUse": Way.CALL,
        "PostToolUseFailure": Way.CALL,
        "PermissionRequest": Way.ASKED_CALL,
        "UserPromptSubmit": Way.PROMPT,
        "SessionStart": Way.SESSION,
        "SessionEnd": Way.SESSION,
        "Stop": Way.SESSION,
        "SubagentStart": Way.SUBAGENT,
        "SubagentStop": Way.SUBAGENT,
    },
    holding=_holding,
    reads_first=frozenset({"Edit", "MultiEdit", "Write", "NotebookEdit"}),
    reader="Read",
    kept={_DEBUG: "debug.txt"},
    noted=_noted,
    shown=_shown,
    signs=Signs(
        asked=late_pattern(r"\"decision_reason_type\": ?\"hook\""),
        objects=late_pattern(r"hook blocking error"),
        goes_on=late_pattern(r"Stop hook feedback|Stop hook additional context"),
        halts=late_pattern(r"operation blocked by hook|Operation stopped by hook"),
        stops=late_pattern(r"hook_stopped|stop_hook_prevented|aborted_tools|Operation stopped by hook"),
    ),
)
