"""What Qwen Code hands to a hook: the fields of stdin that are on every event, and variables."""

from __future__ import annotations

from hookwright.dialects.fields import sent
from hookwright.model.event import PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.hook import Scope

MEASURED = Evidence(
    Basis.MEASURED, "0.24.4", "2026-11-21", "https://qwenlm.github.io/qwen-code-docs/en/users/features/hooks/"
)
DOCUMENTED = Evidence(Basis.DOCUMENTED, "0.24.4", "2026-11-20", "Qwen Code's hooks reference")

PROJECT = "/home/sam/weather"
_MODES = ("default", "plan", "auto_edit", "auto", "yolo")
_CHAT = "/home/sam/.qwen/projects/-home-sam-weather/chats/7fc33417-d92c-4b79-af2d-45e0e04c637b.jsonl"

COMMON = (
    PayloadField(
        name="session_id", doc="The session", sample="7fc33417-d92c-4b79-af2d-45e0e04c637b", source=Source.SESSION_ID
    ),
    PayloadField(name="transcript_path", doc="The session's conversation, JSON lines", sample=_CHAT),
    PayloadField(name="cwd", doc="The session's folder, where the hook runs", sample=PROJECT, source=Source.CWD),
    PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
    PayloadField(
        name="timestamp",
        doc="When the event fired (ISO 8601, UTC)",
        sample="2026-11-21T23:50:13.697Z",
        source=Source.TIMESTAMP,
    ),
    sent("permission_mode", "The approval mode", "default", *_MODES, optional=True),
    sent("prompt_id", "The prompt of the model that led here", "7fc33417########0", optional=True),
)

VARIABLES = (
    *(
        Variable(name=name, doc=doc, source=Source.PROJECT_DIR, root=True)
        for name, doc in (
            ("QWEN_PROJECT_DIR", "The project"),
            ("CLAUDE_PROJECT_DIR", "The project, for hooks of Claude Code"),
            ("GEMINI_PROJECT_DIR", "The project, for hooks of Gemini CLI"),
        )
    ),
    *(
        Variable(name=name, doc=doc, source=Source.PLUGIN_ROOT, root=True, scopes=(Scope.PLUGIN,))
        for name, doc in (
            ("CLAUDE_PLUGIN_ROOT", "The folder of the extension that the hook came with, for hooks of Claude Code"),
        )
    ),
)

BELIEVED = {
    "CLAUDE_TOOL_INPUT": ".tool_input",
    "TOOL_INPUT": ".tool_input",
    "QWEN_TOOL_INPUT": ".tool_input",
    "CLAUDE_TOOL_NAME": ".tool_name",
    "QWEN_TOOL_NAME": ".tool_name",
    "TOOL_NAME": ".tool_name",
    "TOOL_INPUT_*": ".tool_input.*",
    "CLAUDE_SESSION_ID": ".session_id",
    "CLAUDE_FILE_PATHS": ".tool_input.file_path",
}
