"""The events of Qwen Code: what they carry, and what exit codes and printed objects do on them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from hookwright.dialects.fields import (
    ON_TOOL_NAME,
    context,
    decides,
    decision,
    event_name,
    flag,
    sent,
    specific_path,
    value_of,
)
from hookwright.dialects.qwen_code.payload import DOCUMENTED, PROJECT
from hookwright.dialects.reactions import READ_AS_CONTEXT, denial, failed, feedback, going_on
from hookwright.model.event import NOTHING, Chain, EventRow, EventRunning, MatchedOn, PayloadField
from hookwright.model.evidence import Evidence
from hookwright.model.folding import Folding, Pick
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

_TOLD = Say(Audience.USER, Level.INFO, Words.STDOUT_OR_STDERR)
_READ = Reaction(reads_output=True, says=_TOLD)
_FAILED = failed(reads_output=True)
_ALL = Folding(reason=Pick.ALL)
_OF_CALLS = Folding(reason=Pick.ALL, lone_ask=True)

_DECISION, _REASON = ("decision",), ("reason",)
_STOP_REASON = ("stopReason",)
_BLOCKING = ("block", "deny")
_PASSING = ("approve", "allow")


def _exits(exit_two: Reaction = _FAILED, success: Reaction = _READ) -> ExitTable:
    """Exit 2 does `exit_two` if stderr says why, and no object there says otherwise; elsewhere an object decides."""
    refusal = failed()
    if exit_two is not _FAILED:
        refusal = replace(exit_two, wordless=failed(), reads_output=True, yields=True, source=Words.STDERR)
    return ExitTable(
        codes={0: success, 2: refusal},
        other=_FAILED,
        timed_out=failed(Status.TIMED_OUT),
        cannot_start=failed(Status.CANNOT_START, reads_output=True),
    )


def _words(reaction: Reaction, passing: Reaction | None = None) -> Mapping[str, Reaction]:
    return {**dict.fromkeys(_BLOCKING, reaction), **dict.fromkeys(_PASSING, passing or Reaction())}


def _block(doc: str, reaction: Reaction) -> tuple[OutputField, ...]:
    return decides(doc, _words(reaction))


def _continue(doc: str, stopped: Reaction) -> tuple[OutputField, ...]:
    """`continue: false` if it does not stop the agent, but something else."""
    words = {False: stopped, True: Reaction()}
    return (
        OutputField(("continue",), doc, Effect.DECIDES, "boolean", words=words, reason=_STOP_REASON),
        OutputField(_STOP_REASON, "Why, where `continue` is `false`"),
    )


_QUIET = (
    OutputField(("suppressOutput",), "Whether stdout is hidden", Effect.SUPPRESS, "boolean"),
    OutputField(("systemMessage",), "A note for the user", Effect.MESSAGE),
)
_STOPS = (
    OutputField(("continue",), "`false` stops the agent", Effect.CONTINUE, "boolean"),
    OutputField(_STOP_REASON, "Shown to the user when `continue` is `false`", Effect.STOP_REASON),
)
_NO_STOP = (
    OutputField(("continue",), "Has no effect here", kind="boolean"),
    OutputField(_STOP_REASON, "Has no effect here"),
)


def _specific(event: str, *fields: OutputField) -> tuple[OutputField, ...]:
    """The fields of `hookSpecificOutput`; its name is not asked for, and that of another event is accepted."""
    return (replace(event_name(event, required=False), words={}, doc="The name of the event; not looked at"), *fields)


_ADDED = context("Added to the context of the model")
_UNHEARD = OutputField(specific_path("additionalContext"), "Does not reach the model in 0.24.4")

_CALL = (
    sent("tool_name", "The tool, by its own name", "run_shell_command"),
    sent("tool_input", "What the tool is called with", {"command": "npm test", "is_background": False}),
)
_USE = (
    sent("tool_use_id", "The id of this call", "toolu_1795305013652_8lpzlpxaz"),
    sent("tool_call_id", "The id that the model gave it", "call_01_0", optional=True),
)
_IN_SUBAGENT = sent("agent_id", "The subagent's id, inside a subagent", "reviewer-a41c09e7", optional=True)
_DURATION = sent("duration_ms", "How long the tool took, in milliseconds", 148, optional=True)
_RESPONSE = sent("tool_response", "What the tool returned", {"llmContent": "Output: 12 passed", "returnDisplay": ""})
_RUNNING = (
    sent("background_tasks", "What still runs in the background", [{"id": "bg-1", "status": "running"}], optional=True),
    sent("crons", "What is scheduled", [{"id": "cron-1", "schedule": "30 8 * * *"}], optional=True),
)
_STOPPING = (
    flag(
        "stop_hook_active",
        "Whether a stop hook has already made the agent go on: check it, or the agent goes on up to its cap",
        sample=False,
    ),
    sent("last_assistant_message", "The last text of the model", "The forecast tests pass again.", optional=True),
    *_RUNNING,
)

_DENIED = denial(Words.REASON)
_PERMISSION, _BECAUSE = specific_path("permissionDecision"), specific_path("permissionDecisionReason")


def _on_tool(
    name: str, summary: str, *payload: PayloadField, exits: ExitTable, outputs: tuple[OutputField, ...]
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        subject=ON_TOOL_NAME,
        payload=(*_CALL, *payload, _IN_SUBAGENT),
        exits=exits,
        outputs=outputs,
        folding=_ALL,
    )


PRE_TOOL_USE = replace(
    _on_tool(
        "PreToolUse",
        "before a tool runs",
        *_USE,
        exits=_exits(denial(Words.STDERR)),
        outputs=(
            *_continue("`false` denies the call", _DENIED),
            *_QUIET,
            *_specific(
                "PreToolUse",
                replace(
                    decision(
                        _PERMISSION,
                        _BECAUSE,
                        "Whether the tool may run; without a terminal `ask` denies.  It goes before `decision` and "
                        "exit codes, and of several hooks the last that says it decides, even against a `deny`",
                        {
                            "allow": Reaction(decision=Decision.ALLOW),
                            "deny": _DENIED,
                            "ask": Reaction(decision=Decision.ASK, reason=Words.REASON),
                        },
                    ),
                    settles=True,
                ),
                OutputField(_BECAUSE, "Why, for the model"),
                OutputField(
                    specific_path("updatedInput"),
                    "Meant to change the tool's input; 0.24.4 was seen to ignore it",
                    kind="object",
                ),
                OutputField(
                    specific_path("tool_input"),
                    "Keys of the input that hooks which run in sequence behind it read; the call stays as it is",
                    kind="object",
                ),
                _UNHEARD,
            ),
            replace(
                decision(
                    _DECISION,
                    _REASON,
                    "The same, in short: `block` and `deny`, `approve` and `allow`, or `ask`, which is lost where "
                    "another hook prints anything",
                    {
                        **_words(_DENIED, Reaction(decision=Decision.ALLOW)),
                        "ask": Reaction(decision=Decision.ASK, reason=Words.REASON),
                    },
                ),
                unless=(_PERMISSION,),
            ),
            OutputField(_REASON, "Why, beside `decision`"),
        ),
    ),
    undecided="the normal permission rules apply",
    folding=_OF_CALLS,
    chain=Chain(hands_on=specific_path("tool_input")),
)

_NO_EFFECT = (
    OutputField(_DECISION, "Meant to feed the reason back; 0.24.4 was seen to ignore it", words=_words(Reaction())),
    OutputField(_REASON, "Meant for the model; 0.24.4 was seen to ignore it"),
)

POST_TOOL_USE = _on_tool(
    "PostToolUse",
    "right after a tool has succeeded",
    _RESPONSE,
    *_USE,
    _DURATION,
    exits=_exits(),
    outputs=(
        *_continue("`false`: `stopReason` takes the place of the result", feedback(Words.REASON)),
        *_QUIET,
        *_NO_EFFECT,
        *_specific("PostToolUse", _ADDED),
    ),
)

POST_TOOL_USE_FAILURE = replace(
    _on_tool(
        "PostToolUseFailure",
        "right after a tool has failed",
        *_USE,
        sent("error", "What went wrong", "ENOENT: no such file or directory"),
        flag("is_interrupt", "Whether the user interrupted it", sample=False, optional=True),
        _DURATION,
        exits=_exits(),
        outputs=(*_NO_STOP, *_QUIET, *_specific("PostToolUseFailure", _ADDED)),
    ),
    evidence=DOCUMENTED,
)

_ASKED = specific_path("decision", "behavior")
PERMISSION_REQUEST = replace(
    _on_tool(
        "PermissionRequest",
        "when the user is about to be asked for permission",
        sent("permission_suggestions", "The rules that the dialog offers", [{"type": "allow"}], optional=True),
        exits=_exits(denial(Words.STDERR)),
        outputs=(
            *_NO_STOP,
            *_QUIET,
            *_specific(
                "PermissionRequest",
                decision(
                    _ASKED,
                    specific_path("decision", "message"),
                    "Answers for the user",
                    {"allow": Reaction(decision=Decision.ALLOW), "deny": _DENIED},
                ),
                OutputField(
                    specific_path("decision", "updatedInput"),
                    "With `allow`: the input the tool gets instead",
                    Effect.UPDATED_INPUT,
                    "object",
                ),
                OutputField(specific_path("decision", "updatedPermissions"), "Permission rules to add", kind="array"),
                OutputField(specific_path("decision", "message"), "With `deny`: why, for the model"),
                OutputField(specific_path("decision", "interrupt"), "With `deny`: ends the turn", kind="boolean"),
            ),
        ),
    ),
    undecided="the user is asked",
    evidence=DOCUMENTED,
)

PERMISSION_DENIED = replace(
    _on_tool(
        "PermissionDenied",
        "after auto mode has denied a tool call",
        *_USE,
        sent("reason", "Why it was denied", "classifier_blocked"),
        exits=replace(_exits(), codes={0: Reaction()}),
        outputs=(),
    ),
    undecided="the call stays denied",
    evidence=DOCUMENTED,
)


def _prompt_event(
    name: str,
    summary: str,
    undecided: str,
    *payload: PayloadField,
    subject: MatchedOn = NOTHING,
    evidence: Evidence | None = None,
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        subject=subject,
        payload=payload,
        exits=_exits(denial(Words.STDERR, Audience.USER, None), READ_AS_CONTEXT),
        outputs=(
            *_STOPS,
            *_QUIET,
            *_block("Blocks it", denial(Words.REASON, Audience.USER, None)),
            *_specific(name, context("Added to the context of the model, like plain stdout")),
        ),
        folding=_ALL,
        evidence=evidence,
    )


USER_PROMPT_SUBMIT = replace(
    _prompt_event(
        "UserPromptSubmit",
        "before the model is asked: for what the user typed, and again after each round of tool calls",
        "the prompt goes to the model",
        sent("prompt", "What the model is asked; empty after tool calls", "Why does the forecast test fail?"),
        sent("submitted_prompt", "What the user typed", "Why does the forecast test fail?", optional=True),
    ),
    chain=Chain(context_into="prompt"),
    note="It fires again after tool calls, with an empty `prompt`.",
)
USER_PROMPT_EXPANSION = _prompt_event(
    "UserPromptExpansion",
    "when a typed command is about to be expanded",
    "the command is expanded",
    sent("command_name", "Its name, without the slash", "release"),
    sent("command_args", "The text after the name", "minor"),
    sent("prompt", "What the command became", "Make a minor release"),
    subject=value_of("command_name"),
    evidence=DOCUMENTED,
)


def _observed(
    name: str,
    summary: str,
    *payload: PayloadField,
    subject: MatchedOn = NOTHING,
    context_field: OutputField | None = None,
    undecided: str = "the agent goes on",
) -> EventRow:
    """An event that nothing holds up, known from documentation; without a field for context, no output is read."""
    outputs = () if context_field is None else (*_NO_STOP, *_QUIET, *_specific(name, context_field))
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        subject=subject,
        payload=payload,
        exits=_exits() if outputs else replace(_exits(), codes={0: Reaction()}),
        outputs=outputs,
        evidence=DOCUMENTED,
    )


_SOURCES = ("startup", "resume", "clear", "compact", "branch")

SESSION_START = replace(
    _observed(
        "SessionStart",
        "when a session begins or is resumed",
        sent("source", "How the session began", "startup", *_SOURCES),
        sent("model", "The model", "qwen3-coder-plus", optional=True),
        sent("agent_type", "The agent that the session runs as", "reviewer", optional=True),
        subject=value_of("source", *_SOURCES),
        context_field=context("Added to the context of the session, like plain stdout"),
        undecided="the session begins",
    ),
    exits=_exits(success=READ_AS_CONTEXT),
    evidence=None,
)
_ENDS = ("clear", "logout", "prompt_input_exit", "bypass_permissions_disabled", "other")
SESSION_END = _observed(
    "SessionEnd",
    "when the session ends",
    sent("reason", "Why it ends", "prompt_input_exit", *_ENDS),
    subject=value_of("reason", *_ENDS),
    undecided="the session ends",
)
SESSION_DELETE = _observed(
    "SessionDelete",
    "after a session was deleted",
    sent("deleted_session_id", "The session that was deleted", "1f6eef9f-75d3-4c45-8a93-7a5af2276b43"),
)
MESSAGE_DISPLAY = _observed(
    "MessageDisplay",
    "again and again while the model's answer is shown",
    sent("message_id", "The message", "e81b4a6c-93d7-4f28-b5c0-7a2d6e9f1348"),
    sent("displayed_text", "All of it so far", "Two of the twelve tests fail:\n"),
    flag("is_final", "Whether this is all", sample=False),
)
_ERRORS = (
    "rate_limit",
    "authentication_failed",
    "billing_error",
    "invalid_request",
    "server_error",
    "max_output_tokens",
    "loop_detected",
    "unknown",
)
STOP_FAILURE = _observed(
    "StopFailure",
    "when a turn ends with an error",
    sent("error", "The kind of error", "rate_limit", *_ERRORS),
    sent("error_details", "What the service said", "429 Too Many Requests", optional=True),
    sent("last_assistant_message", "The last text of the model", "Let me look at the tests.", optional=True),
    subject=value_of("error", *_ERRORS),
)
_TRIGGER = sent("trigger", "By the user's command, or because the context is full", "auto", "manual", "auto")
PRE_COMPACT = _observed(
    "PreCompact",
    "before the conversation is compacted",
    _TRIGGER,
    sent("custom_instructions", "What the user asked to keep", "Keep the list of open bugs", optional=True),
    subject=value_of("trigger", "manual", "auto"),
    context_field=_ADDED,
    undecided="the conversation is compacted",
)
POST_COMPACT = _observed(
    "PostCompact",
    "after the conversation has been compacted",
    _TRIGGER,
    sent("compact_summary", "The summary that replaced it", "The forecast is cached; two tests are still red."),
    subject=value_of("trigger", "manual", "auto"),
)
_NOTIFICATIONS = ("permission_prompt", "idle_prompt", "auth_success", "elicitation_dialog")
NOTIFICATION = _observed(
    "Notification",
    "when the user is notified",
    sent("message", "What the user is told", "Qwen Code needs your permission"),
    sent("title", "Its title", "Permission", optional=True),
    sent("notification_type", "What kind it is", "permission_prompt", *_NOTIFICATIONS),
    subject=value_of("notification_type", *_NOTIFICATIONS),
    context_field=_ADDED,
    undecided="the user is notified",
)
_SUBAGENT = (
    sent("agent_id", "The subagent's id", "reviewer-a41c09e7"),
    sent("agent_type", "The subagent's type", "reviewer"),
)
SUBAGENT_START = _observed(
    "SubagentStart",
    "when a subagent starts",
    *_SUBAGENT,
    subject=value_of("agent_type"),
    context_field=context("Added to the context of the subagent"),
    undecided="the subagent starts",
)
_LOADED = ("session_start", "include", "refresh")
INSTRUCTIONS_LOADED = _observed(
    "InstructionsLoaded",
    "when a file with instructions enters the context",
    sent("file_path", "The file", f"{PROJECT}/QWEN.md"),
    sent("memory_type", "Whose file it is", "project", "user", "project", "local", "extension"),
    sent("load_reason", "Why it is loaded", "session_start", *_LOADED),
    sent("trigger_file_path", "The file whose use loaded it", f"{PROJECT}/src/forecast.ts", optional=True),
    sent("parent_file_path", "The file that includes it", f"{PROJECT}/QWEN.md", optional=True),
    subject=value_of("file_path"),
)

_MUST_GO_ON = going_on(Words.REASON)


def _stop_event(name: str, who: str, *payload: PayloadField, subject: MatchedOn = NOTHING) -> EventRow:
    return EventRow(
        name=name,
        summary=f"when {who} is about to stop",
        undecided=f"{who} stops",
        subject=subject,
        payload=payload,
        exits=_exits(going_on(Words.STDERR)),
        outputs=(
            *_continue("`false` makes the agent go on, with `stopReason` as its next prompt", _MUST_GO_ON),
            *_QUIET,
            *_block("Makes the agent go on, with the reason as its next prompt", _MUST_GO_ON),
            *_specific(name, _UNHEARD),
        ),
        folding=_ALL,
        loop_guard="stop_hook_active",
        evidence=None if subject is NOTHING else DOCUMENTED,
    )


STOP = _stop_event(
    "Stop",
    "the agent",
    *_STOPPING,
    sent("context_usage", "How much of the context is used, from 0 to 1", 0.05, optional=True),
    sent("context_limit", "The size of the context, in tokens", 200000, optional=True),
    sent("input_tokens", "The tokens of the last request", 10000, optional=True),
)
SUBAGENT_STOP = _stop_event(
    "SubagentStop",
    "the subagent",
    *_SUBAGENT,
    sent("agent_transcript_path", "The subagent's conversation", "/home/sam/.qwen/projects/sub.jsonl"),
    *_STOPPING,
    subject=value_of("agent_type"),
)

POST_TOOL_BATCH = EventRow(
    name="PostToolBatch",
    summary="when all tool calls of one message are done, before the model is asked again",
    undecided="the model is asked again",
    payload=(
        sent("tool_calls", "The calls, with their results", [{"tool_name": "read_file", "status": "success"}]),
        _IN_SUBAGENT,
    ),
    exits=_exits(denial(Words.STDERR, Audience.USER, None)),
    outputs=(
        *_STOPS,
        *_QUIET,
        *_block("Stops before the model is asked again", denial(Words.REASON, Audience.USER, None)),
        *_specific("PostToolBatch", _ADDED),
    ),
    folding=_ALL,
    running=EventRunning(timeout=15.0, most_timeout=15.0),
    evidence=DOCUMENTED,
)


def _todo_event(name: str, summary: str, *payload: PayloadField) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        undecided="the list is changed",
        payload=(
            sent("todo_id", "The item", "1"),
            sent("todo_content", "The to-dos", "Cache the forecast"),
            *payload,
            sent("all_todos", "The whole list", [{"id": "1", "content": "Cache the forecast", "status": "pending"}]),
            sent("phase", "Before or after the list is written", "validation", "validation", "postWrite"),
        ),
        exits=_exits(denial(Words.STDERR)),
        outputs=(*_NO_STOP, *_QUIET, *_block("Before the list is written: keeps it as it is", _DENIED)),
        folding=_ALL,
        evidence=DOCUMENTED,
        note="It fires twice: only before the list is written can a hook block.",
    )


TODO_CREATED = _todo_event(
    "TodoCreated", "when an item is put on the list of things to do", sent("todo_status", "Its status", "pending")
)
TODO_COMPLETED = _todo_event(
    "TodoCompleted",
    "when an item of the list of things to do is done",
    sent("previous_status", "Its status until now", "in_progress"),
)

EVENTS = (
    PRE_TOOL_USE,
    POST_TOOL_USE,
    POST_TOOL_USE_FAILURE,
    POST_TOOL_BATCH,
    PERMISSION_REQUEST,
    PERMISSION_DENIED,
    USER_PROMPT_SUBMIT,
    USER_PROMPT_EXPANSION,
    SESSION_START,
    SESSION_END,
    SESSION_DELETE,
    INSTRUCTIONS_LOADED,
    MESSAGE_DISPLAY,
    NOTIFICATION,
    STOP,
    STOP_FAILURE,
    SUBAGENT_START,
    SUBAGENT_STOP,
    PRE_COMPACT,
    POST_COMPACT,
    TODO_CREATED,
    TODO_COMPLETED,
)
