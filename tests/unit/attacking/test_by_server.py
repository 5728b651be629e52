"""Guards that are only asked about tools of MCP servers, and the names of such tools."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.by_server import on_servers, statement_of
from hookwright.attacking.asking.guard import guard_at
from hookwright.attacking.asking.server_tools import names_in
from hookwright.attacking.forms.model import MIGRATION_OF_SERVER, SQL_OF_SERVER
from hookwright.host import Host
from hookwright.workflows.hook_files import hook_file

_GUARD = Guard(
    "no-drop.sh",
    """#!/bin/bash
# Keeps the agent from destroying tables by the MCP server.
query=$(jq -r '.tool_input.query // empty')
if grep -qiE 'DROP[[:space:]]+(TABLE|VIEW)' <<< "$query"; then
  echo "DROP is not allowed" >&2
  exit 2
fi
""",
    "bash {script}",
    "mcp__claude_ai_Supabase__.*",
)


def test_a_guard_of_one_server_is_attacked_with_statements(project: Path) -> None:
    found = attacked(_GUARD, project, count=60)
    asked = {(it.variant.text, it.is_hole) for it in found.tried if it.variant.does == SQL_OF_SERVER}
    assert {("DROP TABLE orders", False), ("DROP/**/TABLE orders", True), ("DROP VIEW report", False)} <= asked
    alarms = [it.smallest.variant.text for it in found.false_alarms]
    assert "BEGIN; DROP TABLE orders; ROLLBACK" in alarms
    # That it is not asked about a shell is one hole, and says nothing of what passes by the tool.
    assert {it.smallest.variant.does for it in found.holes} >= {"Bash", SQL_OF_SERVER}


@pytest.mark.parametrize(
    ("matcher", "named"),
    [
        ("Bash|mcp__supabase", ["mcp__supabase"]),
        ("mcp__my_db__", ["mcp__my_db__"]),
        ("mcp__supabase__execute_sql|Bash", []),
        ("mcp__supabase.*|Bash", []),
        ("Bash", []),
    ],
)
def test_a_server_that_no_tool_is_named_after_is_noted(matcher: str, named: list[str], project: Path) -> None:
    host = Host.real(str(project.parent / "home"))
    file = replace(_GUARD, matcher=matcher).written(project)
    guard = guard_at(hook_file(str(file), file.read_text(), None, host), "", str(project), host)
    assert [it.split("`")[1] for it in on_servers(guard)] == named


@pytest.mark.parametrize(
    ("command", "statement"),
    [
        ("psql -h localhost shop -c 'DROP TABLE orders'", "DROP TABLE orders"),
        ('psql "$DATABASE_URL" -c "DROP TABLE \\"orders\\""', 'DROP TABLE "orders"'),
        ('psql shop -c "DO \\$\\$ BEGIN END \\$\\$"', "DO $$ BEGIN END $$"),
        ('psql shop -c "$(echo DROP) TABLE orders"', None),
        ("psql -c 'CREATE DATABASE a' -c 'DROP DATABASE a'", None),
        ("createdb a && psql a -c 'SELECT 1'", None),
    ],
)
def test_the_statement_of_a_client(command: str, statement: str | None) -> None:
    assert statement_of(command) == statement


def test_names_of_other_servers() -> None:
    form = "mcp__{server}__"
    text = "case mcp__my_db__execute_sql) ;; mcp__claude_ai_Supabase__.*|Bash"
    assert [*names_in(text, SQL_OF_SERVER, form)] == [
        "mcp__my_db__execute_sql",
        "mcp__claude_ai_Supabase__execute_sql",
    ]
    assert [*names_in(text, MIGRATION_OF_SERVER, form)] == ["mcp__claude_ai_Supabase__apply_migration"]
    assert not [*names_in("mcp__github__push_files", SQL_OF_SERVER, form)]
