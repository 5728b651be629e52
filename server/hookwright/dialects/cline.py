"""The `cline` dialect (requirements Y): Cline's command line and its extension for VS Code, one script for each hook.

- Y1 11 events. `PreToolUse` can be refused, and `PostToolUse` end the task; in VS Code, `TaskStart` and
  `UserPromptSubmit` can be refused as well.
- Y2 A script is a hook by its name: `PreToolUse` is for that event. It lies in `.clinerules/hooks` or `.cline/hooks` of
  the project, or in `Documents/Cline/Hooks` or `.cline/hooks` of the user. Other files there are no hooks.
- Y3 The command line also runs scripts with an ending, such as `PreToolUse.sh`, and takes any case; the extension runs
  neither. Nothing runs files with other endings, such as `PreToolUse.rb`.
- Y4 The extension runs a script by itself, so that it has to be executable, and begin with `#!`. The command line runs
  it with the program of its `#!` line, or of its ending, or else with `bash`.
- Y5 stdin is one JSON object: `hookName`, `taskId`, `timestamp`, `workspaceRoots`, and an object with what the event is
  about, such as `preToolUse` with `toolName` and `parameters`.
- Y6 An object on stdout decides, whatever the exit code is: `cancel` ends the task, with `errorMessage` as the reason,
  and `contextModification` goes to the model. `overrideInput` replaces the input of a tool, on the command line. That
  reads nothing if there is other text before the object; the extension finds the object anyway.
- Y7 A hook that fails has no say. Scripts of the same event all run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookwright.dialects.fields import required_text, sent
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import tool_equivalents
from hookwright.model.event import GOES_ON, EventRow, PayloadField, Source
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.field import Unit
from hookwright.model.grammar import Grammar
from hookwright.model.hook import Scope
from hookwright.model.hook_type import HookType
from hookwright.model.language import Language, Matchers, Pattern
from hookwright.model.location import Format, Location
from hookwright.model.nesting import FLAT
from hookwright.model.reaction import (
    Audience,
    Decision,
    Effect,
    ExitTable,
    Level,
    OutputField,
    Reaction,
    Say,
    Status,
    Words,
)
from hookwright.model.running import Executables, Running
from hookwright.model.tool import Tool, ToolCalls

_SOURCE = Evidence(Basis.SOURCE, "4.1.13", "2026-11-24", "https://github.com/cline/cline")
_MEASURED = Evidence(Basis.MEASURED, "CLI 3.0.65", "2026-11-24", "https://docs.cline.bot/customization/hooks")
_PROGRAMS = {
    ".sh": "bash",
    ".bash": "bash",
    ".zsh": "bash",
    ".js": "node",
    ".mjs": "node",
    ".cjs": "node",
    ".ts": "bun run",
    ".mts": "bun run",
    ".cts": "bun run",
    ".py": "python3",
    ".ps1": "pwsh -File",
}
_NEVER = (".bat", ".cmd", ".exe", ".rb", ".pl", ".php", ".lua", ".fish")
_ENDINGS = ("", *_PROGRAMS, *_NEVER)


def _failed(status: Status) -> Reaction:
    """A failure, which the user is shown; an object that was printed counts anyway."""
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, Words.STDERR), reads_output=True)


_EXITS = ExitTable(
    codes={0: Reaction(reads_output=True)},
    other=_failed(Status.FAILED),
    timed_out=Reaction(status=Status.TIMED_OUT),
    cannot_start=Reaction(status=Status.CANNOT_START),
)
_SAID = (
    OutputField(("contextModification",), "Added to the context of the model", Effect.CONTEXT),
    OutputField(("errorMessage",), "Why the task ends, where `cancel` is `true`"),
)


def _cancels(reaction: Reaction) -> tuple[OutputField, ...]:
    cancel = OutputField(
        ("cancel",),
        "Whether the task ends",
        Effect.DECIDES,
        "boolean",
        words={True: reaction, False: Reaction()},
        reason=("errorMessage",),
    )
    return (cancel, *_SAID)


def _cancelled(*, blocks: bool, decision: Decision | None = None) -> Reaction:
    return Reaction(
        status=Status.BLOCKED,
        decision=decision,
        blocks=blocks,
        reason=Words.REASON,
        says=Say(Audience.USER, Level.ERROR, Words.REASON),
        stops=True,
    )


def _about(name: str, sample: Mapping[str, Any], holds: Mapping[str, str] | None = None) -> PayloadField:
    """The object with what the event is about."""
    return PayloadField(
        name=name, doc="What the event is about", sample=dict(sample), required=False, holds=holds or {}
    )


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    outputs: tuple[OutputField, ...] = _SAID,
    evidence: Evidence | None = None,
    undecided: str = GOES_ON,
    note: str = "",
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        payload=payload,
        exits=_EXITS,
        outputs=outputs,
        evidence=evidence,
        undecided=undecided,
        note=note,
    )


_TASK: Mapping[str, Any] = {"taskMetadata": {}}
_CALL = {"toolName": "run_commands", "parameters": {"commands": '["git push --force"]'}}
_HOLDS = {"toolName": "tool_name", "parameters": "tool_input"}
_NOT_CLI = "Only the extension for VS Code waits for the answer"
_EVENTS = (
    _event(
        "PreToolUse",
        "before a tool runs",
        _about("preToolUse", _CALL, _HOLDS),
        outputs=(
            *_cancels(_cancelled(blocks=True, decision=Decision.DENY)),
            OutputField(
                ("overrideInput",),
                "Replaces the input of the tool, on the command line",
                Effect.UPDATED_INPUT,
                "object",
            ),
        ),
        undecided="the normal permission rules apply",
    ),
    _event(
        "PostToolUse",
        "after a tool has run",
        _about(
            "postToolUse",
            {**_CALL, "result": "pushed", "success": True, "executionTimeMs": 26},
            {**_HOLDS, "result": "tool_response"},
        ),
        outputs=_cancels(_cancelled(blocks=False)),
    ),
    _event(
        "UserPromptSubmit",
        "when the user has sent a prompt",
        _about("userPromptSubmit", {"prompt": "Fix the forecast", "attachments": []}, {"prompt": "prompt"}),
        outputs=_cancels(_cancelled(blocks=True)),
        evidence=_SOURCE,
        undecided="the prompt goes to the agent",
        note=_NOT_CLI,
    ),
    _event(
        "TaskStart",
        "when a task begins",
        _about("taskStart", _TASK),
        outputs=_cancels(_cancelled(blocks=True)),
        evidence=_SOURCE,
        undecided="the task starts",
        note=_NOT_CLI,
    ),
    _event("TaskResume", "when a task is resumed", _about("taskResume", _TASK), evidence=_SOURCE),
    _event("TaskCancel", "when a task was cancelled", _about("taskCancel", _TASK), evidence=_SOURCE),
    _event("TaskComplete", "when a task has finished", _about("taskComplete", _TASK)),
    _event("TaskError", "when an error has ended a task", evidence=_SOURCE, note="Only the command line has it"),
    _event("SessionShutdown", "when a session ends", evidence=_SOURCE, note="Only the command line has it"),
    _event(
        "PreCompact",
        "before the conversation is made shorter",
        _about("preCompact", {"taskId": "conv_1"}),
        evidence=_SOURCE,
        note="In recent versions, nothing fires it",
    ),
    _event(
        "Notification",
        "when the user gets a notification",
        _about("notification", {"event": "waiting", "message": "May I?"}),
        evidence=_SOURCE,
        note="In recent versions, nothing fires it",
    ),
)


def _tool(name: str, doc: str, response: str, /, **keys: Any) -> Tool:  # noqa: ANN401
    return Tool(name=name, doc=doc, input=keys, response=response)


_TOOLS = (
    _tool("run_commands", "runs shell commands", "12 passed", commands='["npm test"]'),
    _tool("read_files", "reads files", "print('hello')", files='[{"path": "src/forecast.py"}]'),
    _tool("search_codebase", "searches in files", "1 result", queries='["def "]'),
    _tool("editor", "edits a file", "edited", path="src/forecast.py", new_text="CACHE = {}"),
    _tool("apply_patch", "changes files by a patch", "changed", input="*** Begin Patch"),
    _tool("fetch_web_content", "reads pages of the web", "# Weather", requests='[{"url": "https://example.com"}]'),
    _tool("skills", "uses a skill", "done", skill="release"),
    _tool("ask_question", "asks the user", "yes", question="Which one?"),
    _tool("spawn_agent", "gives a task to a subagent", "done", task="Find the tests"),
)


def _folder(scope: Scope, path: str) -> Location:
    return Location(scope, f"{path}/*", format=Format.SCRIPT, endings=_ENDINGS)


DIALECT = Dialect(
    id="cline",
    title="Cline",
    rank=133,
    doc="11 events, and a script for each hook, called after its event, in a folder of the user or the project.",
    source="Cline's source, and what its command line 3.0.65 does",
    evidence=_MEASURED,
    grammar=Grammar(
        nesting=FLAT,
        hooks_key="",
        root_open=False,
        types=(
            HookType(
                name="command",
                doc="A script that gets the event as JSON on stdin",
                body="command",
                fields=(required_text("command", "What runs the script; it follows from the name of its file"),),
            ),
        ),
        default_type="command",
    ),
    locations=(
        _folder(Scope.USER, "Documents/Cline/Hooks"),
        _folder(Scope.USER, ".cline/hooks"),
        _folder(Scope.PROJECT, ".clinerules/hooks"),
        _folder(Scope.PROJECT, ".cline/hooks"),
    ),
    events=_EVENTS,
    moments={
        "TaskStart": "SessionStart",
        "TaskComplete": "Stop",
        "TaskError": "StopFailure",
        "SessionShutdown": "SessionEnd",
    },
    matchers=Matchers(language=Language(doc="There are no matchers: every hook runs", pattern=Pattern.NONE)),
    tools=_TOOLS,
    roles={
        "run_commands": "Bash",
        "editor": "Edit",
        "read_files": "Read",
        "search_codebase": "Grep",
        "fetch_web_content": "WebFetch",
        "ask_question": "AskUserQuestion",
        "spawn_agent": "Agent",
    },
    tool_equivalents=tool_equivalents(it.name for it in _TOOLS),
    calls=ToolCalls(inputs=("tool_input",), paths=("path",), commands=("commands",)),
    running=Running(unit=Unit.SECONDS, timeout=30.0),
    executables=Executables(
        programs=_PROGRAMS,
        partly=tuple(it for it in _PROGRAMS if it != ".ps1"),
        part="on its command line, and not in VS Code",
        never=_NEVER,
    ),
    payload=(
        PayloadField(name="hookName", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
        PayloadField(name="taskId", doc="The task", sample="conv_1795545225583", source=Source.SESSION_ID),
        PayloadField(name="timestamp", doc="When it fired", sample="2026-11-24T18:33:45.991Z", source=Source.TIMESTAMP),
        sent("clineVersion", "Cline's version", "4.1.13", optional=True),
        sent("workspaceRoots", "The folders that are open", ["/home/sam/weather"], optional=True),
        sent("userId", "The user", "unknown", optional=True),
    ),
)
