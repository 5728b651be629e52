"""What a hook module imports: commands, event handlers, and the context that both are given.

from hookwright.modules import CommandContext, Context, Event, command, on

@on("PreToolUse")
def guard(event: Event, ctx: Context) -> dict[str, str] | None:
    if "rm -rf" in event.tool_input.get("command", ""):
        return {"decision": "block", "reason": "not here"}
    return None
"""

from __future__ import annotations

from hookwright.modules.context import (
    CommandContext,
    CommandsOnly,
    Context,
    Event,
    ExecOptions,
    ExecResult,
    HostError,
    Model,
    Ui,
)
from hookwright.modules.registry import command, on

__all__ = [
    "CommandContext",
    "CommandsOnly",
    "Context",
    "Event",
    "ExecOptions",
    "ExecResult",
    "HostError",
    "Model",
    "Ui",
    "command",
    "on",
]
