"""The dialects, in the order in which they are offered."""

from __future__ import annotations

from hookwright.dialects import (
    agent_spec,
    ai_agents,
    claude_code,
    clawdcode,
    codex,
    copilot_cli,
    cursor,
    factory_droid,
    gemini_cli,
    kiro,
    open_plugin,
    qwen_code,
    vscode,
    windsurf,
)
from hookwright.errors import UnknownDialect
from hookwright.model.dialect import Dialect

# The most widespread first: it is what a file is taken for where nothing says otherwise.
DIALECTS: tuple[Dialect, ...] = (
    claude_code.DIALECT,
    codex.DIALECT,
    gemini_cli.DIALECT,
    copilot_cli.DIALECT,
    cursor.DIALECT,
    vscode.DIALECT,
    qwen_code.DIALECT,
    windsurf.DIALECT,
    factory_droid.DIALECT,
    kiro.DIALECT,
    ai_agents.DIALECT,
    agent_spec.DIALECT,
    open_plugin.DIALECT,
    clawdcode.DIALECT,
)


def by_id(id: str) -> Dialect:  # noqa: A002
    """The dialect of that id; raises `UnknownDialect`, which names the nearest one."""
    found = next((it for it in DIALECTS if it.id == id), None)
    if found is None:
        raise UnknownDialect(id, [it.id for it in DIALECTS])
    return found
