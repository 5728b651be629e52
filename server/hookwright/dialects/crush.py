"""The `crush` dialect (requirements Q): Charm's Crush, one event, as its documentation and its source have it.

- Q1 One event, `PreToolUse`, whatever its case and with or without underscores: `pre_tool_use` is the same event.
- Q2 `crush.json` and `.crush.json` of the project and of the folders above it in its repository, and
  `~/.config/crush/crush.json`. Only a file that speaks of hooks is one: other programs use the name as well.
- Q3 An entry is flat: `command`, and `matcher`, `timeout` (seconds, default 30) and `name` where they are wanted.
- Q4 A matcher is a regular expression of Go, which may match any part of the tool's name; all without one.
- Q5 stdin is one JSON object: `event`, `session_id`, `cwd`, `tool_name` and `tool_input`; the same is in variables.
- Q6 Exit 2 refuses the tool, and 49 ends the turn as well, with stderr as the reason. Every other failure, a time-out
  too, has no say.
- Q7 An object on stdout, where the exit is 0: `decision` allows without asking the user or denies, `halt` ends the
  turn, `reason` says why, `context` goes to the model, and `updated_input` has keys that replace those of the input.
  With `hookSpecificOutput` in the object, that alone is read, as Claude Code has it.
- Q8 The hooks run side by side; of those with the same command one runs. A refusal goes before an allowance.
- Q9 A hook without a command, an invalid matcher or a wrong value keeps Crush from starting.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import ON_TOOL_NAME, decides, decision, required_text, sent, specific_path
from hookwright.dialects.reactions import ALLOWED, denial
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import EventRow, PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Field, JsonType, Measure, Unit
from hookwright.model.folding import Folding, Pick
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Flavor, Language, Matchers
from hookwright.model.location import HomeVariable, Location
from hookwright.model.nesting import FLAT
from hookwright.model.reaction import (
    Audience,
    Effect,
    ExitTable,
    Level,
    OutputField,
    Reaction,
    Say,
    Status,
    Words,
)
from hookwright.model.running import Duplicates, Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls
from hookwright.model.voiding import Entries, Voiding

_HALT = replace(denial(Words.STDERR), stops=True)
_CLAUDES = specific_path("permissionDecision")


def _open(status: Status) -> Reaction:
    """A failure, which Crush only logs."""
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, Words.STDERR))


_OWN = (
    *decides(
        "Whether the tool may run; `allow` spares the user the question",
        {"allow": ALLOWED, "deny": denial(Words.REASON)},
    ),
    OutputField(
        ("halt",),
        "Whether the turn ends, and the tool does not run",
        Effect.DECIDES,
        "boolean",
        words={True: replace(denial(Words.REASON), stops=True), False: Reaction()},
        reason=("reason",),
    ),
    OutputField(
        ("context",), "Added to the tool's result for the model, a text or a list of texts", Effect.CONTEXT, "any"
    ),
    OutputField(
        ("updated_input",), "Keys that replace those of the tool's input", Effect.UPDATED_INPUT, "object", parses=True
    ),
    OutputField(("version",), "The version of the format, `1`", kind="integer"),
)
_OUTPUTS = (
    *(replace(it, unless=(_CLAUDES,)) if it.path != ("reason",) else it for it in _OWN),
    decision(
        _CLAUDES,
        specific_path("permissionDecisionReason"),
        "The same as `decision`, as Claude Code has it; nothing beside `hookSpecificOutput` is read then",
        {"allow": ALLOWED, "deny": denial(Words.REASON)},
    ),
    OutputField(specific_path("permissionDecisionReason"), "The reason, as Claude Code has it"),
    OutputField(
        specific_path("updatedInput"),
        "The same as `updated_input`, as Claude Code has it",
        Effect.UPDATED_INPUT,
        "object",
    ),
    OutputField(
        specific_path("additionalContext"), "Added to the tool's result, as Claude Code has it", Effect.CONTEXT
    ),
    OutputField(specific_path("hookEventName"), "Not looked at"),
)

_PRE_TOOL_USE = EventRow(
    name="PreToolUse",
    summary="before the main agent uses a tool",
    note="Subagents fire no hooks. Exit 49 ends the turn as well",
    subject=ON_TOOL_NAME,
    payload=(
        sent("tool_name", "The tool; one of an MCP server is `mcp_server_tool`", "bash"),
        sent("tool_input", "What the tool is called with", {"command": "git push --force"}),
    ),
    exits=ExitTable(
        codes={0: Reaction(reads_output=True), 2: denial(Words.STDERR), 49: _HALT},
        other=_open(Status.FAILED),
        timed_out=_open(Status.TIMED_OUT),
        cannot_start=_open(Status.CANNOT_START),
    ),
    outputs=_OUTPUTS,
    folding=Folding(reason=Pick.FIRST_CONFIGURED),
    undecided="the normal permission rules apply",
)
# Crush takes any case, and underscores anywhere; these are the ones that people write.
_SPELLINGS = ("pre_tool_use", "preToolUse", "pretooluse", "PRETOOLUSE", "PRE_TOOL_USE", "Pre_Tool_Use")
_EVENTS = (
    _PRE_TOOL_USE,
    *(replace(_PRE_TOOL_USE, name=it, spelling_of="PreToolUse", told_as="PreToolUse") for it in _SPELLINGS),
)

_GRAMMAR = Grammar(
    nesting=FLAT,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → hooks"),),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression, which may match any part of the tool's name; without one the hook is for all",
            sample="bash",
        ),
    ),
    types=(
        HookType(
            name="command",
            doc="A shell command that gets the event as JSON on stdin",
            body="command",
            fields=(
                required_text("command", "The command; its folder is the working directory"),
                Field(
                    name="timeout",
                    kind=JsonType.INTEGER,
                    doc="How long it may take; 0 or less is the default",
                    default=30,
                    measure=Measure(Unit.SECONDS, fallback=30),
                    sample=10,
                ),
                Field(name="name", kind=JsonType.STRING, doc="What the user is shown in place of the command"),
            ),
        ),
    ),
    default_type="command",
    voiding=Voiding(effect="does not start", by=Entries(lists=True, empty_matcher=True)),
)


def _tool(name: str, doc: str, response: Any = None, /, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


_EDIT = {"old_string": "hello", "new_string": "hello, world"}
_TOOLS = (
    _tool("bash", "runs a shell command", "12 passed", command="npm test", description="Run the tests"),
    _tool("edit", "edits a file", "edited", file_path="src/forecast.py", **_EDIT),
    _tool("multiedit", "makes several edits in a file", "edited", file_path="src/forecast.py", edits=[_EDIT]),
    _tool("write", "writes a file", "written", file_path="src/cache.py", content="CACHE = {}\n"),
    _tool("view", "reads a file", "print('hello')\n", file_path="src/forecast.py"),
    _tool("ls", "lists a folder", "src\ntests\n", path="src"),
    _tool("glob", "finds files by patterns", "src/forecast.py\n", pattern="**/*.py"),
    _tool("grep", "searches in files", "src/forecast.py:3\n", pattern="def "),
    _tool("fetch", "reads a page of the web", "# Weather\n", url="https://example.com", format="markdown"),
    _tool(
        "agentic_fetch", "has a subagent read the web", "It rains", url="https://example.com", prompt="Will it rain?"
    ),
    _tool("web_fetch", "reads a page for a subagent", "# Weather\n", url="https://example.com"),
    _tool("web_search", "searches the web", "1 result", query="weather api"),
    _tool("download", "saves a file from the web", "saved", url="https://example.com/a.zip", file_path="a.zip"),
    _tool("sourcegraph", "searches public code", "1 result", query="forecast"),
    _tool("agent", "gives a task to a subagent", "done", prompt="Find the forecast's tests"),
    _tool("todos", "changes the to-do list", "done", todos=[]),
    _tool("question", "asks the user", "yes", questions=[]),
    _tool("job_output", "reads what a command in the background has printed", "ok", shell_id="001"),
    _tool("job_kill", "ends a command in the background", "ended", shell_id="001"),
    _tool("lsp_diagnostics", "reads what language servers have found", "none", file_path="src/forecast.py"),
    _tool("lsp_references", "finds uses of a name", "1 result", symbol="forecast"),
    _tool("lsp_definition", "finds where a name is defined", "1 result", symbol="forecast"),
    _tool("lsp_symbols", "lists the names of a file", "forecast", file_path="src/forecast.py"),
    _tool("lsp_call_hierarchy", "finds who calls a function", "1 result", symbol="forecast"),
    _tool("lsp_rename", "renames a name everywhere", "renamed", symbol="forecast", new_name="outlook"),
    _tool("lsp_replace_symbol", "replaces a whole definition", "replaced", symbol="forecast"),
    _tool("lsp_restart", "starts a language server again", "started", name="pyright"),
    _tool("crush_info", "tells how Crush is configured", "crush"),
    _tool("crush_logs", "reads Crush's log", "ready"),
    _tool("list_mcp_resources", "lists what MCP servers offer", "none"),
    _tool("read_mcp_resource", "reads what an MCP server offers", "text", uri="file:///a"),
)


def _variable(name: str, doc: str, source: Source = Source.PAYLOAD, **keys: Any) -> Variable:  # noqa: ANN401
    return Variable(name=name, doc=doc, source=source, **keys)


DIALECT = Dialect(
    id="crush",
    title="Crush",
    rank=155,
    doc="One event with flat entries, regular expressions as matchers, and commands, in `crush.json`.",
    source="Crush's page on hooks and its source",
    evidence=Evidence(
        Basis.SOURCE,
        "0.90.0",
        "2026-11-23",
        "https://github.com/charmbracelet/crush/blob/main/internal/hooks/runner.go",
    ),
    grammar=_GRAMMAR,
    locations=(
        Location(Scope.USER, ".config/crush/crush.json"),
        Location(Scope.PROJECT, "crush.json", upwards=True, shared=True),
        Location(Scope.PROJECT, ".crush.json", upwards=True, shared=True),
    ),
    home_variable=HomeVariable("CRUSH_GLOBAL_CONFIG", ".config/crush"),
    markers=(".crush", "crush.json"),
    events=_EVENTS,
    matchers=Matchers(
        language=Language(
            doc="A regular expression, which may match any part; the empty string or no matcher for all",
            wildcards=frozenset({""}),
            names=False,
            whole=False,
            flavor=Flavor.GO,
        )
    ),
    duplicates=Duplicates(keeps_first=True),
    tools=_TOOLS,
    roles={
        "bash": "Bash",
        "edit": "Edit",
        "write": "Write",
        "view": "Read",
        "glob": "Glob",
        "grep": "Grep",
        "fetch": "WebFetch",
        "web_search": "WebSearch",
        "agent": "Agent",
        "todos": "TodoWrite",
        "question": "AskUserQuestion",
    },
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("file_path", "path")),
    servers=Servers(
        files=(ServerFile("crush.json", ("mcp",)), ServerFile(".crush.json", ("mcp",))), tools="mcp_{server}_"
    ),
    running=Running(unit=Unit.SECONDS, timeout=30.0, grace=1.0, in_project=True),
    payload=(
        PayloadField(name="event", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="session_id", doc="The session", sample="313909e", source=Source.SESSION_ID),
        PayloadField(name="cwd", doc="Where the hook runs", sample="/home/sam/weather", source=Source.CWD),
    ),
    variables=(
        _variable("CRUSH_PROJECT_DIR", "The root of the project", Source.PROJECT_DIR, root=True),
        _variable("CRUSH_CWD", "Where the hook runs", Source.CWD, root=True),
        _variable("CRUSH_EVENT", "The event that fired", Source.EVENT),
        _variable("CRUSH_SESSION_ID", "The session", Source.SESSION_ID),
        _variable("CRUSH_TOOL_NAME", "The tool", field="tool_name"),
        _variable("CRUSH_TOOL_INPUT_COMMAND", "The command of a call that has one", Source.INPUT_COMMAND),
        _variable("CRUSH_TOOL_INPUT_FILE_PATH", "The file of a call that has one", Source.INPUT_PATH),
        _variable("CRUSH", "Always `1`", Source.AMBIENT),
        _variable("AGENT", "Always `crush`", Source.AMBIENT),
        _variable("AI_AGENT", "Always `crush`", Source.AMBIENT),
    ),
)
