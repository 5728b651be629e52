"""The events of Cursor: what each carries, what its hooks can answer, and what becomes of it."""

from __future__ import annotations

from hookwright.dialects.cursor import payload as p
from hookwright.dialects.cursor.grammar import FAIL_CLOSED
from hookwright.dialects.fields import on_constant, on_first, sent
from hookwright.model.event import EventRow, MatchSubject, PayloadField
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

_SAID = Words.STDERR_OR_STDOUT


def _open(status: Status) -> Reaction:
    return Reaction(status=status, says=Say(Audience.USER, Level.WARNING, _SAID))


def _refusal(words: Words, status: Status = Status.BLOCKED, decision: Decision | None = Decision.DENY) -> Reaction:
    says = Say(Audience.USER if decision is None else Audience.AGENT, Level.ERROR, words)
    return Reaction(status=status, decision=decision, blocks=True, reason=words, says=says)


_PROMPT_REFUSED = _refusal(Words.REASON, decision=None)
_DENIED = _refusal(Words.REASON)
_ALLOWED = Reaction(decision=Decision.ALLOW)
_ASKED = Reaction(decision=Decision.ASK, reason=Words.REASON)


def _failure(status: Status, decision: Decision | None) -> Choice:
    """A failure, which refuses where the hook says so."""
    closed = _refusal(_SAID, Status.BLOCKED if status is Status.FAILED else status, decision)
    return Choice(FAIL_CLOSED, {"true": closed, "false": _open(status)}, _open(status))


def _gate(*, silent: bool, decision: Decision | None = Decision.DENY) -> ExitTable:
    """Exits where 2 refuses and a failure may; `silent`: so does a hook that prints nothing."""
    failed = _failure(Status.FAILED, decision)
    return ExitTable(
        codes={0: Reaction(reads_output=True), 2: _refusal(_SAID, decision=decision)},
        other=failed,
        timed_out=_failure(Status.TIMED_OUT, decision),
        cannot_start=_failure(Status.CANNOT_START, decision),
        unreadable=failed,
        silent=failed if silent else None,
    )


def _observer(*, reads: bool) -> ExitTable:
    return ExitTable(
        codes={0: Reaction(reads_output=reads), 2: _open(Status.FAILED)},
        other=_open(Status.FAILED),
        timed_out=_open(Status.TIMED_OUT),
        cannot_start=_open(Status.CANNOT_START),
        unreadable=_open(Status.FAILED) if reads else None,
    )


_AGENT_MESSAGE = OutputField(("agent_message",), "Why, for the agent")
_USER_MESSAGE = OutputField(("user_message",), "Why, for the user", Effect.MESSAGE)
_CONTEXT = OutputField(("additional_context",), "Added to the context of the model", Effect.CONTEXT)
_FOLLOW_UP = OutputField(
    ("followup_message",),
    "Sent as if the user had typed it, so that the agent goes on",
    whatever_it_says=Reaction(
        status=Status.BLOCKED,
        must_continue=True,
        reason=Words.REASON,
        says=Say(Audience.AGENT, Level.INFO, Words.REASON),
    ),
)


def _permission(
    doc: str, *more: OutputField, ask: Reaction | None = None, reason: str = "agent_message"
) -> tuple[OutputField, ...]:
    words = {"allow": _ALLOWED, "deny": _DENIED} | ({} if ask is None else {"ask": ask})
    return (OutputField(("permission",), doc, Effect.DECIDES, words=words, reason=(reason,)), *more)


def _before(
    name: str,
    summary: str,
    undecided: str,
    *payload: PayloadField,
    outputs: tuple[OutputField, ...],
    subject: MatchSubject | None = None,
    constant: str = "",
    note: str = "",
) -> EventRow:
    """Hooks may refuse what is announced; a subject is a `constant`, or the first field of its payload."""
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        payload=payload,
        subject=on_constant(subject, constant) if subject and constant else on_first(payload, subject),
        exits=_gate(silent=True),
        outputs=outputs,
        note=note,
    )


