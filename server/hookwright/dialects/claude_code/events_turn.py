"""The events of a Claude Code turn: the prompt, what is shown, and who stops: the agent, its subagents, its team."""

from __future__ import annotations

from hookwright.dialects.claude_code import exits, outputs
from hookwright.dialects.claude_code.events_session import WITHOUT_MODEL
from hookwright.dialects.claude_code.payload import (
    DOCUMENTED,
    IN_SUBAGENT,
    LAST_MESSAGE,
    PERMISSION_MODE,
    STOPPING,
    TASK,
)
from hookwright.dialects.fields import flag, sent, value_of
from hookwright.dialects.reactions import READ_AS_CONTEXT, going_on, refusal
from hookwright.model.event import EventRow, EventRunning, Stop
from hookwright.model.hook import OwnerKind
from hookwright.model.reaction import Audience, Words

_TO_USER = refusal(Audience.USER, Words.STDERR_ALONE, blocks=True)
_USER_TOLD = refusal(Audience.USER, Words.REASON, blocks=True)
_TO_AGENT = refusal(Audience.AGENT, Words.STDERR_ALONE, blocks=True)
_AGENT_TOLD = refusal(Audience.AGENT, Words.REASON, blocks=True)

_PROMPT_SOURCES = ("user", "sdk", "system", "loop_wakeup", "schedule_wakeup", "poll_event")
_HIDES_PROMPT = outputs.note("suppressOriginalPrompt", "Whether a blocked prompt is hidden", "boolean")

USER_PROMPT_SUBMIT = EventRow(
    name="UserPromptSubmit",
    since="1.0.54",
    summary="when the user has sent a prompt, before the model sees it",
    undecided="the prompt goes to the model",
    payload=(
        PERMISSION_MODE,
        sent("prompt", "What the user typed", "Why does the forecast test fail on Mondays?"),
        sent("source", "Who sent it", "user", *_PROMPT_SOURCES, optional=True),
        sent("session_title", "The title of the session", "Cache the forecast", optional=True),
    ),
    exits=exits.guarded(_TO_USER, READ_AS_CONTEXT),
    outputs=(
        *outputs.COMMON,
        *outputs.block("Blocks the prompt and erases it", _USER_TOLD),
        *outputs.specific(
            "UserPromptSubmit",
            outputs.context("Added to the context together with the prompt, like plain stdout"),
            outputs.note("sessionTitle", "The title of the session"),
            _HIDES_PROMPT,
        ),
    ),
    running=EventRunning(race=(Stop.REFUSAL, Stop.STOPPED), timeout=30.0),
)

USER_PROMPT_EXPANSION = EventRow(
    name="UserPromptExpansion",
    summary="when a typed command or an MCP prompt is about to be expanded",
    undecided="the command is expanded",
    subject=value_of("command_name"),
    payload=(
        PERMISSION_MODE,
        sent("expansion_type", "What is expanded", "slash_command", "slash_command", "mcp_prompt"),
        sent("command_name", "Its name, without the slash", "release"),
        sent("command_args", "The text after the name", "minor"),
        sent("command_source", "Where it comes from", "project", optional=True),
        sent("prompt", "What the user typed", "/release minor"),
    ),
    exits=exits.guarded(_TO_USER, READ_AS_CONTEXT),
    outputs=(
        *outputs.COMMON,
        *outputs.block("Keeps the command from being expanded", _USER_TOLD),
        *outputs.specific(
            "UserPromptExpansion",
            outputs.context("Added to the context together with the expanded prompt, like plain stdout"),
            _HIDES_PROMPT,
        ),
    ),
    running=EventRunning(race=(Stop.REFUSAL, Stop.STOPPED)),
)

MESSAGE_DISPLAY = EventRow(
    name="MessageDisplay",
    since="2.1.152",
    summary="whenever lines of the model's answer are about to be shown",
    undecided="the lines are shown as they are",
    payload=(
        sent("turn_id", "The turn", "2c7d9f04-6b1a-4e53-8a0d-5f1e3b7c9d20"),
        sent("message_id", "The message", "e81b4a6c-93d7-4f28-b5c0-7a2d6e9f1348"),
        sent("index", "Which piece of it, from 0", 0),
        flag("final", "Whether it is the last piece", sample=False),
        sent("delta", "The lines", "Two of the twelve tests fail:\n"),
    ),
    exits=exits.observing(),
    outputs=(
        *outputs.COMMON,
        *outputs.specific("MessageDisplay", outputs.note("displayContent", "What is shown instead of the lines")),
    ),
    types=WITHOUT_MODEL,
    running=EventRunning(timeout=10.0),
)

_NOTIFICATIONS = (
    "permission_prompt",
    "idle_prompt",
    "auth_success",
    "elicitation_dialog",
    "elicitation_url_dialog",
    "elicitation_complete",
    "elicitation_response",
    "agent_needs_input",
    "agent_completed",
    "quota_auto_resume_fired",
    "quota_auto_resume_stale",
    "quota_auto_resume_disabled",
)

