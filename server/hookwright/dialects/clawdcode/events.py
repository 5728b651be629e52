"""The events of ClawdCode: what they carry, and what exit codes and printed objects do on them (requirements A)."""

from __future__ import annotations

from hookwright.dialects.fields import ON_TOOL_NAME
from hookwright.model.event import GOES_ON, Chain, EventRow, EventRunning, Order, PayloadField, Stop
from hookwright.model.folding import Folding, Heard
from hookwright.model.reaction import (
    Audience,
    Choice,
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

TOOL_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest")
ON_TIMEOUT, ON_FAILURE = "timeoutBehavior", "failureBehavior"

_WARNING = Say(Audience.USER, Level.WARNING, Words.STDERR)


def _warns(status: Status = Status.FAILED, *, context: bool = False) -> Reaction:
    return Reaction(status=status, says=_WARNING, adds_context=context)


def _refuses(
    to: Audience, words: Words = Words.STDERR, *, decision: Decision | None = None, status: Status = Status.BLOCKED
) -> Reaction:
    return Reaction(status=status, decision=decision, blocks=True, reason=words, says=Say(to, Level.ERROR, words))


def _behavior(knob: str, status: Status, to: Audience, *, decides: bool) -> Choice:
    """What a failure does that a knob chooses: a refusal, a question where the event decides, or only a warning."""
    refused = Status.BLOCKED if status is Status.FAILED else status
    warns = _warns(status)
    asks = Reaction(status=status, decision=Decision.ASK, reason=Words.STDERR, says=_WARNING) if decides else warns
    denies = _refuses(to, decision=Decision.DENY if decides else None, status=refused)
    return Choice(knob, {"ignore": warns, "deny": denies, "ask": asks}, warns)


def _blockable(success: Reaction, to: Audience, *, decides: bool) -> ExitTable:
    """The exits of an event that a hook can block; some of these also take a decision (A9)."""
    timed_out = _behavior(ON_TIMEOUT, Status.TIMED_OUT, to, decides=decides)
    refusal = _refuses(to, decision=Decision.DENY if decides else None)
    return ExitTable(
        codes={0: success, 1: _warns(context=success.adds_context), 2: refusal, 124: timed_out},
        other=_behavior(ON_FAILURE, Status.FAILED, to, decides=decides),
        timed_out=timed_out,
        cannot_start=_behavior(ON_FAILURE, Status.CANNOT_START, to, decides=decides),
    )


def _unblockable(*, reads_output: bool = False, context: bool = False) -> ExitTable:
    """The exits of an event that has happened, or that nothing can hold up."""
    warns, timed_out = _warns(context=context), _warns(Status.TIMED_OUT)
    objects = Reaction(
        status=Status.BLOCKED,
        reason=Words.STDERR,
        says=Say(Audience.USER, Level.ERROR, Words.STDERR),
        adds_context=context,
    )
    return ExitTable(
        codes={
            0: Reaction(reads_output=reads_output, adds_context=context),
            1: warns,
            2: objects,
            124: timed_out,
        },
        other=warns,
        timed_out=timed_out,
        cannot_start=_warns(Status.CANNOT_START),
    )


def _decides(name: str, reason: str, doc: str, words: dict[str, Reaction]) -> tuple[OutputField, ...]:
    return (
        OutputField((name,), doc, Effect.DECIDES, words=words, reason=(reason,)),
        OutputField((reason,), f"The reason, next to `{name}`"),
    )


_ALLOWS = Reaction(decision=Decision.ALLOW)
_ASKS = Reaction(decision=Decision.ASK, reason=Words.REASON)
_DENIES = _refuses(Audience.AGENT, Words.REASON, decision=Decision.DENY)
_GOES_ON = Reaction(must_continue=True, reason=Words.REASON)
_STAYS_WHOLE = _refuses(Audience.USER, Words.REASON)

_READS = Reaction(reads_output=True)
_PRE_TOOL_USE_OUTPUTS = (
    *_decides(
        "permissionDecision",
        "permissionDecisionReason",
        "Whether the tool may run",
        {"allow": _ALLOWS, "deny": _DENIES, "ask": _ASKS},
    ),
    OutputField(
        ("updatedInput",), "Keys of the tool input to change; the others stay", Effect.UPDATED_INPUT, kind="object"
    ),
)
_ANSWERS = {"approve": _ALLOWS, "allow": _ALLOWS, "deny": _DENIES, "ask": _ASKS}
_PERMISSION_OUTPUTS = (
    *_decides("permissionDecision", "permissionDecisionReason", "Whether permission is granted", _ANSWERS),
    *_decides("decision", "reason", "The same, by its short name", _ANSWERS),
)
_STOP_OUTPUTS = (
    OutputField(
        ("continue",),
        "`true` makes the agent go on",
        Effect.DECIDES,
        kind="boolean",
        words={True: _GOES_ON, False: Reaction()},
        reason=("reason",),
    ),
    OutputField(("reason",), "What the agent is told when it has to go on"),
)
_COMPACTION_OUTPUTS = (
    OutputField(
        ("continue",),
        "`false` keeps the context as it is",
        Effect.DECIDES,
        kind="boolean",
        words={True: Reaction(), False: _STAYS_WHOLE},
        reason=("reason",),
    ),
    OutputField(
        ("decision",),
        "`deny` keeps the context as it is",
        Effect.DECIDES,
        words={"allow": Reaction(), "deny": _STAYS_WHOLE},
        reason=("reason",),
    ),
    OutputField(("reason",), "Why, for the user"),
)

_TOOL_NAME = PayloadField(name="tool_name", doc="The tool that is used", sample="Write")
_TOOL_USE_ID = PayloadField(name="tool_use_id", doc="The id of this tool call", sample="toolu_01")
_TOOL_INPUT = PayloadField(
    name="tool_input",
    doc="What the tool is called with",
    sample={"file_path": "/project/path/src/example.ts", "content": "export const answer = 42;\n"},
)
_TOOL_RESPONSE = PayloadField(
    name="tool_response",
    doc="What the tool returned",
    sample={"success": True, "llmContent": "Wrote src/example.ts"},
)
_CALL = (_TOOL_NAME, _TOOL_USE_ID, _TOOL_INPUT)


def _tool_event(
    name: str,
    summary: str,
    exits: ExitTable,
    *more: PayloadField,
    outputs: tuple[OutputField, ...] = (),
    order: Order = Order.PARALLEL,
    stops_at: tuple[Stop, ...] = (),
    accumulates: bool = False,
    undecided: str = GOES_ON,
) -> EventRow:
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        subject=ON_TOOL_NAME,
        payload=(*_CALL, *more),
        exits=exits,
        outputs=outputs,
        running=EventRunning(order=order, stops_at=stops_at, once_by="tool_use_id"),
        chain=Chain(accumulates=accumulates),
        folding=Folding(heard=Heard.UP_TO_DECISION if Stop.DECISION in stops_at else Heard.ALL),
    )


