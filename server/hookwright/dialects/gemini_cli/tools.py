"""The tools of Gemini CLI, with an input and a response of each."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.model.tool import Tool

_FILE = "src/example.py"


def _tool(name: str, doc: str, answer: str, /, **given: object) -> Tool:
    return Tool(name=name, doc=doc, input=given, response={"llmContent": answer, "returnDisplay": answer})


TOOLS = (
    replace(
        _tool("run_shell_command", "runs a shell command", "Output: nothing to commit", command="git status"),
        needs=("command",),
    ),
    _tool("read_file", "reads a file", "print('hello')", file_path=_FILE),
    _tool("read_many_files", "reads several files", "--- src/example.py ---", include=["src/**/*.py"]),
    _tool("write_file", "writes a file", f"Created {_FILE}", file_path=_FILE, content="print('hello')\n"),
    _tool(
        "replace",
        "changes a file",
        f"Modified {_FILE}",
        file_path=_FILE,
        instruction="Greet the world",
        old_string="hello",
        new_string="hello, world",
    ),
    _tool("list_directory", "lists a folder", "example.py", dir_path="src"),
    _tool("glob", "finds files by name", "src/example.py", pattern="**/*.py"),
    _tool("grep_search", "finds text in files", "src/example.py:1: print('hello')", pattern="hello"),
    _tool("web_fetch", "reads web pages", "Example Domain", prompt="Summarize https://example.com"),
    _tool("google_web_search", "searches the web", "Example Domain", query="example domain"),
    _tool("save_memory", "remembers a fact", "Remembered", fact="Tests run with make"),
    _tool("write_todos", "plans the work", "1. Write the test", todos=[{"description": "Write", "status": "pending"}]),
    _tool("ask_user", "asks the user", "Yes", questions=[{"question": "Go on?", "header": "Next", "type": "yesno"}]),
    _tool("invoke_agent", "has a subagent work", "Done", agent_name="codebase_investigator", prompt="Find the tests"),
    _tool("activate_skill", "loads a skill", "Loaded", name="review"),
    _tool("enter_plan_mode", "begins to plan", "Planning", reason="A large change"),
    _tool("exit_plan_mode", "shows the plan", "Approved", plan_path="plans/plan.md"),
)
