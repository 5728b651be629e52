"""The events of Codex: what they carry, and what exit codes and printed objects do on them."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.codex.grammar import DOCUMENTED, ONLY_COMMANDS, RUN
from hookwright.dialects.codex.payload import CALL, IN_SUBAGENT, IN_TURN, MODE, MODEL, STOPPING, TOOL_USE_ID, TURN_ID
from hookwright.dialects.fields import (
    ON_TOOL_NAME,
    context,
    decides,
    decision,
    event_name,
    nullable,
    sent,
    specific_path,
    value_of,
)
from hookwright.dialects.reactions import ALLOWED, READ, READ_AS_CONTEXT, denial, exits, failed, feedback, going_on
from hookwright.model.event import EventRow, EventRunning
from hookwright.model.folding import Folding, Kept, Pick
from hookwright.model.reaction import Audience, Demand, Effect, ExitTable, OutputField, Reaction, Words

_NAMES = (
    "SessionStart",
    "SessionEnd",
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PreCompact",
    "PostCompact",
    "SubagentStart",
    "SubagentStop",
    "Stop",
    "Interrupt",
)

_OF_CALLS = Folding(input=Pick.LAST_TO_END, keeps_context=Kept.ALWAYS, sole_refusal=True)
_ALL_REASONS = Folding(reason=Pick.ALL)

_DECISION, _REASON = ("decision",), ("reason",)
_PERMISSION, _BECAUSE = specific_path("permissionDecision"), specific_path("permissionDecisionReason")
_INPUT = specific_path("updatedInput")

_GOES_ON = OutputField(("continue",), "`false` stops the agent", Effect.CONTINUE, "boolean")
_STOP_REASON = OutputField(("stopReason",), "Shown to the user when `continue` is `false`", Effect.STOP_REASON)
_SUPPRESS = OutputField(("suppressOutput",), "Accepted, but has no effect", kind="boolean")
_MESSAGE = OutputField(("systemMessage",), "A warning for the user", Effect.MESSAGE)
_COMMON = (_GOES_ON, _STOP_REASON, _SUPPRESS, _MESSAGE)
_UNSUPPORTED = (
    OutputField(("continue",), "`false` is not supported here: the whole output is dropped", kind="boolean"),
    OutputField(("stopReason",), "Not supported here: the whole output is dropped"),
    OutputField(("suppressOutput",), "`true` is not supported here: the whole output is dropped", kind="boolean"),
    _MESSAGE,
)
_NOT_THESE = (
    Demand(path=("continue",), values=(False,)),
    Demand(path=("stopReason",)),
    Demand(path=("suppressOutput",), values=(True,)),
)
_BLOCK_NEEDS_REASON = Demand(path=_DECISION, values=("block",), beside=_REASON)
_NEW_FORM = (_PERMISSION, _BECAUSE, _INPUT)


def _exits(success: Reaction = READ, exit_two: Reaction | None = None, unreadable: Reaction | None = None) -> ExitTable:
    """Exit 2 does `exit_two` if stderr says why; every other failure lets everything go on."""
    two = replace(exit_two, wordless=failed()) if exit_two is not None else None
    return exits(two, success=success, unreadable=unreadable)


def _name(event: str) -> OutputField:
    """The name inside `hookSpecificOutput`: its own first, but that of any event is accepted."""
    return event_name(event, *(it for it in _NAMES if it != event), required=True)


def _block(doc: str, reaction: Reaction) -> tuple[OutputField, ...]:
    return decides(doc, {"block": reaction}, "Why; `block` without it counts as a failure")


_DENIED = denial(Words.REASON)

SESSION_START = EventRow(
    name="SessionStart",
    summary="when a session begins, is resumed, cleared, compacted or forked",
    undecided="the session begins",
    subject=value_of("source", "startup", "resume", "clear", "compact", "fork"),
    payload=(
        MODEL,
        MODE,
        sent("source", "How the session began", "startup", "startup", "resume", "clear", "compact", "fork"),
    ),
    exits=_exits(READ_AS_CONTEXT),
    outputs=(*_COMMON, _name("SessionStart"), context("Added to the context of the session, like plain stdout")),
    types=RUN,
)

SESSION_END = EventRow(
    name="SessionEnd",
    summary="when the session ends",
    undecided="the session ends",
    subject=value_of("reason"),
    payload=(sent("reason", "Why it ends", "other"),),
    exits=replace(_exits(), codes={0: Reaction()}),
    types=ONLY_COMMANDS,
    running=EventRunning(timeout=1.0, most_timeout=3.0),
    since="0.145.0",
    evidence=DOCUMENTED,
    note="Nothing that the hook prints is read, and `async` is ignored.",
)

USER_PROMPT_SUBMIT = EventRow(
    name="UserPromptSubmit",
    summary="when the user has sent a prompt, before the model sees it",
    undecided="the prompt goes to the model",
    payload=(*IN_TURN, sent("prompt", "What the user typed", "Why does the forecast test fail on Mondays?")),
    exits=_exits(READ_AS_CONTEXT, denial(Words.STDERR, Audience.USER, None)),
    outputs=(
        *_COMMON,
        *_block("Blocks the prompt", denial(Words.REASON, Audience.USER, None)),
        _name("UserPromptSubmit"),
        context("Added to the context together with the prompt, like plain stdout"),
    ),
    demands=(_BLOCK_NEEDS_REASON,),
    types=RUN,
)

PRE_TOOL_USE = EventRow(
    name="PreToolUse",
    summary="before a tool runs",
    undecided="the normal approval rules apply",
    subject=ON_TOOL_NAME,
    payload=(*IN_TURN, *CALL, TOOL_USE_ID),
    exits=_exits(READ, denial(Words.STDERR)),
    outputs=(
        *_UNSUPPORTED,
        _name("PreToolUse"),
        decision(
            _PERMISSION,
            _BECAUSE,
            "Whether the tool may run: `deny` with a reason, or `allow` with `updatedInput`; `ask`, and `allow` alone, "
            "count as failures",
            {"deny": _DENIED, "allow": ALLOWED, "ask": Reaction()},
        ),
        OutputField(_BECAUSE, "Why: `deny` without it counts as a failure"),
        OutputField(
            _INPUT, "The complete input that the tool gets instead; only with `allow`", Effect.UPDATED_INPUT, "any"
        ),
        context("Added to the context of the model"),
        OutputField(
            _DECISION,
            "The old form, read where `hookSpecificOutput` does not decide: `block` is `deny`; `approve` counts as a "
            "failure",
            Effect.DECIDES,
            words={"block": _DENIED, "approve": Reaction()},
            reason=_REASON,
            unless=_NEW_FORM,
            deprecated="use `hookSpecificOutput.permissionDecision`",
        ),
        OutputField(_REASON, "Why, in the old form", deprecated="use `hookSpecificOutput.permissionDecisionReason`"),
    ),
    demands=(
        *_NOT_THESE,
        Demand(path=_PERMISSION, values=("deny",), beside=_BECAUSE),
        Demand(path=_PERMISSION, values=("allow",), beside=_INPUT),
        Demand(path=_PERMISSION, values=("ask",)),
        Demand(path=_INPUT, beside=_PERMISSION, only=("allow",)),
        Demand(path=_BECAUSE, beside=_PERMISSION),
        replace(_BLOCK_NEEDS_REASON, unless=_NEW_FORM),
        Demand(path=_DECISION, values=("approve",), unless=_NEW_FORM),
        Demand(path=_REASON, beside=_DECISION, unless=_NEW_FORM),
    ),
    folding=_OF_CALLS,
    types=RUN,
    note="When several hooks change the input, the one that ends last wins. Hosted web search fires nothing.",
)

_VERDICT = specific_path("decision", "behavior")
_RESERVED = ("updatedInput", "updatedPermissions", "interrupt")

PERMISSION_REQUEST = EventRow(
    name="PermissionRequest",
    summary="when the user is about to be asked for approval",
    undecided="the user is asked",
    subject=ON_TOOL_NAME,
    payload=(*IN_TURN, *CALL),
    exits=_exits(READ, denial(Words.STDERR)),
    outputs=(
        *_UNSUPPORTED,
        _name("PermissionRequest"),
        decision(
            _VERDICT,
            specific_path("decision", "message"),
            "Answers for the user",
            {"allow": ALLOWED, "deny": _DENIED},
        ),
        OutputField(specific_path("decision", "message"), "With `deny`: why, for the model"),
        *(
            OutputField(specific_path("decision", name), "Reserved: the whole output is dropped", kind=kind)
            for name, kind in zip(_RESERVED, ("object", "array", "boolean"), strict=True)
        ),
    ),
    demands=(
        *_NOT_THESE,
        Demand(path=specific_path("decision", "updatedInput")),
        Demand(path=specific_path("decision", "updatedPermissions")),
        Demand(path=specific_path("decision", "interrupt"), values=(True,)),
    ),
    types=RUN,
    evidence=DOCUMENTED,
)

POST_TOOL_USE = EventRow(
    name="PostToolUse",
    summary="after a tool has run, whether it succeeded or failed",
    subject=ON_TOOL_NAME,
    payload=(*IN_TURN, *CALL, sent("tool_response", "What the tool returned", "12 passed\n"), TOOL_USE_ID),
    exits=_exits(READ, feedback(Words.STDERR)),
    outputs=(
        *_block("The reason takes the place of the tool's result", feedback(Words.REASON)),
        OutputField(
            ("continue",),
            "`false`: `stopReason` takes the place of the tool's result; the turn goes on",
            Effect.DECIDES,
            "boolean",
            words={False: feedback(Words.REASON), True: Reaction()},
            reason=("stopReason",),
        ),
        OutputField(("stopReason",), "What the model reads when `continue` is `false`"),
        OutputField(("suppressOutput",), "`true` is not supported here: the whole output is dropped", kind="boolean"),
        _MESSAGE,
        _name("PostToolUse"),
        context("Added to the context of the model, together with the tool's result"),
        OutputField(specific_path("updatedMCPToolOutput"), "Not supported: the whole output is dropped", kind="any"),
    ),
    demands=(
        _BLOCK_NEEDS_REASON,
        Demand(path=("suppressOutput",), values=(True,)),
        Demand(path=specific_path("updatedMCPToolOutput")),
    ),
    folding=_ALL_REASONS,
    types=RUN,
)


def _compaction(name: str, summary: str, undecided: str) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        subject=value_of("trigger", "manual", "auto"),
        payload=(
            TURN_ID,
            MODEL,
            *IN_SUBAGENT,
            sent("trigger", "By the user's command, or because the context is full", "auto", "manual", "auto"),
        ),
        exits=_exits(),
        outputs=_COMMON,
        types=RUN,
        evidence=DOCUMENTED,
    )


PRE_COMPACT = _compaction("PreCompact", "before the conversation is compacted", "the conversation is compacted")
POST_COMPACT = _compaction("PostCompact", "after the conversation has been compacted", "the agent goes on")

_SUBAGENT = (
    sent("agent_id", "The subagent's id", "01a20079-4d41-7712-bfc1-c7a4fd6805eb"),
    sent("agent_type", "The subagent's type", "explorer"),
)

SUBAGENT_START = EventRow(
    name="SubagentStart",
    summary="when a subagent starts",
    undecided="the subagent starts",
    subject=value_of("agent_type"),
    payload=(TURN_ID, MODEL, MODE, *_SUBAGENT),
    exits=_exits(READ_AS_CONTEXT),
    outputs=(*_COMMON, _name("SubagentStart"), context("Added to the context of the subagent, like plain stdout")),
    types=RUN,
    evidence=DOCUMENTED,
)

_STOPS = (
    *_COMMON,
    *_block("Makes the agent go on, with the reason as its next prompt", going_on(Words.REASON)),
)
_ON_STOP = _exits(READ, going_on(Words.STDERR), unreadable=failed())

SUBAGENT_STOP = EventRow(
    name="SubagentStop",
    summary="when a subagent is about to stop",
    undecided="the subagent stops",
    subject=value_of("agent_type"),
    payload=(
        TURN_ID,
        MODEL,
        MODE,
        *_SUBAGENT,
        nullable("agent_transcript_path", "The subagent's conversation, or null", "/home/sam/.codex/sub.jsonl"),
        *STOPPING,
    ),
    exits=_ON_STOP,
    outputs=_STOPS,
    demands=(_BLOCK_NEEDS_REASON,),
    folding=_ALL_REASONS,
    loop_guard="stop_hook_active",
    types=RUN,
    evidence=DOCUMENTED,
)

STOP = EventRow(
    name="Stop",
    summary="when the agent is about to end its turn",
    undecided="the agent stops",
    payload=(TURN_ID, MODEL, MODE, *STOPPING),
    exits=_ON_STOP,
    outputs=_STOPS,
    demands=(_BLOCK_NEEDS_REASON,),
    folding=_ALL_REASONS,
    loop_guard="stop_hook_active",
    types=RUN,
)

INTERRUPT = EventRow(
    name="Interrupt",
    summary="when the user interrupts the agent",
    payload=(TURN_ID, MODEL, MODE),
    exits=_exits(),
    outputs=(_MESSAGE,),
    types=RUN,
    running=EventRunning(timeout=1.0, most_timeout=3.0),
    evidence=DOCUMENTED,
)

EVENTS = (
    SESSION_START,
    SESSION_END,
    USER_PROMPT_SUBMIT,
    PRE_TOOL_USE,
    PERMISSION_REQUEST,
    POST_TOOL_USE,
    PRE_COMPACT,
    POST_COMPACT,
    SUBAGENT_START,
    SUBAGENT_STOP,
    STOP,
    INTERRUPT,
)
