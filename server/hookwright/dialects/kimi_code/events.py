"""The events of Kimi Code: what they tell hooks, and how hooks refuse them."""

from __future__ import annotations

from typing import Any

from hookwright.dialects.fields import ON_NOTHING, ON_TOOL_NAME, decision, flag, sent, specific_path, value_of
from hookwright.dialects.reactions import denial, going_on
from hookwright.model.event import GOES_ON, NOTHING, EventRow, MatchedOn, PayloadField
from hookwright.model.evidence import Basis, Evidence
from hookwright.model.folding import Folding, Pick
from hookwright.model.reaction import Audience, Effect, ExitTable, OutputField, Reaction, Status, Words

_READ = Evidence(Basis.SOURCE, "2.1.0", "2026-11-24", "https://github.com/MoonshotAI/kimi-code")
_IGNORED = Reaction()


def _refusing(reaction: Reaction, answered: Reaction, *, adds_context: bool = False) -> dict[str, Any]:
    """How hooks of an event refuse: by exit 2, and by the words of their answer."""
    outputs = (
        decision(
            specific_path("permissionDecision"),
            specific_path("permissionDecisionReason"),
            "`deny` refuses; anything else says nothing",
            {"deny": answered},
        ),
        OutputField(specific_path("permissionDecisionReason"), "The reason, shown with the decision"),
    )
    said = Reaction(reads_output=True, adds_context=adds_context)
    return {"exits": _exits(reaction, said), "outputs": outputs, "folding": Folding(reason=Pick.FIRST_CONFIGURED)}


def _exits(two: Reaction | None = None, success: Reaction = _IGNORED) -> ExitTable:
    """Exit 2 does what is given; every other failure lets everything go on, without a message."""
    failed = Reaction(status=Status.FAILED)
    return ExitTable(
        codes={0: success, 2: two or failed},
        other=failed,
        timed_out=Reaction(status=Status.TIMED_OUT),
        cannot_start=Reaction(status=Status.CANNOT_START),
    )


def _event(
    name: str,
    summary: str,
    *payload: PayloadField,
    subject: MatchedOn = NOTHING,
    undecided: str = GOES_ON,
    note: str = "",
    evidence: Evidence | None = None,
    **refusing: Any,  # noqa: ANN401
) -> EventRow:
    keys = refusing or {"exits": _exits()}
    return EventRow(
        name=name,
        summary=summary,
        payload=payload,
        subject=subject,
        undecided=undecided,
        note=note,
        evidence=evidence,
        **keys,
    )


_NAME = sent("tool_name", "The tool; one of an MCP server is `mcp__server__tool`", "Bash")
_INPUT = sent("tool_input", "What the tool is called with", {"command": "git push --force"})
_CALL_ID = sent("tool_call_id", "The call", "call_0")
_CALL = (_NAME, _INPUT, _CALL_ID)
_TURN = sent("turn_id", "The number of the turn, from 0", 0)
_AGENT = sent("agent_id", "The agent", "main")
_ASKED = (*_CALL, _AGENT, _TURN, sent("action", "What the user is asked about", "Run a command"))
_MESSAGE = (
    OutputField(("message",), "Goes to the model in place of stdout", Effect.CONTEXT),
    OutputField(specific_path("message"), "The same, if there is no `message`", Effect.CONTEXT),
)
_TRIGGER = sent("trigger", "Who asked for it", "auto", "manual", "auto")
_PART = [{"type": "text", "text": "Fix the forecast"}]

