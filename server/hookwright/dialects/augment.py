"""The `augment` dialect (requirements V): Augment's agent Auggie, seven events, as its documents and program have them.

- V1 Seven events. `PreToolUse` can refuse the tool, `PostToolUse` can object to what it has done, and `Stop` can keep
  the agent from stopping. `SessionStart` adds to the context. `SessionEnd`, `Notification` and `PromptSubmit` only
  tell.
- V2 `settings.json` in `/etc/augment`, in `.augment` of the user and of the project, `settings.local.json` beside the
  project's, and `hooks/hooks.json` of plugins: event → matcher groups → commands. Comments are allowed.
- V3 A matcher is a regular expression of JavaScript, which may match any part of the tool's name. One that begins with
  `mcp:` is about tools of MCP servers alone, `mcp:*` about all of them. Other events ignore it.
- V4 `timeout` is in milliseconds (default 60000, above 0). With `args`, no shell reads the command. `metadata` of a
  group asks for more in the payload. A hook with a value that does not fit does not run.
- V5 stdin is one JSON object: `hook_event_name`, `conversation_id`, `workspace_roots`, and what the event is about.
  `AUGMENT_PROJECT_DIR`, `AUGMENT_CONVERSATION_ID`, `AUGMENT_HOOK_EVENT` and `AUGMENT_TOOL_NAME` are in the environment.
- V6 Exit 2 refuses on `PreToolUse` and is an objection on `PostToolUse`, with stderr as the reason; elsewhere it blocks
  nothing. Every other failure, a time-out too, lets everything go on.
- V7 An object on stdout: `permissionDecision: deny` refuses and `updatedInput` changes the input, `decision: block` in
  `hookSpecificOutput` objects or keeps the agent going, `additionalContext` goes to the model, `systemMessage` to the
  user. With a value that does not fit, nothing of the object is read.
- V8 The hooks of an event run side by side.
"""

from __future__ import annotations

from typing import Any

from hookwright.dialects.fields import (
    ON_TOOL_NAME,
    USUAL_OUTPUTS,
    context,
    decision,
    event_name,
    flag,
    nullable,
    required_text,
    sent,
    specific_path,
    type_key,
)
from hookwright.dialects.reactions import READ, READ_AS_CONTEXT, denial, exits, feedback, going_on
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import (
    GOES_ON,
    NOTHING,
    EventRow,
    MatchedOn,
    PayloadField,
    Source,
    Variable,
)
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import IN_MILLISECONDS, Field, JsonType, Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import GROUPED
from hookwright.model.plugins import Plugins
from hookwright.model.reaction import (
    Audience,
    Effect,
    ExitTable,
    Level,
    Misfit,
    OutputField,
    Printing,
    Reaction,
    Say,
    Words,
)
from hookwright.model.running import Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import Tool, ToolCalls

_SAID = Reaction(reads_output=True, says=Say(Audience.USER, Level.INFO, Words.STDOUT))
_MESSAGE = OutputField(("systemMessage",), "A message for the user", Effect.MESSAGE)
_MORE = OutputField(("additionalContext",), "Added to the context of the model", Effect.CONTEXT)
_COMMON = (*USUAL_OUTPUTS, _MESSAGE, _MORE)


def _specific(event: str, *fields: OutputField) -> tuple[OutputField, ...]:
    return (*_COMMON, event_name(event, required=True), *fields)


_PERMISSION_REASON = specific_path("permissionDecisionReason")
_PERMISSION = _specific(
    "PreToolUse",
    decision(
        specific_path("permissionDecision"),
        _PERMISSION_REASON,
        "Whether the tool may run; with `allow` and `ask`, the permissions of the settings decide",
        {"allow": Reaction(), "deny": denial(Words.REASON), "ask": Reaction()},
    ),
    OutputField(_PERMISSION_REASON, "Why: the model reads it on `deny`"),
    OutputField(specific_path("updatedInput"), "What the tool is called with instead", Effect.UPDATED_INPUT, "object"),
)
_REASON = specific_path("reason")


