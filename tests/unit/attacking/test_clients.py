"""Guards of one database: the clients that their texts name, and the statements that these run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.every import every
from tests.unit.attacking.people import Guard, attacked

from hookwright.attacking.asking.results import Verdict
from hookwright.attacking.own.clients import asked, database_file, known, own_scripts, seeds, shown, tables
from hookwright.attacking.texts.completing import completed

_OF_TURSO = Guard(
    "db.py",
    r"""import json, re, sys
# The tables that people lose: data/local.db is free.
PRECIOUS = ["members", "orders"]
command = json.load(sys.stdin)["tool_input"].get("command", "")
names_it = re.search(r"\bturso\b|TURSO_DATABASE_URL", command)
if names_it and re.search(r"\b(insert|update|delete|drop)\b", command, re.I):
    print("This database is not changed.", file=sys.stderr)
    sys.exit(2)
""",
    "python3 {script}",
)
_EVERY = (
    "turso, wrangler d1, supabase db query, neonctl, pscale, heroku pg:psql, cockroach, clickhouse-client, duckdb"
    ", sqlite3, mongosh"
)
"""A text that names all clients."""


def _of(name: str, stopped: int | None = None) -> tuple[set[str], dict[str, str]]:
    """The forms of a client where a guard stops the first calls that are asked, and harmless calls with controls."""
    language, client = next(it for it in shown((_EVERY,), "orders") if it[1].name == name)
    made = [*seeds(language, client, "orders", asked(language, client)[:stopped])]
    forms = {it.command for seed, _, _ in made for it in seed.same} | {seed.command for seed, _, _ in made}
    return forms, {it.command: it.unless for _, _, harmless in made for it in harmless}


@every(
    ("text", "wanted"),
    [
        ('PROTECTED_TABLES = ["members", "invoices", "orders"]', ["members", "invoices", "orders"]),
        (r"DROP\s+TABLE\s+(members|invoices)\b", ["members", "invoices", "orders"]),
        ("const inTable = (table, sql) => tables(sql)", ["orders"]),
        ("# no table is named (members, invoices) = 1", ["members", "invoices", "orders"]),
        ("PROTECTED = ['members', 'invoices']", ["orders"]),
    ],
)
def test_tables_are_those_of_a_list_that_says_so(text: str, wanted: list[str]) -> None:
    assert tables(text) == wanted


@every(
    ("text", "wanted"),
    [
        (r"/\bturso\b|libsql:\/\//", ["turso"]),
        (r"wrangler\s+d1\s+execute", ["wrangler"]),
        ("wrangler deploy", []),
        (r"\b(mongosh|sqlite3)\b", ["sqlite3", "mongosh"]),
        ("psql", []),
    ],
)
def test_a_client_is_one_that_the_text_names(text: str, wanted: list[str]) -> None:
    assert [it.name for _, it in shown((text,), "orders")] == wanted


@every("name", [it.name for it in known().clients])
def test_each_client_has_whole_commands(name: str) -> None:
    forms, harmless = _of(name)
    assert len(forms) > 1
    assert all(harmless.values())
    for it in (*forms, *harmless):
        assert not re.search(r"\{(table|variable|database|run|input)\}", it)
    assert not forms & {*harmless, *harmless.values()}


def test_a_statement_comes_in_many_ways() -> None:
    forms, harmless = _of("turso")
    assert {
        'turso db shell shop "DELETE/**/FROM orders"',
        'turso db shell shop "CREATE TABLE orders_copy AS SELECT * FROM orders"',
        'turso db shell shop "SELECT 1" && turso db shell shop < run.sql',
        'a=DEL; turso db shell shop "${a}ETE FROM orders; SELECT 1"',
        "turso group destroy default --yes",
    } <= forms
    assert harmless['turso db shell shop ".schema orders"'] == 'turso db shell shop "SELECT 1"'


def test_what_a_guard_lets_pass_by_intention_is_no_hole() -> None:
    only_rows, _ = _of("turso", 1)
    assert 'turso db shell shop "DROP TABLE orders"' in only_rows
    assert 'turso db shell shop "UPDATE orders SET name = NULL"' not in only_rows
    client = next(it for it in known().clients if it.name == "turso")
    language = known().languages["sql"]
    ((seed, _, _),) = seeds(language, client, "orders", {client.of("DROP TABLE orders")})
    assert not [it for it in seed.same if "delete from" in it.command.lower()]
    assert not [*seeds(language, client, "orders", ())]


def test_a_script_that_writes_to_the_database_is_run_with_the_option_that_it_wants(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    text = "connect(process.env.TURSO_DATABASE_URL); if (has('--commit')) run('INSERT INTO orders VALUES (1)')"
    (tmp_path / "scripts" / "fill.mjs").write_text(text)
    (tmp_path / "scripts" / "read.mjs").write_text("connect(process.env.TURSO_DATABASE_URL); run('SELECT 1')")
    ((_, client),) = shown(("turso",), "orders")
    assert [it.command for it in own_scripts(client, str(tmp_path))] == ["node scripts/fill.mjs --commit"]


@every(
    ("text", "wanted"),
    [("free: data/local.db", "data/local.db"), ("const a = app.db.name; import './db.js'", ""), (r"\.db\b", "")],
)
def test_the_file_of_a_database_is_a_path(text: str, wanted: str) -> None:
    assert database_file(text) == wanted


@every(
    ("command", "wanted"),
    [
        ("turso db shell", "turso db shell shop 'DELETE FROM orders'"),
        ("turso db destroy", "turso db destroy shop --yes"),
        ("turso group destroy", "turso group destroy default --yes"),
        ("pscale branch delete", "pscale branch delete shop main --force"),
        ("turso db list", "turso db list"),
    ],
)
def test_a_command_without_the_name_of_a_database_gets_one(command: str, wanted: str) -> None:
    assert completed(command) == wanted


def test_the_verb_of_a_pattern_alone_is_no_statement(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    text = _OF_TURSO.text.replace(r"\bturso\b|TURSO_DATABASE_URL", r"(?i)duckdb\s+.*\b(delete|drop)\b")
    found = attacked(Guard("db.py", text, _OF_TURSO.command), tmp_path / "shop", count=120)
    named = [seed.command for aim in found.meant.aims for seed in aim.seeds]
    assert 'duckdb shop.duckdb -c "DELETE FROM members"' in named
    assert "duckdb delete" not in named


@pytest.mark.timeout(120)
def test_a_guard_of_one_database_is_attacked_with_its_client(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    found = attacked(_OF_TURSO, tmp_path / "shop", count=250)
    passed = {it.variant.text for it in found.tried if it.verdict is Verdict.PASSED}
    alarms = {it.variant.text for it in found.tried if it.verdict is Verdict.FALSE_ALARM}
    assert 'turso db shell shop "CREATE TABLE members_copy AS SELECT * FROM members"' in passed
    assert "turso update" in alarms
    assert 'TURSO_DATABASE_URL= sqlite3 data/local.db "DELETE FROM members"' in alarms
    assert "turso db list" not in alarms
