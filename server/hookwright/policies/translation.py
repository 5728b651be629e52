"""An event of one agent as another one would fire it: its name there, and its payload in that agent's words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hookwright.limits import is_deeper
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import events_for, role_of_event, role_of_tool, tools_of_role, usual_name
from hookwright.model.event import EventRow, MatchSubject
from hookwright.policies.payloads import input_of, subject_of
from hookwright.strict_json import too_deep

Json = Mapping[str, Any]

# What events about a prompt call it.
PROMPTS = ("prompt", "user_prompt")
# What the events about tools of MCP servers call the server, its tool, and what that is called with.
_SERVERS = ("mcp_server_name", "serverName", "server_name")
_SERVED = ("mcp_tool_name", "toolName", "tool_name")
_ARGUMENTS = ("mcp_tool_arguments", "arguments", "tool_input")


class Told(Struct, frozen=True):
    """An event as another agent fires it."""

    event: str
    payload: dict[str, Any]


class _Call(Struct, frozen=True):
    """A tool call that an event is about: the tool as its agent names it, and its role, empty for an MCP server's."""

    tool: str
    role: str | None
    input: Json


def told(new: Dialect, old: Dialect, row: EventRow, payload: Json) -> tuple[Told, ...]:
    """What the other agent fires at that moment; nothing if it has no such event.

    An agent with an event about every tool and one about this kind of tool fires both, as it does for a call of its
    own.  One that hears of the call by an event about its kind fires the like of it, if the first agent has an event
    about every tool as well: that one is heard by itself.
    """
    if new is old and new.event(row.name) is not None:
        return (Told(row.name, dict(payload)),)
    rows = [it for it in _rows(new, row) if not it.spelling_of or it.name == row.name]
    general = next((it for it in rows if role_of_event(it.name) is None), None)
    call = _call(old, row, payload)
    if call is None:
        return () if general is None else (Told(general.name, _with_prompt(new, general, old, row, payload)),)
    special = next((it for it in rows if call.role is not None and role_of_event(it.name) == call.role), None)
    if special is not None and role_of_event(row.name) is not None and _has_general(old, row):
        general = None
    found = []
    if general is not None:
        found.append(Told(general.name, in_words_of(new, _as_call(old, row, payload, call), old)))
    if special is not None:
        found.append(Told(special.name, _as_special(new, special, old, row, payload, call)))
    return tuple(found)


def in_words_of(new: Dialect, payload: Json, old: Dialect) -> dict[str, Any]:
    """A payload of one agent as another one would send it: the tool's name, its input and its response."""
    if new is old:
        return dict(payload)
    spoken = {key: value for key, value in payload.items() if key != "hook_event_name"}
    name = payload.get("tool_name")
    tool = tool_name(new, name, old) if isinstance(name, str) else None
    if tool is not None:
        spoken["tool_name"] = tool
    key = old.calls.input_in(payload)
    if isinstance(given := spoken.pop(key, None), Mapping):
        spoken[new.calls.inputs[0]] = input_in_words_of(new, tool or "", given, old)
    response = next((it for it in old.calls.responses if it in spoken), None)
    if response is not None and response not in new.calls.responses:
        spoken[new.calls.responses[0]] = spoken.pop(response)
    return spoken


def input_in_words_of(new: Dialect, tool: str, given: Json, old: Dialect) -> dict[str, Any]:
    """A tool's input with its path and its command under the keys that the other agent's tool has for them."""
    known = new.tool(tool)
    return _renamed(given, known.input if known is not None else {}, new, old)


def tool_name(new: Dialect, name: str, old: Dialect) -> str:
    """What the other agent calls the tool; its own name where that is not known."""
    if new.tool(name) is not None:
        return name
    served = served_name(name, old, new) if old.tool(name) is None else None
    return served or new.tool_equivalents.get(name, name)


def served_name(name: str, old: Dialect, new: Dialect) -> str | None:
    """The name of a tool of an MCP server as the other agent has it; None for another tool."""
    found = old.servers.tool_name.fullmatch(name)
    if found is None or old.servers.tools == new.servers.tools:
        return None if found is None else name
    parts = found.groupdict()
    if "{server}" in new.servers.tools and "server" not in parts:
        return None
    return new.servers.prefix_of(parts.get("server", "")) + parts["tool"]


def _rows(dialect: Dialect, row: EventRow) -> list[EventRow]:
    names = events_for(row.name, [it.name for it in dialect.events])
    return [it for name in names if (it := dialect.event(name)) is not None]


def _has_general(dialect: Dialect, row: EventRow) -> bool:
    return any(role_of_event(it.name) is None for it in _rows(dialect, row))


def _envelope(dialect: Dialect, row: EventRow) -> str | None:
    """The one field that holds all that the event is about; None if the payload itself does."""
    names = [it.name for it in row.payload]
    return names[0] if len(names) == 1 and names[0] in dialect.calls.inputs else None


def _values(dialect: Dialect, row: EventRow, payload: Json) -> Json:
    """What the payload says of the event alone."""
    envelope = _envelope(dialect, row)
    if envelope is None:
        own = {it.name for it in row.payload} | set(dialect.calls.inputs)
        return {key: value for key, value in payload.items() if key in own}
    found = payload.get(envelope)
    return found if isinstance(found, Mapping) else {}


