"""The `vscode` dialect (requirements K): VS Code's own hooks, flat entries without matchers, one after another."""

from __future__ import annotations

from hookwright.dialects.fields import context, decision, event_name, flag, of_claude_code, one_of, sent
from hookwright.dialects.fields import specific_path as specific
from hookwright.dialects.reactions import denial, exits, feedback, going_on
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import GOES_ON, EventRow, EventRunning, Order, PayloadField, Source, Stop
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_SECONDS, NOT_BLANK, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, KeyRoles, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Format, Location
from hookwright.model.nesting import FLAT_OR_GROUPED
from hookwright.model.reaction import Audience, Decision, Effect, OutputField, Reaction, Words
from hookwright.model.running import Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls

_PROJECT = "/home/sam/weather"
_FILE = f"{_PROJECT}/src/forecast.ts"
_SOURCE = Evidence(Basis.SOURCE, date="2026-09-16", where="https://github.com/microsoft/vscode")
_DOCUMENTED = Evidence(
    Basis.DOCUMENTED, date="2026-09-16", where="https://code.visualstudio.com/docs/agent-customization/hooks"
)

_COMMON = (
    OutputField(("continue",), "`false` stops the agent, and no further hook runs", Effect.CONTINUE, "boolean"),
    OutputField(("stopReason",), "Why the agent was stopped, for the user", Effect.STOP_REASON),
    OutputField(("systemMessage",), "A warning for the user", Effect.MESSAGE),
)


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    exit_two: Reaction | None = None,
    outputs: tuple[OutputField, ...] = (),
    also_named: tuple[str, ...] = (),
    undecided: str = GOES_ON,
    note: str = "",
) -> EventRow:
    """An event as the source has it: the documentation still has other names (`sessionId`, `hookEventName`)."""
    specific_outputs = any(it.path[0] == specific()[0] for it in outputs)
    named = (event_name(name, *also_named, required=False),) if specific_outputs else ()
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        payload=payload,
        exits=exits(exit_two),
        outputs=(*_COMMON, *named, *outputs),
        running=EventRunning(order=Order.SERIAL, stops_at=(Stop.STOPPED,)),
        note=note,
        evidence=_SOURCE,
    )


def _goes_on(doc: str) -> tuple[OutputField, ...]:
    words = {"block": going_on(Words.REASON)}
    reason = specific("reason")
    return decision(specific("decision"), reason, doc, words), OutputField(reason, "Why the agent has to go on")


_TOOL_NAME = sent("tool_name", "The tool", "run_in_terminal")
_TOOL_INPUT = sent(
    "tool_input", "What the tool is called with", {"command": "npm test", "explanation": "Run the tests"}
)
_TOOL_USE_ID = sent("tool_use_id", "The id of this call", "call_7VbX3mN9")
_AGENT_ID = sent("agent_id", "The subagent", "a41c09e7")
_AGENT_TYPE = sent("agent_type", "The type of the subagent", "Explore")
_ACTIVE = flag("stop_hook_active", "Whether a hook has kept the agent from stopping already", sample=False)
_PERMISSION_REASON = specific("permissionDecisionReason")

_EVENTS = (
    _event(
        "PreToolUse",
        "before a tool is used",
        _TOOL_NAME,
        _TOOL_INPUT,
        _TOOL_USE_ID,
        undecided="the tool is used, or the user is asked",
        exit_two=denial(Words.STDERR),
        outputs=(
            decision(
                specific("permissionDecision"),
                _PERMISSION_REASON,
                "Whether the tool may be used; the strictest answer of all hooks counts",
                {
                    "allow": Reaction(decision=Decision.ALLOW),
                    "deny": denial(Words.REASON),
                    "ask": Reaction(decision=Decision.ASK, reason=Words.REASON),
                },
            ),
            OutputField(_PERMISSION_REASON, "The reason"),
            OutputField(
                specific("updatedInput"),
                "Replaces what the tool is called with, where it fits the tool's schema",
                Effect.UPDATED_INPUT,
                "object",
            ),
            context("Added to the context of the model"),
        ),
    ),
    _event(
        "PostToolUse",
        "after a tool has succeeded",
        _TOOL_NAME,
        _TOOL_INPUT,
        _TOOL_USE_ID,
        sent("tool_response", "What the tool returned", "12 passed"),
        exit_two=feedback(Words.STDERR),
        outputs=(
            decision(("decision",), ("reason",), "Objects to what the tool did", {"block": feedback(Words.REASON)}),
            OutputField(("reason",), "Why, for the model"),
            context("Added to the context of the model"),
        ),
    ),
    _event(
        "UserPromptSubmit",
        "when the user has sent a prompt, before the model gets it",
        sent("prompt", "What the user typed", "Why does the forecast test fail on Mondays?"),
        undecided="the prompt goes to the model",
        exit_two=denial(Words.STDERR, Audience.USER, None),
    ),
    _event(
        "SessionStart",
        "when a session begins",
        sent("source", "How it begins; always `new`", "new", "new"),
        undecided="the session begins",
        outputs=(context("Added to the context of the model"),),
        note="failures are ignored",
    ),
    _event(
        "PreCompact",
        "before the conversation is summarized",
        sent("trigger", "Who asked for it; always `auto`", "auto", "auto"),
    ),
    _event(
        "SubagentStart",
        "when a subagent starts",
        _AGENT_ID,
        _AGENT_TYPE,
        outputs=(context("Added to the context of the subagent"),),
        also_named=("SessionStart",),
    ),
    _event(
        "SubagentStop",
        "when a subagent is about to stop",
        _AGENT_ID,
        _AGENT_TYPE,
        _ACTIVE,
        undecided="the subagent stops",
        exit_two=going_on(Words.STDERR),
        outputs=_goes_on("Keeps the subagent from stopping"),
        note="`decision` is inside of `hookSpecificOutput`, other than the documentation says",
        also_named=("Stop",),
    ),
    _event(
        "Stop",
        "when the agent is about to stop",
        _ACTIVE,
        undecided="the agent stops",
        exit_two=going_on(Words.STDERR),
        outputs=_goes_on("Keeps the agent from stopping"),
        note="unlike elsewhere, `decision` is inside of `hookSpecificOutput`",
    ),
    _event(
        "SessionEnd",
        "when a session ends",
        note="VS Code has the name, but it is not documented, and nothing is known to fire it",
    ),
    _event(
        "ErrorOccurred",
        "when an error has occurred",
        note="VS Code has the name, but it is not documented, and nothing is known to fire it",
    ),
)