_ON_PROMPT = _refusing(
    denial(Words.STDERR, to=Audience.USER, decision=None),
    denial(Words.REASON, to=Audience.USER, decision=None),
    adds_context=True,
)
EVENTS = (
    _event(
        "PreToolUse",
        "before a tool runs, and before the user is asked",
        *_CALL,
        subject=ON_TOOL_NAME,
        undecided="the normal permission rules apply",
        **_refusing(denial(Words.STDERR), denial(Words.REASON)),
    ),
    _event(
        "PostToolUse",
        "after a tool has run",
        *_CALL,
        sent("tool_output", "The first 2000 characters of what the tool returned", "12 passed"),
        subject=ON_TOOL_NAME,
    ),
    _event(
        "PostToolUseFailure",
        "after a tool has failed, or was refused",
        *_CALL,
        sent("error", "What went wrong", {"code": "internal", "message": "No such file", "retryable": False}),
        subject=ON_TOOL_NAME,
    ),
    _event("PermissionRequest", "before the user is asked", *_ASKED, subject=ON_TOOL_NAME, evidence=_READ),
    _event(
        "PermissionResult",
        "after the user has answered",
        *_ASKED,
        sent("decision", "The answer", "approved", "approved", "rejected", "cancelled", "error"),
        subject=ON_TOOL_NAME,
        evidence=_READ,
    ),
    _event(
        "UserPromptSubmit",
        "when the user has sent a prompt",
        sent("prompt", "The parts of what the user sent", _PART),
        flag("is_steer", "Whether a turn is going on", sample=False),
        subject=value_of("prompt"),
        undecided="the prompt goes to the agent",
        **{**_ON_PROMPT, "outputs": (*_MESSAGE, *_ON_PROMPT["outputs"])},
    ),
    _event(
        "UserPromptQueued",
        "when a prompt has to wait for the end of the turn",
        sent("prompt_id", "The prompt", "msg_1"),
        sent("prompt", "The parts of what the user sent", _PART),
        sent("queue_length", "How many prompts wait", 1),
        subject=value_of("prompt"),
        evidence=_READ,
    ),
    _event(
        "TurnStarted",
        "when a turn begins",
        sent("origin_kind", "What began it", "user"),
        _TURN,
        sent("origin_name", "Its name, if it has one", "cron", optional=True),
        sent("prompt", "What the turn begins with", "Fix the forecast", optional=True),
        subject=value_of("origin_kind"),
    ),
    _event(
        "Stop",
        "when the agent is about to end its turn",
        flag(
            "stop_hook_active", "Always `false`: `Stop` does not fire again after a hook has refused it", sample=False
        ),
        subject=ON_NOTHING,
        undecided="the turn ends",
        **_refusing(going_on(Words.STDERR), going_on(Words.REASON)),
    ),
    _event(
        "StopFailure",
        "when an error has ended the turn",
        sent("error_type", "The kind of error", "APIError"),
        sent("error_message", "What went wrong", "The model does not answer"),
        subject=value_of("error_type"),
        evidence=_READ,
    ),
    _event(
        "Interrupt",
        "when the user has interrupted the turn",
        _TURN,
        sent("reason", "Always `cancelled`", "cancelled"),
        subject=ON_NOTHING,
        evidence=_READ,
    ),
    _event(
        "SessionStart",
        "when a session begins or is resumed",
        sent("source", "How it began", "startup", "startup", "resume"),
        sent("model", "The model", "k3", optional=True),
        sent("profile", "The agent's profile", "agent", optional=True),
        subject=value_of("source", "startup", "resume"),
    ),
    _event(
        "SessionEnd",
        "when a session has ended",
        sent("reason", "Why", "exit", "exit", "archive"),
        subject=value_of("reason", "exit", "archive"),
        evidence=_READ,
    ),
    _event(
        "SessionHeartbeat",
        "every 60 seconds of a session",
        sent("uptime_ms", "How long the session has lasted, in milliseconds", 60000),
        subject=ON_NOTHING,
        evidence=_READ,
    ),
    _event(
        "SubagentStart",
        "before a subagent starts",
        sent("agent_name", "The subagent", "coder"),
        sent("prompt", "Its task", "Find the tests"),
        subject=value_of("agent_name"),
    ),
    _event(
        "SubagentStop",
        "when a subagent has finished",
        sent("agent_name", "The subagent", "coder"),
        sent("response", "Its answer", "In tests/"),
        subject=value_of("agent_name"),
    ),
    _event(
        "TaskStarted",
        "when a task in the background starts",
        sent("kind", "What it is", "process", "agent", "process", "question"),
        sent("task_id", "The task", "bash-wxm7f1b4"),
        sent("description", "What it does", "Serve the page"),
        sent("status", "How it is", "running"),
        flag("detached", "Whether the turn goes on without it", sample=True),
        sent("started_at", "When it began, in milliseconds since 1970", 1795544114962),
        subject=value_of("kind", "agent", "process", "question"),
    ),
    _event(
        "PreCompact",
        "before the conversation is made shorter",
        _TRIGGER,
        sent("token_count", "How many tokens it has", 180000),
        subject=value_of("trigger", "manual", "auto"),
        evidence=_READ,
    ),
    _event(
        "PostCompact",
        "after the conversation was made shorter",
        _TRIGGER,
        sent("estimated_token_count", "How many tokens it has about", 20000),
        subject=value_of("trigger", "manual", "auto"),
        evidence=_READ,
    ),
    _event(
        "Notification",
        "when a task in the background has changed its state",
        sent("notification_type", "What has happened", "task.completed"),
        sent("title", "What the user is shown", "Task completed"),
        sent("body", "What the user is shown below that", "Serve the page"),
        sent("severity", "How urgent it is", "info", "info", "warning"),
        sent("sink", "Always `context`", "context"),
        subject=value_of("notification_type"),
        evidence=_READ,
    ),
)
