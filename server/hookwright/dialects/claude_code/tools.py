"""The tools that matchers of Claude Code can name, with a sample call of each."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hookwright.dialects.claude_code.payload import PROJECT
from hookwright.model.tool import Tool

_FILE = f"{PROJECT}/src/forecast.ts"
_NOTEBOOK = f"{PROJECT}/notebooks/history.ipynb"
_EDIT = {"file_path": _FILE, "old_string": "const limit = 7", "new_string": "const limit = 10"}
_EDITED = {"filePath": _FILE, "oldString": "const limit = 7", "newString": "const limit = 10", "replaceAll": False}
_SHELL = {"stdout": "12 passed", "stderr": "", "interrupted": False}
_TASK = {"id": "4", "subject": "Cache the forecast", "status": "in_progress"}
_AGENT = {
    "description": "Find the cache code",
    "prompt": "Where is the forecast kept between requests?",
    "subagent_type": "Explore",
}


def _tool(name: str, doc: str, response: Any = "Done", /, **input: Any) -> Tool:  # noqa: A002, ANN401
    return Tool(name=name, doc=doc, input=input, response=response)


def _renamed(name: str, to: str, /, **input: Any) -> Tool:  # noqa: A002, ANN401
    return Tool(name=name, doc=f"is the former name of `{to}`", input=input, replaced_by=to, renamed=True)


def _retired(name: str, to: str, /, **input: Any) -> Tool:  # noqa: A002, ANN401
    return Tool(name=name, doc=f"was replaced by `{to}`", input=input, replaced_by=to)


_SHELLS = (
    replace(
        _tool(
            "Bash", "runs a shell command", _SHELL, command="npm test -- --run forecast", description="Run the tests"
        ),
        returns=("stdout", "stderr", "interrupted"),
    ),
    _tool("PowerShell", "runs a PowerShell command", _SHELL, command="Get-ChildItem src", description="List src"),
    replace(
        _tool(
            "Monitor",
            "watches what a shell command prints",
            command="tail -f logs/dev.log",
            description="Follow the log",
            timeout_ms=300000,
        ),
        also="Bash",
    ),
)

_FILES = (
    replace(
        _tool("Read", "reads a file", {"type": "text", "file": {"filePath": _FILE, "numLines": 40}}, file_path=_FILE),
        returns=("type", "file"),
    ),
    _tool(
        "Write",
        "writes a file",
        {"type": "create", "filePath": f"{PROJECT}/src/cache.ts"},
        file_path=f"{PROJECT}/src/cache.ts",
        content="export const kept = new Map();\n",
    ),
    _tool("Edit", "replaces text in a file", _EDITED, **_EDIT),
    _tool(
        "NotebookEdit",
        "edits a cell of a notebook",
        notebook_path=_NOTEBOOK,
        cell_id="c3",
        new_source="frame.head()",
        edit_mode="replace",
    ),
    _tool("Glob", "finds files by pattern", {"filenames": [_FILE], "numFiles": 1}, pattern="src/**/*.ts", path=PROJECT),
    _tool(
        "Grep",
        "searches text in files",
        {"mode": "files_with_matches", "filenames": [_FILE], "numFiles": 1},
        pattern="limit",
        path=f"{PROJECT}/src",
        output_mode="files_with_matches",
    ),
    _tool("LSP", "asks a language server", operation="findReferences", filePath=_FILE, line=12, character=7),
)

_WEB = (
    _tool(
        "WebFetch",
        "fetches a page and asks about it",
        {"code": 200, "result": "A request may come once in ten minutes"},
        url="https://example.com/weather-api",
        prompt="How often may the service be called?",
    ),
    _tool("WebSearch", "searches the web", query="weather service rate limit", allowed_domains=["example.com"]),
)

_PEOPLE = (
    _tool("Agent", "starts a subagent", {"status": "completed", "content": "In src/cache.ts"}, **_AGENT),
    _tool(
        "AskUserQuestion",
        "asks the user",
        {"answers": {"How long is a forecast kept?": "Ten minutes"}},
        questions=[
            {
                "question": "How long is a forecast kept?",
                "header": "Cache",
                "options": [{"label": "Ten minutes"}, {"label": "One hour"}],
                "multiSelect": False,
            }
        ],
    ),
    _tool("EnterPlanMode", "begins to plan"),
    _tool("ExitPlanMode", "ends planning and asks for approval", plan="1. Add src/cache.ts\n2. Use it in forecast.ts"),
    _tool("EnterWorktree", "moves the session into a worktree", name="cache-forecast"),
    _tool("ExitWorktree", "moves the session back", action="keep"),
    _tool("Skill", "uses a skill", skill="release", args="minor"),
    _tool("SendMessage", "writes to a teammate", type="message", recipient="backend", content="The cache is in"),
    _tool("TeamCreate", "makes a team", team_name="forecast", description="Cache and tests"),
    _tool("TeamDelete", "dissolves the team"),
    _tool("PushNotification", "notifies the user elsewhere", message="The release is out"),
)

_TASKS = (
    _tool("TaskCreate", "makes a task", _TASK, subject="Cache the forecast", description="Keep it for ten minutes"),
    _tool("TaskGet", "reads a task", _TASK, taskId="4"),
    _tool("TaskList", "lists the tasks", [_TASK]),
    _tool("TaskUpdate", "changes a task", _TASK, taskId="4", status="completed"),
    _tool("TaskOutput", "reads what a background task printed", task_id="bg-1", block=True, timeout=30000),
    _tool("TaskStop", "stops a background task", task_id="bg-1"),
    _tool(
        "TodoWrite",
        "writes the list of things to do",
        todos=[{"content": "Cache the forecast", "status": "in_progress", "activeForm": "Caching the forecast"}],
    ),
    _tool("CronCreate", "schedules a prompt", cron="30 8 * * *", prompt="check the nightly build", recurring=True),
    _tool("CronDelete", "drops a scheduled prompt", id="cron-1"),
    _tool("CronList", "lists the scheduled prompts"),
    _tool("ScheduleWakeup", "wakes the session later", delaySeconds=600, reason="The build is running"),
    _tool("RemoteTrigger", "starts a remote session", action="list"),
)

_SERVERS = (
    _tool("ToolSearch", "loads tools by name or keyword", query="select:WebFetch", max_results=5),
    _tool("ListMcpResourcesTool", "lists resources of MCP servers", server="github"),
    _tool("ReadMcpResourceTool", "reads a resource of an MCP server", server="github", uri="repo://sam/weather/readme"),
)

_LEGACY = (
    _renamed("Task", "Agent", **_AGENT),
    _retired(
        "MultiEdit",
        "Edit",
        file_path=_FILE,
        edits=[{"old_string": "const limit = 7", "new_string": "const limit = 10"}],
    ),
    _retired("LS", "Glob", path=PROJECT),
    _retired("NotebookRead", "Read", notebook_path=_NOTEBOOK),
    _retired("TodoRead", "TaskList"),
    _retired("BashOutput", "TaskOutput", bash_id="bg-1"),
    _retired("AgentOutputTool", "TaskOutput", agentId="a41c09e7"),
    _retired("KillShell", "TaskStop", shell_id="bg-1"),
    _retired("KillBash", "TaskStop", shell_id="bg-1"),
    _retired("SlashCommand", "Skill", command="/release minor"),
)

# Of the tools whose schemas are known; a hook's change without them is refused.
_NEEDS = {
    "Bash": ("command",),
    "Read": ("file_path",),
    "Write": ("file_path", "content"),
    "Edit": ("file_path", "old_string", "new_string"),
    "NotebookEdit": ("notebook_path", "new_source"),
    "Glob": ("pattern",),
    "Grep": ("pattern",),
    "WebFetch": ("url", "prompt"),
    "WebSearch": ("query",),
    "Agent": ("description", "prompt"),
}
TOOLS = tuple(
    replace(it, needs=_NEEDS.get(it.name, ()))
    for it in (*_SHELLS, *_FILES, *_WEB, *_PEOPLE, *_TASKS, *_SERVERS, *_LEGACY)
)