def _seen(
    name: str,
    summary: str,
    *payload: PayloadField,
    outputs: tuple[OutputField, ...] = (),
    subject: MatchSubject | None = None,
    constant: str = "",
    undecided: str = "the agent goes on",
    note: str = "",
) -> EventRow:
    """Hooks can keep nothing from happening; a subject is a `constant`, or the first field of its payload."""
    return EventRow(
        name=name,
        summary=summary,
        undecided=undecided,
        payload=payload,
        subject=on_constant(subject, constant) if subject and constant else on_first(payload, subject),
        exits=_observer(reads=bool(outputs)),
        outputs=outputs,
        note=note,
    )


_PRE_TOOL_USE = _before(
    "preToolUse",
    "before the agent uses a tool, whichever it is",
    "the tool is used",
    p.TOOL_NAME,
    p.TOOL_INPUT,
    p.TOOL_USE_ID,
    p.CWD,
    sent("agent_message", "What the agent said with the call", "Running the forecast tests.", optional=True),
    subject=MatchSubject.TOOL,
    outputs=_permission(
        "Whether the tool may be used; `ask` is accepted here and does nothing",
        _USER_MESSAGE,
        _AGENT_MESSAGE,
        OutputField(("updated_input",), "Replaces what the tool is called with", Effect.UPDATED_INPUT, "object"),
        ask=Reaction(),
    ),
    note="`beforeShellExecution`, `beforeMCPExecution` or `beforeReadFile` fires for the same call, too",
)

_TOOL_EVENTS = (
    _PRE_TOOL_USE,
    _seen(
        "postToolUse",
        "after a tool has succeeded",
        p.TOOL_NAME,
        p.TOOL_INPUT,
        sent("tool_output", "What the tool returned, as JSON text", '{"exitCode": 0, "output": "12 passed"}'),
        p.TOOL_USE_ID,
        p.CWD,
        p.DURATION,
        subject=MatchSubject.TOOL,
        outputs=(
            OutputField(
                ("updated_mcp_tool_output",),
                "Replaces what the tool of an MCP server returned",
                Effect.UPDATED_RESULT,
                "object",
                served=True,
            ),
            _CONTEXT,
        ),
    ),
    _seen(
        "postToolUseFailure",
        "after a tool has failed, timed out or been denied",
        p.TOOL_NAME,
        p.TOOL_INPUT,
        p.TOOL_USE_ID,
        p.CWD,
        sent("error_message", "What went wrong", "Command timed out after 30 s"),
        sent("failure_type", "How it failed", "timeout", "error", "timeout", "permission_denied"),
        p.DURATION,
        sent("is_interrupt", "Whether the user interrupted it", sample=False),
        subject=MatchSubject.TOOL,
    ),
    _before(
        "beforeShellExecution",
        "before a shell command runs",
        "the command runs",
        p.COMMAND,
        p.CWD,
        p.SANDBOX,
        subject=MatchSubject.COMMAND,
        outputs=_permission("Whether the command may run", _USER_MESSAGE, _AGENT_MESSAGE, ask=_ASKED),
        note="a matcher is compared with the whole command, not with the name of a tool",
    ),
    _seen(
        "afterShellExecution",
        "after a shell command has run",
        p.COMMAND,
        sent("output", "What it printed", "12 passed\n"),
        p.DURATION,
        p.SANDBOX,
        subject=MatchSubject.COMMAND,
        note="a matcher is compared with the whole command, not with the name of a tool",
    ),
    _before(
        "beforeMCPExecution",
        "before a tool of an MCP server is called",
        "the tool is called",
        p.SERVED_TOOL,
        p.SERVED_INPUT,
        sent("url", "The server, if it is one that is reached by HTTP", "https://mcp.example.com/", optional=True),
        sent("command", "The server, if it is one that is started", "npx issues-mcp", optional=True),
        outputs=_permission("Whether the tool may be called", _USER_MESSAGE, _AGENT_MESSAGE, ask=_ASKED),
    ),
    _seen(
        "afterMCPExecution",
        "after a tool of an MCP server was called",
        p.SERVED_TOOL,
        p.SERVED_INPUT,
        sent("result_json", "What the tool returned, as JSON text", '{"number": 12}'),
        p.DURATION,
    ),
)

