"""Gemini CLI: Google's generateContent, and settings below a home of its own."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hookwright.proving.agents.agent import AFTER, KEY, Agent, Noting, Way
from hookwright.proving.agents.shown import answers
from hookwright.proving.script import Json, Session


def _environment(url: str, state: str) -> Mapping[str, str]:
    return {
        "GEMINI_API_KEY": KEY,
        "GOOGLE_GEMINI_BASE_URL": url,
        "GEMINI_CLI_HOME": f"{state}/gemini",
        "GEMINI_TELEMETRY_ENABLED": "false",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_SANDBOX": "false",
        "DEV": "false",
    }


def _files(url: str, project: str, session: Session) -> Mapping[str, str]:
    del url, project
    settings: Json = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "disableAutoUpdate": True, "enableAutoUpdateNotification": False},
        "telemetry": {"enabled": False},
    }
    if session.after:
        settings["hooks"] = {
            "AfterTool": [{"hooks": [{"type": "command", "name": AFTER, "command": session.after}]}],
        }
    return {"gemini/.gemini/settings.json": json.dumps(settings)}


def _command(state: str, session: Session) -> list[str]:
    del state
    kind, model = session.format or "json", session.model or "gemini-2.5-pro"
    return ["-p", session.prompt, "-m", model, "-o", kind, "--yolo"]


GEMINI_CLI = Agent(
    id="gemini-cli",
    package="@google/gemini-cli",
    program="node_modules/.bin/gemini",
    measured="0.61.0",
    environment=_environment,
    files=_files,
    command=_command,
    ways={
        "PreToolUse": Way.CALL,
        "PostToolUse": Way.CALL,
        "UserPromptSubmit": Way.PROMPT,
        "SessionStart": Way.SESSION,
        "SessionEnd": Way.SESSION,
        "Stop": Way.SESSION,
    },
    noting=Noting.PROGRAM,
    shown=answers,
)
