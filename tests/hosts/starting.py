"""How Claude Code, Codex and Copilot CLI are started in a home of their own, with a model on the loopback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tests.hosts.install import CLAUDE_CODE, CODEX, COPILOT_CLI
from tests.hosts.journey import KEY

_CLAUDE = "node_modules/@anthropic-ai/claude-code-linux-x64/claude"
_CODEX = "node_modules/@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"
_COPILOT = "node_modules/@github/copilot-linux-x64/copilot"
_PROMPT = "Please do it."


def claude_environment(home: Path, url: str) -> Mapping[str, str]:
    return {
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_KEY": KEY,
        "CLAUDE_CONFIG_DIR": str(home / "claude"),
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        # It would not skip its own questions for root.
        "IS_SANDBOX": "1",
    }


def claude_command(*words: str, prompt: str = _PROMPT) -> Sequence[str]:
    program = CLAUDE_CODE.folder / _CLAUDE
    return (str(program), "-p", prompt, *words, "--model", "sonnet", "--dangerously-skip-permissions")


def codex_environment(home: Path, _: str) -> Mapping[str, str]:
    return {"CODEX_HOME": str(home / "codex"), "MODEL_KEY": KEY}


def codex_command(url: str) -> Sequence[str]:
    model = f'model_providers.test.base_url="{url}/v1"'
    words = ("exec", "--json", "--skip-git-repo-check", "--dangerously-bypass-hook-trust", "-c", model, _PROMPT)
    return (str(CODEX.folder / _CODEX), *words)


def codex_settings(home: Path, projects: Iterable[Path]) -> None:
    """Writes the user's settings, with the projects as trusted ones."""
    settings = [
        'model = "test"\nmodel_provider = "test"\ncheck_for_update_on_startup = false\napproval_policy = "never"',
        'sandbox_mode = "danger-full-access"\n[analytics]\nenabled = false\n[feedback]\nenabled = false',
        '[model_providers.test]\nname = "test"\nwire_api = "responses"\nenv_key = "MODEL_KEY"\nbase_url = ""',
        *(f'[projects."{it}"]\ntrust_level = "trusted"' for it in projects),
    ]
    (home / "codex").mkdir()
    (home / "codex" / "config.toml").write_text("\n".join(settings))


def copilot_environment(home: Path, url: str) -> Mapping[str, str]:
    return {
        "COPILOT_PROVIDER_BASE_URL": f"{url}/v1",
        "COPILOT_PROVIDER_TYPE": "openai",
        "COPILOT_PROVIDER_API_KEY": KEY,
        "COPILOT_MODEL": "test",
        "COPILOT_OFFLINE": "true",
        "COPILOT_HOME": str(home / "copilot"),
        "COPILOT_AUTO_UPDATE": "false",
    }


def copilot_command() -> Sequence[str]:
    return (str(COPILOT_CLI.folder / _COPILOT), "-p", _PROMPT, "--no-auto-update", "--no-color", "--allow-all")


def copilot_settings(home: Path, projects: Iterable[Path]) -> None:
    """Writes the user's settings, with the projects as trusted ones."""
    (home / "copilot").mkdir()
    settings = {"trusted_folders": [str(it) for it in projects], "banner": "never"}
    (home / "copilot" / "config.json").write_text(json.dumps(settings))