_FILE_EVENTS = (
    _before(
        "beforeReadFile",
        "before the agent reads a file",
        "the file is read",
        p.FILE_PATH,
        p.CONTENT,
        sent(
            "attachments", "Rules and files that go with it", [{"type": "rule", "file_path": f"{p.PROJECT}/AGENTS.md"}]
        ),
        subject=MatchSubject.TOOL,
        constant="Read",
        outputs=_permission("Whether the file may be read", _USER_MESSAGE, reason="user_message"),
    ),
    _seen(
        "afterFileEdit",
        "after the agent has edited a file",
        p.FILE_PATH,
        sent("edits", "The texts that were replaced", [p.EDIT]),
        subject=MatchSubject.TOOL,
        constant="Write",
    ),
    _before(
        "beforeTabFileRead",
        "before Tab reads a file for its completions",
        "the file is read",
        p.FILE_PATH,
        p.CONTENT,
        outputs=_permission("Whether the file may be read", _USER_MESSAGE, reason="user_message"),
    ),
    _seen(
        "afterTabFileEdit",
        "after Tab has edited a file",
        p.FILE_PATH,
        sent(
            "edits", "The texts that were replaced, with their places", [{**p.EDIT, "old_line": p.EDIT["old_string"]}]
        ),
    ),
)

_SUBAGENT_EVENTS = (
    _before(
        "subagentStart",
        "before a subagent starts",
        "the subagent starts",
        p.SUBAGENT_TYPE,
        sent("subagent_id", "The subagent", "a41c09e7"),
        sent("task", "What it is to do", "Find the cache code"),
        sent("parent_conversation_id", "The conversation that starts it", "3f6c2b1e-8d47-4a90-b1c5-0e9a7d2f4c68"),
        sent("tool_call_id", "The call of `Task`", "toolu_01Hq7VbX3mN9"),
        sent("subagent_model", "Its model", "composer-2"),
        sent("is_parallel_worker", "Whether it works beside others", sample=False),
        sent("git_branch", "The branch that it works on", "forecast", optional=True),
        subject=MatchSubject.VALUE,
        outputs=_permission(
            "Whether the subagent may start; `ask` counts as `deny` here",
            _USER_MESSAGE,
            ask=_DENIED,
            reason="user_message",
        ),
    ),
    _seen(
        "subagentStop",
        "when a subagent has completed, failed or been aborted",
        p.SUBAGENT_TYPE,
        sent("status", "How it ended", "completed", "completed", "error", "aborted"),
        sent("task", "What it was to do", "Find the cache code"),
        sent("description", "That in short", "Find the cache code"),
        sent("summary", "What it found", "The cache is in src/cache.ts"),
        sent("duration_ms", "How long it took, in milliseconds", 42100),
        sent("message_count", "The number of its messages", 9),
        sent("tool_call_count", "The number of its tool calls", 6),
        sent("loop_count", "How many follow-up messages in a row it has got", 0),
        sent("modified_files", "The files that it has changed", []),
        sent("agent_transcript_path", "Its conversation", f"{p.PROJECT}/a41c09e7.jsonl", optional=True),
        subject=MatchSubject.VALUE,
        outputs=(_FOLLOW_UP,),
        undecided="the subagent stops",
        note="a follow-up message counts only where `status` is `completed`",
    ),
)

