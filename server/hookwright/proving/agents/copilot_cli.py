"""Copilot CLI: chat completions of a provider of its own, offline."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hookwright.patterns import late_pattern
from hookwright.proving.agents.agent import AFTER, KEY, Agent, ModelTool, Noting, Signs, Way
from hookwright.proving.script import Session


def _environment(url: str, state: str) -> Mapping[str, str]:
    return {
        "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_API_KEY": KEY,
        "COPILOT_MODEL": "mock",
        "COPILOT_OFFLINE": "true",
        "COPILOT_HOME": f"{state}/copilot",
        "COPILOT_AUTO_UPDATE": "false",
    }


def _files(url: str, project: str, session: Session) -> Mapping[str, str]:
    del url
    found = {"copilot/config.json": json.dumps({"trusted_folders": [project], "banner": "never"})}
    if session.after:
        ours = [{"type": "command", "bash": session.after}]
        events = {"postToolUse": ours, "postToolUseFailure": ours}
        found[f"copilot/hooks/{AFTER}.json"] = json.dumps({"version": 1, "hooks": events})
    return found


def _command(state: str, session: Session) -> list[str]:
    quiet = ["--no-auto-update", "--no-color", "--log-level", "debug", "--log-dir", f"{state}/logs"]
    allowed = ["--allow-all"] if session.permissions == "bypass" else []
    return ["-p", session.prompt, *quiet, *allowed]


COPILOT_CLI = Agent(
    id="copilot-cli",
    package="@github/copilot",
    program="node_modules/.bin/copilot",
    measured="1.0.102",
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
    # Events by Claude Code's names have its names of tools, too.
    tools=dict.fromkeys(("bash", "Bash"), ModelTool(name="bash", added={"description": "Make the call"})),
    signs=Signs(asked=late_pattern(r"unable to ask user for confirmation")),
    noting=Noting.START_FILE,
)
