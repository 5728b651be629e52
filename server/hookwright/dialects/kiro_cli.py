"""The `kiro-cli` dialect (requirements T): the hooks in the agent files of Kiro's command line.

- T1 Five events: `agentSpawn`, `userPromptSubmit`, `preToolUse`, `postToolUse` and `stop`, under `hooks` in
  `.kiro/agents/*.json` of the user and the project. The hooks run while that agent is in use; of two agents with one
  name, the project's is used. **Decided**: where the event does not name the agent, the hooks of all run.
- T2 An entry is flat: `command`, `matcher`, `timeout_ms` (default 30000), `cache_ttl_seconds` and `max_output_size`.
- T3 A matcher is `*`, a tool's name or one of its other names, or a glob over the name. `@server` and `@server/tool`
  are for the tools of an MCP server, and `@builtin` for all others. Only the events about tools have matchers.
- T4 stdin is one JSON object: `hook_event_name`, `cwd` and `session_id`, with `prompt`, `tool_name`, `tool_input`,
  `tool_response` or `assistant_response`.
- T5 Exit 2 of a `preToolUse` hook refuses the tool, with stderr as the reason for the agent. Any other failure is a
  warning for the user. What `agentSpawn` and `userPromptSubmit` hooks print is added to the context.
- T6 `{"decision": "block", "reason": …}` on the stdout of a `stop` hook makes the agent go on.
"""

from __future__ import annotations

from typing import Any

from hookwright.dialects.fields import ON_TOOL_NAME, decides, required_text, sent
from hookwright.dialects.reactions import denial, exits, going_on
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import NOTHING, EventRow, MatchedOn, PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_MILLISECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import OwnerKind, Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Language, Matchers, Pattern
from hookwright.model.location import Location
from hookwright.model.nesting import FLAT
from hookwright.model.reaction import OutputField, Reaction, Words
from hookwright.model.running import Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls

_QUIET = Reaction()
_CONTEXT = Reaction(adds_context=True)


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    undecided: str,
    success: Reaction = _QUIET,
    two: Reaction | None = None,
    subject: MatchedOn = NOTHING,
    outputs: tuple[OutputField, ...] = (),
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        payload=payload,
        exits=exits(two, success=success),
        subject=subject,
        outputs=outputs,
    )


_TOOL_NAME = sent("tool_name", "The tool; one of an MCP server is `@server/tool`", "execute_bash")
_TOOL_INPUT = sent("tool_input", "What the tool is called with", {"command": "npm test"})

_EVENTS = (
    _event("agentSpawn", "when the agent is started", success=_CONTEXT, undecided="the session begins"),
    _event(
        "userPromptSubmit",
        "when the user has sent a prompt",
        sent("prompt", "What the user typed", "Why does the forecast test fail on Mondays?"),
        success=_CONTEXT,
        undecided="the prompt goes to the agent",
    ),
    _event(
        "preToolUse",
        "before a tool runs",
        _TOOL_NAME,
        _TOOL_INPUT,
        two=denial(Words.STDERR),
        subject=ON_TOOL_NAME,
        undecided="the normal permission rules apply",
    ),
    _event(
        "postToolUse",
        "after a tool has run",
        _TOOL_NAME,
        _TOOL_INPUT,
        sent("tool_response", "What the tool returned", {"success": True, "result": ["12 passed"]}),
        subject=ON_TOOL_NAME,
        undecided="the agent goes on",
    ),
    _event(
        "stop",
        "when the agent has finished its turn",
        sent("assistant_response", "What the agent answered", "The forecast tests pass again."),
        success=Reaction(reads_output=True),
        outputs=decides(
            "`block` makes the agent go on", {"block": going_on(Words.REASON)}, "Sent to the agent as a new message"
        ),
        undecided="the agent stops",
    ),
)

_ENTRY = HookType(
    name="command",
    doc="A shell command that gets the event as JSON on stdin",
    body="command",
    fields=(
        required_text("command", "The shell command to run"),
        # Kiro makes nothing of it; many files have it.
        Field(name="description", kind=JsonType.STRING, doc="What it is for"),
        Field(
            name="timeout_ms",
            kind=JsonType.INTEGER,
            doc="How long the command may take, in milliseconds",
            default=30000,
            measure=IN_MILLISECONDS,
            sample=5000,
        ),
        Field(
            name="cache_ttl_seconds",
            kind=JsonType.INTEGER,
            doc="For how many seconds what a successful run printed is used again; 0 for no time",
            default=0,
            sample=60,
        ),
        Field(
            name="max_output_size",
            kind=JsonType.INTEGER,
            doc="How many bytes of what it prints are used",
            default=10240,
            sample=10240,
        ),
    ),
)


