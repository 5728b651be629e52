"""The `agent-spec` dialect (requirements B): flat entries, `Tool(pattern)` matchers, values in the environment."""

from __future__ import annotations

from hookwright.dialects.fields import ON_TOOL_NAME, required_text
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, EventRunning, Order, PayloadField, Source, Stop, Variable
from hookwright.model.field import IN_MILLISECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, KeyRoles
from hookwright.model.language import Language, Matchers, Pattern
from hookwright.model.location import Location
from hookwright.model.nesting import FLAT
from hookwright.model.reaction import Audience, Choice, Decision, ExitTable, Level, Reaction, Say, Status, Words
from hookwright.model.running import Running
from hookwright.model.tool import Tool, ToolCalls

_ONE_BY_ONE = EventRunning(order=Order.SERIAL, stops_at=())
_TOOL_EVENTS = ("PreToolUse", "PostToolUse")
_PROMPT_EVENTS = ("UserPromptSubmit",)
_SESSION_EVENTS = ("SessionStart", "SessionEnd")
_CONTINUE_ON_FAILURE = "continueOnFailure"


def _failure(status: Status) -> Reaction:
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, Words.STDERR_OR_STDOUT))


def _refusal(status: Status) -> Choice:
    """A failure, which blocks the tool where the entry says that it does not go on after one (B5, B9)."""
    blocked = Reaction(
        status=status if status is not Status.FAILED else Status.BLOCKED,
        decision=Decision.DENY,
        blocks=True,
        reason=Words.STDERR_OR_STDOUT,
        says=Say(Audience.AGENT, Level.ERROR, Words.STDERR_OR_STDOUT),
        prefix="Hook blocked: ",
    )
    return Choice(_CONTINUE_ON_FAILURE, {"false": blocked, "true": _failure(status)}, _failure(status))


def _exits(success: Reaction) -> ExitTable:
    return ExitTable(
        codes={0: success},
        other=_failure(Status.FAILED),
        timed_out=_failure(Status.TIMED_OUT),
        cannot_start=_failure(Status.CANNOT_START),
    )


_SILENT = Reaction()
_CONTEXT = Reaction(adds_context=True)

_TOOL_NAME = PayloadField(name="tool_name", doc="The tool that is invoked", sample="Bash")
_TOOL_INPUT = PayloadField(name="tool_input", doc="The tool's parameters", sample={"command": "git status"})
_TOOL_RESPONSE = PayloadField(name="tool_response", doc="What the tool returned", sample={"result": "fine"})

_PRE_TOOL_USE = EventRow(
    name="PreToolUse",
    summary="before a tool runs",
    undecided="the tool runs",
    subject=ON_TOOL_NAME,
    payload=(_TOOL_NAME, _TOOL_INPUT),
    exits=ExitTable(
        codes={0: _SILENT},
        other=_refusal(Status.FAILED),
        timed_out=_refusal(Status.TIMED_OUT),
        cannot_start=_refusal(Status.CANNOT_START),
    ),
    running=EventRunning(order=Order.SERIAL, stops_at=(Stop.REFUSAL,)),
    note="entries run in order, and none runs after the first that blocks",
)

_POST_TOOL_USE = EventRow(
    name="PostToolUse",
    summary="after a tool has run",
    subject=ON_TOOL_NAME,
    payload=(_TOOL_NAME, _TOOL_INPUT, _TOOL_RESPONSE),
    exits=_exits(_SILENT),
    running=EventRunning(order=Order.BACKGROUND),
    note="the agent does not wait for these hooks",
)

_USER_PROMPT_SUBMIT = EventRow(
    name="UserPromptSubmit",
    summary="when the user has sent a message",
    undecided="the message goes to the agent",
    payload=(
        PayloadField(name="prompt", doc="The user's message", sample="Fix the bug in auth"),
        PayloadField(name="user_name", doc="The user's name", sample="ada", source=Source.USER_NAME, required=False),
    ),
    exits=_exits(_CONTEXT),
    running=_ONE_BY_ONE,
)

_SESSION = (
    PayloadField(name="project_root", doc="The project's folder", sample="/project", source=Source.PROJECT_DIR),
    PayloadField(name="platform", doc="The agent's platform", sample="hookwright", source=Source.PLATFORM),
    PayloadField(name="agent_name", doc="The active agent, if there is one", sample="go-dev", required=False),
)

_SESSION_START = EventRow(
    name="SessionStart",
    summary="when a session begins",
    undecided="the session begins",
    payload=_SESSION,
    exits=_exits(_CONTEXT),
    running=_ONE_BY_ONE,
)

_SESSION_END = EventRow(
    name="SessionEnd",
    summary="when a session closes",
    undecided="the session ends",
    payload=_SESSION,
    exits=_exits(_SILENT),
    running=_ONE_BY_ONE,
)

_EVENTS = (_PRE_TOOL_USE, _POST_TOOL_USE, _USER_PROMPT_SUBMIT, _SESSION_START, _SESSION_END)

