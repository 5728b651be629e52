"""The tools of GitHub Copilot, and the names of Claude Code's that hooks under `PreToolUse` and so on see."""

from __future__ import annotations

from hookwright.model.tool import Tool

_FILE = "src/example.py"


def _tool(name: str, doc: str, answer: str, /, *needs: str, **given: object) -> Tool:
    response = {"resultType": "success", "textResultForLlm": answer}
    return Tool(name=name, doc=doc, input=given, response=response, needs=needs)


def _alias(name: str, own: str) -> Tool:
    tool = next(it for it in _OWN if it.name == own)
    return Tool(name=name, doc=tool.doc, input=tool.input, response=tool.response, answers_for=own, needs=tool.needs)


_OWN = (
    _tool(
        "bash",
        "runs a shell command",
        "nothing to commit",
        "command",
        command="git status",
        description="Show the state",
    ),
    _tool(
        "powershell", "runs a command of PowerShell", "nothing to commit", command="git status", description="Show it"
    ),
    _tool("view", "reads a file", "print('hello')", "path", path=_FILE),
    _tool("create", "writes a file", f"Created {_FILE}", "path", "file_text", path=_FILE, file_text="print('hello')\n"),
    _tool("edit", "changes a file", f"Edited {_FILE}", "path", path=_FILE, old_str="hello", new_str="hello, world"),
    _tool("apply_patch", "changes files", "Done", patch="*** Begin Patch\n*** End Patch"),
    _tool("glob", "finds files by name", _FILE, "pattern", pattern="**/*.py"),
    _tool("grep", "finds text in files", f"{_FILE}:1: print('hello')", "pattern", pattern="hello"),
    _tool("web_fetch", "reads a web page", "Example Domain", "url", url="https://example.com"),
    _tool("web_search", "searches the web", "Example Domain", query="example domain"),
    _tool("task", "has a subagent work", "Done", agent_type="explore", description="Find", prompt="Find the tests"),
    _tool("ask_user", "asks the user", "Yes", question="Go on?"),
    _tool("update_todo", "plans the work", "1. Write the test", todos="- [ ] Write the test"),
)

TOOLS = (
    *_OWN,
    _alias("Bash", "bash"),
    _alias("Read", "view"),
    _alias("Write", "create"),
    _alias("Edit", "edit"),
    _alias("Glob", "glob"),
    _alias("Grep", "grep"),
    _alias("WebFetch", "web_fetch"),
    _alias("WebSearch", "web_search"),
    _alias("Agent", "task"),
    _alias("Task", "task"),
    _alias("AskUserQuestion", "ask_user"),
    _alias("TodoWrite", "update_todo"),
)
