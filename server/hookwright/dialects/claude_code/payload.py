"""What Claude Code hands to a hook: the common fields of stdin, fields that several events share, and variables."""

from __future__ import annotations

from hookwright.dialects.fields import flag, sent
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.hook import Scope

DOCUMENTED = Evidence(
    Basis.DOCUMENTED,
    "2.1.329",
    "2026-11-19",
    "https://code.claude.com/docs/en/hooks and the types of @anthropic-ai/claude-agent-sdk 0.3.329",
)
"""Where what is known of Claude Code is from, for what was not measured."""

PROJECT = "/home/sam/weather"
_PERMISSION_MODES = ("default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions")
ENV_FILE_EVENTS = ("SessionStart", "Setup", "CwdChanged", "FileChanged")

COMMON = (
    PayloadField(
        name="session_id",
        doc="The session",
        sample="7d0f4c1e-52ab-4f0c-9d53-0a8c6a1be2f4",
        source=Source.SESSION_ID,
    ),
    PayloadField(
        name="transcript_path",
        doc="The session's conversation, JSON lines",
        sample="/home/sam/.claude/projects/-home-sam-weather/7d0f4c1e-52ab-4f0c-9d53-0a8c6a1be2f4.jsonl",
    ),
    PayloadField(
        name="cwd", doc="The session's current directory, where the hook runs", sample=PROJECT, source=Source.CWD
    ),
    PayloadField(
        name="prompt_id",
        doc="The user prompt that led here",
        sample="b3c7a5d8-1f60-4a8e-8f1b-93d5f0c2e617",
        required=False,
    ),
    PayloadField(name="effort", doc="How hard the model thinks", sample={"level": "high"}, required=False),
    PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
)


PERMISSION_MODE = sent("permission_mode", "The permission mode for tool calls", "default", *_PERMISSION_MODES)
AGENT_TYPE = sent(
    "agent_type", "The agent's type, inside a subagent or in a session of `--agent`", "Explore", optional=True
)
IN_SUBAGENT = (sent("agent_id", "The subagent's id, inside a subagent", "a41c09e7", optional=True), AGENT_TYPE)

TOOL_NAME = sent("tool_name", "The tool", "Bash")
TOOL_INPUT = sent(
    "tool_input",
    "What the tool is called with; file paths are absolute",
    {"command": "npm test -- --run forecast", "description": "Run the forecast tests"},
)
TOOL_USE_ID = sent("tool_use_id", "The id of this call", "toolu_01Hq7VbX3mN9tRzK5wYd2LpC")
MCP_SERVER = sent(
    "mcp_server",
    "The MCP server behind the tool, if any: its name, and where it is set up",
    {"name": "github", "source": "project"},
    optional=True,
)
DURATION = sent("duration_ms", "How long the tool took, in milliseconds", 2310, optional=True)
LAST_MESSAGE = sent(
    "last_assistant_message", "The last text of the model", "The forecast tests pass again.", optional=True
)
STOPPING = (
    flag(
        "stop_hook_active",
        "Whether a stop hook has already made the agent go on: check it, or the agent may never stop",
        sample=False,
    ),
    LAST_MESSAGE,
    sent(
        "background_tasks",
        "What still runs in the background",
        [{"id": "bg-1", "type": "shell", "status": "running", "command": "npm run dev"}],
        optional=True,
    ),
    sent(
        "session_crons",
        "Prompts that the session has scheduled",
        [{"id": "cron-1", "schedule": "30 8 * * *", "recurring": True, "prompt": "check the nightly build"}],
        optional=True,
    ),
)
TASK = (
    sent("task_id", "The task", "4"),
    sent("task_subject", "Its title", "Cache the forecast"),
    sent("task_description", "Its text", "Keep the last answer of the weather service for ten minutes", optional=True),
    sent("teammate_name", "Whose task it is", "backend", optional=True),
    sent("team_name", "The team", "session-7d0f4c1e", optional=True),
)

