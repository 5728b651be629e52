"""Which events and which tools of different dialects mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hookwright.model.event import EventRow
from hookwright.model.table_names import ABOUT, MOMENTS, ROLES

# The names of agents that have no table; of all others the tables say it, as `moments` and `roles`.
_MOMENTS_ELSEWHERE: Mapping[str, str] = {
    "tool_call": "PreToolUse",
    "tool_execution_start": "PreToolUse",
    "PreToolUseResult": "PostToolUse",
    "tool_result": "PostToolUse",
    "tool_execution_end": "PostToolUse",
    "before_agent_start": "UserPromptSubmit",
    "input": "UserPromptSubmit",
    "session_start": "SessionStart",
    "session_shutdown": "SessionEnd",
    "agent_end": "Stop",
    "turn_end": "Stop",
    "session_before_compact": "PreCompact",
    "session_compact": "PostCompact",
    "model_select": "PostModelSwitch",
    "message_update": "MessageDisplay",
}
_ROLES_ELSEWHERE: Mapping[str, str] = {
    "run_terminal_command": "Bash",
    "runTerminalCommand": "Bash",
    "developer__shell": "Bash",
    "developer__write": "Write",
    "edit_file": "Edit",
    "str_replace_editor": "Edit",
    "developer__edit": "Edit",
    "developer__text_editor": "Edit",
    "developer__tree": "Glob",
    "rg": "Grep",
    "AskUser": "AskUserQuestion",
}

# The tools that most agents have, those before the others that every agent has in one form.
ROLE_NAMES = (
    "Bash",
    "Read",
    "Write",
    "Edit",
    "Glob",
    "Grep",
    "WebFetch",
    "WebSearch",
    "Agent",
    "AskUserQuestion",
    "TodoWrite",
)


def _grouped(usual: Iterable[str], *meanings: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """The names that mean the same, the usual one first."""
    groups = {it: {it: None} for it in usual}
    for name, meaning in (pair for it in meanings for pair in it.items()):
        groups.setdefault(meaning, {meaning: None})[name] = None
    return tuple(map(tuple, groups.values()))


_MOMENTS = _grouped((), MOMENTS, _MOMENTS_ELSEWHERE)
_ROLES = _grouped(ROLE_NAMES, ROLES, _ROLES_ELSEWHERE)

# What creates a file and what changes one are the same to those events.
_WIDER: Mapping[str, str] = {"Write": "Edit"}


def events_for(event: str, own: Iterable[str]) -> list[str]:
    """These events that mean the moment of an event: the one of its name, those about every tool, and the others."""
    known = list(own)
    folded = _folded(event)
    moment = next((names for names in _MOMENTS if folded in map(_folded, names)), ())
    same = sorted((it for it in known if _folded(it) == folded), key=lambda it: it != event)
    rank = {_folded(name): -index for index, name in enumerate(reversed(moment))}
    others = sorted((it for it in known if _folded(it) in rank), key=lambda it: (it in ABOUT, rank[_folded(it)]))
    return list(dict.fromkeys((*same, *others)))


def role_of_event(event: str) -> str | None:
    """The role of the tools that an event is about, empty for those of MCP servers; None for one about all."""
    return ABOUT.get(event)


def usual_name(tool: str) -> str:
    """What most agents without names of their own call a tool that does the same work."""
    return next((names[0] for names in _ROLES if tool in names), tool)


def role_of_tool(tool: str) -> str | None:
    """The first name of the tools that do the same work; None if there are no others."""
    found = next((names[0] for names in _ROLES if tool in names), None)
    return found if found is None else _WIDER.get(found, found)


def tools_of_role(role: str, own: Iterable[str]) -> list[str]:
    """These tools that do the work of a role."""
    return [it for it in own if role_of_tool(it) == role]


def _folded(name: str) -> str:
    return name.replace("_", "").casefold()


def equivalents(own: Iterable[str]) -> Mapping[str, str]:
    """Other dialects' names, each with the one of these events that means the same moment."""
    return _others(own, _MOMENTS)


def _others(own: Iterable[str], groups: Iterable[tuple[str, ...]]) -> Mapping[str, str]:
    known = frozenset(own)
    pairs: dict[str, str] = {}
    for names in groups:
        mine = next((it for it in names if it in known), None)
        if mine is not None:
            pairs |= dict.fromkeys((it for it in names if it not in known), mine)
    return pairs


def announces_tool(event: str) -> bool:
    """Whether an event, in the name of any dialect, comes before a tool is used or asks whether it may be."""
    moment = MOMENTS.get(event, _MOMENTS_ELSEWHERE.get(event, event))
    return moment in ("PreToolUse", "PermissionRequest", "PermissionDialog")


def is_asked_about_calls(row: EventRow | None) -> bool:
    """Whether hooks on the event are asked about tool calls, and can refuse them."""
    return row is not None and row.can_block and announces_tool(row.name)


def usual_first(own: Iterable[str]) -> list[str]:
    """These tools, those before the others that every agent has in one form: shell, reading, writing, editing."""
    rank = {name: index for index, names in enumerate(_ROLES) for name in names}
    return sorted(own, key=lambda it: rank.get(it, len(_ROLES)))


def tool_equivalents(own: Iterable[str]) -> Mapping[str, str]:
    """Other agents' names of tools, each with the one of these tools that does the same work."""
    return _others(own, _ROLES)
