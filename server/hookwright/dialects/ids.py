"""The ids of the dialects, in the order of their ranks; `make generated` writes it from the tables."""

from __future__ import annotations

IDS = (
    "claude-code",
    "codex",
    "gemini-cli",
    "copilot-cli",
    "cursor",
    "vscode",
    "qwen-code",
    "windsurf",
    "factory-droid",
    "kiro",
    "kiro-cli",
    "devin",
    "augment",
    "ai-agents",
    "agent-spec",
    "open-plugin",
    "cline",
    "kimi-code",
    "clawdcode",
    "goose",
    "crush",
    "openhands",
)
