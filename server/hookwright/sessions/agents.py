"""The agents whose session files are read; those that record nothing of hooks are named with what was measured."""

from __future__ import annotations

from collections.abc import Mapping

from hookwright.sessions.claude_code import CLAUDE_CODE
from hookwright.sessions.codex import CODEX
from hookwright.sessions.copilot_cli import COPILOT_CLI
from hookwright.sessions.formats import SessionFormat
from hookwright.sessions.gemini_cli import GEMINI_CLI

FORMATS: tuple[SessionFormat, ...] = (CLAUDE_CODE, CODEX, GEMINI_CLI, COPILOT_CLI)

SILENT: Mapping[str, str] = {
    "qwen-code": "Qwen Code 0.24.4 records that a tool was refused, and not that a hook did so",
}
"""What is known of agents whose files say nothing of hooks, by the ids of their dialects."""


def format_of(dialect: str) -> SessionFormat | None:
    """The form of an agent's session files; None if they are not read."""
    return next((it for it in FORMATS if it.dialect == dialect), None)