def _stop_event(name: str, who: str) -> EventRow:
    return EventRow(
        name=name,
        summary=f"when {who} is about to stop",
        undecided=f"the {who.rpartition(' ')[2]} stops",
        payload=(PayloadField(name="stop_reason", doc="Why it stops", sample="end_turn", required=False),),
        exits=_unblockable(reads_output=True),
        outputs=_STOP_OUTPUTS,
        running=EventRunning(order=Order.SERIAL, stops_at=(Stop.REFUSAL, Stop.CONTINUE)),
        folding=Folding(heard=Heard.UP_TO_CONTINUE),
    )


EVENTS = (
    _tool_event(
        "PreToolUse",
        "before a tool runs; each hook sees the input as changed by the hooks before it",
        _blockable(_READS, Audience.AGENT, decides=True),
        outputs=_PRE_TOOL_USE_OUTPUTS,
        order=Order.SERIAL,
        stops_at=(Stop.REFUSAL,),
        accumulates=True,
        undecided="the normal permission rules apply",
    ),
    _tool_event("PostToolUse", "after a tool has succeeded", _unblockable(context=True), _TOOL_RESPONSE),
    _tool_event(
        "PostToolUseFailure",
        "after a tool has failed",
        _unblockable(context=True),
        PayloadField(name="error", doc="What went wrong", sample="ENOENT: no such file or directory"),
    ),
    _tool_event(
        "PermissionRequest",
        "when a tool needs the user's permission; the first decision is the answer",
        _blockable(_READS, Audience.AGENT, decides=True),
        outputs=_PERMISSION_OUTPUTS,
        order=Order.SERIAL,
        stops_at=(Stop.REFUSAL, Stop.DECISION),
        undecided="the user is asked",
    ),
    EventRow(
        name="UserPromptSubmit",
        summary="when the user has sent a prompt, before the agent works on it",
        undecided="the prompt goes to the agent",
        payload=(PayloadField(name="prompt", doc="What the user typed", sample="Fix the failing test"),),
        exits=_blockable(Reaction(adds_context=True), Audience.USER, decides=False),
    ),
    EventRow(
        name="SessionStart",
        summary="when a session begins",
        undecided="the session begins",
        exits=_unblockable(context=True),
    ),
    EventRow(
        name="SessionEnd",
        summary="when a session ends",
        undecided="the session ends",
        exits=_unblockable(),
        running=EventRunning(ends_session=True),
    ),
    _stop_event("Stop", "the agent"),
    _stop_event("SubagentStop", "a subagent"),
    EventRow(
        name="Notification",
        summary="when the user is notified of something",
        undecided="the user is notified",
        payload=(PayloadField(name="message", doc="What the user is told", sample="Waiting for your input"),),
        exits=_unblockable(),
    ),
    EventRow(
        name="Compaction",
        summary="before the context is compacted",
        undecided="the context is compacted",
        payload=(
            PayloadField(name="pre_tokens", doc="The tokens of the context now", sample=180_000),
            PayloadField(name="message_count", doc="The messages of the context now", sample=212),
        ),
        exits=_blockable(_READS, Audience.USER, decides=False),
        outputs=_COMPACTION_OUTPUTS,
        running=EventRunning(order=Order.SERIAL, stops_at=(Stop.REFUSAL,)),
    ),
)
