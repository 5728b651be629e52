"""The statement of a guard's own pattern is attacked in the forms that are known for another table."""

from __future__ import annotations

import pytest
from tests.every import every

from hookwright.attacking.forms.dangers import Seed, dangers
from hookwright.attacking.own.statements import in_known_forms
from hookwright.attacking.texts.statements import command_of

_KNOWN = dangers()


def _forms(command: str) -> set[str]:
    seed, calls, harmless = in_known_forms(Seed("own", command, "It is its own."), _KNOWN)
    assert {it.seed for it in (*calls, *harmless)} <= {"own"}
    return {it.command for it in seed.same} | {it.command for it in calls}


@every(
    ("statement", "forms"),
    [
        (
            "DELETE FROM escrow;",
            {
                "psql \"$DATABASE_URL\" -c 'DELETE FROM escrow'",
                "psql \"$DATABASE_URL\" -c 'DELETE FROM ONLY escrow;'",
                "psql \"$DATABASE_URL\" -c 'DELETE FROM escrow RETURNING id;'",
                'psql "$DATABASE_URL" -c \'DELETE FROM "escrow";\'',
                "echo 'DELETE FROM escrow' | psql \"$DATABASE_URL\"",
                "DELETE FROM public.escrow",
            },
        ),
        ("truncate table escrow", {"psql \"$DATABASE_URL\" -c 'TRUNCATE ONLY escrow'"}),
        (
            "UPDATE escrow SET active = false;",
            {
                'psql "$DATABASE_URL" -c "UPDATE public.escrow SET active = false;"',
                'psql "$DATABASE_URL" -c "UPDATE escrow SET active = false; SELECT 1 WHERE true;"',
                "echo 'UPDATE escrow SET active = false;' | psql \"$DATABASE_URL\"",
            },
        ),
        (
            "ALTER TABLE escrow DROP COLUMN name",
            {
                'psql "$DATABASE_URL" -c "ALTER TABLE escrow ADD COLUMN note text, DROP COLUMN name"',
                'psql "$DATABASE_URL" -c "ALTER TABLE \\"escrow\\" DROP COLUMN name"',
            },
        ),
        ("DROP TABLE IF EXISTS escrow", {"psql \"$DATABASE_URL\" -c 'DROP/**/TABLE escrow'", "DROP TABLE escrow"}),
    ],
)
def test_the_forms_name_the_table_of_the_guard(statement: str, forms: set[str]) -> None:
    found = _forms(f'psql "$DATABASE_URL" -c "{statement}"')
    assert forms <= found
    assert not any("orders" in it or "production.example.com shop" in it.replace("mysql -h db.", "") for it in found)


@pytest.mark.parametrize("command", ["shopctl stop", 'psql "$DATABASE_URL" -c "GRANT ALL ON escrow"'])
def test_other_commands_have_no_forms(command: str) -> None:
    assert _forms(command) == set()


def test_a_project_can_replace_the_danger() -> None:
    seed = Seed("own", 'psql "$DATABASE_URL" -c "DELETE FROM escrow"', "It is its own.")
    assert in_known_forms(seed, {}) == (seed, (), ())


@every(
    ("text", "command"),
    [
        ("truncate table", 'psql "$DATABASE_URL" -c "truncate table orders"'),
        ("DROP DATABASE", 'psql "$DATABASE_URL" -c "DROP DATABASE shop"'),
        ("DELETE FROM escrow", 'psql "$DATABASE_URL" -c "DELETE FROM escrow"'),
        ("psql DROP", 'psql "$DATABASE_URL" -c "DROP TABLE orders"'),
        ("mysql DELETE", 'mysql shop -e "DELETE FROM orders"'),
        ("mongo DROP", 'mongo shop --eval "db.orders.drop()"'),
        ("mongo TRUNCATE", ""),
        ("UPDATE x SET", 'psql "$DATABASE_URL" -c "UPDATE x SET active = false"'),
        ("ALTER TABLE x DROP COLUMN", 'psql "$DATABASE_URL" -c "ALTER TABLE x DROP COLUMN name"'),
        ("psql shop", None),
        ("DROP", None),
        ("truncate -s 0 shop.db", None),
        ("truncate .sqlite", None),
        ("truncate data/", None),
        ("truncate public.orders", 'psql "$DATABASE_URL" -c "truncate public.orders"'),
    ],
)
def test_a_pattern_that_names_no_table_stands_for_a_statement_about_one(text: str, command: str | None) -> None:
    assert command_of(text) == command


def test_the_table_of_a_guard_also_comes_with_harmless_statements() -> None:
    _, _, harmless = in_known_forms(Seed("own", 'psql "$DATABASE_URL" -c "DELETE FROM escrow"', "It is."), _KNOWN)
    assert "psql -h localhost shop -c 'BEGIN; DELETE FROM escrow; ROLLBACK'" in {it.command for it in harmless}
    assert not any(it.signs for it in harmless)