def _objection(event: str, doc: str, word: Reaction) -> tuple[OutputField, ...]:
    fields = decision(specific_path("decision"), _REASON, doc, {"block": word}), OutputField(_REASON, "Why")
    return _specific(event, *fields)


def _event(
    name: str,
    summary: str,
    exits: ExitTable,
    *payload: PayloadField,
    outputs: tuple[OutputField, ...] = _COMMON,
    subject: MatchedOn = NOTHING,
    undecided: str = GOES_ON,
    note: str = "",
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        exits=exits,
        payload=payload,
        outputs=outputs,
        subject=subject,
        undecided=undecided,
        note=note,
    )


_CALL = (
    sent("tool_name", "The tool", "launch-process"),
    sent("tool_input", "What the tool is called with", {"command": "npm test"}),
)
_SERVED = flag("is_mcp_tool", "Whether it is a tool of an MCP server", sample=False, optional=True)
_PROMPT = sent(
    "user_prompt", "What the user asked for; with `includeConversationData`", "Write the tests", optional=True
)
_MCP = sent("mcp_metadata", "The MCP server; with `includeMCPMetadata`", {"serverName": "github"}, optional=True)
_EVENTS = (
    _event(
        "PreToolUse",
        "before a tool runs, also in subagents",
        exits(denial(Words.STDERR), success=_SAID),
        *_CALL,
        _SERVED,
        _PROMPT,
        _MCP,
        outputs=_PERMISSION,
        subject=ON_TOOL_NAME,
        undecided="the permissions of the settings apply",
    ),
    _event(
        "PostToolUse",
        "after a tool has run, also in subagents",
        exits(feedback(Words.STDERR), success=_SAID),
        *_CALL,
        sent("tool_output", "What the tool returned", "12 passed", optional=True),
        nullable("tool_error", "Why the tool failed", "exit 1"),
        sent(
            "file_changes",
            "The files that the tool has changed",
            [{"path": "src/forecast.py", "changeType": "edit", "content": "hello, world", "oldContent": "hello"}],
            optional=True,
        ),
        _SERVED,
        _PROMPT,
        _MCP,
        outputs=(
            *_objection("PostToolUse", "`block` has the model read the reason", feedback(Words.REASON)),
            context("Added to the context of the model"),
        ),
        subject=ON_TOOL_NAME,
        undecided="the model reads the result",
    ),
    _event(
        "Stop",
        "when the agent wants to stop",
        exits(success=_SAID),
        sent(
            "agent_stop_cause", "Why the agent stops", "end_turn", "end_turn", "interrupted", "max_iterations", "error"
        ),
        sent(
            "conversation",
            "The last exchange; with `includeConversationData`",
            {"userPrompt": "Write the tests", "agentTextResponse": "Done.", "agentCodeResponse": []},
            optional=True,
        ),
        outputs=_objection("Stop", "`block` keeps the agent going", going_on(Words.REASON)),
        undecided="the agent stops",
        note="The documents say that `decision: block` keeps the agent going; version 0.36.0 was read to drop it",
    ),
    _event(
        "SessionStart",
        "when a session starts",
        exits(success=READ_AS_CONTEXT),
        outputs=_specific("SessionStart", context("Added to the context of the model")),
        undecided="the session starts",
    ),
    _event("SessionEnd", "when a session ends", exits(success=_SAID), undecided="the session ends"),
    _event(
        "Notification",
        "when the agent notifies the user",
        exits(success=READ),
        sent("notification_type", "What it is about", "info"),
        sent("notification_message", "What the user is told", "Auggie needs your approval"),
    ),
    _event(
        "PromptSubmit",
        "when the user has sent a prompt",
        exits(success=READ),
        sent("user_prompt", "What the user typed", "Write the tests"),
        undecided="the agent works on the prompt",
    ),
)