_BODIES = {
    "command": "The shell command to run",
    "linux": "The shell command on Linux, in place of `command`",
    "bash": "The shell command if there is a POSIX shell",
    "osx": "The shell command on macOS, in place of `command`",
    "windows": "The shell command on Windows, in place of `command`",
    "powershell": "The PowerShell command on Windows",
}
_OTHERS = (
    Field(name="cwd", kind=JsonType.STRING, doc="Where the hook runs, relative to the workspace", sample="scripts"),
    Field(name="env", kind=JsonType.OBJECT, doc="Variables for the hook", sample={}),
    Field(
        name="timeout",
        kind=JsonType.NUMBER,
        doc="How long the hook may take; then it is ended, and its failure is passed over",
        default=30,
        measure=IN_SECONDS,
        sample=30,
    ),
)


def _entry(body: str, by: Performer) -> HookType:
    """The hooks with that body; the other bodies may be there for other systems."""
    kind = Field(name="type", kind=JsonType.STRING, doc="Always `command`", takes=one_of("command"), sample="command")
    bodies = (
        Field(name=it, kind=JsonType.STRING, doc=doc, required=it == body, takes=NOT_BLANK)
        for it, doc in sorted(_BODIES.items(), key=lambda it: it[0] != body)
    )
    doc = "A shell command that gets the event as JSON on stdin"
    fields = (kind, *bodies, *_OTHERS)
    return HookType(
        name="command",
        doc=doc,
        body=body,
        by=by,
        preferred=body == "linux",
        keys=KeyRoles(folder="cwd", environment="env"),
        fields=fields,
    )


_TYPES = (
    *(_entry(it, Performer.COMMAND) for it in ("command", "linux", "bash")),
    *(_entry(it, Performer.NOBODY) for it in ("osx", "windows", "powershell")),
)

_TOOLS = (
    Tool(name="run_in_terminal", doc="runs a shell command", input=_TOOL_INPUT.sample, response="12 passed"),
    Tool(name="read_file", doc="reads a file", input={"filePath": _FILE, "startLine": 1, "endLine": 40}, response="…"),
    Tool(name="create_file", doc="writes a new file", input={"filePath": _FILE, "content": "export {};\n"}),
    Tool(
        name="replace_string_in_file",
        doc="replaces text in a file",
        input={"filePath": _FILE, "oldString": "const limit = 7", "newString": "const limit = 10"},
    ),
    Tool(
        name="grep_search", doc="searches in files", input={"query": "limit", "isRegexp": False}, response="3 matches"
    ),
    Tool(
        name="runSubagent", doc="starts a subagent", input={"prompt": "Find the cache code", "description": "Find it"}
    ),
)

DIALECT = Dialect(
    id="vscode",
    title="VS Code",
    rank=60,
    doc="Ten events with flat entries, whose matchers are ignored, one after another.",
    source="VS Code's page on hooks, and its source",
    evidence=_DOCUMENTED,
    grammar=Grammar(
        nesting=FLAT_OR_GROUPED,
        # `parseCopilotHooks` takes the hooks out of groups, and leaves their matchers behind.
        comments=True,
        trailing_commas=True,
        root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → hooks"),),
        types=_TYPES,
        default_type="command",
    ),
    locations=(
        Location(Scope.USER, ".copilot/hooks/*.json", unversioned=True),
        Location(Scope.PROJECT, ".github/hooks/*.json", unversioned=True),
        Location(Scope.PROJECT, ".github/agents/*.agent.md", format=Format.FRONT_MATTER),
    ),
    imports=of_claude_code("with the setting `chat.useClaudeHooks`"),
    markers=(".agent.md",),
    events=_EVENTS,
    moments={"ErrorOccurred": "StopFailure"},
    matchers=Matchers(language=Language(doc="Matchers are ignored: every hook of an event runs")),
    tools=_TOOLS,
    roles={
        "run_in_terminal": "Bash",
        "read_file": "Read",
        "create_file": "Write",
        "replace_string_in_file": "Edit",
        "grep_search": "Grep",
        "runSubagent": "Agent",
    },
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("filePath", "path")),
    servers=Servers(files=(ServerFile(".vscode/mcp.json", ("servers",)),), tools="mcp_{server}_"),
    running=Running(unit=Unit.SECONDS, timeout=30.0),
    payload=(
        PayloadField(
            name="timestamp", doc="The time (UTC)", sample="2026-09-16T10:30:00.000Z", source=Source.TIMESTAMP
        ),
        PayloadField(name="cwd", doc="The workspace", sample=_PROJECT, source=Source.CWD),
        PayloadField(name="session_id", doc="The session", sample="7d0f4c1e-52ab", source=Source.SESSION_ID),
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(
            name="transcript_path",
            doc="The conversation",
            sample="/home/sam/transcripts/7d0f4c1e.jsonl",
            required=False,
        ),
        PayloadField(name="model", doc="The model", sample="gpt-5.2", required=False),
    ),
)
