"""The events of GitHub Copilot (J2): fifteen of its own, and eleven of them under Claude Code's names as well.

Hooks under a name in PascalCase get the fields and the tool names of Claude Code; what they print is read the same, and
before a tool the fields in Claude Code's `hookSpecificOutput` as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec.structs import replace

from hookwright.dialects.copilot_cli.exits import (
    ADVISES_WITH_TWO,
    CONTEXT,
    DOCUMENTED,
    FAILS_CLOSED,
    UNREAD,
    WARNS,
    blocks,
)
from hookwright.dialects.fields import context, decision, specific_path, value_of
from hookwright.dialects.reactions import refusal
from hookwright.model.event import (
    GOES_ON,
    NOTHING,
    UNCHAINED,
    Chain,
    EventRow,
    EventRunning,
    MatchedOn,
    MatchSubject,
    Order,
    PayloadField,
    Source,
    Stop,
)
from hookwright.model.evidence import Evidence
from hookwright.model.folding import Folding, Kept, Pick
from hookwright.model.reaction import Audience, Decision, Effect, ExitTable, OutputField, Reaction, Words

_ONLY = ("command", "http")
_LAST = Folding(context=Pick.LAST_CONFIGURED)
_LAST_WORD = replace(_LAST, reason=Pick.LAST_CONFIGURED, sole_refusal=True)

_NO_TOOL = refusal(Audience.AGENT, Words.REASON, decision=Decision.DENY, blocks=True)
_CALL = {"command": "git status", "description": "Show the state"}


def _field(
    name: str, doc: str, sample: object = False, *words: str, also: str = "", optional: bool = False
) -> PayloadField:
    return PayloadField(name=name, doc=doc, sample=sample, words=words, also=also, required=not optional)


_SESSION = PayloadField(
    name="sessionId", doc="The agent's session", sample="abc123", source=Source.SESSION_ID, also="session_id"
)
_TIME = PayloadField(
    name="timestamp", doc="When the event fired, in milliseconds since 1970", sample=1767225600000, source=Source.EPOCH
)
_PASCAL = (
    PayloadField(name="hook_event_name", doc="The event that fired", sample="PreToolUse", source=Source.EVENT),
    PayloadField(
        name="session_id", doc="The agent's session", sample="abc123", source=Source.SESSION_ID, also="sessionId"
    ),
    PayloadField(
        name="timestamp",
        doc="When the event fired (ISO 8601, UTC)",
        sample="2026-01-01T00:00:00.000Z",
        source=Source.TIMESTAMP,
    ),
)

_TOOL_NAME = _field("toolName", "The tool that is used", "bash", also="tool_name")
_TOOL_ARGS = _field("toolArgs", "What the tool is called with", _CALL, also="tool_input")
_TOOL_RESULT = _field(
    "toolResult",
    "What the tool returned",
    {"resultType": "success", "textResultForLlm": "nothing to commit"},
    also="tool_result",
)
_TRANSCRIPT = _field(
    "transcriptPath",
    "The session as a file",
    "/home/me/.copilot/session-state/abc123/events.jsonl",
    also="transcript_path",
)
_STOP_REASON = _field("stopReason", "Why the turn ends", "end_turn", also="stop_reason")
_GUARD = _field("stop_hook_active", "Whether a hook has kept the agent from stopping already")
_AGENT_NAME = _field("agentName", "The subagent", "explore", also="agent_name")
_REASONS = ("complete", "error", "abort", "timeout", "user_exit")
_CONTEXTS = ("model_call", "tool_execution", "system", "user_input")
_KINDS = (
    "shell_completed",
    "shell_detached_completed",
    "agent_completed",
    "agent_idle",
    "permission_prompt",
    "elicitation_dialog",
)


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    exits: ExitTable = WARNS,
    outputs: tuple[OutputField, ...] = (),
    subject: MatchedOn = NOTHING,
    types: tuple[str, ...] = _ONLY,
    folding: Folding = _LAST,
    stops_at: tuple[Stop, ...] = (),
    undecided: str = GOES_ON,
    loop_guard: str = "",
    evidence: Evidence | None = None,
    chain: Chain = UNCHAINED,
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        payload=(_SESSION, _TIME, *payload),
        exits=exits if outputs else UNREAD,
        outputs=outputs,
        subject=subject,
        types=types,
        folding=folding,
        running=EventRunning(stops_at=stops_at, order=Order.SERIAL),
        undecided=undecided,
        loop_guard=loop_guard,
        evidence=evidence,
        chain=chain,
    )


_DECISIONS = {
    "allow": Reaction(decision=Decision.ALLOW),
    "deny": _NO_TOOL,
    "ask": Reaction(decision=Decision.ASK, reason=Words.REASON),
}
_BECAUSE = specific_path("permissionDecisionReason")
_SPECIFIC = (
    OutputField(specific_path("hookEventName"), "The name of the event; not looked at"),
    decision(specific_path("permissionDecision"), _BECAUSE, "As in Claude Code: may the tool be used?", _DECISIONS),
    OutputField(_BECAUSE, "The reason, told to the agent"),
    OutputField(
        specific_path("updatedInput"), "Takes the place of the tool's arguments", Effect.UPDATED_INPUT, "object"
    ),
    context("Added to what the model reads"),
)

_on_tool = partial(_event, subject=MatchedOn(MatchSubject.TOOL, "toolName"))

_PRE_TOOL_USE = _on_tool(
    "preToolUse",
    "before a tool is used",
    _TOOL_NAME,
    _TOOL_ARGS,
    exits=FAILS_CLOSED,
    folding=Folding(keeps_context=Kept.ALWAYS),
    stops_at=(Stop.REFUSAL, Stop.ASKING),
    chain=Chain(accumulates=True, replaces_input=True),
    undecided="the normal permission rules apply",
    outputs=(
        OutputField(
            ("permissionDecision",),
            "Whether the tool may be used; `ask` refuses if nobody can be asked",
            Effect.DECIDES,
            words=_DECISIONS,
            reason=("permissionDecisionReason",),
        ),
        OutputField(("permissionDecisionReason",), "The reason, told to the agent"),
        OutputField(
            ("modifiedArgs",),
            "Takes the place of the tool's arguments: an object, or its JSON text",
            Effect.UPDATED_INPUT,
            "any",
            parses=True,
        ),
        CONTEXT,
    ),
)
_POST_TOOL_USE = _on_tool(
    "postToolUse",
    "after a tool has succeeded",
    _TOOL_NAME,
    _TOOL_ARGS,
    _TOOL_RESULT,
    exits=WARNS,
    stops_at=(Stop.OBJECTION,),
    undecided="the model reads the tool's result",
    folding=Folding(keeps_context=Kept.UNLESS_OBJECTED),
    chain=Chain(chains_results=True),
    outputs=(
        *blocks(
            "`block` hides the result from the model, which reads the reason", refusal(Audience.AGENT, Words.REASON)
        ),
        OutputField(("modifiedResult",), "Takes the place of the tool's result", Effect.UPDATED_RESULT, "object"),
        CONTEXT,
    ),
)
_POST_TOOL_USE_FAILURE = _event(
    "postToolUseFailure",
    "after a tool has failed",
    _TOOL_NAME,
    _TOOL_ARGS,
    _field("error", "Why the tool failed", "command not found"),
    exits=ADVISES_WITH_TWO,
    outputs=(CONTEXT,),
)
_PERMISSION_REQUEST = _on_tool(
    "permissionRequest",
    "before the user is asked for permission",
    _TOOL_NAME,
    _TOOL_ARGS,
    exits=FAILS_CLOSED,
    folding=_LAST_WORD,
    undecided="the user is asked",
    outputs=(
        OutputField(
            ("behavior",),
            "Whether the tool may be used, without asking",
            Effect.DECIDES,
            words={"allow": Reaction(decision=Decision.ALLOW), "deny": _NO_TOOL},
            reason=("message",),
            settles=True,
        ),
        OutputField(("message",), "The reason, told to the agent"),
        OutputField(
            ("interrupt",), "Whether the turn ends beside a `deny`; default `false`", Effect.INTERRUPTS, "boolean"
        ),
    ),
)
_USER_PROMPT_SUBMITTED = _event(
    "userPromptSubmitted",
    "when the user has sent a prompt",
    _field("prompt", "What the user typed", "Write a function that computes n!"),
    outputs=(
        *blocks("`block` drops the prompt", refusal(Audience.USER, Words.REASON, blocks=True)),
        OutputField(("modifiedPrompt",), "Takes the place of what the user typed", Effect.UPDATED_PROMPT),
        CONTEXT,
    ),
    undecided="the prompt goes to the agent",
)
_SESSION_START = _event(
    "sessionStart",
    "when a session begins or is resumed",
    _field("source", "How the session began", "new", "startup", "resume", "new"),
    _field("initialPrompt", "The first prompt", "Please do the task.", also="initial_prompt", optional=True),
    outputs=(CONTEXT,),
    folding=Folding(),
    types=(*_ONLY, "prompt"),
)
_GOES_ON = refusal(Audience.AGENT, Words.REASON, goes_on=True)
_AGENT_STOP = _event(
    "agentStop",
    "when the agent is about to stop",
    _TRANSCRIPT,
    _STOP_REASON,
    _GUARD,
    outputs=blocks("`block` makes the agent go on, with the reason as its prompt", _GOES_ON, settles=True),
    folding=_LAST_WORD,
    undecided="the agent stops",
    loop_guard="stop_hook_active",
)
_SUBAGENT_STOP = _event(
    "subagentStop",
    "when a subagent is about to stop",
    _TRANSCRIPT,
    _AGENT_NAME,
    _STOP_REASON,
    outputs=(
        *blocks("`block` makes the subagent go on, with the reason as its prompt", _GOES_ON, settles=True),
        OutputField(("modifiedResponse",), "Takes the place of the subagent's answer", Effect.UPDATED_RESULT),
    ),
    folding=_LAST_WORD,
    undecided="the subagent stops",
)

_OWN = (
    _SESSION_START,
    _event(
        "sessionEnd",
        "when a session ends",
        _field("reason", "Why the session ends", "complete", *_REASONS),
    ),
    _USER_PROMPT_SUBMITTED,
    _event(
        "userPromptTransformed",
        "when the prompt has been made into what the model reads",
        _field("prompt", "What the user typed", "Explain @a.py"),
        _field("transformedPrompt", "What the model reads", "Explain a.py: print('hello')"),
        outputs=(
            OutputField(
                ("modifiedTransformedPrompt",), "Takes the place of what the model reads", Effect.UPDATED_PROMPT
            ),
        ),
    ),
    _PRE_TOOL_USE,
    _event(
        "preMcpToolCall",
        "before an MCP server is called",
        _field("serverName", "The MCP server", "github"),
        _field("toolName", "Its tool", "create_issue"),
        _field("arguments", "What the tool is called with", {"title": "A bug"}),
        outputs=(OutputField(("metaToUse",), "The `_meta` of the call", kind="object"),),
        evidence=DOCUMENTED,
    ),
    _POST_TOOL_USE,
    _POST_TOOL_USE_FAILURE,
    _PERMISSION_REQUEST,
    _AGENT_STOP,
    _event(
        "subagentStart",
        "when a subagent begins",
        _TRANSCRIPT,
        _AGENT_NAME,
        subject=value_of("agentName"),
        outputs=(CONTEXT,),
    ),
    _SUBAGENT_STOP,
    _event(
        "errorOccurred",
        "when an error occurred",
        _field("error", "The error", {"message": "timed out", "name": "Error"}),
        _field("errorContext", "Where it occurred", "model_call", *_CONTEXTS, also="error_context"),
        _field("recoverable", "Whether the agent goes on"),
    ),
    _event(
        "preCompact",
        "before the conversation is compacted",
        _TRANSCRIPT,
        _field("trigger", "Who asked for it", "manual", "manual", "auto"),
        _field("customInstructions", "What the user asked to keep", "", also="custom_instructions"),
        subject=value_of("trigger", "manual", "auto"),
        evidence=DOCUMENTED,
    ),
    _event(
        "notification",
        "when the user is notified of something",
        _field("message", "What the user is told", "The command has ended"),
        _field("title", "Its title", "Shell", optional=True),
        _field("notification_type", "The kind of notification", "shell_completed", *_KINDS),
        subject=value_of("notification_type", *_KINDS),
        outputs=(CONTEXT,),
        evidence=DOCUMENTED,
    ),
)
_NAMES = {
    "sessionStart": "SessionStart",
    "sessionEnd": "SessionEnd",
    "userPromptSubmitted": "UserPromptSubmit",
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "postToolUseFailure": "PostToolUseFailure",
    "permissionRequest": "PermissionRequest",
    "agentStop": "Stop",
    "subagentStop": "SubagentStop",
    "errorOccurred": "ErrorOccurred",
    "preCompact": "PreCompact",
}


def _in_pascal_case(rows: Iterable[EventRow]) -> tuple[EventRow, ...]:
    """The events under Claude Code's names, with its fields."""
    return tuple(_renamed(it, _NAMES[it.name]) for it in rows if it.name in _NAMES)


