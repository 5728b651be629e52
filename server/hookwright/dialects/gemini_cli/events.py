"""The eleven events of Gemini CLI (H2): of tools, of turns, of model calls and of sessions."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.dialects.fields import ON_TOOL_NAME, value_of
from hookwright.dialects.gemini_cli.exits import (
    CONTEXT,
    DOCUMENTED,
    EVENT_NAME,
    MESSAGE,
    PRINTED,
    STOPS,
    decides,
    exits,
    specific,
)
from hookwright.dialects.reactions import refusal
from hookwright.model.event import Chain, EventRow, EventRunning, PayloadField
from hookwright.model.folding import Folding, Kept, Pick
from hookwright.model.reaction import Audience, Decision, Effect, Words

_TO_THE_END = EventRunning(stops_at=())
_FOLDING = Folding(reason=Pick.ALL)

_TOOL_NAME = PayloadField(name="tool_name", doc="The tool that is used", sample="write_file")
_TOOL_INPUT = PayloadField(
    name="tool_input",
    doc="What the tool is called with",
    sample={"file_path": "src/example.py", "content": "print('hello')\n"},
)
_TOOL_RESPONSE = PayloadField(
    name="tool_response",
    doc="What the tool returned: `llmContent` for the model, `returnDisplay` for the user, and `error` if it failed",
    sample={"llmContent": "Created src/example.py", "returnDisplay": "Created src/example.py"},
)
_MCP = PayloadField(
    name="mcp_context",
    doc="The MCP server of the tool, if it has one",
    sample={"server_name": "github", "tool_name": "create_issue"},
    required=False,
)
_ORIGINAL = PayloadField(
    name="original_request_name",
    doc="The tool that the model asked for, where another one is called in its place",
    sample="read_file",
    required=False,
)
_PROMPT = PayloadField(name="prompt", doc="What the user typed", sample="Write a function that computes n!")
_REQUEST = PayloadField(
    name="llm_request",
    doc="The request: its model, messages, settings and tools",
    sample={"model": "gemini-2.5-pro", "messages": [{"role": "user", "content": "Hello"}], "config": {}},
)
_RESPONSE = PayloadField(
    name="llm_response",
    doc="The response, or the part of it that has arrived",
    sample={"text": "Hello!", "candidates": [{"content": {"role": "model", "parts": ["Hello!"]}}]},
)

_NO_TOOL = {words: refusal(Audience.AGENT, words, decision=Decision.DENY, blocks=True) for words in Words}
_NO_TURN = {words: refusal(Audience.USER, words, blocks=True) for words in Words}
_NO_RESULT = {words: refusal(Audience.AGENT, words) for words in Words}
_NO_END = {words: refusal(Audience.AGENT, words, goes_on=True) for words in Words}

_BEFORE_TOOL = EventRow(
    name="BeforeTool",
    summary="before a tool is used",
    undecided="the normal permission rules apply",
    subject=ON_TOOL_NAME,
    payload=(_TOOL_NAME, _TOOL_INPUT, _MCP, _ORIGINAL),
    exits=exits(_NO_TOOL[PRINTED]),
    outputs=(
        *decides("Whether the tool may be used", _NO_TOOL[Words.REASON], asks=True),
        *STOPS,
        *MESSAGE,
        EVENT_NAME,
        specific(
            "tool_input",
            "Replaces the tool's whole input; hooks that run in sequence behind it read these keys beside the others",
            Effect.UPDATED_INPUT,
            "object",
        ),
    ),
    folding=_FOLDING,
    running=_TO_THE_END,
    chain=Chain(hands_on=("hookSpecificOutput", "tool_input")),
)
_AFTER_TOOL = EventRow(
    name="AfterTool",
    summary="after a tool has been used",
    undecided="the model reads the tool's result",
    subject=ON_TOOL_NAME,
    payload=(_TOOL_NAME, _TOOL_INPUT, _TOOL_RESPONSE, _MCP, _ORIGINAL),
    exits=exits(_NO_RESULT[PRINTED]),
    outputs=(
        *decides("Hides the result from the model, which reads the reason instead", _NO_RESULT[Words.REASON]),
        *STOPS,
        *MESSAGE,
        EVENT_NAME,
        CONTEXT,
        specific(
            "tailToolCallRequest", "Calls another tool, with `name` and `args`, and shows its result", kind="object"
        ),
    ),
    folding=replace(_FOLDING, keeps_context=Kept.UNLESS_OBJECTED),
    running=_TO_THE_END,
)
_BEFORE_AGENT = EventRow(
    name="BeforeAgent",
    summary="when the user has sent a prompt, before the agent works on it",
    undecided="the prompt goes to the agent",
    payload=(_PROMPT,),
    exits=exits(_NO_TURN[PRINTED]),
    outputs=(
        *decides("Blocks the prompt and drops it", _NO_TURN[Words.REASON]),
        *STOPS,
        *MESSAGE,
        EVENT_NAME,
        CONTEXT,
    ),
    folding=_FOLDING,
    running=_TO_THE_END,
    chain=Chain(context_into=_PROMPT.name),
)
_AFTER_AGENT = EventRow(
    name="AfterAgent",
    summary="when the agent has given its last answer of a turn",
    undecided="the turn ends",
    payload=(
        _PROMPT,
        PayloadField(name="prompt_response", doc="The answer of the agent", sample="Here it is."),
        PayloadField(
            name="stop_hook_active", doc="Whether a hook has kept the agent from stopping already", sample=False
        ),
    ),
    loop_guard="stop_hook_active",
    exits=exits(_NO_END[PRINTED]),
    outputs=(
        *decides("Keeps the agent from stopping, and tells it why", _NO_END[Words.REASON]),
        *STOPS,
        *MESSAGE,
        EVENT_NAME,
        specific("clearContext", "Whether the conversation so far is forgotten; default `false`", kind="boolean"),
    ),
    folding=_FOLDING,
    running=_TO_THE_END,
)
_BEFORE_MODEL = EventRow(
    name="BeforeModel",
    summary="before the model is called",
    undecided="the model is called",
    payload=(_REQUEST,),
    exits=exits(_NO_TURN[PRINTED]),
    outputs=(
        *decides("Whether the model is called", _NO_TURN[Words.REASON]),
        *STOPS,
        *MESSAGE,
        EVENT_NAME,
        specific("llm_request", "Replaces these keys of the request", kind="object"),
        specific("llm_response", "A response that is taken in place of the model's", kind="object"),
    ),
    folding=_FOLDING,
    running=_TO_THE_END,
    evidence=DOCUMENTED,
)
_AFTER_MODEL = EventRow(
    name="AfterModel",
    summary="after each part of the model's response",
    undecided="the response is taken as it is",
    payload=(_REQUEST, _RESPONSE),
    exits=exits(_NO_TURN[PRINTED]),
    outputs=(
        *decides("Whether the response is taken", _NO_TURN[Words.REASON]),
        *STOPS,
        *MESSAGE,
        EVENT_NAME,
        specific("llm_response", "A response that is taken in place of the model's", kind="object"),
    ),
    folding=_FOLDING,
    running=_TO_THE_END,
    evidence=DOCUMENTED,
)
_BEFORE_TOOL_SELECTION = EventRow(
    name="BeforeToolSelection",
    summary="before the model chooses among the tools",
    payload=(_REQUEST,),
    exits=exits(),
    outputs=(
        *MESSAGE,
        EVENT_NAME,
        specific(
            "toolConfig",
            "`mode` (`AUTO`, `ANY` or `NONE`) and `allowedFunctionNames`; the names of several hooks add up",
            kind="object",
        ),
    ),
    running=_TO_THE_END,
    evidence=DOCUMENTED,
)
_STARTS, _ENDS = ("startup", "resume", "clear"), ("exit", "clear", "logout", "prompt_input_exit", "other")
_COMPRESSIONS, _ALERTS = ("manual", "auto"), ("ToolPermission",)
_SESSION_START = EventRow(
    name="SessionStart",
    summary="when a session begins",
    subject=value_of("source", *_STARTS),
    payload=(PayloadField(name="source", doc="How the session began", sample="startup", words=_STARTS),),
    exits=exits(),
    outputs=(*MESSAGE, EVENT_NAME, CONTEXT),
    running=_TO_THE_END,
)
_SESSION_END = EventRow(
    name="SessionEnd",
    summary="when a session ends; the agent does not wait for its hooks in every case",
    subject=value_of("reason", *_ENDS),
    payload=(PayloadField(name="reason", doc="Why the session ends", sample="exit", words=_ENDS),),
    exits=exits(),
    outputs=MESSAGE,
    running=EventRunning(stops_at=(), ends_session=True),
    evidence=DOCUMENTED,
)
_PRE_COMPRESS = EventRow(
    name="PreCompress",
    summary="before the conversation is compressed",
    subject=value_of("trigger", *_COMPRESSIONS),
    payload=(PayloadField(name="trigger", doc="Who asked for it", sample="manual", words=_COMPRESSIONS),),
    exits=exits(),
    outputs=MESSAGE,
    running=_TO_THE_END,
    evidence=DOCUMENTED,
)
_NOTIFICATION = EventRow(
    name="Notification",
    summary="when the user is alerted, such as before a tool that needs permission",
    payload=(
        PayloadField(name="notification_type", doc="The kind of alert", sample="ToolPermission", words=_ALERTS),
        PayloadField(name="message", doc="What the user is told", sample="Allow run_shell_command?"),
        PayloadField(
            name="details", doc="More about the alert", sample={"type": "exec", "command": "git push"}, required=False
        ),
    ),
    exits=exits(),
    outputs=MESSAGE,
    running=_TO_THE_END,
    evidence=DOCUMENTED,
)

EVENTS = (
    _SESSION_START,
    _BEFORE_AGENT,
    _BEFORE_TOOL_SELECTION,
    _BEFORE_MODEL,
    _AFTER_MODEL,
    _BEFORE_TOOL,
    _AFTER_TOOL,
    _AFTER_AGENT,
    _PRE_COMPRESS,
    _NOTIFICATION,
    _SESSION_END,
)
LIFECYCLE = (_SESSION_START.name, _SESSION_END.name, _PRE_COMPRESS.name)