VARIABLES = (
    Variable(name="CLAUDE_PROJECT_DIR", doc="The root of the project", source=Source.PROJECT_DIR, root=True),
    Variable(
        name="CLAUDE_PLUGIN_ROOT",
        doc="The folder of the plugin that the hook came with; only in plugins",
        source=Source.PLUGIN_ROOT,
        root=True,
        scopes=(Scope.PLUGIN,),
    ),
    Variable(
        name="CLAUDE_PLUGIN_DATA",
        doc="The plugin's own folder, which survives its updates; only in plugins, and not for hooks of their skills",
        source=Source.PLUGIN_DATA,
        root=True,
        scopes=(Scope.PLUGIN,),
    ),
    Variable(
        name="CLAUDE_ENV_FILE",
        doc="A file: append `export NAME=value` lines to it to set variables for later shell commands",
        source=Source.AMBIENT,
        events=ENV_FILE_EVENTS,
    ),
    Variable(name="CLAUDE_CODE_SESSION_ID", doc="The session", source=Source.SESSION_ID),
    Variable(name="CLAUDECODE", doc="`1` in everything that Claude Code starts", source=Source.AMBIENT),
    Variable(name="CLAUDE_PID", doc="The process of Claude Code", source=Source.AMBIENT),
    Variable(name="CLAUDE_CODE_ENTRYPOINT", doc="How it was started: `cli`, `sdk-cli` …", source=Source.AMBIENT),
    Variable(name="CLAUDE_CODE_CHILD_SESSION", doc="`1` in what a session has started", source=Source.AMBIENT),
    Variable(name="AI_AGENT", doc="Which agent it is, with its version", source=Source.AMBIENT),
    Variable(name="CLAUDE_EFFORT", doc="How hard the model thinks", source=Source.AMBIENT),
    Variable(name="CLAUDE_CODE_REMOTE", doc="`true` in a remote session", source=Source.AMBIENT),
    Variable(
        name="CLAUDE_CODE_BRIDGE_SESSION_ID",
        doc="The remote session that is bridged to this one",
        source=Source.AMBIENT,
    ),
)

# What hooks get from the agent, whatever `env` of a settings file says.
SET_BY_AGENT = frozenset(
    {"CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_EFFORT", "CLAUDE_PROJECT_DIR", "PWD"}
)
# What a project cannot set: the folders in which programs look for their own files.
ONLY_USERS = frozenset({"HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})

_IN_PAYLOAD = {
    ".tool_input": ("CLAUDE_TOOL_ARGS", "CLAUDE_TOOL_INPUT", "CLAUDE_TOOL_PARAMETERS", "TOOL_INPUT"),
    ".tool_input.file_path": (
        "CLAUDE_FILE_PATH",
        "CLAUDE_FILE_PATHS",
        "CLAUDE_TOOL_FILE_PATH",
        "CLAUDE_TOOL_INPUT_FILE_PATH",
        "TOOL_FILE_PATH",
    ),
    ".tool_input.command": ("CLAUDE_TOOL_COMMAND", "CLAUDE_TOOL_INPUT_COMMAND", "TOOL_COMMAND"),
    ".tool_input.*": ("TOOL_INPUT_*", "CLAUDE_TOOL_INPUT_*", "CLAUDE_TOOL_PARAMETER_*"),
    ".tool_name": ("CLAUDE_TOOL_NAME", "TOOL_NAME"),
    ".tool_response": ("CLAUDE_TOOL_OUTPUT", "CLAUDE_TOOL_RESPONSE", "TOOL_OUTPUT", "TOOL_RESPONSE"),
    ".session_id": ("CLAUDE_HOOK_SESSION_ID", "CLAUDE_SESSION_ID"),
    ".hook_event_name": ("CLAUDE_HOOK_EVENT", "CLAUDE_HOOK_EVENT_NAME"),
    ".prompt": ("CLAUDE_USER_PROMPT",),
    ".agent_type": ("CLAUDE_AGENT_NAME",),
    ".": ("CLAUDE_HOOK_INPUT", "CLAUDE_HOOK_PAYLOAD"),
}
# What scripts and forums tell of, and no hook gets: where the payload has it, or the variable that has it.
BELIEVED = {name: path for path, names in _IN_PAYLOAD.items() for name in names}
OWN_BELIEVED = {**BELIEVED, "CLAUDE_SESSION_ID": "CLAUDE_CODE_SESSION_ID"}
