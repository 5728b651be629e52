"""Each agent is asked in its own words: its tool, its event, and the members of its payload."""

from __future__ import annotations

from typing import Any

from tests.every import every

from hookwright.attacking.asking.payloads import Askers, askers
from hookwright.attacking.forms.model import (
    COMMIT_OF_SERVER,
    DELETE_OF_SERVER,
    EDIT_OF_SERVER,
    FETCH_OF_SERVER,
    KUBECTL_OF_SERVER,
    MERGE_OF_SERVER,
    MIGRATION_OF_PROJECT,
    MIGRATION_OF_SERVER,
    MOVE_OF_SERVER,
    OTHER_SHELL,
    POWERSHELL,
    PUSH_OF_SERVER,
    QUERY_OF_SERVER,
    READ_OF_SERVER,
    SERVER,
    SEVERAL_EDITS,
    SHELL,
    SQL_OF_NAMED_SERVER,
    SQL_OF_PROJECT,
    SQL_OF_SERVER,
    SUBAGENT,
    TAKEN_OUT,
    TEXT_OF_SERVER,
    TEXTS_OF_SERVER,
    WEB_FETCH,
    WRITE_OF_SERVER,
    Label,
    Variant,
)
from hookwright.dialects import by_id

_PROJECT = "/work/shop"


def _askers(dialect: str, event: str) -> Askers:
    table = by_id(dialect)
    row = table.event(event)
    assert row is not None
    return askers(table, row, _PROJECT)


def _variant(text: str, does: str = SHELL) -> Variant:
    return Variant("deletion", "rm", Label.DESTRUCTIVE, text, "It deletes.", does=does)


@every(
    ("dialect", "event", "tool", "tool_input"),
    [
        ("claude-code", "PreToolUse", ("tool_name", "Bash"), "tool_input"),
        ("codex", "PreToolUse", ("tool_name", "Bash"), "tool_input"),
        ("gemini-cli", "BeforeTool", ("tool_name", "run_shell_command"), "tool_input"),
        ("copilot-cli", "preToolUse", ("toolName", "bash"), "toolArgs"),
        ("cursor", "preToolUse", ("tool_name", "Shell"), "tool_input"),
        ("vscode", "PreToolUse", ("tool_name", "run_in_terminal"), "tool_input"),
    ],
)
def test_a_command_is_in_the_words_of_the_agent(
    dialect: str, event: str, tool: tuple[str, str], tool_input: str
) -> None:
    payload = _askers(dialect, event).payload(_variant("rm -rf {project}/.."), _PROJECT)
    assert payload is not None
    assert payload[tool[0]] == tool[1]
    assert payload[tool_input]["command"] == f"rm -rf {_PROJECT}/.."


@every(
    ("dialect", "event", "path"),
    [
        ("cursor", "beforeShellExecution", ("command",)),
        ("windsurf", "pre_run_command", ("tool_info", "command_line")),
    ],
)
def test_events_about_commands_alone_have_no_tool(dialect: str, event: str, path: tuple[str, ...]) -> None:
    found: Any = _askers(dialect, event).payload(_variant("rm -rf ~"), _PROJECT)
    for key in path:
        found = found[key]
    assert found == "rm -rf ~"


def test_other_tools_with_the_same_effect() -> None:
    claude = _askers("claude-code", "PreToolUse")
    made = {
        it: claude.payload(_variant(".env", it), _PROJECT) for it in (OTHER_SHELL, SERVER, SUBAGENT, "Read", "Edit")
    }
    assert {it: payload["tool_name"] for it, payload in made.items() if payload} == {
        OTHER_SHELL: "Monitor",
        SERVER: "mcp__shell__run",
        SUBAGENT: "Bash",
        "Read": "Read",
        "Edit": "Edit",
    }
    read = made["Read"]
    assert read is not None
    assert read["tool_input"]["file_path"] == ".env"
    in_subagent = made[SUBAGENT]
    assert in_subagent is not None
    assert in_subagent["agent_type"] == "general-purpose"


