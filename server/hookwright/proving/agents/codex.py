"""Codex: OpenAI's responses, and a configuration in TOML."""

from __future__ import annotations

import json
from collections.abc import Mapping

from hookwright.proving.agents.agent import KEY, Agent, ModelTool, Noting, Way
from hookwright.proving.agents.shown import answers
from hookwright.proving.script import Session


def _files(url: str, project: str, session: Session) -> Mapping[str, str]:
    lines = [
        'model = "mock"',
        'model_provider = "mock"',
        "check_for_update_on_startup = false",
        'approval_policy = "never"',
        'sandbox_mode = "danger-full-access"',
        "[analytics]",
        "enabled = false",
        "[feedback]",
        "enabled = false",
        "[model_providers.mock]",
        'name = "mock"',
        f'base_url = "{url}/v1"',
        'wire_api = "responses"',
        'env_key = "MOCK_API_KEY"',
        "request_max_retries = 0",
        "stream_max_retries = 0",
        f"[projects.{json.dumps(project)}]",
        'trust_level = "trusted"',
        session.config_toml,
    ]
    found = {"codex/config.toml": "\n".join(lines)}
    if session.after:
        group = [{"hooks": [{"type": "command", "command": session.after}]}]
        found["codex/hooks.json"] = json.dumps({"hooks": {"PostToolUse": group}})
    return found


def _command(state: str, session: Session) -> list[str]:
    del state
    trusted = ["--dangerously-bypass-hook-trust"] if session.trust else []
    return ["exec", "--json", "--skip-git-repo-check", *trusted, session.prompt]


CODEX = Agent(
    id="codex",
    package="@openai/codex",
    program="node_modules/.bin/codex",
    measured="0.169.0",
    environment=lambda _, state: {"CODEX_HOME": f"{state}/codex", "MOCK_API_KEY": KEY},
    files=_files,
    command=_command,
    ways={
        "PreToolUse": Way.CALL,
        "PostToolUse": Way.CALL,
        "UserPromptSubmit": Way.PROMPT,
        "SessionStart": Way.SESSION,
        "Stop": Way.SESSION,
    },
    tools={
        "Bash": ModelTool(name="exec_command", keys={"command": "cmd"}),
        "apply_patch": ModelTool(name="apply_patch", custom="command"),
    },
    noting=Noting.START_FILE,
    shown=answers,
)
