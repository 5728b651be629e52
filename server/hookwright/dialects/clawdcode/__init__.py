"""The `clawdcode` dialect (requirements A): structured matchers, knobs beside the events, chains that accumulate."""

from __future__ import annotations

from hookwright.dialects.clawdcode.events import EVENTS, TOOL_EVENTS
from hookwright.dialects.clawdcode.grammar import GRAMMAR, MATCHERS
from hookwright.model.dialect import Dialect
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.field import Unit
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.running import Running, Switches
from hookwright.model.tool import Tool, ToolCalls

_FILE = "/project/path/src/example.ts"

DIALECT = Dialect(
    id="clawdcode",
    title="ClawdCode",
    rank=140,
    doc="Eleven events, matchers of tools, paths and commands, and command hooks, in three files that all apply.",
    source="Chapter 12e, the hooks system of ClawdCode",
    grammar=GRAMMAR,
    locations=(
        Location(Scope.USER, ".clawdcode/settings.json"),
        Location(Scope.PROJECT, ".clawdcode/settings.json"),
        Location(Scope.LOCAL, ".clawdcode/settings.local.json"),
    ),
    markers=(".clawdcode",),
    events=EVENTS,
    moments={"Compaction": "PreCompact"},
    matchers=MATCHERS,
    switches=Switches(on="enabled"),
    tools=(
        Tool(name="Read", doc="reads a file", input={"file_path": _FILE}, response={"success": True}),
        Tool(
            name="Write",
            doc="writes a file",
            input={"file_path": _FILE, "content": "export const answer = 42;\n"},
            response={"success": True, "llmContent": "Wrote src/example.ts"},
        ),
        Tool(
            name="Edit",
            doc="changes a file",
            input={"file_path": _FILE, "old_string": "41", "new_string": "42"},
            response={"success": True, "llmContent": "Edited src/example.ts"},
        ),
        Tool(
            name="MultiEdit",
            doc="changes several places of a file",
            input={"file_path": _FILE, "edits": [{"old_string": "41", "new_string": "42"}]},
            response={"success": True, "llmContent": "Edited src/example.ts"},
        ),
        Tool(
            name="Bash",
            doc="runs a shell command",
            input={"command": "git status"},
            response={"success": True, "llmContent": "nothing to commit, working tree clean"},
        ),
        Tool(name="Glob", doc="finds files by name", input={"pattern": "**/*.ts"}, response={"success": True}),
        Tool(name="Grep", doc="finds text in files", input={"pattern": "answer"}, response={"success": True}),
    ),
    calls=ToolCalls(
        paths=("file_path", "path", "filePath", "notebook_path", "target_file"), commands=("command", "cmd", "script")
    ),
    running=Running(unit=Unit.SECONDS, timeout_knob="defaultTimeout", limit_knob="maxConcurrentHooks"),
    payload=(
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="hook_execution_id", doc="Unique per dispatch", sample="3f9a", source=Source.DISPATCH_ID),
        PayloadField(
            name="timestamp",
            doc="When the event fired (ISO 8601, UTC)",
            sample="2026-01-01T00:00:00.000Z",
            source=Source.TIMESTAMP,
        ),
        PayloadField(name="project_dir", doc="The project", sample="/project/path", source=Source.PROJECT_DIR),
        PayloadField(name="session_id", doc="The agent's session", sample="abc123", source=Source.SESSION_ID),
        PayloadField(name="permission_mode", doc="How freely the agent may act", sample="default", default="default"),
    ),
    variables=(
        Variable(
            name="FILE_PATH",
            doc="The path in the tool input, if it has one",
            source=Source.INPUT_PATH,
            events=TOOL_EVENTS,
        ),
        Variable(name="TOOL_NAME", doc="The tool that is used", source=Source.PAYLOAD, events=TOOL_EVENTS),
        Variable(name="PROJECT_DIR", doc="The project", source=Source.PROJECT_DIR, root=True),
        Variable(name="SESSION_ID", doc="The agent's session", source=Source.SESSION_ID),
        Variable(name="HOOK_EVENT_NAME", doc="The event that fired", source=Source.EVENT),
    ),
)