@every(
    ("does", "text", "name", "given"),
    [
        (POWERSHELL, "ri -r $HOME", "PowerShell", {"command": "ri -r $HOME"}),
        (READ_OF_SERVER, "{project}/.env", "mcp__filesystem__read_file", {"path": f"{_PROJECT}/.env"}),
        (WRITE_OF_SERVER, ".env", "mcp__filesystem__write_file", {"path": ".env", "content": "X=1\n"}),
        (DELETE_OF_SERVER, ".env", "mcp__filesystem__delete_file", {"path": ".env"}),
        (TEXT_OF_SERVER, ".env", "mcp__filesystem__read_text_file", {"path": ".env"}),
        (TEXTS_OF_SERVER, ".env", "mcp__filesystem__read_multiple_files", {"paths": [".env"]}),
        (MERGE_OF_SERVER, "7", "mcp__github__merge_pull_request", {"owner": "ada", "repo": "shop", "pullNumber": 7}),
        (MERGE_OF_SERVER, "x", "mcp__github__merge_pull_request", {"pullNumber": "x"}),
        (PUSH_OF_SERVER, "main", "mcp__github__push_files", {"branch": "main"}),
        (COMMIT_OF_SERVER, "a.md", "mcp__github__create_or_update_file", {"branch": "main", "path": "a.md"}),
        (QUERY_OF_SERVER, "DROP TABLE a", "mcp__postgres__query", {"sql": "DROP TABLE a"}),
        (SQL_OF_NAMED_SERVER, "DROP TABLE a", "mcp__database__execute_sql", {"query": "DROP TABLE a"}),
        (SQL_OF_SERVER, "DROP TABLE a", "mcp__supabase__execute_sql", {"query": "DROP TABLE a"}),
        (
            MIGRATION_OF_SERVER,
            "DROP TABLE a",
            "mcp__supabase__apply_migration",
            {"name": "orders", "query": "DROP TABLE a"},
        ),
        (WRITE_OF_SERVER, "a.py\nK = 1\n", "mcp__filesystem__write_file", {"path": "a.py", "content": "K = 1\n"}),
        (
            EDIT_OF_SERVER,
            "a.py\nK = 1\n",
            "mcp__filesystem__edit_file",
            {"path": "a.py", "edits": [{"oldText": "a", "newText": "K = 1"}]},
        ),
        (MOVE_OF_SERVER, ".env", "mcp__filesystem__move_file", {"source": ".env", "destination": ".env.old"}),
        (
            EDIT_OF_SERVER,
            ".env",
            "mcp__filesystem__edit_file",
            {"path": ".env", "edits": [{"oldText": "a", "newText": "X=1"}]},
        ),
        (SEVERAL_EDITS, ".env", "MultiEdit", {"file_path": ".env"}),
        (
            KUBECTL_OF_SERVER,
            "namespace production",
            "mcp__kubernetes__kubectl_delete",
            {"resourceType": "namespace", "name": "production"},
        ),
    ],
)
def test_tools_that_not_every_user_has(does: str, text: str, name: str, given: dict[str, Any]) -> None:
    made = _askers("claude-code", "PreToolUse").payload(_variant(text, does), _PROJECT)
    assert made is not None
    assert made["tool_name"] == name
    assert given.items() <= made["tool_input"].items()


@every("does", ["Write", "Edit"])
def test_an_agent_that_writes_by_patches_sends_one(does: str) -> None:
    made = _askers("codex", "PreToolUse").payload(_variant("package-lock.json", does), _PROJECT)
    assert made is not None
    assert made["tool_name"] == "apply_patch"
    assert "*** Update File: package-lock.json\n" in made["tool_input"]["command"]


def test_several_edits_at_once_are_a_list() -> None:
    made = _askers("claude-code", "PreToolUse").payload(_variant(".env", SEVERAL_EDITS), _PROJECT)
    assert made is not None
    edits = made["tool_input"]["edits"]
    assert [set(it) for it in edits] == [{"old_string", "new_string"}] * 2
    assert edits[0] == {"old_string": "a = 1", "new_string": "a = 2"}
    assert _askers("gemini-cli", "BeforeTool").payload(_variant(".env", SEVERAL_EDITS), _PROJECT) is None


def test_what_is_taken_out_of_a_file_is_only_in_what_is_replaced() -> None:
    made = _askers("claude-code", "PreToolUse").payload(_variant("src/a.ts\ndebugger;", TAKEN_OUT), _PROJECT)
    assert made is not None
    assert made["tool_name"] == "Edit"
    assert (made["tool_input"]["old_string"], made["tool_input"]["new_string"]) == ("debugger;", "")


