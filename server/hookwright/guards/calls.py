"""How an agent announces the use of a tool: the event, the names in its payload, and the tools by what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from hookwright.analysis.scripts.templates import refusing_values
from hookwright.model.dialect import Dialect
from hookwright.model.equivalents import role_of_event, role_of_tool, usual_name
from hookwright.model.event import EventRow
from hookwright.model.tool import Tool
from hookwright.policies.payloads import input_of
from hookwright.samples.built_in import samples

# Some dialects have another name for it.
EVENT = "PreToolUse"
SHELL = "Bash"
_RUNS_COMMANDS = ("Monitor", "PowerShell", "powershell")
_READ_ROLES = ("Read", "Grep")
_WRITE_ROLES = ("Edit", "Write", "NotebookEdit")
_WRITES_TOO = frozenset(("multiedit", "notebook_edit", "Delete", "remove-files", "delete_file", "str_replace"))
_READS = frozenset(("Read", "Glob", "Grep"))
_READS_TOO = frozenset(
    ("LS", "ls", "NotebookRead", "notebook_read", "list_directory", "read_many_files", "view", "LSP")
)
_NAMES = ("tool_name", "toolName")


class ToolCall(Struct, frozen=True):
    """A call of a tool: its event and name, the key of the command or the path in its input, and the payload."""

    event: str

    tool: str
    key: str
    payload: dict[str, Any]


def guarded_event(dialect: Dialect) -> EventRow:
    """The event before a tool runs, by the name that the dialect has for it.  Raises LookupError."""
    row = dialect.event(EVENT) or dialect.event(dialect.equivalents.get(EVENT, ""))
    if row is None:
        raise LookupError(f"{dialect.id} has no event before a tool runs")
    return row


def shell_call(dialect: Dialect, row: EventRow) -> ToolCall:
    """A sample call of the tool that runs commands.  Raises LookupError if the dialect has none."""
    for sample in samples(dialect, row.name):
        given = input_of(dialect, sample.payload) or {}
        for key in (it for it in dialect.calls.commands if it in given):
            return ToolCall(row.name, sample.name, key, dict(sample.payload))
    raise LookupError(f"{dialect.id} has no tool that runs commands")


def file_call(dialect: Dialect, role: str) -> ToolCall | None:
    """A sample call of a tool with a role such as `Read`; None if the dialect has none with a path."""
    guarded = guarded_event(dialect)
    events = [guarded.name] if dialect.tools else list(_events_of(dialect, "Edit" if role == "Write" else role))
    for event in events:
        for sample in samples(dialect, event):
            given = input_of(dialect, sample.payload) or {}
            key = next((it for it in dialect.calls.paths if isinstance(given.get(it), str)), None)
            if key is not None and (not dialect.tools or usual_name(sample.name) == role):
                return ToolCall(event, sample.name, key, dict(sample.payload))
    return None


def values_of(dialect: Dialect) -> dict[str, Any]:
    """The keys that the hook needs in the hook file so that it can refuse."""
    return refusing_values(guarded_event(dialect))


def name_keys(dialect: Dialect, call: ToolCall, row: EventRow) -> tuple[str, ...]:
    """The keys of a payload that say which tool it is about, or else which event."""
    known = tuple(it for it in _NAMES if it in call.payload)
    return known or tuple(key for key, value in call.payload.items() if value == row.name)


def shell_tools(dialect: Dialect) -> tuple[str, ...]:
    """The names in payloads of what runs commands."""
    tools = (it.name for it in dialect.tools if role_of_tool(it.name) == SHELL or _runs_commands(dialect, it.name))
    return tuple(tools) or tuple(_events_of(dialect, SHELL))


def other_tools(dialect: Dialect) -> tuple[str, ...]:
    """The names of tools whose input has the key of a command for something else."""
    shells, keys = shell_tools(dialect), dialect.calls.commands
    return tuple(it.name for it in dialect.tools if it.name not in shells and any(key in it.input for key in keys))


def reading_tools(dialect: Dialect) -> tuple[str, ...]:
    """The names in payloads of what reads files and writes none."""
    tools = (it.name for it in dialect.tools if role_of_tool(it.name) in _READS or it.name in _READS_TOO)
    return tuple(tools) or tuple(_events_of(dialect, "Read"))


def file_tools(dialect: Dialect) -> tuple[str, ...]:
    """The names in payloads of what reads or writes a file, and always names it by one of the keys for paths."""
    roles, keys = ("Read", *_WRITE_ROLES), dialect.calls.paths
    if not dialect.tools:
        return tuple(dict.fromkeys(it for role in roles for it in _events_of(dialect, role)))
    tools = (it for it in dialect.tools if usual_name(it.name) in roles or it.name in _WRITES_TOO)
    return tuple(it.name for it in tools if any(key in it.input for key in keys))


def server_tools(dialect: Dialect) -> tuple[str, ...]:
    """What the names of all tools of MCP servers begin with; nothing if no name tells them from others."""
    prefix = dialect.servers.prefix
    return (prefix,) if prefix else ()


def matched_shells(dialect: Dialect) -> tuple[str, ...]:
    """What a matcher names for all that runs commands, as the dialect names it or, without tools, the first one."""
    own = (it.name for it in _own(dialect) if usual_name(it.name) == SHELL or _runs_commands(dialect, it.name))
    return tuple(own) or (SHELL,)


def matched_files(dialect: Dialect, *, reads: bool = True) -> tuple[str, ...]:
    """What a matcher names for all that writes files and, with `reads`, reads them; as in `matched_shells`."""
    roles = (*_READ_ROLES, *_WRITE_ROLES) if reads else _WRITE_ROLES
    if not dialect.tools:
        return roles
    return tuple(it.name for it in _own(dialect) if usual_name(it.name) in roles or it.name in _WRITES_TOO)


def _own(dialect: Dialect) -> Iterator[Tool]:
    """The tools of today, by the names that payloads have."""
    return (it for it in dialect.tools if not (it.replaced_by or it.renamed or it.answers_for))


def _runs_commands(dialect: Dialect, name: str) -> bool:
    tool = dialect.tool(name)
    return name in _RUNS_COMMANDS and tool is not None and any(it in tool.input for it in dialect.calls.commands)


def _events_of(dialect: Dialect, role: str) -> Iterator[str]:
    return (it.name for it in dialect.events if role_of_event(it.name) == role)
