"""The protocol's events and effects, and what they are to hooks; pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from hookwright.engine.hooks import Json
from hookwright.engine.tool_maps.kinds import named_arguments
from hookwright.model.outcome import Outcome
from hookwright.model.reaction import Decision

VERSION = "0.1"
INTERCEPT, OBSERVE = "hooks/intercept", "hooks/observe"
TOOL_BEFORE, SESSION_START, SESSION_END = "tool.before", "session.start", "session.end"
DENY = "deny"

INVALID_PARAMS = -32602
UNSUPPORTED_VERSION = -32001
UNSUPPORTED_EVENT = -32002
UNAVAILABLE = -32003
FAILED = -32004

_TOOLS = {
    "shell": "Bash",
    "file_read": "Read",
    "file_write": "Write",
    "file_edit": "Edit",
    "search": "Grep",
    "fetch": "WebFetch",
    "task": "Task",
}
"""What the protocol's kinds of tools are to hooks; the tools of other kinds keep their names."""
_SAME_KIND = {"search": ("Glob",), "file_edit": ("MultiEdit", "NotebookEdit"), "fetch": ("WebSearch",)}
"""Tools of Claude Code that have a kind in common with another, and keep their names too."""
_BLOCKED = "A hook refused it"
_CHANGED = "A hook changes the input of this call, which this protocol cannot pass on"


class Wrong(Exception):
    """A message that cannot be answered as it was meant; `code` and `data` are the error's."""

    def __init__(self, code: int, text: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.data = data


class HookEvent(Struct, frozen=True):
    """An event of a session: what it is to hooks, and what it carries for them; `folder` is where the agent works."""

    type: str
    id: str
    source: str
    session: str
    folder: str | None
    name: str
    payload: Json


def read_event(params: object) -> HookEvent:
    """The event in the params of a message; raises Wrong."""
    given = _object(params, "params")
    if given.get("protocolVersion") != VERSION:
        raise Wrong(UNSUPPORTED_VERSION, "Unsupported AHP protocol version", {"supported": [VERSION]})
    event = _object(given.get("event"), "params.event")
    kind = _text(event, "type", "params.event")
    if kind not in _EVENTS:
        raise Wrong(UNSUPPORTED_EVENT, f"Unsupported event `{kind}`", {"supported": list(_EVENTS)})
    name, carried = _EVENTS[kind]
    session = _object(event.get("session"), "params.event.session")
    roots = session.get("workspaceRoots")
    folders = [session.get("cwd"), *(roots if isinstance(roots, list) else ())]
    return HookEvent(
        type=kind,
        id=_text(event, "id", "params.event"),
        source=_text(event, "source", "params.event"),
        session=_text(session, "id", "params.event.session"),
        folder=next((it for it in folders if isinstance(it, str)), None),
        name=name,
        payload=carried(event),
    )


def require_deny(params: Json) -> None:
    """Raises Wrong if the agent cannot be told to deny, so that asking it is of no use."""
    capabilities = params.get("capabilities")
    effects = capabilities.get("effects") if isinstance(capabilities, Mapping) else None
    if not isinstance(effects, list) or DENY not in effects:
        raise Wrong(INVALID_PARAMS, "`params.capabilities.effects` has to have `deny`")


def effects_of(outcome: Outcome, payload: Json) -> list[dict[str, str]]:
    """One `deny`, or nothing: the protocol knows no `allow`, and where hooks ask, the agent's own permissions decide.

    Where hooks change the input, which the agent cannot be told, the call must not run as it is.
    """
    folded = outcome.folded
    if folded.blocked or folded.stop_agent or folded.decision is Decision.DENY:
        return [{"type": DENY, "reason": folded.reason or folded.stop_reason or _BLOCKED}]
    changed = folded.updated_input
    if changed is not None and dict(changed) != dict(payload["tool_input"]):
        return [{"type": DENY, "reason": _CHANGED}]
    return []


def _tool(event: Json) -> dict[str, Any]:
    tool = _object(event.get("tool"), "params.event.tool")
    given = _object(tool.get("input"), "params.event.tool.input")
    name, kind = _text(tool, "name", "params.event.tool"), _text(tool, "kind", "params.event.tool")
    mcp = tool.get("mcp")
    if isinstance(mcp, Mapping) and isinstance(mcp.get("server"), str) and isinstance(mcp.get("tool"), str):
        name = f"mcp__{mcp['server']}__{mcp['tool']}"
    elif name not in _SAME_KIND.get(kind, ()):
        name = _TOOLS.get(kind, name)
    use = _text(tool, "callId", "params.event.tool")
    return {"tool_name": name, "tool_use_id": use, "tool_input": named_arguments(name, given)}


def _after(event: Json) -> dict[str, Any]:
    return {**_tool(event), "tool_response": event["tool"].get("output")}


def _error(event: Json) -> dict[str, Any]:
    error = event["tool"].get("error") if isinstance(event.get("tool"), Mapping) else None
    return {**_tool(event), "error": str(error.get("message", "")) if isinstance(error, Mapping) else ""}


_EVENTS: dict[str, tuple[str, Callable[[Json], dict[str, Any]]]] = {
    TOOL_BEFORE: ("PreToolUse", _tool),
    "tool.after": ("PostToolUse", _after),
    "tool.error": ("PostToolUseFailure", _error),
    SESSION_START: ("SessionStart", lambda _: {"source": "startup"}),
    SESSION_END: ("SessionEnd", lambda event: {"reason": str(event.get("outcome") or "other")}),
}
"""The event of hooks for each of the protocol's, and how its payload is made."""


def _object(value: object, where: str) -> Json:
    if not isinstance(value, Mapping):
        raise Wrong(INVALID_PARAMS, f"`{where}` has to be an object")
    return value


def _text(holder: Json, name: str, where: str) -> str:
    value = holder.get(name)
    if not isinstance(value, str) or not value:
        raise Wrong(INVALID_PARAMS, f"`{where}.{name}` has to be text")
    return value
