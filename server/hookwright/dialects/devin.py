"""The `devin` dialect (requirements W): the hooks of Devin's CLI, eight events, as its documentation has them.

- W1 Eight events, called as Claude Code's but for `PostCompaction`. `PreToolUse`, `PermissionRequest` and
  `UserPromptSubmit` can be refused, and `Stop` be made to go on.
- W2 `.devin/hooks.v1.json`, which has the events at its root; `.devin/config.json`, `.devin/config.local.json` and
  `~/.config/devin/config.json`, which have them in `hooks` and may have comments. Claude Code's settings are read as
  well, unless `read_config_from.claude` is false.
- W3 Event → matcher groups → hooks: a `command`, or a `prompt` for a model. `timeout` is in seconds.
- W4 A matcher is a regular expression, which may match any part of the tool's name; all with an empty one or none.
- W5 stdin is one JSON object: `hook_event_name`, `session_id`, `prompt_id` after the first prompt, and what the event
  is about. `DEVIN_PROJECT_DIR` is the project's root.
- W6 Exit 2 refuses, with stderr as the reason; any other failure has no say. In an object on stdout `decision` is
  `approve`, `block` or `deny`, with `reason`. In `hookSpecificOutput`, `additionalContext` goes to the model, and
  `updatedInput` has keys that replace those of the tool's input.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.fields import (
    ON_TOOL_NAME,
    context,
    decides,
    event_name,
    flag,
    of_claude_code,
    required_text,
    sent,
    specific_path,
    type_key,
)
from hookwright.dialects.reactions import ALLOWED, denial, exits, feedback, going_on, refusal
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import EventRow, PayloadField, Source, Variable
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_SECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import GROUPED
from hookwright.model.reaction import Audience, Effect, OutputField, Reaction, Words
from hookwright.model.running import Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls

_TOOL_NAME = sent("tool_name", "The tool; one of an MCP server is `mcp__server__tool`", "exec")
_TOOL_INPUT = sent("tool_input", "What the tool is called with", {"command": "npm test"})
_TOOL_RESPONSE = sent(
    "tool_response",
    "The result: `success`, `output` and `error`",
    {"success": True, "output": "12 passed", "error": None},
)
_TOOL_USE_ID = sent("tool_use_id", "The call", "chatcmpl-tool-8a1f", optional=True)
_PROMPT_ID = sent("prompt_id", "The user's prompt that led here", "1f6f5a0e-6d1c-4f0e-9a55-0b1a2f3c4d5e", optional=True)
_DENIED = denial(Words.REASON)
_KEPT_OUT = refusal(Audience.USER, Words.REASON, blocks=True)
_UPDATED = OutputField(
    specific_path("updatedInput"), "Keys that replace those of the tool's input", Effect.UPDATED_INPUT, "object"
)


def _outputs(event: str, doc: str = "", no: Reaction | None = None, yes: Reaction | None = None) -> Any:  # noqa: ANN401
    """What an object on stdout may say: the words that decide, if there are some, and a context."""
    deciding = decides(doc, {"approve": yes or Reaction(), "block": no, "deny": no}) if no is not None else ()
    return (*deciding, event_name(event, required=False), context("Added to the context of the model"))


_EVENTS = (
    EventRow(
        name="PreToolUse",
        summary="before a tool runs",
        subject=ON_TOOL_NAME,
        payload=(_TOOL_NAME, _TOOL_INPUT, _TOOL_USE_ID, _PROMPT_ID),
        exits=exits(denial(Words.STDERR)),
        outputs=(*_outputs("PreToolUse", "Whether the tool may run", _DENIED), _UPDATED),
        undecided="the normal permission rules apply",
    ),
    EventRow(
        name="PostToolUse",
        summary="after a tool has run",
        subject=ON_TOOL_NAME,
        payload=(_TOOL_NAME, _TOOL_INPUT, _TOOL_RESPONSE, _TOOL_USE_ID, _PROMPT_ID),
        exits=exits(feedback(Words.STDERR)),
        outputs=_outputs("PostToolUse", "Feeds the reason back to the agent", feedback(Words.REASON)),
        undecided="the agent sees the result",
    ),
    EventRow(
        name="PermissionRequest",
        summary="when a tool needs a permission",
        subject=ON_TOOL_NAME,
        payload=(_TOOL_NAME, _TOOL_INPUT, _TOOL_USE_ID, _PROMPT_ID),
        exits=exits(denial(Words.STDERR)),
        outputs=_outputs("PermissionRequest", "Whether the permission is given", _DENIED, ALLOWED),
        undecided="the user is asked",
    ),
    EventRow(
        name="UserPromptSubmit",
        summary="when the user has sent a message",
        payload=(sent("prompt", "What the user typed", "Why does the test fail?"), _PROMPT_ID),
        exits=exits(refusal(Audience.USER, Words.STDERR, blocks=True)),
        outputs=_outputs("UserPromptSubmit", "Whether the message goes to the agent", _KEPT_OUT),
        undecided="the message goes to the agent",
    ),
    EventRow(
        name="Stop",
        summary="when the agent wants to stop",
        payload=(flag("stop_hook_active", "Whether a stop hook has already made it go on", sample=False), _PROMPT_ID),
        exits=exits(going_on(Words.STDERR)),
        outputs=_outputs("Stop", "Whether the agent stops", going_on(Words.REASON)),
        loop_guard="stop_hook_active",
        undecided="the agent stops",
    ),
    EventRow(
        name="PostCompaction",
        summary="after the context was compacted",
        payload=(sent("summary", "What is left of the conversation", "The user fixes the forecast"), _PROMPT_ID),
        exits=exits(),
        outputs=_outputs("PostCompaction"),
    ),
    EventRow(
        name="SessionStart",
        summary="when a session starts",
        payload=(sent("source", "How it began", "startup"),),
        exits=exits(),
        outputs=_outputs("SessionStart"),
        note="Not in sessions in the cloud",
    ),
    EventRow(
        name="SessionEnd",
        summary="when a session ends",
        payload=(sent("reason", "Why", "other"), _PROMPT_ID),
        exits=exits(success=Reaction()),
        undecided="the session ends",
    ),
)

_TIMEOUT = Field(
    name="timeout",
    kind=JsonType.NUMBER,
    doc="How long it may take; the documentation does not say how long that is without it",
    default=60,
    measure=IN_SECONDS,
    sample=10,
)
_IN_FILE = Grammar(
    nesting=GROUPED,
    hooks_key="",
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression, which may match any part of the tool's name; the empty text or none for all",
            sample="exec",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
    ),
    types=(
        HookType(
            name="command",
            doc="A shell command that gets the event as JSON on stdin",
            body="command",
            fields=(
                type_key("command"),
                required_text("command", "The command; `$DEVIN_PROJECT_DIR` is the project's root"),
                _TIMEOUT,
            ),
        ),
        HookType(
            name="prompt",
            doc="A question about the event for a model",
            body="prompt",
            by=Performer.MODEL,
            label='Answer with one JSON object and nothing else: {"decision": "approve" or "block", "reason": "why"}. '
            "The event: ",
            fields=(type_key("prompt"), required_text("prompt", "What to ask about the event"), _TIMEOUT),
        ),
    ),
)
_IN_CONFIG = replace(
    _IN_FILE,
    hooks_key="hooks",
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),),
    comments=True,
)
_CONFIG, _USERS = ".devin/config.json", ".config/devin/config.json"


def _tool(name: str, doc: str, output: str = "done", /, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response={"success": True, "output": output, "error": None})


_TOOLS = (
    _tool("exec", "runs a shell command", "12 passed", command="npm test"),
    _tool("read", "reads a file", "print('hello')\n", file_path="src/forecast.py"),
    _tool("write", "writes a file", "written", file_path="src/cache.py", content="CACHE = {}\n"),
    _tool("edit", "edits a file", "edited", file_path="src/forecast.py", old_string="hello", new_string="hi"),
    _tool("apply_patch", "applies a patch", "applied", patch="*** Begin Patch"),
    _tool("notebook_read", "reads a notebook", notebook_path="a.ipynb"),
    _tool("notebook_edit", "edits a notebook", notebook_path="a.ipynb"),
    _tool("grep", "searches in files", "src/forecast.py:3\n", pattern="def ", path="src"),
    _tool("glob", "finds files by patterns", "src/forecast.py\n", pattern="**/*.py", path="src"),
    _tool("get_output", "reads what a command in the background has printed", "ok", shell_id="main"),
    _tool("write_to_process", "types into a command in the background", shell_id="main"),
    _tool("kill_shell", "ends a command in the background", shell_id="main"),
    _tool("webfetch", "reads a page of the web", "# Weather\n", url="https://example.com"),
    _tool("web_search", "searches the web", "1 result", query="weather api"),
    _tool("todo_write", "changes the to-do list", todos=[]),
    _tool("exit_plan_mode", "shows the plan to the user"),
    _tool("ask_user_question", "asks the user", "yes", questions=[]),
    _tool("skill", "uses a skill", skill="review"),
    _tool("run_subagent", "gives a task to a subagent", title="Review", task="Review the change", profile="review"),
    _tool("read_subagent", "reads what a subagent has found", agent_id="3fa85f64"),
    _tool("request_scope", "asks for a wider permission"),
    _tool("mcp_list_servers", "lists the MCP servers"),
    _tool("mcp_list_tools", "lists the tools of an MCP server"),
    _tool("mcp_call_tool", "calls a tool of an MCP server"),
    _tool("mcp_read_resource", "reads what an MCP server offers"),
)

DIALECT = Dialect(
    id="devin",
    title="Devin",
    rank=106,
    doc="Eight events, regular expressions as matchers and commands, in `.devin/hooks.v1.json` and `config.json`.",
    source="Devin's pages on hooks; where they disagree about exit codes the newer ones, by which only 2 blocks",
    evidence=Evidence(
        Basis.DOCUMENTED, date="2026-11-23", where="https://docs.devin.ai/cli/extensibility/hooks/overview"
    ),
    grammar=replace(_IN_CONFIG, bare=_IN_FILE),
    locations=(
        Location(Scope.USER, _USERS, grammar=_IN_CONFIG, shared=True),
        Location(Scope.PROJECT, ".devin/hooks.v1.json", grammar=_IN_FILE),
        Location(Scope.PROJECT, _CONFIG, grammar=_IN_CONFIG, shared=True),
        Location(Scope.LOCAL, ".devin/config.local.json", grammar=_IN_CONFIG, shared=True),
    ),
    imports=of_claude_code("unless `read_config_from.claude` is false", is_usual=True),
    markers=(".devin",),
    events=_EVENTS,
    moments={"PostCompaction": "PostCompact"},
    matchers=Matchers(
        language=Language(
            doc="A regular expression, which may match any part; the empty text or no matcher for all",
            wildcards=frozenset({""}),
            names=False,
            whole=False,
        )
    ),
    tools=_TOOLS,
    roles={
        "exec": "Bash",
        "read": "Read",
        "write": "Write",
        "edit": "Edit",
        "apply_patch": "Edit",
        "grep": "Grep",
        "glob": "Glob",
        "webfetch": "WebFetch",
        "web_search": "WebSearch",
        "todo_write": "TodoWrite",
        "ask_user_question": "AskUserQuestion",
        "run_subagent": "Agent",
    },
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(paths=("file_path", "notebook_path", "path")),
    servers=Servers(files=(ServerFile(_CONFIG), ServerFile(_USERS, below_home=True))),
    running=Running(unit=Unit.SECONDS),
    payload=(
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="session_id", doc="The session", sample="bramble-scorpion", source=Source.SESSION_ID),
    ),
    believed={"CLAUDE_PROJECT_DIR": "DEVIN_PROJECT_DIR"},
    variables=(
        Variable(name="DEVIN_PROJECT_DIR", doc="The root of the project", source=Source.PROJECT_DIR, root=True),
    ),
)
