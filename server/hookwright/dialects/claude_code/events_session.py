"""The events of a Claude Code session: its start and end, what it loads, its context and its model."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.claude_code import exits, outputs
from hookwright.dialects.claude_code.payload import DOCUMENTED, PROJECT
from hookwright.dialects.fields import flag, nullable, sent, value_of
from hookwright.dialects.reactions import READ_AS_CONTEXT, refusal
from hookwright.model.event import EventRow, EventRunning, PayloadField
from hookwright.model.hook import OwnerKind, Scope
from hookwright.model.reaction import Audience, Decision, Reaction, Status, Words

WITHOUT_MODEL = ("command", "http", "mcp_tool")
_NEAR = ("command", "mcp_tool")
_REFUSED = refusal(Audience.USER, Words.STDERR_ALONE, blocks=True)
_BLOCKED = refusal(Audience.USER, Words.REASON, blocks=True)

_SOURCES = ("startup", "resume", "clear", "compact", "fork")

SESSION_START = EventRow(
    name="SessionStart",
    since="1.0.62",
    summary="when a session begins, is resumed, cleared, compacted or forked",
    undecided="the session begins",
    subject=value_of("source", *_SOURCES),
    payload=(
        sent("source", "How the session began", "startup", *_SOURCES),
        sent("model", "The model", "claude-sonnet-5", optional=True),
        sent("agent_type", "The agent that the session runs as", "reviewer", optional=True),
        sent("session_title", "The title of the session", "Cache the forecast", optional=True),
        sent("seconds_since_last_response", "On resume: how long ago the last answer was", 5400, optional=True),
        sent("context_tokens", "On resume: the size of the context", 48200, optional=True),
        flag("prompt_cache_likely_expired", "On resume: whether the cache is gone", sample=True, optional=True),
        sent("estimated_cache_write_usd", "On resume: what filling the cache costs", 0.18, optional=True),
    ),
    exits=exits.observing(READ_AS_CONTEXT),
    outputs=(
        *outputs.WITHOUT_STOPPING,
        *outputs.specific(
            "SessionStart",
            outputs.context("Added to the context of the session, like plain stdout"),
            outputs.note("initialUserMessage", "A first prompt to send"),
            outputs.note("sessionTitle", "The title of the session"),
            outputs.watched_paths(),
            outputs.note("reloadSkills", "Whether skills are read again", "boolean"),
        ),
    ),
    types=_NEAR,
)

SETUP = EventRow(
    name="Setup",
    since="2.1.10",
    summary="with --init-only, or with --init or --maintenance if there is no terminal",
    subject=value_of("trigger", "init", "maintenance"),
    payload=(sent("trigger", "Which option was given", "init", "init", "maintenance"),),
    exits=exits.observing(),
    outputs=(
        *outputs.COMMON,
        *outputs.specific("Setup", outputs.note("additionalContext", "Accepted, but the model never reads it")),
    ),
    types=_NEAR,
)

_REASONS = ("clear", "resume", "logout", "prompt_input_exit", "other")

_OF_SETTINGS = tuple(it for it in Scope if it is not Scope.PLUGIN)

SESSION_END = EventRow(
    name="SessionEnd",
    since="1.0.85",
    summary="when the session ends",
    undecided="the session ends",
    subject=value_of("reason", *_REASONS),
    payload=(sent("reason", "Why it ends", "prompt_input_exit", *_REASONS),),
    exits=exits.observing(),
    outputs=outputs.COMMON,
    types=WITHOUT_MODEL,
    running=EventRunning(timeout=1.5, most_timeout=60.0, raised_in=_OF_SETTINGS),
    never_for=(OwnerKind.SKILL,),
    note="All hooks share 1.5 s, or the largest `timeout` of its hooks in settings files, at most 60 s; "
    "the `timeout` in a plugin does not count.",
)

_LOAD_REASONS = ("session_start", "nested_traversal", "path_glob_match", "include", "compact")

INSTRUCTIONS_LOADED = EventRow(
    name="InstructionsLoaded",
    since="2.1.69",
    summary="when a CLAUDE.md or a rules file enters the context",
    subject=value_of("load_reason", *_LOAD_REASONS),
    payload=(
        sent("file_path", "The file", f"{PROJECT}/CLAUDE.md"),
        sent("memory_type", "Whose file it is", "Project", "User", "Project", "Local", "Managed"),
        sent("load_reason", "Why it is loaded", "session_start", *_LOAD_REASONS),
        sent("globs", "The path patterns of the rules file", ["src/**/*.ts"], optional=True),
        sent("trigger_file_path", "The file whose use loaded it", f"{PROJECT}/src/forecast.ts", optional=True),
        sent("parent_file_path", "The file that includes it", f"{PROJECT}/CLAUDE.md", optional=True),
    ),
    exits=exits.silent(),
    outputs=outputs.COMMON,
    types=WITHOUT_MODEL,
    note="The exit code is ignored.",
)

_SETTINGS = ("user_settings", "project_settings", "local_settings", "policy_settings", "skills")

CONFIG_CHANGE = EventRow(
    name="ConfigChange",
    since="2.1.49",
    summary="when a settings file or a skill has changed, before the change is applied",
    undecided="the change is applied",
    subject=value_of("source", *_SETTINGS),
    payload=(
        sent("source", "What has changed", "project_settings", *_SETTINGS),
        sent("file_path", "The file", f"{PROJECT}/.claude/settings.json", optional=True),
    ),
    exits=exits.guarded(_REFUSED),
    outputs=(*outputs.COMMON, *outputs.block("Keeps the change from being applied", _BLOCKED)),
    types=WITHOUT_MODEL,
    note="Changes of policy_settings cannot be blocked.",
)

PRE_COMPACT = EventRow(
    name="PreCompact",
    since="1.0.48",
    summary="before the conversation is compacted",
    undecided="the conversation is compacted",
    subject=value_of("trigger", "manual", "auto"),
    payload=(
        sent("trigger", "By the user's command, or because the context is full", "manual", "manual", "auto"),
        nullable("custom_instructions", "What the user asked to keep, or null", "Keep the list of open bugs"),
    ),
    exits=exits.guarded(_REFUSED, READ_AS_CONTEXT),
    outputs=(*outputs.WITHOUT_STOPPING, *outputs.block("Keeps the conversation from being compacted", _BLOCKED)),
    note="Plain text that is printed becomes an instruction for the summary.",
    types=WITHOUT_MODEL,
)

POST_COMPACT = EventRow(
    name="PostCompact",
    since="2.1.76",
    evidence=DOCUMENTED,
    summary="after the conversation has been compacted",
    subject=value_of("trigger", "manual", "auto"),
    payload=(
        sent("trigger", "By the user's command, or because the context was full", "auto", "manual", "auto"),
        sent("compact_summary", "The summary that replaced it", "The forecast is cached; two tests are still red."),
    ),
    exits=exits.observing(),
    outputs=outputs.COMMON,
    types=WITHOUT_MODEL,
)


def _switch(*sources: str) -> tuple[PayloadField, ...]:
    return (
        sent("from_model", "The model until now", "claude-sonnet-5"),
        sent("to_model", "The model from now on, by its canonical name", "claude-opus-5"),
        nullable("requested_model", "The name that was asked for, or null for the default", "opus"),
        sent("source", "Who asked", "command", *sources),
        sent("context_tokens", "The size of the context", 61300),
        flag("prompt_cache_warm", "Whether the old model's cache is still there", sample=True),
        sent("cache_ttl", "How long the cache is kept", "5m", "5m", "1h"),
        sent("estimated_cache_write_usd", "What filling the new model's cache costs", 0.42),
        sent("pricing", "Where the price comes from", "catalog", "configured", "catalog", "default"),
    )


_SWITCH_DENIED = replace(_REFUSED, decision=Decision.DENY)
_SWITCH_GUARD = exits.guarded(_SWITCH_DENIED)

PRE_MODEL_SWITCH = EventRow(
    name="PreModelSwitch",
    summary="when another model has been asked for, before it is used",
    undecided="the model is switched",
    subject=value_of("to_model"),
    payload=_switch("command", "picker", "sdk"),
    exits=replace(_SWITCH_GUARD, timed_out=replace(_SWITCH_DENIED, status=Status.TIMED_OUT)),
    outputs=(
        *outputs.COMMON,
        *outputs.block("Keeps the model from being switched", _BLOCKED),
        *outputs.specific(
            "PreModelSwitch",
            *outputs.permission(
                "Whether the model may be switched",
                {
                    "allow": Reaction(decision=Decision.ALLOW),
                    "deny": replace(_BLOCKED, decision=Decision.DENY),
                    "ask": replace(_BLOCKED, decision=Decision.ASK),
                },
            ),
        ),
    ),
    types=WITHOUT_MODEL,
    running=EventRunning(timeout=30.0),
    note="A time-out blocks too, and so does `ask` if nobody can be asked.",
)

POST_MODEL_SWITCH = EventRow(
    name="PostModelSwitch",
    summary="after the model has been switched",
    subject=value_of("to_model"),
    payload=_switch("command", "picker", "sdk", "auto", "resume"),
    exits=exits.observing(READ_AS_CONTEXT),
    outputs=(
        *outputs.COMMON,
        *outputs.specific("PostModelSwitch", outputs.context("Added to the context of the model, like plain stdout")),
    ),
    types=WITHOUT_MODEL,
    running=EventRunning(timeout=30.0),
)
