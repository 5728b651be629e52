"""What Codex hands to a hook, and the tools that matchers can name."""

from __future__ import annotations

from hookwright.dialects.fields import flag, nullable, sent
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.hook import Scope
from hookwright.model.tool import Tool

PROJECT = "/home/sam/weather"
_MODES = ("default", "acceptEdits", "plan", "dontAsk", "bypassPermissions")
_ROLLOUT = "/home/sam/.codex/sessions/2026/11/21/rollout-2026-11-21T09-30-00-01a20078-2254-7952-82a6-e18682555428.jsonl"

COMMON = (
    PayloadField(
        name="session_id",
        doc="The session",
        sample="01a20078-2254-7952-82a6-e18682555428",
        source=Source.SESSION_ID,
    ),
    nullable("transcript_path", "The session's conversation, JSON lines; null if none is kept", _ROLLOUT),
    PayloadField(name="cwd", doc="Where Codex was started, and where the hook runs", sample=PROJECT, source=Source.CWD),
    PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
)

MODEL = sent("model", "The model", "gpt-5-codex")
TURN_ID = sent("turn_id", "The turn", "01a20078-226c-7900-a9ca-d562d07ea777")
MODE = sent("permission_mode", "The permission mode for tool calls", "default", *_MODES)
IN_SUBAGENT = (
    sent("agent_id", "The subagent's id, inside a subagent", "01a20079-4d41-7712-bfc1-c7a4fd6805eb", optional=True),
    sent("agent_type", "The subagent's type, inside a subagent", "explorer", optional=True),
)
IN_TURN = (TURN_ID, MODEL, MODE, *IN_SUBAGENT)
CALL = (
    sent("tool_name", "The tool, by its own name: `apply_patch` also where a matcher says `Edit`", "Bash"),
    sent("tool_input", "What the tool is called with", {"command": "npm test -- --run forecast"}),
)
TOOL_USE_ID = sent("tool_use_id", "The id of this call", "call_Hq7VbX3mN9tRzK5wYd2LpC")
STOPPING = (
    flag(
        "stop_hook_active",
        "Whether a stop hook has already made the agent go on: check it, or the agent may never stop",
        sample=False,
    ),
    nullable("last_assistant_message", "The last text of the model, or null", "The forecast tests pass again."),
)

_PATCH = f"""*** Begin Patch
*** Update File: {PROJECT}/src/forecast.ts
@@
-const limit = 7
+const limit = 10
*** End Patch
"""
_APPLIED = f"Success. Updated the following files:\nM {PROJECT}/src/forecast.ts\n"


def _other_name(name: str, tool: str) -> Tool:
    return Tool(name=name, doc=f"is another name that matchers may use for `{tool}`", answers_for=tool)


TOOLS = (
    Tool(
        name="Bash",
        doc="runs a shell command",
        input={"command": "npm test -- --run forecast"},
        needs=("command",),
        response="12 passed\n",
    ),
    Tool(
        name="apply_patch",
        doc="adds, changes and deletes files; matchers may call it `Edit` or `Write`",
        input={"command": _PATCH},
        needs=("command",),
        response=_APPLIED,
    ),
    Tool(
        name="spawn_agent",
        doc="starts a subagent; matchers may call it `Agent`",
        input={"message": "Where is the forecast kept between requests?", "agent_type": "explorer"},
        response='{"agent_id": "01a20079-4d41-7712-bfc1-c7a4fd6805eb"}',
    ),
    _other_name("Edit", "apply_patch"),
    _other_name("Write", "apply_patch"),
    _other_name("Agent", "spawn_agent"),
)

VARIABLES = tuple(
    Variable(name=name, doc=doc, source=source, root=True, scopes=(Scope.PLUGIN,))
    for names, doc, source in (
        (
            ("PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT"),
            "The folder of the plugin that the hook came with; only in plugins",
            Source.PLUGIN_ROOT,
        ),
        (("PLUGIN_DATA", "CLAUDE_PLUGIN_DATA"), "The plugin's own folder for data; only in plugins", Source.AMBIENT),
    )
    for name in names
)

# What hooks of other agents get, and Codex' do not; the value is what to do instead.
BELIEVED = {
    "CLAUDE_PROJECT_DIR": "hooks run in the folder that Codex was started in; use `$(git rev-parse --show-toplevel)`",
    "CODEX_PROJECT_DIR": "hooks run in the folder that Codex was started in; use `$(git rev-parse --show-toplevel)`",
    "CLAUDE_TOOL_INPUT": ".tool_input",
    "CODEX_TOOL_INPUT": ".tool_input",
    "TOOL_INPUT": ".tool_input",
    "CLAUDE_TOOL_NAME": ".tool_name",
    "TOOL_NAME": ".tool_name",
    "TOOL_INPUT_*": ".tool_input.*",
    "CLAUDE_SESSION_ID": ".session_id",
    "CLAUDE_FILE_PATHS": ".tool_input",
}
