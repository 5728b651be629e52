"""The `openhands` dialect (requirements U): the hooks of OpenHands, six events, as its SDK 1.58.0 runs them.

- U1 Six events, each by several names: `PreToolUse`, `preToolUse` and `pre_tool_use` are the same. `PreToolUse` and
  `UserPromptSubmit` can be refused, and `Stop` be made to go on.
- U2 `<project>/.openhands/hooks.json`; if it is not there, `~/.openhands/hooks.json`. The events are at the root,
  or in `hooks`.
- U3 A hook is a command, a prompt for a model, or a prompt for an agent with tools; one without `type` is a command.
  `timeout` is in whole seconds, by default 60.
- U4 A matcher is the tool's exact name; with a special character, an expression of Python over the whole name. On
  events without a tool, a hook with a matcher other than `*` or the empty text never runs.
- U5 stdin is one JSON object: `event_type`, `tool_name`, `tool_input`, `tool_response`, `message`, `session_id`,
  `working_dir` and `metadata`, null if there is nothing. Variables say the same.
- U6 Exit 2 refuses, with stderr as the reason. An object on stdout is read whatever the exit: `decision: deny` and
  `continue: false` refuse, `reason` says why, `additionalContext` goes to the model. Every other end has no say.
- U7 The hooks run one after another; the first that refuses ends them.
- U8 An unknown event, a hook without its body or a wrong value makes OpenHands read nothing of the file.
- U9 A model answers with such an object, of which `decision` and `reason` are read; any other answer has no say.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import ON_NOTHING, ON_TOOL_NAME, decides, one_of, required_text, type_key
from hookwright.dialects.reactions import denial, exits, failed, going_on, refusal
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import EventRow, EventRunning, MatchedOn, Order, PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_SECONDS, LENIENT, Field, JsonType, Unit, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, KeyRoles, Performer
from hookwright.model.language import Flavor, Invalid, Language, Matchers, Pattern
from hookwright.model.location import HomeVariable, Location
from hookwright.model.nesting import GROUPED
from hookwright.model.reaction import Audience, Effect, ExitTable, OutputField, Reaction, Status, Words
from hookwright.model.running import Running
from hookwright.model.tool import Tool, ToolCalls
from hookwright.model.voiding import Entries, Voiding

_REASON = OutputField(("reason",), "The reason for the decision")
_CONTEXT = OutputField(("additionalContext",), "Added to the context of the model", Effect.CONTEXT)


def _payload(name: str, doc: str, sample: Any, **keys: Any) -> PayloadField:  # noqa: ANN401
    return PayloadField(name=name, doc=doc, sample=sample, **keys)


_TOOL_NAME = _payload("tool_name", "The tool", "terminal")
_TOOL_INPUT = _payload("tool_input", "What the tool is called with", {"command": "npm test"})
_TOOL_RESPONSE = _payload("tool_response", "What the tool returned", {"text": "12 passed"})
_MESSAGE = _payload("message", "What the user typed", "Why does the test fail?", also="prompt")


def _words(no: Reaction) -> tuple[OutputField, ...]:
    """The fields that decide, with what a no does."""
    word, _ = decides("Whether it may go on", {"allow": Reaction(), "deny": no})
    stop = OutputField(
        ("continue",),
        "`false` is as good as `deny`",
        Effect.DECIDES,
        "boolean",
        words={False: no, True: Reaction()},
        reason=("reason",),
    )
    return word, stop, _REASON


def _exits(two: Reaction | None, *, reads: bool) -> ExitTable:
    """What the codes do; if an object is read at all, it is read with every code."""
    table = exits(two, success=Reaction(reads_output=reads))
    if not reads:
        return table
    codes = {**table.codes, 2: replace(two, reads_output=True)} if two is not None else table.codes
    other = failed(reads_output=True)
    return replace(table, codes=codes, other=other, cannot_start=failed(Status.CANNOT_START, reads_output=True))


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    subject: MatchedOn = ON_NOTHING,
    no: Reaction | None = None,
    two: Reaction | None = None,
    context: bool = False,
    undecided: str = "the agent goes on",
    note: str = "",
) -> EventRow:
    outputs = (*(_words(no) if no is not None else ()), *((_CONTEXT,) if context else ()))
    return EventRow(
        name=name,
        summary=summary,
        note=note,
        subject=subject,
        payload=payload,
        exits=_exits(two, reads=bool(outputs)),
        outputs=outputs,
        running=EventRunning(order=Order.SERIAL),
        undecided=undecided,
    )


_NAMED = {
    "PreToolUse": ("pre_tool_use", "preToolUse"),
    "PostToolUse": ("post_tool_use", "postToolUse"),
    "UserPromptSubmit": ("user_prompt_submit", "userPromptSubmit"),
    "SessionStart": ("session_start", "sessionStart"),
    "SessionEnd": ("session_end", "sessionEnd"),
    "Stop": ("stop",),
}
_USUAL = (
    _event(
        "PreToolUse",
        "before a tool runs",
        _TOOL_NAME,
        _TOOL_INPUT,
        subject=ON_TOOL_NAME,
        no=denial(Words.REASON),
        two=denial(Words.STDERR),
        undecided="the normal confirmation applies",
    ),
    _event("PostToolUse", "after a tool has run", _TOOL_NAME, _TOOL_INPUT, _TOOL_RESPONSE, subject=ON_TOOL_NAME),
    _event(
        "UserPromptSubmit",
        "when the user has sent a message",
        _MESSAGE,
        no=refusal(Audience.USER, Words.REASON, blocks=True),
        two=refusal(Audience.USER, Words.STDERR, blocks=True),
        context=True,
        undecided="the message goes to the agent",
    ),
    _event("SessionStart", "when a conversation begins", context=True, undecided="the conversation begins"),
    _event("SessionEnd", "when a conversation ends", undecided="the conversation ends"),
    _event(
        "Stop",
        "when the agent wants to finish",
        no=going_on(Words.REASON),
        two=going_on(Words.STDERR),
        undecided="the agent finishes",
    ),
)
_EVENTS = (
    *_USUAL,
    # Other agents have the names without an underscore.
    *(
        replace(it, name=name, spelling_of=it.name, told_as=it.name, tells="_" in name)
        for it in _USUAL
        for name in _NAMED[it.name]
    ),
)

_TIMEOUT = Field(
    name="timeout",
    kind=JsonType.INTEGER,
    doc="How long it may take",
    default=60,
    measure=IN_SECONDS,
    sample=30,
)
_NAME = Field(name="name", kind=JsonType.STRING, doc="What logs call the hook", takes=Values(nullable=True))
_READ = Evidence(
    Basis.SOURCE,
    "1.58.0",
    "2026-11-23",
    "https://github.com/OpenHands/software-agent-sdk/blob/main/openhands-sdk/openhands/sdk/hooks/executor.py",
)
_LABEL = 'Answer with one JSON object and nothing else: {"decision": "allow" or "deny", "reason": "why"}. The event: '


def _only_read(*fields: Field) -> tuple[Field, ...]:
    """The keys of hooks that a model answers, which have not been measured."""
    return tuple(replace(it, evidence=_READ) for it in fields)


_TYPES = (
    HookType(
        name="command",
        doc="A shell command that gets the event as JSON on stdin",
        body="command",
        keys=KeyRoles(background="async"),
        fields=(
            Field(
                name="type",
                kind=JsonType.STRING,
                doc="`command`, which it need not say",
                takes=one_of("command"),
            ),
            required_text("command", "The command; it runs in the project's folder"),
            _TIMEOUT,
            _NAME,
            Field(name="async", kind=JsonType.BOOLEAN, doc="Whether it runs in the background, without a say"),
        ),
    ),
    HookType(
        name="prompt",
        doc="A question to the model, which answers whether it may go on",
        body="prompt",
        by=Performer.MODEL,
        label=_LABEL,
        fields=_only_read(type_key("prompt"), required_text("prompt", "What to ask about the event"), _TIMEOUT, _NAME),
    ),
    HookType(
        name="agent",
        doc="An agent with tools that judges the event",
        body="system_prompt",
        by=Performer.MODEL_WITH_TOOLS,
        label=_LABEL,
        fields=_only_read(
            type_key("agent"),
            replace(required_text("system_prompt", "What the agent is to judge"), reading=LENIENT),
            Field(name="prompt", kind=JsonType.STRING, doc="What to ask about the event"),
            Field(name="tools", kind=JsonType.ANY, doc="A list with the names of the tools that it may use"),
            Field(name="max_iterations", kind=JsonType.INTEGER, doc="How many steps it may make", default=3),
            _TIMEOUT,
            _NAME,
        ),
    ),
)
_BARE = Grammar(
    nesting=GROUPED,
    hooks_key="",
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="The tool's name, or an expression over the whole name; `*`, the empty text or none for all",
            sample="terminal",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
    ),
    types=_TYPES,
    default_type="command",
    voiding=Voiding(effect="reads nothing of the file", by=Entries(lists=True, empty_matcher=True, events=True)),
)
_GRAMMAR = replace(
    _BARE,
    hooks_key="hooks",
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),),
    bare=_BARE,
)


def _tool(name: str, doc: str, response: Any = None, /, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


_TOOLS = (
    _tool("terminal", "runs a shell command", {"text": "12 passed"}, command="npm test"),
    _tool(
        "file_editor",
        "reads, writes and edits files",
        {"text": "edited"},
        command="view",
        path="/home/sam/weather/a.py",
    ),
    _tool("task_tracker", "changes the to-do list", {"text": "done"}, command="view"),
    _tool("browser_tool_set", "uses a browser", {"text": "opened"}, url="https://example.com"),
    _tool("glob", "finds files by patterns", {"text": "a.py"}, pattern="**/*.py"),
    _tool("grep", "searches in files", {"text": "a.py:3"}, pattern="def "),
    _tool("apply_patch", "applies a patch", {"text": "applied"}, patch="*** Begin Patch"),
    _tool("delegate", "gives tasks to other agents", {"text": "done"}, command="spawn"),
    _tool("task", "gives a task to a subagent", {"text": "done"}, prompt="Review the change"),
    _tool("think", "notes a thought", {"text": "noted"}, thought="Look at the test first"),
    _tool("finish", "finishes the task", None, message="Done"),
)
_NONE_BUT_ALL = Language(
    doc="`*`, the empty text or no matcher; with any other the hook never runs",
    pattern=Pattern.NONE,
)

DIALECT = Dialect(
    id="openhands",
    title="OpenHands",
    rank=165,
    doc="Six events by several names, names or Python's expressions as matchers, in `.openhands/hooks.json`.",
    source="OpenHands' page on hooks, and what openhands-sdk 1.58.0 does",
    evidence=Evidence(
        Basis.MEASURED, "1.58.0", "2026-11-23", "https://docs.openhands.dev/sdk/guides/hooks; openhands.sdk.hooks"
    ),
    grammar=_GRAMMAR,
    locations=(
        Location(Scope.USER, ".openhands/hooks.json"),
        Location(Scope.PROJECT, ".openhands/hooks.json"),
    ),
    home_variable=HomeVariable("OH_PERSISTENCE_DIR", ".openhands"),
    markers=(".openhands",),
    events=_EVENTS,
    matchers=Matchers(
        language=Language(
            doc="The tool's exact name; with one of `|.*+?[]()^$\\\\` in it, a regular expression over the whole name; "
            "`*`, the empty text or no matcher for all",
            name_characters="-/ :@,",
            flavor=Flavor.PYTHON,
            invalid=Invalid.LITERAL,
        ),
        narrow={it.name: _NONE_BUT_ALL for it in _EVENTS if it.subject is ON_NOTHING},
    ),
    tools=_TOOLS,
    roles={"terminal": "Bash", "file_editor": "Edit", "task_tracker": "TodoWrite", "glob": "Glob", "grep": "Grep"},
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("path",)),
    running=Running(unit=Unit.SECONDS, in_project=True),
    payload=(
        PayloadField(name="event_type", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="session_id", doc="The conversation", sample="5f0c1be2", source=Source.SESSION_ID),
        PayloadField(
            name="working_dir", doc="Where the hook runs", sample="/home/sam/weather", source=Source.PROJECT_DIR
        ),
    ),
    variables=(
        Variable(name="OPENHANDS_PROJECT_DIR", doc="The project's folder", source=Source.PROJECT_DIR, root=True),
        Variable(name="OPENHANDS_SESSION_ID", doc="The conversation", source=Source.SESSION_ID),
        Variable(name="OPENHANDS_EVENT_TYPE", doc="The event that fired", source=Source.EVENT),
        Variable(
            name="OPENHANDS_TOOL_NAME",
            doc="The tool",
            source=Source.PAYLOAD,
            field="tool_name",
            events=tuple(name for it in ("PreToolUse", "PostToolUse") for name in (it, *_NAMED[it])),
        ),
    ),
)
