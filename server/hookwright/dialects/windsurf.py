"""The `windsurf` dialect (requirements M): hooks of Windsurf's Cascade, 12 events, exit codes and nothing else.

- M1 Twelve events. `pre_read_code`, `pre_write_code`, `pre_run_command`, `pre_mcp_tool_use` and `pre_user_prompt` can
  be refused; no other can.
- M2 The machine's `hooks.json`, in `/etc/windsurf`, `/Library/Application Support/Windsurf` or
  `C:/ProgramData/Windsurf`, then `~/.codeium/windsurf/hooks.json`, then `<project>/.windsurf/hooks.json`. An entry is
  flat: `command`, `powershell` (on Windows only), `show_output` (default false), `working_directory` (relative to the
  workspace, `~` is not expanded).
- M3 There are no matchers: every hook of an event runs. There is no time limit in the file (**decided**: 60 s).
- M4 stdin is one JSON object: `agent_action_name`, `trajectory_id`, `execution_id`, `timestamp`, and `tool_info` with
  what the event is about.
- M5 Exit 0 is success, and stdout is shown to the user with `show_output`, which has no effect on `pre_user_prompt`
  and `post_cascade_response`. Exit 2 refuses, with stderr as the reason. Any other exit is an error, and lets things
  go on. Nothing that a hook prints is read as JSON.
- M6 The hooks run one after another, those of the machine before those of the user, and these before those of the
  project (**decided**: one that refuses does not end them).
"""

from __future__ import annotations

from typing import Any

from hookwright.dialects.fields import believed_of_claude_code
from hookwright.dialects.reactions import denial, exits
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, EventRunning, Order, PayloadField, Source
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import NOT_BLANK, Conditions, Field, JsonType, Unit, Values
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType, KeyRoles, Performer
from hookwright.model.language import Language, Matchers
from hookwright.model.location import Location
from hookwright.model.nesting import FLAT
from hookwright.model.reaction import Audience, Choice, Decision, Level, Reaction, Say, Words
from hookwright.model.running import Running
from hookwright.model.servers import ServerFile, Servers
from hookwright.model.tool import ToolCalls

_OF_THE_MACHINE = ("/etc/windsurf", "/Library/Application Support/Windsurf", "C:/ProgramData/Windsurf")
_PROJECT = "/home/sam/weather"
_FILE = f"{_PROJECT}/src/forecast.ts"
_SHOWN = "show_output"


_SAID = Reaction(says=Say(Audience.USER, Level.INFO, Words.STDOUT))
_SUCCESS = Choice(_SHOWN, {"true": _SAID, "false": Reaction()}, Reaction())
# Where Cascade shows nothing that a hook prints, whatever `show_output` says.
_NEVER_SHOWN = ("pre_user_prompt", "post_cascade_response")


def _event(name: str, summary: str, info: dict[str, Any], doc: str, exit_two: Reaction | None, **more: Any) -> EventRow:  # noqa: ANN401
    """An event with a sample of its `tool_info`, and what exit code 2 does."""
    return EventRow(
        name=name,
        summary=summary,
        payload=(PayloadField(name="tool_info", doc=doc, sample=info),),
        exits=exits(exit_two, success=Reaction() if name in _NEVER_SHOWN else _SUCCESS, words=Words.STDERR_OR_STDOUT),
        running=EventRunning(order=Order.SERIAL, stops_at=()),
        **more,
    )


def _before(name: str, summary: str, undecided: str, info: dict[str, Any], doc: str) -> EventRow:
    """An event whose hooks can refuse what is announced."""
    return _event(name, summary, info, doc, denial(Words.STDERR, Audience.AGENT, Decision.DENY), undecided=undecided)


def _after(name: str, summary: str, info: dict[str, Any], doc: str, note: str = "") -> EventRow:
    """An event whose hooks can keep nothing from happening."""
    return _event(name, summary, info, doc, None, note=note)


_EDITS = {"file_path": _FILE, "edits": [{"old_string": "const limit = 7", "new_string": "const limit = 10"}]}
_COMMAND = {"command_line": "npm test -- --run forecast", "cwd": _PROJECT}
_CALL = {
    "mcp_server_name": "issues",
    "mcp_tool_name": "create_issue",
    "mcp_tool_arguments": {"title": "Rain gauge is off"},
}