_GRAMMAR = Grammar(
    nesting=GROUPED,
    comments=True,
    trailing_commas=True,
    root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → matcher groups"),),
    group=(
        Field(
            name="matcher",
            kind=JsonType.STRING,
            doc="A regular expression, which may match any part of the tool's name; `.*` or no matcher for all tools, "
            "`mcp:*` for those of MCP servers",
            sample="launch-process",
        ),
        Field(name="hooks", kind=JsonType.ARRAY, doc="The hooks that run when the matcher matches", required=True),
        Field(
            name="metadata",
            kind=JsonType.OBJECT,
            doc="What else the payload has: `includeConversationData`, `includeMCPMetadata` and `includeUserContext`",
        ),
    ),
    types=(
        HookType(
            name="command",
            doc="A command that gets the event as JSON on stdin",
            body="command",
            fields=(
                type_key("command"),
                required_text("command", "The command; `$AUGMENT_PROJECT_DIR` is the project's root"),
                Field(
                    name="args", kind=JsonType.ARRAY, doc="Arguments of the command, which then runs without a shell"
                ),
                Field(
                    name="timeout",
                    kind=JsonType.NUMBER,
                    doc="How long the hook may take",
                    default=60000,
                    measure=IN_MILLISECONDS,
                    sample=5000,
                ),
            ),
        ),
    ),
    strict_hooks=True,
)


