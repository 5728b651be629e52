"""The events of Claude Code around a tool call: before it, when permission is asked for, and after it."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.claude_code import exits, outputs
from hookwright.dialects.claude_code.payload import (
    DOCUMENTED,
    DURATION,
    IN_SUBAGENT,
    MCP_SERVER,
    PERMISSION_MODE,
    PROJECT,
    TOOL_INPUT,
    TOOL_NAME,
    TOOL_USE_ID,
)
from hookwright.dialects.fields import ON_TOOL_NAME, flag, sent, specific_path
from hookwright.dialects.reactions import denial, feedback, refusal
from hookwright.model.event import EventRow, EventRunning, Stop
from hookwright.model.reaction import Audience, Decision, Effect, OutputField, Reaction, Words

_TO_AGENT = denial(Words.STDERR_ALONE)
_DENIED = denial(Words.REASON)
_FEEDBACK = feedback(Words.STDERR_ALONE)
_FED_BACK = feedback(Words.REASON)
_ALLOWED = Reaction(decision=Decision.ALLOW)

PRE_TOOL_USE = EventRow(
    name="PreToolUse",
    summary="before a tool runs, after the model has made its input",
    undecided="the normal permission rules apply",
    subject=ON_TOOL_NAME,
    payload=(TOOL_NAME, TOOL_INPUT, TOOL_USE_ID, MCP_SERVER, PERMISSION_MODE, *IN_SUBAGENT),
    exits=replace(exits.guarded(_TO_AGENT), closed=True),
    outputs=(
        *outputs.STOPPING_AFTERWARDS,
        *outputs.specific(
            "PreToolUse",
            *outputs.permission(
                "Whether the tool may run; `defer` leaves the call to the program that runs Claude Code",
                {
                    "allow": _ALLOWED,
                    "deny": _DENIED,
                    "ask": Reaction(decision=Decision.ASK, reason=Words.REASON),
                    "defer": Reaction(decision=Decision.DEFER, reason=Words.REASON),
                },
            ),
            OutputField(
                specific_path("updatedInput"),
                "The complete input that the tool gets instead",
                Effect.UPDATED_INPUT,
                "object",
            ),
            outputs.context(),
        ),
        OutputField(
            ("decision",),
            "The old form: `approve` is `allow`, `block` is `deny`",
            Effect.DECIDES,
            words={"approve": _ALLOWED, "block": _DENIED},
            reason=("reason",),
            deprecated="use `hookSpecificOutput.permissionDecision`",
        ),
        OutputField(
            ("reason",),
            "The reason, in the old form",
            deprecated="use `hookSpecificOutput.permissionDecisionReason`",
        ),
    ),
    note="When several hooks change the input, the one that ends last wins.",
)

_BEHAVIOR = specific_path("decision", "behavior")

PERMISSION_REQUEST = EventRow(
    name="PermissionRequest",
    since="2.0.45",
    summary="when the user is about to be asked for permission",
    undecided="the user is asked",
    subject=ON_TOOL_NAME,
    payload=(
        TOOL_NAME,
        TOOL_INPUT,
        sent(
            "permission_suggestions",
            "The rules that the dialog offers",
            [
                {
                    "type": "addRules",
                    "rules": [{"toolName": "Bash", "ruleContent": "npm test *"}],
                    "behavior": "allow",
                    "destination": "localSettings",
                }
            ],
            optional=True,
        ),
        MCP_SERVER,
        PERMISSION_MODE,
        *IN_SUBAGENT,
    ),
    exits=exits.failing_open(_TO_AGENT),
    outputs=(
        *outputs.WITHOUT_STOPPING,
        *outputs.specific(
            "PermissionRequest",
            OutputField(
                _BEHAVIOR,
                "Answers for the user",
                Effect.DECIDES,
                words={"allow": _ALLOWED, "deny": _DENIED},
                reason=specific_path("decision", "message"),
            ),
            OutputField(
                specific_path("decision", "updatedInput"),
                "With `allow`: the input the tool gets instead",
                Effect.UPDATED_INPUT,
                "object",
                only_with=(_BEHAVIOR, "allow"),
                filled=True,
            ),
            OutputField(
                specific_path("decision", "updatedPermissions"),
                "With `allow`: what to change of the permissions, such as rules to add",
                kind="array",
                items=outputs.PERMISSION_UPDATES,
                only_with=(_BEHAVIOR, "allow"),
            ),
            OutputField(
                specific_path("decision", "message"),
                "With `deny`: why, for the model",
                only_with=(_BEHAVIOR, "deny"),
            ),
            OutputField(
                specific_path("decision", "interrupt"),
                "With `deny`: whether the turn ends",
                Effect.INTERRUPTS,
                kind="boolean",
                only_with=(_BEHAVIOR, "deny"),
            ),
        ),
    ),
    running=EventRunning(race=(Stop.DECISION,)),
    note="The first hook to decide ends the others. Exit 2 does not deny here: only the JSON output decides.",
)

PERMISSION_DENIED = EventRow(
    name="PermissionDenied",
    since="2.1.89",
    evidence=DOCUMENTED,
    summary="after auto mode has denied a tool call",
    undecided="the call stays denied",
    subject=ON_TOOL_NAME,
    payload=(
        TOOL_NAME,
        TOOL_INPUT,
        TOOL_USE_ID,
        sent("reason", "Why it was denied", "The command deletes files outside the project"),
        MCP_SERVER,
        PERMISSION_MODE,
        *IN_SUBAGENT,
    ),
    exits=exits.observing(),
    outputs=(
        *outputs.COMMON,
        *outputs.specific("PermissionDenied", outputs.note("retry", "Whether the model may try again", "boolean")),
    ),
)

POST_TOOL_USE = EventRow(
    name="PostToolUse",
    summary="right after a tool has succeeded",
    subject=ON_TOOL_NAME,
    payload=(
        TOOL_NAME,
        TOOL_INPUT,
        sent("tool_response", "What the tool returned", {"stdout": "12 passed", "stderr": "", "interrupted": False}),
        TOOL_USE_ID,
        DURATION,
        MCP_SERVER,
        PERMISSION_MODE,
        *IN_SUBAGENT,
    ),
    exits=exits.guarded(_FEEDBACK),
    outputs=(
        *outputs.COMMON,
        *outputs.block("Feeds the reason back to the model; the tool has already run", _FED_BACK),
        *outputs.specific(
            "PostToolUse",
            outputs.context("Added to the context of the model, together with the tool's result"),
            # Where both are there, the one behind the other counts.
            outputs.result("updatedMCPToolOutput", "What the model sees instead of an MCP tool's result", served=True),
            outputs.result(
                "updatedToolOutput", "What the model sees instead of the tool's result, in the same form", like=True
            ),
            outputs.note("classifierContext", "What auto mode's classifier is told about the result"),
        ),
    ),
    running=EventRunning(race=(Stop.STOPPED,)),
)

POST_TOOL_USE_FAILURE = EventRow(
    name="PostToolUseFailure",
    summary="right after a tool has failed",
    subject=ON_TOOL_NAME,
    payload=(
        TOOL_NAME,
        TOOL_INPUT,
        TOOL_USE_ID,
        sent("error", "The tool's error message", "Exit code 1\nTypeError: forecast is not iterable"),
        flag("is_interrupt", "Whether the user interrupted it", sample=False, optional=True),
        DURATION,
        MCP_SERVER,
        PERMISSION_MODE,
        *IN_SUBAGENT,
    ),
    exits=exits.guarded(_FEEDBACK),
    outputs=(
        *outputs.WITHOUT_STOPPING,
        *outputs.block("Feeds the reason back to the model; the tool has already failed", _FED_BACK),
        *outputs.specific("PostToolUseFailure", outputs.context()),
    ),
)

_BATCH_REFUSED = refusal(Audience.USER, Words.STDERR_ALONE, blocks=True)
_BATCH_STOPPED = refusal(Audience.USER, Words.REASON, blocks=True)

POST_TOOL_BATCH = EventRow(
    name="PostToolBatch",
    summary="when all tool calls of one message are done, before the model is asked again",
    undecided="the model is asked again",
    payload=(
        sent(
            "tool_calls",
            "The calls, with their results",
            [
                {
                    "tool_name": "Read",
                    "tool_input": {"file_path": f"{PROJECT}/src/{name}.ts"},
                    "tool_use_id": f"toolu_0{number}Read",
                    "tool_response": text,
                }
                for number, name, text in ((1, "forecast", "1\texport type Forecast"), (2, "cache", "1\tconst kept"))
            ],
        ),
        PERMISSION_MODE,
        *IN_SUBAGENT,
    ),
    exits=exits.guarded(_BATCH_REFUSED),
    outputs=(
        *outputs.COMMON,
        *outputs.block("Stops before the model is asked again", _BATCH_STOPPED),
        *outputs.specific("PostToolBatch", outputs.context()),
    ),
)