_EVENTS = (
    _before("pre_run_command", "before a command runs in the terminal", "the command runs", _COMMAND, "The command"),
    _after("post_run_command", "after a command has run in the terminal", _COMMAND, "The command"),
    _before(
        "pre_write_code", "before a file is edited", "the file is edited", _EDITS, "The file, and what is replaced"
    ),
    _after("post_write_code", "after a file was edited", _EDITS, "The file, and what was replaced"),
    _before("pre_read_code", "before a file is read", "the file is read", {"file_path": _FILE}, "The file"),
    _after("post_read_code", "after a file was read", {"file_path": _FILE}, "The file"),
    _before(
        "pre_mcp_tool_use",
        "before a tool of an MCP server is called",
        "the tool is called",
        _CALL,
        "The server, its tool, and what that is called with",
    ),
    _after(
        "post_mcp_tool_use",
        "after a tool of an MCP server was called",
        {**_CALL, "mcp_result": '{"number": 12}'},
        "The server, its tool, what that was called with, and its answer",
    ),
    _event(
        "pre_user_prompt",
        "when the user has sent a prompt, before the model gets it",
        {"user_prompt": "Why does the forecast test fail on Mondays?"},
        "The prompt",
        denial(Words.STDERR, Audience.USER, None),
        undecided="the prompt goes to the model",
    ),
    _after(
        "post_cascade_response",
        "after Cascade has answered",
        {"response": "The forecast tests pass again."},
        "The answer",
        "Cascade does not wait for these hooks",
    ),
    _after(
        "post_cascade_response_with_transcript",
        "after Cascade has answered, with the whole conversation",
        {"transcript_path": "/home/sam/.windsurf/transcripts/7d0f4c1e.jsonl"},
        "The conversation, JSON lines",
        "Cascade does not wait for these hooks",
    ),
    _after(
        "post_setup_worktree",
        "after a worktree was made",
        {"worktree_path": "/home/sam/.windsurf/worktrees/weather-1", "root_workspace_path": _PROJECT},
        "The worktree, and the workspace that it was made of",
    ),
)

_OTHERS = (
    Field(
        name=_SHOWN,
        kind=JsonType.BOOLEAN,
        doc="Whether the user sees what the hook prints; not on `pre_user_prompt` and `post_cascade_response`",
        default=False,
        when=Conditions(events=tuple(it.name for it in _EVENTS if it.name not in _NEVER_SHOWN)),
    ),
    Field(
        name="working_directory",
        kind=JsonType.STRING,
        doc="Where the hook runs, relative to the workspace; `~` is not expanded",
        takes=Values(no_home=True),
        sample="scripts",
    ),
)


def _entry(body: str, doc: str, by: Performer) -> HookType:
    bodies = {
        "command": "The shell command to run",
        "powershell": "The PowerShell command to run on Windows",
    }
    fields = (
        Field(name=it, kind=JsonType.STRING, doc=of, required=it == body, takes=NOT_BLANK) for it, of in bodies.items()
    )
    return HookType(
        name="command", doc=doc, body=body, by=by, keys=KeyRoles(folder="working_directory"), fields=(*fields, *_OTHERS)
    )


DIALECT = Dialect(
    id="windsurf",
    title="Windsurf",
    rank=80,
    doc="12 events with flat entries, no matchers, and exit codes that are the only answer.",
    source="Windsurf's page on Cascade hooks",
    evidence=Evidence(Basis.DOCUMENTED, date="2026-11-23", where="https://docs.windsurf.com/windsurf/cascade/hooks"),
    grammar=Grammar(
        nesting=FLAT,
        root=(Field(name="hooks", kind=JsonType.OBJECT, doc="Event name → hooks"),),
        types=(
            _entry("command", "A shell command that gets the event as JSON on stdin", Performer.COMMAND),
            _entry("powershell", "A PowerShell command, which only Windows runs", Performer.NOBODY),
        ),
        default_type="command",
    ),
    locations=(
        *(Location(Scope.SYSTEM, f"{it}/hooks.json") for it in _OF_THE_MACHINE),
        Location(Scope.USER, ".codeium/windsurf/hooks.json"),
        Location(Scope.PROJECT, ".windsurf/hooks.json"),
    ),
    markers=(".windsurf",),
    events=_EVENTS,
    moments={
        "pre_run_command": "PreToolUse",
        "pre_write_code": "PreToolUse",
        "pre_read_code": "PreToolUse",
        "pre_mcp_tool_use": "PreToolUse",
        "post_write_code": "PostToolUse",
        "post_run_command": "PostToolUse",
        "post_read_code": "PostToolUse",
        "post_mcp_tool_use": "PostToolUse",
        "pre_user_prompt": "UserPromptSubmit",
        "post_cascade_response": "Stop",
        "post_cascade_response_with_transcript": "Stop",
        "post_setup_worktree": "WorktreeCreate",
    },
    about={
        "pre_read_code": "Read",
        "post_read_code": "Read",
        "pre_run_command": "Bash",
        "post_run_command": "Bash",
        "pre_mcp_tool_use": "",
        "post_mcp_tool_use": "",
        "pre_write_code": "Edit",
        "post_write_code": "Edit",
    },
    matchers=Matchers(language=Language(doc="There are no matchers: every hook of an event runs")),
    tools=(),
    calls=ToolCalls(inputs=("tool_info",), responses=("mcp_result",), paths=("file_path",), commands=("command_line",)),
    servers=Servers(files=(ServerFile(".codeium/windsurf/mcp_config.json", below_home=True),)),
    running=Running(unit=Unit.SECONDS),
    believed=believed_of_claude_code("", ".tool_info", ".tool_info.file_path", ".tool_info.command_line"),
    payload=(
        PayloadField(name="agent_action_name", doc="The event", sample="pre_run_command", source=Source.EVENT),
        PayloadField(name="trajectory_id", doc="The conversation", sample="7d0f4c1e-52ab", source=Source.SESSION_ID),
        PayloadField(name="execution_id", doc="The turn", sample="b3c7a5d8-1f60"),
        PayloadField(
            name="timestamp", doc="The time (UTC)", sample="2026-10-15T10:30:00.000Z", source=Source.TIMESTAMP
        ),
        PayloadField(name="model_name", doc="The model", sample="SWE-2", required=False),
    ),
)