@every(
    ("dialect", "does", "path", "given"),
    [
        ("claude-code", "Grep", "a/.env", {"path": "a/.env", "pattern": ".", "output_mode": "content"}),
        ("claude-code", "Grep", "a/.e*", {"path": "a", "glob": ".e*", "pattern": ".", "output_mode": "content"}),
        ("claude-code", "Grep", "src\nx\\.env", {"path": "src", "pattern": "x\\.env", "output_mode": "content"}),
        ("claude-code", "Grep", ".en?", {"path": ".", "glob": ".en?", "pattern": ".", "output_mode": "content"}),
        ("claude-code", "Glob", "a/.en[v]", {"path": "a", "pattern": ".en[v]"}),
        ("cursor", "Grep", "a/.e*", {"path": "a", "glob": ".e*", "pattern": "."}),
    ],
)
def test_a_search_prints_every_line_of_the_files_whose_names_match(
    dialect: str, does: str, path: str, given: dict[str, str]
) -> None:
    event = {"claude-code": "PreToolUse"}.get(dialect, "preToolUse")
    made = _askers(dialect, event).payload(_variant(path, does), _PROJECT)
    assert made is not None
    assert made["tool_input"] == given


@every("does", ["Grep", "Glob"])
def test_an_agent_without_a_search_is_asked_about_none(does: str) -> None:
    assert _askers("codex", "PreToolUse").payload(_variant("a/.e*", does), _PROJECT) is None


def test_what_an_agent_never_asks_about_is_not_made() -> None:
    cursor = _askers("cursor", "beforeShellExecution")
    assert cursor.payload(_variant(".env", "Read"), _PROJECT) is None
    assert cursor.payload(_variant("rm", SERVER), _PROJECT) is None
    assert cursor.payload(_variant("rm", OTHER_SHELL), _PROJECT) is None


@every(
    ("dialect", "event", "does", "written"),
    [
        ("claude-code", "PreToolUse", "Write", {"file_path": "a.py", "content": "K = 1\n"}),
        ("claude-code", "PreToolUse", "NotebookEdit", {"notebook_path": "a.py", "new_source": "K = 1\n"}),
        ("gemini-cli", "BeforeTool", "Edit", {"file_path": "a.py", "new_string": "K = 1\n"}),
        ("copilot-cli", "preToolUse", "Write", {"path": "a.py", "file_text": "K = 1\n"}),
        (
            "codex",
            "PreToolUse",
            "Write",
            {"command": "*** Begin Patch\n*** Add File: a.py\n+K = 1\n*** End Patch\n"},
        ),
    ],
)
def test_what_is_written_is_behind_the_path(dialect: str, event: str, does: str, written: dict[str, str]) -> None:
    payload = _askers(dialect, event).payload(_variant("a.py\nK = 1\n", does), _PROJECT)
    assert payload is not None
    given = payload.get("tool_input") or payload.get("toolArgs") or {}
    assert {key: given[key] for key in written} == written


def test_a_tool_that_writes_nothing_is_not_called_with_a_text() -> None:
    assert _askers("claude-code", "PreToolUse").payload(_variant("a.py\nK = 1\n", "Read"), _PROJECT) is None


def test_a_page_is_fetched_by_its_address() -> None:
    made = _askers("claude-code", "PreToolUse").payload(_variant("https://example.com/", WEB_FETCH), _PROJECT)
    assert made is not None
    assert (made["tool_name"], made["tool_input"]["url"]) == ("WebFetch", "https://example.com/")
    served = _askers("claude-code", "PreToolUse").payload(_variant("https://example.com/", FETCH_OF_SERVER), _PROJECT)
    assert served is not None
    assert (served["tool_name"], served["tool_input"]) == ("mcp__fetch__fetch", {"url": "https://example.com/"})


@every(("does", "tool"), [(SQL_OF_PROJECT, "execute_sql"), (MIGRATION_OF_PROJECT, "apply_migration")])
def test_a_statement_is_for_the_project_that_its_first_line_names(does: str, tool: str) -> None:
    made = _askers("claude-code", "PreToolUse").payload(_variant("abc\nDROP TABLE orders", does), _PROJECT)
    assert made is not None
    assert made["tool_name"] == f"mcp__supabase__{tool}"
    assert {"project_id": "abc", "query": "DROP TABLE orders"}.items() <= made["tool_input"].items()
