"""Qwen Code: chat completions, and a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hookwright.proving.agents.agent import AFTER, KEY, Agent, ModelTool, Noting, Way
from hookwright.proving.agents.shown import answers
from hookwright.proving.script import Json, Session


def _environment(url: str, state: str) -> Mapping[str, str]:
    return {
        "OPENAI_API_KEY": KEY,
        "OPENAI_BASE_URL": f"{url}/v1",
        "OPENAI_MODEL": "mock",
        "QWEN_TELEMETRY_ENABLED": "false",
        "QWEN_HOME": f"{state}/qwen",
        "QWEN_SANDBOX": "false",
    }


def _files(url: str, project: str, session: Session) -> Mapping[str, str]:
    del url, project
    settings: Json = {
        "security": {"auth": {"selectedType": "openai"}},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
        "telemetry": {"enabled": False},
    }
    if session.after:
        group = [{"hooks": [{"type": "command", "name": AFTER, "command": session.after}]}]
        settings["hooks"] = {"PostToolUse": group, "PostToolUseFailure": group}
    return {"qwen/settings.json": json.dumps(settings)}


def _command(state: str, session: Session) -> list[str]:
    del state
    return ["-p", session.prompt, "--auth-type", "openai", "-o", session.format or "stream-json", "--yolo"]


QWEN_CODE = Agent(
    id="qwen-code",
    package="@qwen-code/qwen-code",
    program="node_modules/.bin/qwen",
    measured="0.24.4",
    environment=_environment,
    files=_files,
    command=_command,
    ways={
        "PreToolUse": Way.CALL,
        "PostToolUse": Way.CALL,
        "PostToolUseFailure": Way.CALL,
        "UserPromptSubmit": Way.PROMPT,
        "SessionStart": Way.SESSION,
        "Stop": Way.SESSION,
    },
    tools={"run_shell_command": ModelTool(name="run_shell_command", added={"is_background": False})},
    noting=Noting.PROGRAM,
    shown=answers,
)