_ENTRY = HookType(
    name="command",
    doc="A shell command that gets the event in its environment, and as JSON on stdin",
    body="command",
    keys=KeyRoles(precondition="condition"),
    fields=(
        required_text("command", "The shell command to run"),
        Field(
            name="timeout",
            kind=JsonType.NUMBER,
            doc="How long the command may run; then it is killed, which counts as a failure",
            default=5000,
            measure=IN_MILLISECONDS,
            sample=3000,
        ),
        Field(
            name=_CONTINUE_ON_FAILURE,
            kind=JsonType.BOOLEAN,
            doc="Whether a failure is passed over; `false` on `PreToolUse` blocks the tool",
            default=True,
        ),
        Field(
            name="condition",
            kind=JsonType.STRING,
            doc="A shell command that runs first, for a second at most; the entry is skipped unless it exits 0",
        ),
    ),
)

_FILE = {"file_path": "src/example.py"}
_DONE = {"result": "done"}

_TOOLS = (
    Tool(name="Bash", doc="runs a shell command", input={"command": "git status"}, response={"result": "nothing new"}),
    Tool(name="Read", doc="reads a file", input=_FILE, response={"result": "print('hello')\n"}),
    Tool(name="Write", doc="writes a file", input={**_FILE, "content": "print('hello')\n"}, response=_DONE),
    Tool(
        name="Edit",
        doc="replaces text in a file",
        input={**_FILE, "old_string": "hello", "new_string": "hello, world"},
        response=_DONE,
    ),
    Tool(name="Glob", doc="finds files by name", input={"pattern": "**/*.py"}, response={"result": "src/example.py"}),
    Tool(
        name="Grep",
        doc="searches in files",
        input={"pattern": "TODO", "path": "src"},
        response={"result": "no matches"},
    ),
    Tool(
        name="WebFetch",
        doc="fetches a page",
        input={"url": "https://example.org/", "prompt": "What is it about?"},
        response={"result": "an example"},
    ),
)

_VARIABLES = (
    Variable(name="TOOL_NAME", doc="The name of the tool", source=Source.PAYLOAD, events=_TOOL_EVENTS),
    Variable(
        name="INPUT",
        doc="The tool's parameters as JSON; empty if they are too large, and then in the file `$INPUT_FILE`",
        source=Source.PAYLOAD,
        events=_TOOL_EVENTS,
        field="tool_input",
        as_json=True,
        spills=True,
    ),
    Variable(
        name="OUTPUT",
        doc="What the tool returned, as JSON; empty if it is too large, and then in the file `$OUTPUT_FILE`",
        source=Source.PAYLOAD,
        events=("PostToolUse",),
        field="tool_response",
        as_json=True,
        spills=True,
    ),
    Variable(
        name="PROMPT",
        doc="The user's message; empty if it is too large, and then in the file `$PROMPT_FILE`",
        source=Source.PAYLOAD,
        events=_PROMPT_EVENTS,
        spills=True,
    ),
    Variable(name="TIMESTAMP", doc="The time, in ISO 8601 and UTC", source=Source.TIMESTAMP),
    Variable(name="SESSION_ID", doc="The session's id", source=Source.SESSION_ID),
    Variable(name="USER_NAME", doc="The user's name", source=Source.USER_NAME, events=_PROMPT_EVENTS),
    Variable(
        name="PROJECT_ROOT", doc="The project's folder", source=Source.PROJECT_DIR, events=_SESSION_EVENTS, root=True
    ),
    Variable(name="PLATFORM", doc="The agent's platform", source=Source.PLATFORM, events=_SESSION_EVENTS),
    Variable(name="AGENT_NAME", doc="The active agent, if there is one", source=Source.PAYLOAD, events=_SESSION_EVENTS),
)

DIALECT = Dialect(
    id="agent-spec",
    title="Agent spec",
    rank=120,
    doc="Five events, flat entries with conditions, and values in the environment, if no value can inject code.",
    source="09 - Hooks System, specification version 1.0",
    grammar=Grammar(
        nesting=FLAT,
        comments=True,
        trailing_commas=True,
        root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → entries"),),
        group=(
            Field(
                name="matcher",
                kind=JsonType.STRING,
                doc="Which tool: its exact name, `*`, or `Tool(pattern)` such as `Bash(git:*)`; only on tool events",
                sample="*",
            ),
        ),
        types=(_ENTRY,),
        default_type=_ENTRY.name,
    ),
    locations=(
        Location(Scope.USER, ".agent/settings.json"),
        Location(Scope.PROJECT, ".agent/settings.json"),
        Location(Scope.LOCAL, ".agent/settings.local.json"),
    ),
    events=_EVENTS,
    matchers=Matchers(
        language=Language(
            doc="An exact tool name; `*`, the empty string or no matcher for all; or `Tool(pattern)`, in which `git:*` "
            "is `git` with anything after it, and any other pattern a glob over the command, URL, pattern or path",
            pattern=Pattern.PERMISSION,
        )
    ),
    tools=_TOOLS,
    calls=ToolCalls(paths=("file_path", "path", "filePath", "notebook_path", "target_file")),
    running=Running(unit=Unit.MILLISECONDS, timeout=5.0),
    payload=(
        PayloadField(name="session_id", doc="The session's id", sample="abc123", source=Source.SESSION_ID),
        PayloadField(
            name="timestamp", doc="The time (UTC)", sample="2025-12-31T10:30:00.000Z", source=Source.TIMESTAMP
        ),
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
    ),
    variables=_VARIABLES,
)