_SESSION_EVENTS = (
    _seen(
        "sessionStart",
        "when a conversation begins",
        sent("session_id", "The conversation", "3f6c2b1e-8d47-4a90-b1c5-0e9a7d2f4c68"),
        sent("is_background_agent", "Whether it runs in the background", sample=False),
        sent("composer_mode", "How the agent works", "agent", "agent", "ask", "edit", optional=True),
        outputs=(
            OutputField(("env",), "Variables for all later hooks of the conversation", kind="object"),
            _CONTEXT,
            OutputField(("continue",), "Accepted, and does nothing", kind="boolean"),
        ),
        undecided="the conversation begins",
        note="Cursor does not wait for these hooks",
    ),
    _seen(
        "sessionEnd",
        "when a conversation ends",
        sent("session_id", "The conversation", "3f6c2b1e-8d47-4a90-b1c5-0e9a7d2f4c68"),
        sent("reason", "Why it ended", "completed", "completed", "aborted", "error", "window_close", "user_close"),
        sent("duration_ms", "How long it took, in milliseconds", 421000),
        sent("is_background_agent", "Whether it ran in the background", sample=False),
        sent("final_status", "How it ended", "completed"),
        sent("error_message", "What went wrong", "the model did not answer", optional=True),
        note="Cursor does not wait for these hooks",
    ),
    EventRow(
        name="beforeSubmitPrompt",
        summary="when the user has sent a prompt, before the model gets it",
        undecided="the prompt goes to the model",
        payload=(
            sent("prompt", "What the user typed", "Why does the forecast test fail on Mondays?"),
            sent("attachments", "Rules and files that go with it", [{"type": "file", "file_path": "src/forecast.ts"}]),
        ),
        subject=on_constant(MatchSubject.VALUE, "UserPromptSubmit"),
        exits=_gate(silent=False, decision=None),
        outputs=(
            OutputField(
                ("continue",),
                "`false` blocks the prompt",
                Effect.DECIDES,
                "boolean",
                words={True: Reaction(), False: _PROMPT_REFUSED},
                reason=("user_message",),
            ),
            OutputField(("user_message",), "Why the prompt was blocked, for the user"),
        ),
    ),
    _seen(
        "preCompact",
        "before the conversation is summarized",
        sent("trigger", "Who asked for it", "auto", "auto", "manual"),
        sent("context_usage_percent", "How full the context is", 85),
        sent("context_tokens", "The tokens in the context", 120000),
        sent("context_window_size", "The tokens that fit", 128000),
        sent("message_count", "The messages of the conversation", 45),
        sent("messages_to_compact", "Those that are summarized", 30),
        sent("is_first_compaction", "Whether it is the first", sample=True),
        outputs=(_USER_MESSAGE,),
    ),
    _seen(
        "stop",
        "when the agent has done its turn",
        sent("status", "How it ended", "completed", "completed", "aborted", "error"),
        sent("loop_count", "How many follow-up messages in a row it has got", 0),
        subject=MatchSubject.VALUE,
        constant="Stop",
        outputs=(_FOLLOW_UP,),
        undecided="the agent stops",
        note="the agent goes on for a follow-up message only, up to `loop_limit` times in a row",
    ),
    _seen(
        "afterAgentResponse",
        "after a message of the agent",
        sent("text", "The message", "The forecast tests pass again."),
        subject=MatchSubject.VALUE,
        constant="AgentResponse",
    ),
    _seen(
        "afterAgentThought",
        "after a thought of the agent",
        sent("text", "The thought", "The cache is never cleared."),
        sent("duration_ms", "How long it took, in milliseconds", 1800, optional=True),
        subject=MatchSubject.VALUE,
        constant="AgentThought",
    ),
    _seen("workspaceOpen", "when a workspace is opened"),
)

EVENTS = (*_TOOL_EVENTS, *_FILE_EVENTS, *_SUBAGENT_EVENTS, *_SESSION_EVENTS)
