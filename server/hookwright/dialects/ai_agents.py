"""The `ai-agents` dialect (requirements C): three events, string matchers, command hooks run by bash."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.fields import ON_TOOL_NAME, USUAL_OUTPUTS, decides, required_text, type_key
from hookwright.dialects.reactions import ALLOWED, ASKED, denial, exits, feedback, refusal
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, PayloadField, Source, Variable
from hookwright.model.field import IN_SECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import GROUPED
from hookwright.model.reaction import Audience, Effect, Level, OutputField, Reaction, Say, Words
from hookwright.model.running import Running
from hookwright.model.tool import Tool, ToolCalls

_TOOL_EVENTS = ("PreToolUse", "PostToolUse")

_READ = Reaction(says=Say(Audience.USER, Level.INFO, Words.STDOUT), reads_output=True)
_TOOL_NAME = PayloadField(name="tool_name", doc="The tool that is used", sample="FileWriter")
_TOOL_INPUT = PayloadField(
    name="tool_input",
    doc="What the tool is called with",
    sample={"file_path": "src/example.py", "content": "print('hello')\n"},
)
_TOOL_RESPONSE = PayloadField(
    name="tool_response", doc="What the tool returned", sample={"success": True, "message": "File written"}
)

_PRE_TOOL_USE = EventRow(
    name="PreToolUse",
    summary="before a tool runs, after the agent has made its arguments",
    undecided="the normal permission rules apply",
    subject=ON_TOOL_NAME,
    payload=(_TOOL_NAME, _TOOL_INPUT),
    exits=exits(denial(Words.STDERR), success=_READ),
    outputs=(
        *USUAL_OUTPUTS,
        *decides(
            "Whether the tool may run",
            {
                "allow": ALLOWED,
                "deny": denial(Words.REASON),
                "ask": ASKED,
            },
        ),
    ),
)

_POST_TOOL_USE = EventRow(
    name="PostToolUse",
    summary="right after a tool has succeeded",
    subject=ON_TOOL_NAME,
    payload=(_TOOL_NAME, _TOOL_INPUT, _TOOL_RESPONSE),
    exits=exits(feedback(Words.STDERR), success=_READ),
    outputs=(
        *USUAL_OUTPUTS,
        *decides(
            "Feeds the reason back to the agent; the tool has already run",
            {"block": feedback(Words.REASON)},
        ),
    ),
)

_USER_PROMPT_SUBMIT = EventRow(
    name="UserPromptSubmit",
    summary="when the user has sent a prompt, before the agent works on it",
    undecided="the prompt goes to the agent",
    payload=(PayloadField(name="prompt", doc="What the user typed", sample="Write a function that computes n!"),),
    exits=exits(refusal(Audience.USER, Words.STDERR, blocks=True), success=replace(_READ, adds_context=True)),
    outputs=(
        *USUAL_OUTPUTS,
        *decides(
            "Blocks the prompt and erases it",
            {"block": refusal(Audience.USER, Words.REASON, blocks=True)},
        ),
        OutputField(("additionalContext",), "Added to the context if the prompt is not blocked", Effect.CONTEXT),
    ),
)

_EVENTS = (_PRE_TOOL_USE, _POST_TOOL_USE, _USER_PROMPT_SUBMIT)

DIALECT = Dialect(
    id="ai-agents",
    title="AI agents",
    rank=110,
    doc="Three events, string matchers and command hooks, in three files that all apply.",
    source="Hooks (ai_agents), the reference document of the dialect",
    grammar=Grammar(
        nesting=GROUPED,
        root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),),
        group=(
            Field(
                name="matcher",
                kind=JsonType.STRING,
                doc="Which tools: an exact name, `*`, or a regular expression over the whole name; only on tool events",
                sample="*",
            ),
            Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
        ),
        types=(
            HookType(
                name="command",
                doc="A bash command that gets the event as JSON on stdin",
                body="command",
                fields=(
                    type_key("command", "Always `command`"),
                    required_text("command", "The bash command to run"),
                    Field(
                        name="timeout",
                        kind=JsonType.NUMBER,
                        doc="How long the command may run",
                        default=60,
                        measure=IN_SECONDS,
                        sample=30,
                    ),
                ),
            ),
        ),
    ),
    locations=(
        Location(Scope.USER, ".ai_agents/settings.json"),
        Location(Scope.PROJECT, ".ai_agents/settings.json"),
        Location(Scope.LOCAL, ".ai_agents/settings.local.json"),
    ),
    markers=(".ai_agents",),
    events=_EVENTS,
    matchers=Matchers(
        language=Language(
            doc="An exact tool name; `*`, the empty string or no matcher for all; otherwise a regular expression "
            "over the whole name"
        )
    ),
    tools=(
        Tool(name="FileReader", doc="reads a file", input={"file_path": "src/example.py"}),
        Tool(
            name="FileWriter",
            doc="writes a file",
            input={"file_path": "src/example.py", "content": "print('hello')\n"},
            response={"success": True, "message": "File written"},
        ),
        Tool(
            name="CodeEditor",
            doc="edits code",
            input={"file_path": "src/example.py", "content": "print('hello, world')\n"},
            response={"success": True, "message": "File edited"},
        ),
        Tool(
            name="BashExecutor",
            doc="runs a shell command",
            input={"command": "git status"},
            response={"success": True, "message": "nothing to commit"},
        ),
    ),
    roles={"BashExecutor": "Bash", "FileReader": "Read", "FileWriter": "Write", "CodeEditor": "Edit"},
    calls=ToolCalls(paths=("file_path", "path", "filePath", "notebook_path", "target_file")),
    running=Running(unit=Unit.SECONDS, shell=("bash", "-c")),
    payload=(
        PayloadField(name="session_id", doc="The agent's session", sample="abc123", source=Source.SESSION_ID),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/project/path", source=Source.CWD),
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
    ),
    variables=(
        Variable(
            name="EDITED_FILE",
            doc="The path in the tool input, if it has one",
            source=Source.INPUT_PATH,
            events=_TOOL_EVENTS,
        ),
    ),
)
