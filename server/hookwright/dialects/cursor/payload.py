"""What Cursor hands to a hook: the common fields of stdin, fields that several events share, and variables."""

from __future__ import annotations

from hookwright.dialects.fields import sent
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.hook import Scope

PROJECT = "/home/sam/weather"

COMMON = (
    PayloadField(
        name="conversation_id",
        doc="The conversation",
        sample="3f6c2b1e-8d47-4a90-b1c5-0e9a7d2f4c68",
        source=Source.SESSION_ID,
    ),
    PayloadField(
        name="generation_id",
        doc="The turn; another one with each prompt",
        sample="b8a4f0d2-61c3-4e7f-9a25-7c1d3e5f8b90",
    ),
    PayloadField(name="model", doc="The model of the conversation", sample="gpt-5.2-codex"),
    PayloadField(name="hook_event_name", doc="The event that fired", sample="preToolUse", source=Source.EVENT),
    PayloadField(name="cursor_version", doc="The version of Cursor", sample="2.6.18"),
    PayloadField(name="workspace_roots", doc="The folders of the workspace", sample=[PROJECT]),
    PayloadField(name="user_email", doc="Who is signed in", sample="sam@example.com", nullable=True),
    PayloadField(
        name="transcript_path",
        doc="The conversation, JSON lines",
        sample="/home/sam/.cursor/projects/weather/agent-transcripts/3f6c2b1e.jsonl",
        nullable=True,
    ),
)


CWD = PayloadField(name="cwd", doc="The agent's working directory", sample=PROJECT, source=Source.CWD)
TOOL_NAME = sent("tool_name", "The tool: its type, or `MCP:` and the name of an MCP server's", "Shell")
TOOL_INPUT = sent("tool_input", "What the tool is called with", {"command": "npm test", "working_directory": PROJECT})
TOOL_USE_ID = sent("tool_use_id", "The id of this call", "toolu_01Hq7VbX3mN9")
SERVED_TOOL = sent("tool_name", "The tool of the MCP server", "create_issue")
SERVED_INPUT = sent("tool_input", "What the tool is called with, as JSON text", '{"title": "Rain gauge is off"}')
COMMAND = sent("command", "The shell command", "npm test -- --run forecast")
SANDBOX = sent("sandbox", "Whether the command runs in a sandbox", sample=False)
FILE_PATH = sent("file_path", "The file, absolute", f"{PROJECT}/src/forecast.ts")
CONTENT = sent("content", "What is in the file", "export const limit = 7;\n")
DURATION = sent("duration", "How long it took, in milliseconds", 2310)
EDIT = {"old_string": "const limit = 7", "new_string": "const limit = 10"}
SUBAGENT_TYPE = sent("subagent_type", "The type of the subagent", "generalPurpose")

VARIABLES = (
    Variable(name="CURSOR_PROJECT_DIR", doc="The project's folder", source=Source.PROJECT_DIR, root=True),
    Variable(
        name="CLAUDE_PROJECT_DIR",
        doc="The project's folder, under the name that hooks of Claude Code know",
        source=Source.PROJECT_DIR,
        root=True,
    ),
    Variable(name="CURSOR_VERSION", doc="The version of Cursor", source=Source.PAYLOAD, field="cursor_version"),
    Variable(name="CURSOR_USER_EMAIL", doc="Who is signed in, if anybody", source=Source.PAYLOAD, field="user_email"),
    Variable(
        name="CURSOR_TRANSCRIPT_PATH",
        doc="The conversation, if transcripts are kept",
        source=Source.PAYLOAD,
        field="transcript_path",
    ),
    Variable(name="CURSOR_CODE_REMOTE", doc="`true` in a remote workspace", source=Source.AMBIENT),
    Variable(
        name="CURSOR_PLUGIN_ROOT",
        doc="The folder of the plugin that the hook came with",
        source=Source.PLUGIN_ROOT,
        root=True,
        scopes=(Scope.PLUGIN,),
    ),
)
