"""The `cursor` dialect (requirements L): Cursor's hook files, 21 events, as its documentation has them."""

from __future__ import annotations

from hookwright.dialects.cursor.events import EVENTS
from hookwright.dialects.cursor.grammar import GRAMMAR, GRAMMAR_OF_PLUGINS, MATCHERS
from hookwright.dialects.cursor.payload import COMMON, VARIABLES
from hookwright.dialects.cursor.tools import TOOLS
from hookwright.dialects.fields import believed_of_claude_code, of_claude_code
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Unit
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.plugins import Plugins
from hookwright.model.running import Running, ToldVersion
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import ToolCalls

# Cursor has one tool for writing new files and for editing.
_EDITING = ("Edit", "MultiEdit", "NotebookEdit", "ApplyPatch", "apply_patch", "edit_file", "CodeEditor")

DIALECT = Dialect(
    id="cursor",
    title="Cursor",
    rank=50,
    doc="21 events with flat entries, matchers over tools, commands and constants, and flat answers in JSON.",
    source="Cursor's pages on hooks, third-party hooks and plugins",
    evidence=Evidence(Basis.DOCUMENTED, date="2026-10-15", where="https://cursor.com/docs/hooks"),
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, ".cursor/hooks.json"),
        Location(Scope.PROJECT, ".cursor/hooks.json"),
        Location(Scope.PLUGIN, "hooks/hooks.json", grammar=GRAMMAR_OF_PLUGINS),
        Location(Scope.PLUGIN, ".cursor-plugin/plugin.json", manifest=True, grammar=GRAMMAR_OF_PLUGINS),
    ),
    imports=of_claude_code("where third-party hooks are imported", is_usual=True),
    markers=(".cursor",),
    events=EVENTS,
    moments={
        "preToolUse": "PreToolUse",
        "beforeReadFile": "PreToolUse",
        "beforeShellExecution": "PreToolUse",
        "beforeMCPExecution": "PreToolUse",
        "beforeTabFileRead": "PreToolUse",
        "postToolUse": "PostToolUse",
        "afterFileEdit": "PostToolUse",
        "afterShellExecution": "PostToolUse",
        "afterMCPExecution": "PostToolUse",
        "afterTabFileEdit": "PostToolUse",
        "beforeSubmitPrompt": "UserPromptSubmit",
        "sessionStart": "SessionStart",
        "workspaceOpen": "SessionStart",
        "sessionEnd": "SessionEnd",
        "stop": "Stop",
        "postToolUseFailure": "PostToolUseFailure",
        "subagentStart": "SubagentStart",
        "subagentStop": "SubagentStop",
        "preCompact": "PreCompact",
        "afterAgentResponse": "MessageDisplay",
    },
    about={
        "beforeReadFile": "Read",
        "beforeTabFileRead": "Read",
        "beforeShellExecution": "Bash",
        "afterShellExecution": "Bash",
        "beforeMCPExecution": "",
        "afterMCPExecution": "",
        "afterFileEdit": "Edit",
        "afterTabFileEdit": "Edit",
    },
    matchers=MATCHERS,
    tools=TOOLS,
    roles={"Shell": "Bash", "Task": "Agent"},
    tool_equivalents={**dict.fromkeys(_EDITING, "Write"), **tool_equivalents(it.name for it in TOOLS)},
    calls=ToolCalls(paths=("file_path", "path")),
    servers=Servers(
        files=(ServerFile(".cursor/mcp.json"), ServerFile(".cursor/mcp.json", below_home=True)), tools="MCP:"
    ),
    plugins=Plugins(marks=(".cursor-plugin",), marketplace=".cursor-plugin/marketplace.json"),
    running=Running(unit=Unit.SECONDS),
    payload=COMMON,
    variables=VARIABLES,
    believed={
        **believed_of_claude_code(".tool_name", ".tool_input", ".file_path", ".command"),
        "CURSOR_FILE_PATH": ".file_path",
        "CURSOR_HOOK_INPUT": ".",
    },
    placeholders=("CURSOR_PLUGIN_ROOT",),
    told_version=ToldVersion(field="cursor_version"),
)