def _sample(dialect: Dialect, row: EventRow) -> Json:
    """What such a payload says, by name."""
    return _values(dialect, row, {it.name: it.sample for it in row.payload})


def _sealed(dialect: Dialect, row: EventRow, rest: Json, values: Json) -> dict[str, Any]:
    """A payload of these parts."""
    envelope = _envelope(dialect, row)
    return {**rest, **values} if envelope is None else {**rest, envelope: values}


def _call(dialect: Dialect, row: EventRow, payload: Json) -> _Call | None:
    """The tool call that the event is about; None if it is about something else, or the payload names no tool."""
    role = role_of_event(row.name)
    values = _values(dialect, row, payload)
    if role is None:
        name = subject_of(dialect, row, payload) if row.subject.kind is MatchSubject.TOOL else None
        if name is None:
            return None
        is_served = dialect.tool(name) is None and name.startswith(dialect.servers.prefix)
        role = "" if is_served else role_of_tool(name)
        return _Call(name, role, input_of(dialect, payload) or {})
    if role == "":
        server, tool = _first(values, _SERVERS) or "", _first(values, _SERVED) or ""
        return _Call(f"{dialect.servers.prefix_of(server)}{tool}", role, _arguments(values))
    named = (it.name for it in dialect.tools if not it.replaced_by and not it.answers_for)
    return _Call(next(iter(tools_of_role(role, named)), usual_name(role)), role, input_of(dialect, payload) or values)


def _arguments(values: Json) -> Json:
    found = _first(values, _ARGUMENTS)
    if isinstance(found, str):
        try:
            found = json.loads(found)
        except ValueError:
            return {}
        except RecursionError:
            raise too_deep("The input of the tool") from None
        if is_deeper(found):
            raise too_deep("The input of the tool")
    return found if isinstance(found, Mapping) else {}


def _first(values: Json, keys: tuple[str, ...]) -> Any:  # noqa: ANN401  any JSON
    return next((values[it] for it in keys if it in values), None)


def _as_call(dialect: Dialect, row: EventRow, payload: Json, call: _Call) -> Json:
    """The payload with the tool and what it is called with where the agent's events about every tool have them."""
    if role_of_event(row.name) is None:
        return {**payload, "tool_name": call.tool}
    return {**_rest(dialect, row, payload), "tool_name": call.tool, dialect.calls.inputs[0]: call.input}


def _as_special(
    new: Dialect, there: EventRow, old: Dialect, row: EventRow, payload: Json, call: _Call
) -> dict[str, Any]:
    """The payload of an event about one kind of tool: what the tool is called with, where that event has it."""
    sample, rest = _sample(new, there), _rest(old, row, payload)
    given = _served(sample, call, old) if call.role == "" else _with_edits(_renamed(call.input, sample, new, old))
    answer = _first(payload, old.calls.responses)
    answers = {it: answer for it in new.calls.responses if answer is not None}
    values = {key: value for key, value in {**rest, **answers, **given}.items() if key in sample}
    return _sealed(new, there, rest, values)


def _rest(dialect: Dialect, row: EventRow, payload: Json) -> dict[str, Any]:
    """What the payload has that is not about this event alone; where the agent works is not."""
    own = {it.name for it in row.payload} | {"tool_name", "hook_event_name"}
    own |= {*dialect.calls.inputs, *dialect.calls.responses}
    return {key: value for key, value in payload.items() if key not in own or key == "cwd"}


def _served(sample: Json, call: _Call, old: Dialect) -> dict[str, Any]:
    """The server, its tool and what that is called with, by the names that the event has for them."""
    found = old.servers.tool_name.fullmatch(call.tool)
    parts = found.groupdict() if found is not None else {"tool": call.tool}
    said = {**dict.fromkeys(_SERVERS, parts.get("server") or ""), **dict.fromkeys(_SERVED, parts["tool"])}
    for key in _ARGUMENTS:
        said[key] = json.dumps(call.input, ensure_ascii=False) if isinstance(sample.get(key), str) else call.input
    return said


def _renamed(given: Json, sample: Json, new: Dialect, old: Dialect) -> dict[str, Any]:
    """The input with its path and its command under the keys that the sample has for them."""
    roles = ((old.calls.paths, new.calls.paths), (old.calls.commands, new.calls.commands))
    said: dict[str, Any] = {}
    for key, value in given.items():
        alike = next((theirs for ours, theirs in roles if key in ours and key not in sample), ())
        said[next((it for it in alike if it in sample), key)] = value
    return said


def _with_edits(given: dict[str, Any]) -> dict[str, Any]:
    """The input with what is written or replaced as a list of edits, which events about files have."""
    if "new_string" in given:
        return {"edits": [{"old_string": given.get("old_string", ""), "new_string": given["new_string"]}], **given}
    return {"edits": [{"old_string": "", "new_string": given["content"]}], **given} if "content" in given else given


def _with_prompt(new: Dialect, there: EventRow, old: Dialect, row: EventRow, payload: Json) -> dict[str, Any]:
    """The payload with the prompt, if it has one, where the other agent's event has it."""
    spoken = {key: value for key, value in payload.items() if key not in ("hook_event_name", _envelope(old, row))}
    prompt, sample = _first(_values(old, row, payload), PROMPTS), _sample(new, there)
    values = {key: prompt for key in PROMPTS if key in sample and prompt is not None}
    return _sealed(new, there, spoken, values)
