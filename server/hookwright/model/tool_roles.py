"""Which tools of different agents do the same work."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_ROLES = (
    (
        "Bash",
        "run_shell_command",
        "run_terminal_command",
        "runTerminalCommand",
        "run_in_terminal",
        "Shell",
        "shell",
        "Execute",
        "execute_bash",
        "developer__shell",
    ),
    ("Read", "read_file", "read_many_files", "fs_read"),
    ("Write", "write_file", "create_file", "fs_write", "Create", "developer__write"),
    (
        "Edit",
        "apply_patch",
        "ApplyPatch",
        "edit_file",
        "replace_string_in_file",
        "str_replace_editor",
        "developer__edit",
        "developer__text_editor",
    ),
    ("Glob", "list_directory", "developer__tree"),
    ("Grep", "grep_search"),
    ("WebFetch", "FetchUrl"),
    ("WebSearch", "google_web_search"),
    ("Agent", "Task", "invoke_agent", "spawn_agent", "runSubagent"),
    ("AskUserQuestion", "ask_user", "AskUser"),
    ("TodoWrite", "write_todos", "update_todo"),
)


def usual_first(own: Iterable[str]) -> list[str]:
    """These tools, those before the others that every agent has in one form: shell, reading, writing, editing."""
    rank = {name: index for index, names in enumerate(_ROLES) for name in names}
    return sorted(own, key=lambda it: rank.get(it, len(_ROLES)))


def tool_equivalents(own: Iterable[str]) -> Mapping[str, str]:
    """Other agents' names of tools, each with the one of these tools that does the same work."""
    known = frozenset(own)
    pairs: dict[str, str] = {}
    for names in _ROLES:
        mine = next((it for it in names if it in known), None)
        if mine is not None:
            pairs |= dict.fromkeys((it for it in names if it not in known), mine)
    return pairs