def _renamed(row: EventRow, name: str) -> EventRow:
    fields = tuple(_snake(it) for it in row.payload if it not in (_SESSION, _TIME))
    other = next((it.name for it in fields if it.also == row.subject.field), row.subject.field)
    summary = f"{row.summary}, as under `{row.name}`"
    return replace(
        row,
        name=name,
        summary=summary,
        payload=(*_PASCAL, *fields),
        outputs=(*map(_yielding, row.outputs), *_SPECIFIC) if row is _PRE_TOOL_USE else row.outputs,
        subject=replace(row.subject, field=other),
        spelling_of=row.name,
    )


def _yielding(field: OutputField) -> OutputField:
    """The field of an answer, not read where Claude Code's object says the same."""
    return replace(field, unless=(specific_path(*field.path),)) if field.effect is Effect.DECIDES else field


def _snake(field: PayloadField) -> PayloadField:
    sample = "Bash" if field.name == "toolName" else field.sample
    return replace(field, name=field.also, also=field.name, sample=sample) if field.also else field


def _with_own_fields(row: EventRow, name: str) -> EventRow:
    """The event under another name, with the same fields."""
    return replace(row, name=name, summary=f"{row.summary}, as under `{row.name}`", spelling_of=row.name)


EVENTS = (
    *_OWN,
    *_in_pascal_case(_OWN),
    *(_with_own_fields(it, "SubagentStart") for it in _OWN if it.name == "subagentStart"),
)
