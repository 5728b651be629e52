"""Which events and which tools of different dialects mean the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

_MOMENTS = (
    (
        "PreToolUse",
        "preToolUse",
        "BeforeTool",
        "BeforeReadFile",
        "beforeReadFile",
        "BeforeShellExecution",
        "beforeShellExecution",
        "beforeMCPExecution",
        "beforeTabFileRead",
        "preMcpToolCall",
        "pre_run_command",
        "pre_write_code",
        "pre_read_code",
        "pre_mcp_tool_use",
        "tool_call",
        "tool_execution_start",
    ),
    (
        "PostToolUse",
        "postToolUse",
        "AfterTool",
        "AfterFileEdit",
        "afterFileEdit",
        "AfterShellExecution",
        "afterShellExecution",
        "PreToolUseResult",
        "afterMCPExecution",
        "afterTabFileEdit",
        "post_write_code",
        "post_run_command",
        "post_read_code",
        "post_mcp_tool_use",
        "tool_result",
        "tool_execution_end",
    ),
    (
        "UserPromptSubmit",
        "BeforeAgent",
        "beforeSubmitPrompt",
        "userPromptSubmitted",
        "userPromptTransformed",
        "pre_user_prompt",
        "before_agent_start",
        "input",
    ),
    ("SessionStart", "sessionStart", "workspaceOpen", "session_start"),
    ("SessionEnd", "sessionEnd", "SessionDelete", "session_shutdown"),
    (
        "Stop",
        "AfterAgent",
        "stop",
        "agentStop",
        "agent_end",
        "turn_end",
        "post_cascade_response",
        "post_cascade_response_with_transcript",
    ),
    ("PostToolUseFailure", "postToolUseFailure"),
    ("SubagentStart", "subagentStart"),
    ("SubagentStop", "subagentStop"),
    ("StopFailure", "ErrorOccurred", "errorOccurred"),
    ("PreCompact", "preCompact", "Compaction", "PreCompress", "session_before_compact"),
    ("PostCompact", "session_compact"),
    ("PostModelSwitch", "model_select"),
    ("MessageDisplay", "afterAgentResponse", "message_update"),
    ("FileChanged", "PostFileCreate", "PostFileSave", "PostFileDelete"),
    ("TaskCreated", "TodoCreated"),
    ("TaskCompleted", "TodoCompleted", "PostTaskExec"),
    ("WorktreeCreate", "post_setup_worktree"),
)

_ROLES = (
    (
        "Bash",
        "bash",
        "run_shell_command",
        "run_terminal_command",
        "runTerminalCommand",
        "run_in_terminal",
        "Shell",
        "shell",
        "Execute",
        "execute_bash",
        "developer__shell",
        "BashExecutor",
    ),
    ("Read", "view", "read_file", "read_many_files", "fs_read", "FileReader"),
    ("Write", "create", "write_file", "create_file", "fs_write", "Create", "developer__write", "FileWriter"),
    (
        "Edit",
        "edit",
        "replace",
        "apply_patch",
        "ApplyPatch",
        "edit_file",
        "replace_string_in_file",
        "str_replace_editor",
        "developer__edit",
        "developer__text_editor",
        "CodeEditor",
    ),
    ("Glob", "glob", "list_directory", "developer__tree"),
    ("Grep", "grep", "rg", "grep_search"),
    ("WebFetch", "web_fetch", "FetchUrl"),
    ("WebSearch", "web_search", "google_web_search"),
    ("Agent", "Task", "task", "invoke_agent", "spawn_agent", "runSubagent"),
    ("AskUserQuestion", "ask_user", "AskUser"),
    ("TodoWrite", "write_todos", "update_todo"),
)


# The events that are about the tools of one role only, by that role's first name; "" is any tool of an MCP server.
_ABOUT: Mapping[str, str] = {
    **dict.fromkeys(("BeforeReadFile", "beforeReadFile", "beforeTabFileRead"), "Read"),
    **dict.fromkeys(("pre_read_code", "post_read_code"), "Read"),
    **dict.fromkeys(("BeforeShellExecution", "beforeShellExecution"), "Bash"),
    **dict.fromkeys(("AfterShellExecution", "afterShellExecution"), "Bash"),
    **dict.fromkeys(("pre_run_command", "post_run_command"), "Bash"),
    **dict.fromkeys(("beforeMCPExecution", "afterMCPExecution", "preMcpToolCall"), ""),
    **dict.fromkeys(("pre_mcp_tool_use", "post_mcp_tool_use"), ""),
    **dict.fromkeys(("AfterFileEdit", "afterFileEdit", "afterTabFileEdit"), "Edit"),
    **dict.fromkeys(("pre_write_code", "post_write_code"), "Edit"),
}

# What creates a file and what changes one are the same to those events.
_WIDER: Mapping[str, str] = {"Write": "Edit"}


def events_for(event: str, own: Iterable[str]) -> list[str]:
    """These events that mean the moment of an event: the one of its name, those about every tool, and the others."""
    known = list(own)
    folded = _folded(event)
    moment = next((names for names in _MOMENTS if folded in map(_folded, names)), ())
    same = sorted((it for it in known if _folded(it) == folded), key=lambda it: it != event)
    rank = {_folded(name): index for index, name in enumerate(moment)}
    others = sorted((it for it in known if _folded(it) in rank), key=lambda it: (it in _ABOUT, rank[_folded(it)]))
    return list(dict.fromkeys((*same, *others)))


def role_of_event(event: str) -> str | None:
    """The role of the tools that an event is about, empty for those of MCP servers; None for one about all."""
    return _ABOUT.get(event)


def usual_name(tool: str) -> str:
    """What most agents without names of their own call a tool that does the same work."""
    return next((names[0] for names in _ROLES if tool in names), tool)


def role_of_tool(tool: str) -> str | None:
    """The first name of the tools that do the same work; None where there are no others."""
    found = next((names[0] for names in _ROLES if tool in names), None)
    return found if found is None else _WIDER.get(found, found)


def tools_of_role(role: str, own: Iterable[str]) -> list[str]:
    """These tools that do the work of a role."""
    return [it for it in own if role_of_tool(it) == role]


def _folded(name: str) -> str:
    return name.replace("_", "").casefold()


def equivalents(own: Iterable[str]) -> Mapping[str, str]:
    """Other dialects' names, each with the one of these events that means the same moment."""
    known = frozenset(own)
    pairs: dict[str, str] = {}
    for names in _MOMENTS:
        mine = next((it for it in names if it in known), None)
        if mine is not None:
            pairs |= dict.fromkeys((it for it in names if it not in known), mine)
    return pairs


def announces_tool(event: str) -> bool:
    """Whether an event, in the name of any dialect, comes before a tool is used or asks whether it may be."""
    return event in _MOMENTS[0] or event in ("PermissionRequest", "PermissionDialog")


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
