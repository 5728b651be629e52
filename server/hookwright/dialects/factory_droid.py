"""The `factory-droid` dialect (requirements N): Factory's droid, nine events, as its documents have them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import believed_of_claude_code, decides, required_text, sent, type_key
from hookwright.dialects.reactions import ALLOWED, ASKED, READ_AS_CONTEXT, denial, exits, feedback, going_on, refusal
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import GOES_ON, EventRow, MatchedOn, MatchSubject, PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_SECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Criterion, Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import GROUPED
from hookwright.model.plugins import Plugins
from hookwright.model.reaction import Audience, Effect, ExitTable, Level, OutputField, Reaction, Say, Words
from hookwright.model.running import Duplicates, Running, Switches
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls

_WHERE = "https://docs.factory.ai/reference/hooks-reference"
_DOCUMENTED = Evidence(Basis.DOCUMENTED, "0.223.0", "2026-11-20", _WHERE)
# No page has it.
_TOLD = Evidence(Basis.DOCUMENTED, "0.223.0", "2026-11-20", "a third party's reading of the program")

_COMMON_OUTPUTS = (
    OutputField(("continue",), "Whether droid goes on; `false` beats every decision", Effect.CONTINUE, "boolean"),
    OutputField(("stopReason",), "Shown to the user when `continue` is `false`", Effect.STOP_REASON),
    OutputField(("suppressOutput",), "Whether stdout is hidden from the transcript", Effect.SUPPRESS, "boolean"),
    OutputField(("systemMessage",), "A warning for the user", Effect.MESSAGE),
)


def _specific(event: str, *fields: OutputField) -> tuple[OutputField, ...]:
    path = ("hookSpecificOutput", "hookEventName")
    return (OutputField(path, "The name of the event", words={event: Reaction()}), *fields)


def _context(event: str) -> tuple[OutputField, ...]:
    path = ("hookSpecificOutput", "additionalContext")
    return _specific(event, OutputField(path, "Added to the context of the model", Effect.CONTEXT))


_ALLOWS = replace(ALLOWED, says=Say(Audience.USER, Level.INFO, Words.REASON))
_DENIES = denial(Words.REASON)
_PERMISSION_REASON = ("hookSpecificOutput", "permissionDecisionReason")
_PERMISSION = _specific(
    "PreToolUse",
    OutputField(
        ("hookSpecificOutput", "permissionDecision"),
        "Whether the tool may run",
        Effect.DECIDES,
        words={"allow": _ALLOWS, "deny": _DENIES, "ask": ASKED},
        reason=_PERMISSION_REASON,
    ),
    OutputField(_PERMISSION_REASON, "Why: shown to droid on `deny`, to the user on `allow` and `ask`"),
    OutputField(
        ("hookSpecificOutput", "updatedInput"),
        "Keys of the tool's input to change",
        Effect.UPDATED_INPUT,
        "object",
    ),
    OutputField(
        ("decision",),
        "What `permissionDecision` was called before",
        Effect.DECIDES,
        words={"approve": _ALLOWS, "block": _DENIES},
        reason=("reason",),
        deprecated="use `hookSpecificOutput.permissionDecision`",
    ),
    OutputField(("reason",), "The reason of `decision`", deprecated="use `permissionDecisionReason`"),
)


def _event(
    name: str,
    summary: str,
    exits: ExitTable,
    *payload: PayloadField,
    outputs: tuple[OutputField, ...] = (),
    subject: MatchSubject | None = None,
    undecided: str = GOES_ON,
    note: str = "",
) -> EventRow:
    """An event that matches on the first field of its payload, where it has a subject."""
    return EventRow(
        name=name,
        summary=summary,
        exits=exits,
        payload=payload,
        outputs=(*_COMMON_OUTPUTS, *outputs),
        subject=MatchedOn(
            subject,
            payload[0].name if subject else None,
            values=payload[0].words if subject is MatchSubject.VALUE else (),
        ),
        undecided=undecided,
        loop_guard="stop_hook_active" if name in ("Stop", "SubagentStop") else "",
        note=note,
    )


_TOOL_NAME = sent("tool_name", "The tool", "Execute")
_TOOL_INPUT = sent("tool_input", "What the tool is called with", {"command": "npm test"})
_STOP_ACTIVE = PayloadField(
    name="stop_hook_active", doc="Whether a stop hook has already made droid go on", sample=False
)

_EVENTS = (
    _event(
        "PreToolUse",
        "before a tool runs",
        exits(denial(Words.STDERR)),
        _TOOL_NAME,
        _TOOL_INPUT,
        outputs=_PERMISSION,
        subject=MatchSubject.TOOL,
        undecided="the normal permission rules apply",
    ),
    _event(
        "PostToolUse",
        "right after a tool has succeeded",
        exits(feedback(Words.STDERR), codes={3: refusal(Audience.USER, Words.STDERR, blocks=True)}),
        _TOOL_NAME,
        _TOOL_INPUT,
        sent("tool_response", "What the tool returned", {"success": True}),
        outputs=(
            *decides("Feeds the reason back to droid", {"block": feedback(Words.REASON)}),
            *_context("PostToolUse"),
        ),
        subject=MatchSubject.TOOL,
        undecided="droid sees the result",
        note="Exit 3 ends what droid is doing, though no document says so",
    ),
    _event(
        "UserPromptSubmit",
        "when the user has sent a prompt, before droid works on it",
        exits(
            refusal(Audience.USER, Words.STDERR, blocks=True),
            success=READ_AS_CONTEXT,
            codes={3: refusal(Audience.USER, Words.STDERR, blocks=True)},
        ),
        sent("prompt", "What the user typed", "Write a function that computes n!"),
        PayloadField(name="has_images", doc="Whether pictures came with it", sample=False, required=False),
        outputs=(
            *decides("Blocks the prompt and erases it", {"block": refusal(Audience.USER, Words.REASON, blocks=True)}),
            *_context("UserPromptSubmit"),
        ),
        undecided="the prompt goes to droid",
        note="Of the contexts of several hooks only the first is used",
    ),
    _event(
        "Notification",
        "when the user is notified",
        exits(),
        sent("message", "What the user is told", "Droid is waiting for your input"),
        sent(
            "notification_type",
            "What it is about",
            "idle_prompt",
            "permission_prompt",
            "idle_prompt",
            "auth_success",
            "elicitation_dialog",
            optional=True,
        ),
    ),
    _event(
        "Stop",
        "when droid has finished its answer",
        exits(going_on(Words.STDERR)),
        _STOP_ACTIVE,
        sent("tool_execution_count", "How many tools have run", 4, optional=True),
        sent("elapsed_time", "How long the turn took", 5200, optional=True),
        outputs=decides("Keeps droid going", {"block": going_on(Words.REASON)}),
        undecided="droid stops",
    ),
    _event(
        "SubagentStop",
        "when a droid that a task was given to has finished",
        exits(going_on(Words.STDERR)),
        _STOP_ACTIVE,
        sent("task_name", "The task", "review", optional=True),
        sent("task_result", "The result of the task", "No defects found.", optional=True),
        sent("task_error", "Why it failed", "", optional=True),
        outputs=decides("Keeps the droid going", {"block": going_on(Words.REASON)}),
        undecided="the droid stops",
    ),
    _event(
        "PreCompact",
        "before the conversation is compacted",
        exits(
            refusal(Audience.USER, Words.STDERR, blocks=True),
            codes={3: refusal(Audience.USER, Words.STDERR, blocks=True)},
        ),
        sent("trigger", "Who asked for it", "manual", "manual", "auto"),
        sent("custom_instructions", "What the user wants to be kept", "Keep the API decisions", optional=True),
        sent("message_count", "How many messages there are", 84, optional=True),
        sent("estimated_tokens", "How large the context is", 151000, optional=True),
        subject=MatchSubject.VALUE,
        undecided="the conversation is compacted",
        note="The document says that it cannot be blocked; the program was read to block on exit 2 and 3",
    ),
    _event(
        "SessionStart",
        "when a session starts, is resumed, cleared or compacted",
        exits(success=READ_AS_CONTEXT),
        sent("source", "How it began", "startup", "startup", "resume", "clear", "compact"),
        sent("previous_session_id", "The session before", "5b1f0c77", optional=True),
        sent("calling_session_id", "The session that has called this one", "5b1f0c78", optional=True),
        outputs=_context("SessionStart"),
        subject=MatchSubject.VALUE,
    ),
    _event(
        "SessionEnd",
        "when a session ends",
        exits(),
        sent("reason", "Why", "other", "clear", "logout", "prompt_input_exit", "other"),
        sent("session_duration_ms", "How long it was, in milliseconds", 480000, optional=True),
        sent("message_count", "How many messages there were", 84, optional=True),
        undecided="the session ends",
    ),
)

_PAYLOAD = (
    PayloadField(
        name="session_id",
        doc="The session",
        sample="9f2c7d10-41e8-4b5e-9d02-6a0c1be2f4aa",
        source=Source.SESSION_ID,
    ),
    PayloadField(
        name="transcript_path",
        doc="The session's conversation, JSON lines",
        sample="/home/sam/.factory/projects/weather/9f2c7d10.jsonl",
    ),
    PayloadField(name="cwd", doc="Where droid is, and the hook runs", sample="/home/sam/weather", source=Source.CWD),
    sent("permission_mode", "How much droid may do", "off", "off", "spec", "auto-low", "auto-medium", "auto-high"),
    PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
    sent("message_id", "The message that led here", "msg-17", optional=True),
)


def _exported() -> tuple[Variable, ...]:
    """One variable for each field of stdin that is a text, a number or a boolean, under its own name."""
    events: dict[str, list[str]] = {}
    fields = {it.name: it for it in _PAYLOAD}
    for row in _EVENTS:
        for it in row.payload:
            fields.setdefault(it.name, it)
            events.setdefault(it.name, []).append(row.name)
    return tuple(
        Variable(
            name=name,
            doc=f"{it.doc}: `{name}` of the payload",
            source=it.source,
            field=name,
            events=tuple(events[name]) if name in events else None,
        )
        for name, it in fields.items()
        if not isinstance(it.sample, Mapping | list)
    )


def _root(name: str) -> Variable:
    return Variable(name=name, doc="The root of the project", source=Source.PROJECT_DIR, root=True)


def _plugin_root(name: str) -> Variable:
    return Variable(
        name=name,
        doc="The folder of the plugin that the hook came with; only in plugins",
        source=Source.PLUGIN_ROOT,
        root=True,
        scopes=(Scope.PLUGIN,),
    )


_SWITCHES = (
    Field(name="hooksDisabled", kind=JsonType.BOOLEAN, doc="Whether every hook is switched off", default=False),
    Field(name="showHookOutput", kind=JsonType.BOOLEAN, doc="Whether the user sees what hooks print"),
)
_GROUP = (
    Field(
        name="matcher",
        kind=JsonType.STRING,
        doc="The tool's name, or a regular expression; `*`, the empty string or no matcher for all",
        sample="Execute",
    ),
    Field(
        name="commandRegex",
        kind=JsonType.STRING,
        doc="A regular expression that the command of `Execute` has to match as well",
        sample="^git push",
    ),
    Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
)
_COMMAND = HookType(
    name="command",
    doc="A shell command that gets the event as JSON on stdin",
    body="command",
    fields=(
        type_key("command"),
        required_text("command", "The command; `$FACTORY_PROJECT_DIR` is the project's root"),
        Field(
            name="timeout",
            kind=JsonType.NUMBER,
            doc="How long the hook may take",
            default=60,
            measure=IN_SECONDS,
            sample=30,
        ),
        Field(
            name="preserveRiskLevel",
            kind=JsonType.BOOLEAN,
            doc="Whether the call keeps the risk that droid has found in it",
            evidence=_TOLD,
        ),
    ),
)
_SETTINGS = Grammar(
    nesting=GROUPED,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"), *_SWITCHES),
    group=_GROUP,
    types=(_COMMAND,),
)
# The document shows a `hooks` key here too; the program reads none (rulesync found out by firing).
_EVENTS_AT_ROOT = Grammar(
    nesting=GROUPED,
    root=_SWITCHES,
    hooks_key="",
    group=_GROUP,
    types=(_COMMAND,),
)
_HOOKS_FILE, _SETTINGS_FILE = ".factory/hooks.json", ".factory/settings.json"
_EDITED = {"file_path": "src/forecast.py", "old_str": "hello", "new_str": "hello, world"}


def _tool(name: str, doc: str, response: Any = None, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


_TOOLS = (
    _tool("Execute", "runs a shell command", "12 passed", command="npm test"),
    _tool("Read", "reads a file", "print('hello')\n", file_path="src/forecast.py"),
    _tool("Edit", "edits a file", {"success": True}, **_EDITED),
    _tool("Create", "writes a new file", {"success": True}, file_path="src/cache.py", content="CACHE = {}\n"),
    _tool("ApplyPatch", "applies a patch", {"success": True}, input="*** Begin Patch\n*** End Patch\n"),
    _tool("LS", "lists a folder", "src\ntests\n", directory_path="src"),
    _tool("Glob", "finds files by patterns", "src/forecast.py\n", patterns=["**/*.py"], folder="src"),
    _tool("Grep", "searches in files", "src/forecast.py:3\n", pattern="def ", path="src"),
    _tool("Task", "gives a task to another droid", "done", subagent_type="review", prompt="Review the change"),
    _tool("FetchUrl", "reads a page of the web", "# Weather\n", url="https://example.com"),
    _tool("WebSearch", "searches the web", "1 result", query="weather api"),
    _tool("TodoWrite", "changes the to-do list", {"success": True}, todos="1. [pending] tests"),
)

DIALECT = Dialect(
    id="factory-droid",
    title="Factory droid",
    rank=90,
    doc="Nine events, string matchers and shell commands, in hooks files and settings of the user and the project.",
    source="Factory's hooks reference, and what others have found out about version 0.223.0",
    evidence=_DOCUMENTED,
    grammar=_SETTINGS,
    locations=(
        Location(Scope.USER, _SETTINGS_FILE),
        Location(Scope.USER, _HOOKS_FILE, grammar=_EVENTS_AT_ROOT),
        Location(Scope.PROJECT, _SETTINGS_FILE),
        Location(Scope.PROJECT, _HOOKS_FILE, grammar=_EVENTS_AT_ROOT),
        Location(Scope.LOCAL, ".factory/settings.local.json"),
        Location(Scope.PLUGIN, "hooks/hooks.json"),
        Location(Scope.PLUGIN, ".factory-plugin/plugin.json", manifest=True),
    ),
    markers=(".factory",),
    events=_EVENTS,
    matchers=Matchers(
        language=Language(
            doc="A tool's name, compared exactly, or names with `|` between them; anything else is a regular "
            "expression, which may match any part; `*`, the empty string or no matcher for all",
            separators="|",
            whole=False,
        ),
        beside={
            "commandRegex": Criterion(
                MatchSubject.COMMAND,
                Language(
                    doc="A regular expression, which may match any part of the command",
                    wildcards=frozenset(),
                    names=False,
                    whole=False,
                ),
            )
        },
    ),
    duplicates=Duplicates(),
    switches=Switches(off="hooksDisabled"),
    tools=_TOOLS,
    roles={"Execute": "Bash", "Create": "Write", "ApplyPatch": "Edit", "FetchUrl": "WebFetch", "Task": "Agent"},
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("file_path", "path", "directory_path")),
    servers=Servers(files=(ServerFile(".factory/mcp.json"), ServerFile(".factory/mcp.json", below_home=True))),
    plugins=Plugins(marks=(".factory-plugin",), marketplace=".factory-plugin/marketplace.json"),
    running=Running(unit=Unit.SECONDS),
    payload=_PAYLOAD,
    believed=believed_of_claude_code(".tool_name", ".tool_input", ".tool_input.file_path", ".tool_input.command"),
    variables=(
        _root("FACTORY_PROJECT_DIR"),
        _root("DROID_PROJECT_DIR"),
        _root("CLAUDE_PROJECT_DIR"),
        _plugin_root("DROID_PLUGIN_ROOT"),
        _plugin_root("CLAUDE_PLUGIN_ROOT"),
        Variable(
            name="CLAUDE_ENV_FILE",
            doc="A file: append `export NAME=value` lines to it to set variables for later shell commands",
            source=Source.AMBIENT,
            events=("SessionStart",),
        ),
        *_exported(),
    ),
)