def _tool(name: str, doc: str, response: Any, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


def _also(name: str, tool: str) -> Tool:
    return Tool(name=name, doc=f"another name of `{tool}`", answers_for=tool)


_DONE = {"success": True}
_TOOLS = (
    _tool("execute_bash", "runs a shell command", {**_DONE, "result": ["12 passed"]}, command="npm test"),
    _also("shell", "execute_bash"),
    _also("execute_cmd", "execute_bash"),
    _tool(
        "fs_read",
        "reads files and lists folders",
        {**_DONE, "result": ["print('hello')"]},
        operations=[{"mode": "Line", "path": "src/forecast.py"}],
    ),
    _also("read", "fs_read"),
    _also("fsRead", "fs_read"),
    _tool("fs_write", "creates and edits files", _DONE, command="create", path="src/cache.py", file_text="CACHE = {}"),
    _also("write", "fs_write"),
    _also("fsWrite", "fs_write"),
    _tool("glob", "finds files by patterns", {**_DONE, "result": ["src/forecast.py"]}, pattern="**/*.py"),
    _tool("grep", "searches in files", {**_DONE, "result": ["src/forecast.py:3"]}, pattern="def "),
    _tool("use_aws", "calls AWS", {**_DONE, "result": ["{}"]}, service_name="s3", operation_name="list-buckets"),
    _also("aws", "use_aws"),
    _tool("web_fetch", "reads a page of the web", {**_DONE, "result": ["# Weather"]}, url="https://example.com"),
    _tool("web_search", "searches the web", {**_DONE, "result": ["1 result"]}, query="weather api"),
    _tool("code", "asks language servers about the code", {**_DONE, "result": []}, operation="search_symbols"),
    _tool("introspect", "answers questions about Kiro", {**_DONE, "result": ["…"]}, query="How do hooks work?"),
    _tool("report_issue", "opens a report of a problem", _DONE, title="The test hangs"),
    _also("report", "report_issue"),
    _tool("knowledge", "keeps and finds notes", {**_DONE, "result": []}, command="search", query="forecast"),
    _tool("thinking", "thinks in steps", _DONE, thought="First the tests"),
    _tool("todo_list", "changes the to-do list", _DONE, command="add"),
    _also("todo", "todo_list"),
    _tool("use_subagent", "gives a task to other agents", {**_DONE, "result": ["done"]}, task="Review the change"),
    _also("subagent", "use_subagent"),
    _tool("delegate", "gives a task to an agent in the background", _DONE, operation="launch"),
    _tool("goal", "works until a goal is reached", _DONE, goal="All tests pass"),
    _tool("session", "changes settings for the session", _DONE, key="model"),
    _tool("tool_search", "finds tools of MCP servers", {**_DONE, "result": []}, query="issues"),
)

DIALECT = Dialect(
    id="kiro-cli",
    title="Kiro CLI",
    rank=102,
    doc="Five events with flat entries in the files of agents, globs over the names of tools, exit codes that decide.",
    source="Kiro's pages on hooks and agents of the command line, and the source of its predecessor",
    evidence=Evidence(Basis.DOCUMENTED, "2.28", "2026-11-23", "https://kiro.dev/docs/cli/hooks/"),
    grammar=Grammar(
        nesting=FLAT,
        root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → hooks"),),
        takes_one=True,
        group=(
            Field(
                name="matcher",
                kind=JsonType.STRING,
                doc="Which tools: a name, a glob over names, `@server`, `@server/tool`, `@builtin` or `*`; all without "
                "one",
                sample="execute_bash",
            ),
        ),
        types=(_ENTRY,),
        default_type="command",
    ),
    locations=tuple(
        Location(scope, ".kiro/agents/**/*.json", owner=OwnerKind.AGENT, last_counts=True)
        for scope in (Scope.USER, Scope.PROJECT)
    ),
    events=_EVENTS,
    moments={
        "agentSpawn": "SessionStart",
        "userPromptSubmit": "UserPromptSubmit",
        "preToolUse": "PreToolUse",
        "postToolUse": "PostToolUse",
        "stop": "Stop",
    },
    matchers=Matchers(
        language=Language(
            doc="`*` or no matcher for all; the name of a tool, or a glob over names; `@server` and `@server/tool` for "
            "the tools of an MCP server, `@builtin` for all others",
            wildcards=frozenset({"*"}),
            pattern=Pattern.GLOB,
            server_mark="@",
            builtin="@builtin",
        )
    ),
    runs_as_agents=True,
    tools=_TOOLS,
    roles={
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
    running=Running(unit=Unit.MILLISECONDS, timeout=30, shell=("bash", "-c")),
    payload=(
        PayloadField(name="hook_event_name", doc="The event that fired", sample="preToolUse", source=Source.EVENT),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/home/sam/weather", source=Source.CWD),
        PayloadField(name="session_id", doc="The session", sample="abc123-def456", source=Source.SESSION_ID),
    ),
    variables=(
        Variable(
            name="USER_PROMPT",
            doc="What the user typed",
            source=Source.PAYLOAD,
            events=("userPromptSubmit",),
            field="prompt",
        ),
    ),
)
