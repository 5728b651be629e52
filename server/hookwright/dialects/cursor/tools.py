"""The types of tools that matchers of Cursor can name, with a sample call of each."""

from __future__ import annotations

from hookwright.dialects.cursor.payload import EDIT, PROJECT
from hookwright.model.tool import Tool

_FILE = f"{PROJECT}/src/forecast.ts"

TOOLS = (
    Tool(
        name="Shell",
        doc="runs a shell command",
        input={"command": "npm test -- --run forecast", "working_directory": PROJECT},
        response='{"exitCode": 0, "output": "12 passed"}',
    ),
    Tool(name="Read", doc="reads a file", input={"file_path": _FILE}, response='{"content": "const limit = 7"}'),
    Tool(
        name="Write",
        doc="writes or edits a file",
        input={"file_path": _FILE, "edits": [EDIT]},
        response='{"success": true}',
    ),
    Tool(name="Delete", doc="deletes a file", input={"file_path": _FILE}, response='{"success": true}'),
    Tool(
        name="Grep",
        doc="searches in files",
        input={"pattern": "limit", "path": f"{PROJECT}/src"},
        response='{"matches": 3}',
    ),
    Tool(
        name="Task",
        doc="starts a subagent",
        input={"description": "Find the cache code", "subagent_type": "explore"},
        response='{"summary": "It is in src/cache.ts"}',
    ),
)
