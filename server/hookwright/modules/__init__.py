"""What a hook module imports: commands, event handlers, and the context that both are given.

from hookwright.modules import Context, Event, Refuse, on

@on("PreToolUse")
def guard(event: Event, ctx: Context) -> None:
    if "rm -rf" in event.tool_input.get("command", ""):
        raise Refuse("not here")
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
    Refuse,
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
    "Refuse",
    "Ui",
    "command",
    "on",
]
