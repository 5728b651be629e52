"""The tools of Qwen Code, and the other names that matchers may use for them: its display names and Claude Code's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookwright.dialects.qwen_code.payload import PROJECT
from hookwright.model.tool import Tool

_FILE = f"{PROJECT}/src/forecast.ts"
_DONE = {"llmContent": "Done", "returnDisplay": "Done"}
_RAN = {"llmContent": "Command: npm test\nOutput: 12 passed\nExit Code: 0", "returnDisplay": "12 passed"}


def _tool(
    name: str,
    doc: str,
    shown: str,
    *others: str,
    response: Any = None,  # noqa: ANN401  as the tool gives it
    **input: Any,  # noqa: A002, ANN401
) -> Iterator[Tool]:
    """The tool, and its other names: the one that is shown, that with `Tool` behind it, and those of other agents."""
    yield Tool(name=name, doc=doc, input=input, response=response or _DONE)
    for other in dict.fromkeys((shown, f"{shown}Tool", *others)):
        yield Tool(name=other, doc=f"is another name that matchers may use for `{name}`", answers_for=name)


_EDIT = {"file_path": _FILE, "old_string": "const limit = 7", "new_string": "const limit = 10"}

TOOLS = (
    *_tool(
        "run_shell_command",
        "runs a shell command",
        "Shell",
        "Bash",
        response=_RAN,
        command="npm test -- --run forecast",
        is_background=False,
    ),
    *_tool("read_file", "reads a file", "ReadFile", "Read", file_path=_FILE),
    *_tool("write_file", "writes a file", "WriteFile", "Write", file_path=_FILE, content="export const days = 7;\n"),
    *_tool("edit", "replaces text in a file", "Edit", "replace", **_EDIT),
    *_tool("notebook_edit", "edits a cell of a notebook", "NotebookEdit", notebook_path=f"{PROJECT}/history.ipynb"),
    *_tool("glob", "finds files by pattern", "Glob", "FindFiles", pattern="src/**/*.ts"),
    *_tool("grep_search", "searches text in files", "Grep", "SearchFiles", "search_file_content", pattern="limit"),
    *_tool("list_directory", "lists a folder", "ListFiles", "ReadFolder", "LS", path=PROJECT),
    *_tool("web_fetch", "fetches a page", "WebFetch", url="https://example.com/weather-api", prompt="How often?"),
    *_tool("web_search", "searches the web", "WebSearch", query="weather service rate limit"),
    *_tool("agent", "starts a subagent", "Agent", "Task", "task", description="Find the cache", prompt="Where is it?"),
    *_tool("skill", "uses a skill", "Skill", skill="release"),
    *_tool("todo_write", "writes the list of things to do", "TodoWrite", todos=[{"id": "1", "content": "Cache it"}]),
    *_tool("save_memory", "remembers a fact", "SaveMemory", fact="The forecast is kept for ten minutes"),
    *_tool("ask_user_question", "asks the user", "AskUserQuestion", questions=[{"question": "How long?"}]),
    *_tool("exit_plan_mode", "ends planning and asks for approval", "ExitPlanMode", plan="1. Add src/cache.ts"),
)