def _tool(name: str, doc: str, response: Any = None, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


_TOOLS = (
    _tool("launch-process", "runs a shell command", "12 passed", command="npm test", cwd="/home/sam/weather"),
    _tool("view", "reads a file or lists a folder", "print('hello')\n", path="src/forecast.py", type="file"),
    _tool(
        "str-replace-editor",
        "edits a file",
        "edited",
        command="str_replace",
        path="src/forecast.py",
        old_str_1="hello",
        new_str_1="hello, world",
    ),
    _tool("save-file", "writes a new file", "saved", path="src/cache.py", file_content="CACHE = {}\n"),
    _tool("remove-files", "removes files", "removed", file_paths=["src/cache.py"]),
    _tool("apply_patch", "applies a patch", "patched", input="*** Begin Patch\n*** End Patch\n"),
    _tool("codebase-retrieval", "finds code by what it does", "src/forecast.py", information_request="the forecast"),
    _tool("grep-search", "searches in files", "src/forecast.py:3\n", query="def "),
    _tool("web-search", "searches the web", "1 result", query="weather api"),
    _tool("web-fetch", "reads a page of the web", "# Weather\n", url="https://example.com"),
    _tool("read-process", "reads what a process has printed", "ready", terminal_id=1),
    _tool("write-process", "types into a process", "written", terminal_id=1, input_text="y\n"),
    _tool("kill-process", "ends a process", "ended", terminal_id=1),
    _tool("list-processes", "lists the processes", "1: npm test"),
    _tool("view_tasklist", "lists the to-dos", "1. tests"),
    _tool("add_tasks", "adds to-dos", "added", tasks=[]),
    _tool("update_tasks", "changes to-dos", "changed", tasks=[]),
    _tool("reorganize_tasklist", "reorders the to-dos", "changed", markdown="- [ ] tests"),
    _tool("render-mermaid", "draws a diagram", "drawn", mermaid_code="graph TD"),
    _tool("view-range-untruncated", "reads more of a long result", "text", reference_id="abc"),
    _tool("search-untruncated", "searches in a long result", "text", reference_id="abc", search_term="error"),
    _tool("diagnostics", "reads what the editor has found", "none", paths=["src/forecast.py"]),
    _tool("remember", "keeps a fact for later sessions", "kept", memory="We use pytest"),
    _tool("ask-user", "asks the user", "yes"),
    _tool("github-api", "calls GitHub", "ok", path="/repos/sam/weather/issues", method="GET"),
    _tool("linear", "calls Linear", "ok", query="open issues"),
    _tool("notion", "calls Notion", "ok"),
)
_NAMES = tuple(it.name for it in _TOOLS)


def _plugin_root(name: str) -> Variable:
    doc = "The folder of the plugin that the hook came with; only in plugins"
    return Variable(name=name, doc=doc, source=Source.PLUGIN_ROOT, root=True, scopes=(Scope.PLUGIN,))


DIALECT = Dialect(
    id="augment",
    title="Augment",
    rank=108,
    doc="Seven events, regular expressions as matchers and commands, in settings of the user and the project.",
    source="Augment's page on hooks, and its program of version 0.36.0",
    evidence=Evidence(Basis.DOCUMENTED, "0.36.0", "2026-11-23", "https://docs.augmentcode.com/cli/hooks"),
    grammar=_GRAMMAR,
    locations=(
        Location(Scope.SYSTEM, "/etc/augment/settings.json"),
        Location(Scope.SYSTEM, "C:/ProgramData/Augment/settings.json"),
        Location(Scope.USER, ".augment/settings.json"),
        Location(Scope.PROJECT, ".augment/settings.json"),
        Location(Scope.LOCAL, ".augment/settings.local.json"),
        Location(Scope.PLUGIN, "hooks/hooks.json"),
    ),
    markers=(".augment",),
    events=_EVENTS,
    moments={"PromptSubmit": "UserPromptSubmit"},
    matchers=Matchers(
        language=Language(
            doc="A regular expression, which may match any part; `.*`, the empty string or no matcher for all; one "
            "that begins with `mcp:` is compared with tools of MCP servers only",
            wildcards=frozenset({"", ".*"}),
            names=False,
            whole=False,
            served_mark="mcp:",
            own_tools=frozenset(_NAMES),
        )
    ),
    tools=_TOOLS,
    roles={
        "launch-process": "Bash",
        "view": "Read",
        "str-replace-editor": "Edit",
        "save-file": "Write",
        "apply_patch": "Edit",
        "grep-search": "Grep",
        "web-search": "WebSearch",
        "web-fetch": "WebFetch",
        "ask-user": "AskUserQuestion",
    },
    tool_equivalents=tool_equivalents(_NAMES),
    calls=ToolCalls(responses=("tool_output",), paths=("path",)),
    servers=Servers(
        files=(ServerFile(".augment/settings.json"), ServerFile(".augment/settings.json", below_home=True)),
        tools="mcp:.*_{server}",
    ),
    plugins=Plugins(marks=(".augment-plugin",), marketplace=".augment-plugin/marketplace.json"),
    running=Running(unit=Unit.MILLISECONDS, shell=("bash", "-c"), arguments_key="args", grace=5.0, in_project=True),
    printing=Printing(dropped_for=Misfit.VALUE),
    payload=(
        PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="conversation_id", doc="The conversation", sample="4f0c2d71-90f2", source=Source.SESSION_ID),
        sent("workspace_roots", "The folders that the agent works in; hooks run in the first", ["/home/sam/weather"]),
        sent("context", "The user; with `includeUserContext`", {"userEmail": "sam@example.com"}, optional=True),
    ),
    believed={"CLAUDE_PROJECT_DIR": "AUGMENT_PROJECT_DIR"},
    variables=(
        Variable(name="AUGMENT_PROJECT_DIR", doc="The root of the project", source=Source.PROJECT_DIR, root=True),
        Variable(name="AUGMENT_CONVERSATION_ID", doc="The conversation", source=Source.SESSION_ID),
        Variable(name="AUGMENT_HOOK_EVENT", doc="The event that fired", source=Source.EVENT),
        Variable(
            name="AUGMENT_TOOL_NAME",
            doc="The tool",
            source=Source.PAYLOAD,
            field="tool_name",
            events=("PreToolUse", "PostToolUse"),
        ),
        _plugin_root("AUGMENT_PLUGIN_ROOT"),
        _plugin_root("AUGGIE_PLUGIN_ROOT"),
        _plugin_root("CLAUDE_PLUGIN_ROOT"),
    ),
)