NOTIFICATION = EventRow(
    name="Notification",
    evidence=DOCUMENTED,
    summary="when the user is notified",
    undecided="the user is notified",
    subject=value_of("notification_type", *_NOTIFICATIONS),
    payload=(
        sent("message", "The text", "Claude would like to run npm test"),
        sent("title", "The title", "Permission needed", optional=True),
        sent("notification_type", "What for", "permission_prompt", *_NOTIFICATIONS),
    ),
    exits=exits.observing(),
    outputs=(*outputs.COMMON, *outputs.specific("Notification", outputs.context())),
    types=WITHOUT_MODEL,
)

STOP = EventRow(
    name="Stop",
    summary="when the agent is about to end its turn",
    undecided="the agent stops",
    payload=(PERMISSION_MODE, *STOPPING),
    exits=exits.unguarded(going_on(Words.STDERR_ALONE)),
    loop_guard="stop_hook_active",
    outputs=(
        *outputs.COMMON,
        *outputs.block("Keeps the agent from stopping; the reason tells it what to do", going_on(Words.REASON)),
        *outputs.specific(
            "Stop", outputs.context("Keeps the agent from stopping, and is added to its context", exits.GOES_ON)
        ),
    ),
    note="After eight refusals in a row the turn ends anyway.",
)

_ERRORS = (
    "rate_limit",
    "overloaded",
    "authentication_failed",
    "oauth_org_not_allowed",
    "account_on_hold",
    "verification_required",
    "billing_error",
    "invalid_request",
    "model_not_found",
    "server_error",
    "max_output_tokens",
    "cloud_credential_error",
    "unknown",
)

STOP_FAILURE = EventRow(
    name="StopFailure",
    since="2.1.78",
    summary="when an error of the model's service has ended the turn",
    undecided="the turn is over",
    subject=value_of("error", *_ERRORS),
    payload=(
        sent("error", "Which error", "rate_limit", *_ERRORS),
        sent("error_details", "The service's error message", "429: try again in 40 seconds", optional=True),
        LAST_MESSAGE,
        *IN_SUBAGENT,
    ),
    exits=exits.silent(),
    outputs=outputs.TERMINAL_ONLY,
    types=WITHOUT_MODEL,
    note="The exit code is ignored.",
)

_AGENT = (
    sent("agent_id", "The subagent", "a41c09e7"),
    sent("agent_type", "The type of subagent: the name in its definition", "Explore"),
)

SUBAGENT_START = EventRow(
    name="SubagentStart",
    since="2.0.43",
    summary="when a subagent has been started",
    undecided="the subagent starts",
    subject=value_of("agent_type"),
    payload=_AGENT,
    exits=exits.observing(),
    outputs=(
        *outputs.WITHOUT_STOPPING,
        *outputs.specific("SubagentStart", outputs.context("Added to the context of the subagent")),
    ),
    types=WITHOUT_MODEL,
    note="Agents of plugins are called `plugin:agent`: match them with `^plugin:agent$`.",
)

SUBAGENT_STOP = EventRow(
    name="SubagentStop",
    since="1.0.41",
    summary="when a subagent is about to finish",
    undecided="the subagent stops",
    subject=value_of("agent_type"),
    payload=(
        PERMISSION_MODE,
        *STOPPING,
        *_AGENT,
        sent(
            "agent_transcript_path",
            "The subagent's conversation, JSON lines",
            "/home/sam/.claude/projects/-home-sam-weather/subagents/agent-a41c09e7.jsonl",
        ),
    ),
    exits=exits.unguarded(going_on(Words.STDERR_ALONE)),
    loop_guard="stop_hook_active",
    outputs=(
        *outputs.COMMON,
        *outputs.block("Keeps the subagent from stopping; the reason tells it what to do", going_on(Words.REASON)),
        *outputs.specific(
            "SubagentStop",
            outputs.context("Keeps the subagent from stopping, and is added to its context", exits.GOES_ON),
        ),
    ),
    never_for=(OwnerKind.SKILL,),
    note="After eight refusals in a row the subagent ends anyway. `continue: false` overrules a refusal.",
)

TASK_CREATED = EventRow(
    name="TaskCreated",
    since="2.1.84",
    evidence=DOCUMENTED,
    summary="when a task is being created",
    undecided="the task is created",
    payload=(PERMISSION_MODE, *TASK, *IN_SUBAGENT),
    exits=exits.guarded(_TO_AGENT),
    outputs=(*outputs.WITHOUT_STOPPING, *outputs.block("Rolls the task back", _AGENT_TOLD)),
    note="`continue` is ignored here.",
)

TASK_COMPLETED = EventRow(
    name="TaskCompleted",
    since="2.1.33",
    evidence=DOCUMENTED,
    summary="when a task is being marked as done",
    undecided="the task is marked as done",
    payload=(PERMISSION_MODE, *TASK, *IN_SUBAGENT),
    exits=exits.unguarded(_TO_AGENT),
    outputs=outputs.COMMON,
)

TEAMMATE_IDLE = EventRow(
    name="TeammateIdle",
    since="2.1.33",
    evidence=DOCUMENTED,
    summary="when a teammate is about to become idle",
    undecided="the teammate becomes idle",
    payload=(
        PERMISSION_MODE,
        sent("teammate_name", "The teammate", "backend"),
        sent("team_name", "The team", "session-7d0f4c1e"),
    ),
    exits=exits.unguarded(going_on(Words.STDERR_ALONE)),
    outputs=outputs.COMMON,
)
