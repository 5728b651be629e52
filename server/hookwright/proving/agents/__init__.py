"""The agents that can be started with a scripted model, each a file of settings."""

from __future__ import annotations

from hookwright.proving.agents.agent import Agent
from hookwright.proving.agents.claude_code import CLAUDE_CODE
from hookwright.proving.agents.codex import CODEX
from hookwright.proving.agents.copilot_cli import COPILOT_CLI
from hookwright.proving.agents.gemini_cli import GEMINI_CLI
from hookwright.proving.agents.qwen_code import QWEN_CODE

AGENTS: dict[str, Agent] = {it.id: it for it in (CLAUDE_CODE, CODEX, COPILOT_CLI, GEMINI_CLI, QWEN_CODE)}
"""By the id of their dialect."""
