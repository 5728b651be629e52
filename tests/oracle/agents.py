"""How each agent is installed, and started without a user, against the scripted model."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.oracle.recordings import Json

_KEY = "a-key-for-loopback-only"
_PROMPT = "Please do the task."
ENVIRONMENT = {
    "PATH": os.environ.get("PATH", os.defpath),
    "LANG": "C.UTF-8",
    "TERM": "dumb",
    "NO_COLOR": "1",
    "NO_PROXY": "127.0.0.1,localhost",
    "CI": "",
}
"""What every agent gets: nothing of whoever measures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """One agent: its package in npm, its program there, and how it is set up and started.

    `environment` (for the model's address and the folder of the user's things) and `files` (below that folder) hold a
    key that nobody has, no telemetry and no updates.  `command` are the arguments, before those of an experiment.
    """

    id: str
    package: str
    program: str
    environment: Callable[[str, Path], Mapping[str, str]]
    files: Callable[[str, Path, Json], Mapping[str, str]]
    command: Callable[[Path, Json], list[str]]

    def version(self, folder: Path) -> str:
        """The version that is installed in a folder."""
        manifest = folder / "node_modules" / self.package / "package.json"
        return str(json.loads(manifest.read_text(encoding="utf-8"))["version"])


def _claude_environment(url: str, state: Path) -> Mapping[str, str]:
    off = ("DISABLE_AUTOUPDATER", "DISABLE_TELEMETRY", "DISABLE_ERROR_REPORTING", "DISABLE_BUG_COMMAND")
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": _KEY,
        "IS_SANDBOX": "1",
        "CLAUDE_CONFIG_DIR": str(state / "claude"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_ENABLE_TELEMETRY": "0",
        **dict.fromkeys(off, "1"),
    }


def _claude_files(url: str, project: Path, setup: Json) -> Mapping[str, str]:
    del url, setup
    seen = {
        "hasCompletedOnboarding": True,
        "autoUpdates": False,
        "numStartups": 3,
        "customApiKeyResponses": {"approved": [_KEY[-20:]], "rejected": []},
        "bypassPermissionsModeAccepted": True,
        "projects": {str(project): {"hasTrustDialogAccepted": True, "projectOnboardingSeenCount": 1}},
    }
    return {"claude/.claude.json": json.dumps(seen)}


def _claude_command(state: Path, setup: Json) -> list[str]:
    kind = setup.get("format", "stream-json")
    words = ["-p", setup.get("prompt", _PROMPT), "--output-format", kind, "--verbose"]
    words += ["--include-hook-events"] if kind == "stream-json" else []
    words += ["--dangerously-skip-permissions"] if setup.get("permissions", "bypass") == "bypass" else []
    return [*words, "--model", setup.get("model", "sonnet"), "--debug-file", str(state / "debug.txt")]


def _codex_files(url: str, project: Path, setup: Json) -> Mapping[str, str]:
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
        f'[projects."{project}"]',
        'trust_level = "trusted"',
        setup.get("config_toml", ""),
    ]
    return {"codex/config.toml": "\n".join(lines)}


def _codex_command(state: Path, setup: Json) -> list[str]:
    del state
    trusted = ["--dangerously-bypass-hook-trust"] if setup.get("trust", True) else []
    return ["exec", "--json", "--skip-git-repo-check", *trusted, setup.get("prompt", _PROMPT)]


def _gemini_files(url: str, project: Path, setup: Json) -> Mapping[str, str]:
    del url, project, setup
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "disableAutoUpdate": True, "enableAutoUpdateNotification": False},
        "telemetry": {"enabled": False},
    }
    return {"gemini/.gemini/settings.json": json.dumps(settings)}


def _gemini_command(state: Path, setup: Json) -> list[str]:
    del state
    prompt, model = setup.get("prompt", _PROMPT), setup.get("model", "gemini-2.5-pro")
    return ["-p", prompt, "-m", model, "-o", setup.get("format", "json"), "--yolo"]


def _qwen_files(url: str, project: Path, setup: Json) -> Mapping[str, str]:
    del url, project, setup
    settings = {
        "security": {"auth": {"selectedType": "openai"}},
        "privacy": {"usageStatisticsEnabled": False},
        "general": {"enableAutoUpdate": False, "disableAutoUpdate": True},
        "telemetry": {"enabled": False},
    }
    return {"qwen/settings.json": json.dumps(settings)}


def _qwen_command(state: Path, setup: Json) -> list[str]:
    del state
    return ["-p", setup.get("prompt", _PROMPT), "--auth-type", "openai", "-o", "stream-json", "--yolo"]


def _copilot_files(url: str, project: Path, setup: Json) -> Mapping[str, str]:
    del url, setup
    return {"copilot/config.json": json.dumps({"trusted_folders": [str(project)], "banner": "never"})}


def _copilot_command(state: Path, setup: Json) -> list[str]:
    quiet = ["--no-auto-update", "--no-color", "--log-level", "debug", "--log-dir", str(state / "logs")]
    allowed = ["--allow-all"] if setup.get("permissions", "bypass") == "bypass" else []
    return ["-p", setup.get("prompt", _PROMPT), *quiet, *allowed]


AGENTS = {
    it.id: it
    for it in (
        Agent(
            id="claude-code",
            package="@anthropic-ai/claude-code",
            program="node_modules/@anthropic-ai/claude-code-linux-x64/claude",
            environment=_claude_environment,
            files=_claude_files,
            command=_claude_command,
        ),
        Agent(
            id="codex",
            package="@openai/codex",
            program="node_modules/.bin/codex",
            environment=lambda _, state: {"CODEX_HOME": str(state / "codex"), "MOCK_API_KEY": _KEY},
            files=_codex_files,
            command=_codex_command,
        ),
        Agent(
            id="gemini-cli",
            package="@google/gemini-cli",
            program="node_modules/.bin/gemini",
            environment=lambda url, state: {
                "GEMINI_API_KEY": _KEY,
                "GOOGLE_GEMINI_BASE_URL": url,
                "GEMINI_CLI_HOME": str(state / "gemini"),
                "GEMINI_TELEMETRY_ENABLED": "false",
                "GEMINI_CLI_TRUST_WORKSPACE": "true",
                "GEMINI_SANDBOX": "false",
                "DEV": "false",
            },
            files=_gemini_files,
            command=_gemini_command,
        ),
        Agent(
            id="qwen-code",
            package="@qwen-code/qwen-code",
            program="node_modules/.bin/qwen",
            environment=lambda url, state: {
                "OPENAI_API_KEY": _KEY,
                "OPENAI_BASE_URL": f"{url}/v1",
                "OPENAI_MODEL": "mock",
                "QWEN_TELEMETRY_ENABLED": "false",
                "QWEN_HOME": str(state / "qwen"),
                "QWEN_SANDBOX": "false",
            },
            files=_qwen_files,
            command=_qwen_command,
        ),
        Agent(
            id="copilot-cli",
            package="@github/copilot",
            program="node_modules/.bin/copilot",
            environment=lambda url, state: {
                "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
                "COPILOT_PROVIDER_TYPE": "openai",
                "COPILOT_PROVIDER_API_KEY": _KEY,
                "COPILOT_MODEL": "mock",
                "COPILOT_OFFLINE": "true",
                "COPILOT_HOME": str(state / "copilot"),
                "COPILOT_AUTO_UPDATE": "false",
            },
            files=_copilot_files,
            command=_copilot_command,
        ),
    )
}
