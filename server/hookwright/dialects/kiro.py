"""The `kiro` dialect (requirements O): the hook files of Kiro's IDE 1.x and CLI 3.x, version 1 of their format."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import on_first, one_of, required_text, sent, type_key
from hookwright.dialects.reactions import denial, exits
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import GOES_ON, EventRow, MatchSubject, PayloadField, Source
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Field, JsonType, Measure, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import Nesting
from hookwright.model.reaction import Reaction, Words
from hookwright.model.running import Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls

_DOCS = Evidence(Basis.DOCUMENTED, "v1", "2026-11-23", "https://kiro.dev/docs/hooks/")
_QUIET = Reaction()
_CONTEXT = Reaction(adds_context=True)
_OBJECTS = denial(Words.STDERR, decision=None)


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    success: Reaction = _QUIET,
    two: Reaction | None = None,
    subject: MatchSubject | None = None,
    undecided: str = GOES_ON,
    note: str = "",
    since: str = "",
    evidence: Evidence | None = None,
) -> EventRow:
    """An event that matches on the first field of its payload, where it has a subject."""
    return EventRow(
        name=name,
        summary=summary,
        exits=exits(two, success=success),
        payload=payload,
        subject=on_first(payload, subject),
        undecided=undecided,
        note=note,
        since=since,
        evidence=evidence,
    )


_TOOL_NAME = sent("tool_name", "The tool; one of an MCP server is `@server/tool`", "shell")
_TOOL_INPUT = sent("tool_input", "What the tool is called with", {"command": "npm test"})
_FILE = sent("file_path", "The file", "src/forecast.py")

_EVENTS = (
    _event("SessionStart", "when a session begins or is resumed", success=_CONTEXT),
    _event(
        "UserPromptSubmit",
        "when the user has sent a prompt",
        sent("prompt", "What the user typed", "Write a function that computes n!"),
        success=_CONTEXT,
        two=_OBJECTS,
        undecided="the prompt goes to the agent",
        note="Of two pages, one says that it can block, and the other does not",
    ),
    _event(
        "PreToolUse",
        "before a tool runs",
        _TOOL_NAME,
        _TOOL_INPUT,
        two=denial(Words.STDERR),
        subject=MatchSubject.TOOL,
        undecided="the normal permission rules apply",
        note="A script that is missing ends with 127, which lets the tool run",
    ),
    _event(
        "PostToolUse",
        "after a tool has run",
        _TOOL_NAME,
        _TOOL_INPUT,
        sent("tool_response", "What the tool returned", {"success": True}),
        success=_CONTEXT,
        subject=MatchSubject.TOOL,
    ),
    _event(
        "SessionEnd",
        "when a session has ended",
        evidence=replace(_DOCS, where="https://kiro.dev/changelog/cli/"),
        since="CLI 2.25.0",
        note="Only the command line has it",
    ),
    _event("Stop", "when the agent has finished its turn", success=_CONTEXT),
    _event(
        "PreTaskExec",
        "before a task of a spec starts",
        two=_OBJECTS,
        undecided="the task starts",
    ),
    _event("PostTaskExec", "after a task of a spec has finished", success=_CONTEXT),
    _event("PostFileCreate", "after a file was created", _FILE, success=_CONTEXT, subject=MatchSubject.PATH),
    _event("PostFileSave", "after a file was saved", _FILE, success=_CONTEXT, subject=MatchSubject.PATH),
    _event("PostFileDelete", "after a file was deleted", _FILE, success=_CONTEXT, subject=MatchSubject.PATH),
    _event(
        "AgentSpawn",
        "when the agent of the command line is started",
        success=_CONTEXT,
        note="Only the command line has it; it is another name of `SessionStart`",
    ),
    _event(
        "Manual",
        "when the user runs the hook",
        success=_CONTEXT,
        note="Only the command line has it; the IDE has manual steering files instead",
    ),
)

_TIMEOUT = Field(
    name="timeout",
    kind=JsonType.NUMBER,
    doc="How long a command may take; 0 for no limit",
    default=60,
    measure=Measure(Unit.SECONDS, endless=True),
    sample=30,
)
_COMMAND = HookType(
    name="command",
    doc="A shell command that gets the event as JSON on stdin",
    body="command",
    fields=(
        type_key("command"),
        required_text("command", "The command"),
        # No page has it here; files that Kiro itself has written do.
        replace(_TIMEOUT, doc="How long it may take, if that is not said beside the action; 0 for no limit"),
    ),
)
_AGENT = HookType(
    name="agent",
    doc="A prompt that is added to what the agent reads; it decides nothing",
    body="prompt",
    fields=(
        type_key("agent"),
        required_text("prompt", "The prompt"),
    ),
    by=Performer.NOBODY,
)
_GRAMMAR = Grammar(
    nesting=Nesting(event_key="trigger", inner="action", single=True, enabled_key="enabled"),
    root=(
        Field(
            name="version",
            kind=JsonType.STRING,
            doc="The version of the format",
            required=True,
            takes=one_of("v1"),
            sample="v1",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks; each names its event"),
    ),
    root_open=False,
    former_keys=("when", "then"),
    group=(
        required_text("name", "What it is called", sample="guard"),
        Field(name="description", kind=JsonType.STRING, doc="What it is for"),
        Field(name="trigger", kind=JsonType.STRING, doc="The event that fires it", required=True, sample="PreToolUse"),
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression, which may match any part of the tool's name or the file's path; all without one",
            sample="shell",
        ),
        Field(name="action", kind=JsonType.OBJECT, doc="What it does", required=True),
        _TIMEOUT,
        Field(name="enabled", kind=JsonType.BOOLEAN, doc="Whether it runs at all", default=True),
        Field(
            name="confirm",
            kind=JsonType.OBJECT,
            doc="What the user is asked before the command of a `Stop` hook runs: `question`, `options`, "
            "`confirmCommand`",
        ),
    ),
    types=(_COMMAND, _AGENT),
)


def _tool(name: str, doc: str, response: Any = None, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


def _also(name: str, tool: str) -> Tool:
    return Tool(name=name, doc=f"another name of `{tool}`", answers_for=tool)


_TOOLS = (
    _tool("shell", "runs a shell command", "12 passed", command="npm test"),
    _also("execute_bash", "shell"),
    _also("execute_cmd", "shell"),
    _also("executeBash", "shell"),
    _also("execute_pwsh", "shell"),
    _tool("read", "reads files", "print('hello')\n", path="src/forecast.py"),
    _also("fs_read", "read"),
    _also("fsRead", "read"),
    _also("read_file", "read"),
    _also("read_files", "read"),
    _also("read_code", "read"),
    _also("list_directory", "read"),
    _tool("write", "creates and edits files", {"success": True}, path="src/cache.py", content="CACHE = {}\n"),
    _also("fs_write", "write"),
    _also("fsWrite", "write"),
    _also("str_replace", "write"),
    _also("fs_append", "write"),
    _also("delete_file", "write"),
    _tool("glob", "finds files by patterns", "src/forecast.py\n", pattern="**/*.py"),
    _also("file_search", "glob"),
    _tool("grep", "searches in files", "src/forecast.py:3\n", pattern="def "),
    _also("grep_search", "grep"),
    _tool("aws", "calls AWS", "{}", service_name="s3", operation_name="list-buckets"),
    _also("use_aws", "aws"),
    _tool("web_fetch", "reads a page of the web", "# Weather\n", url="https://example.com"),
    _also("web", "web_fetch"),
    _tool("web_search", "searches the web", "1 result", query="weather api"),
    _tool("subagent", "gives a task to another agent", "done", query="Review the change"),
    _also("use_subagent", "subagent"),
    _also("invoke_sub_agent", "subagent"),
    _tool("todo_list", "changes the to-do list", {"success": True}, command="add"),
)
_FORMER = {
    "agentSpawn": "SessionStart",
    "promptSubmit": "UserPromptSubmit",
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "agentStop": "Stop",
    "stop": "Stop",
    "fileEdited": "PostFileSave",
    "fileCreated": "PostFileCreate",
    "fileDeleted": "PostFileDelete",
    "userTriggered": "Manual",
    "preTaskExecution": "PreTaskExec",
    "postTaskExecution": "PostTaskExec",
}

_FORMER_FILES = (
    "Kiro reads hooks only from `.kiro/hooks/*.json` since version 1.0 of its IDE, so nothing in this file runs by "
    "itself; upgrade the hook in the Agent Hooks panel, or write it into a `.json` file with `version` and `hooks`"
)

DIALECT = Dialect(
    id="kiro",
    title="Kiro",
    rank=100,
    doc="13 events, hooks that name their own, regular expressions as matchers, in files of the user and the project.",
    source="Kiro's pages on hooks, version 1 of the format (IDE 1.x, CLI 3.x)",
    evidence=_DOCS,
    grammar=_GRAMMAR,
    locations=(
        Location(Scope.USER, ".kiro/hooks/*.json"),
        Location(Scope.PROJECT, ".kiro/hooks/*.json"),
        *(Location(it, ".kiro/hooks/*.kiro.hook", ignored=_FORMER_FILES) for it in (Scope.USER, Scope.PROJECT)),
    ),
    markers=(".kiro",),
    events=_EVENTS,
    moments={
        "PostFileCreate": "FileChanged",
        "PostFileSave": "FileChanged",
        "PostFileDelete": "FileChanged",
        "PostTaskExec": "TaskCompleted",
    },
    former_events=_FORMER,
    matchers=Matchers(
        language=Language(
            doc="A regular expression, which may match any part; `*`, the empty string or no matcher for all",
            names=False,
            whole=False,
        )
    ),
    tools=_TOOLS,
    roles={
        "shell": "Bash",
        "execute_bash": "Bash",
        "fs_read": "Read",
        "fs_write": "Write",
        "glob": "Glob",
        "grep": "Grep",
        "web_fetch": "WebFetch",
        "web_search": "WebSearch",
    },
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS if not it.answers_for),
    calls=ToolCalls(paths=("path", "file_path")),
    servers=Servers(
        files=(ServerFile(".kiro/settings/mcp.json"), ServerFile(".kiro/settings/mcp.json", below_home=True)),
        tools="@{server}/",
    ),
    running=Running(unit=Unit.SECONDS),
    payload=(
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/home/sam/weather", source=Source.CWD),
        PayloadField(name="session_id", doc="The session", sample="abc123-def456", source=Source.SESSION_ID),
    ),
)
