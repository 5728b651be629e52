"""Formats Python files that the agent has edited, and tells it of what the formatter could not read."""

from __future__ import annotations

import sys

from hookwright.modules import Context, Event, Refuse, on


@on("PostToolUse")
async def format_edits(event: Event, ctx: Context) -> None:
    """Runs `ruff format`, which has to be installed beside hookwright."""
    path = event.get("tool_input", {}).get("file_path", "")
    if event.tool_name not in ("Edit", "Write") or not path.endswith(".py"):
        return
    # -P: nothing that lies in the project and is called `ruff` is imported.
    formatted = await ctx.exec(sys.executable, ["-P", "-m", "ruff", "format", path])
    if formatted.code:
        raise Refuse(formatted.stderr)
