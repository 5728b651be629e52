"""Every dialect is specified by example and named to whoever looks for it, and the page on adding one is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools.dialect_index import index, merged, tables
from tools.dialect_lists import generated, with_blocks

from hookwright.dialects import DIALECTS
from hookwright.model.dialect import Dialect

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "dialects.md"

_WORDS = ("three", "five", "nine", "ten", "eleven", "twelve", "thirteen", "fifteen")
_NUMBERS = dict(zip(_WORDS, (3, 5, 9, 10, 11, 12, 13, 15), strict=True))

each_dialect = pytest.mark.parametrize("dialect", [pytest.param(it, id=it.id) for it in DIALECTS])


@each_dialect
def test_it_is_specified_by_example(dialect: Dialect) -> None:
    assert (ROOT / "tests" / "spec" / "dialects" / f"{dialect.id}.md").is_file(), "docs/dialects.md"


@each_dialect
def test_the_documentation_names_it(dialect: Dialect) -> None:
    assert f"| `{dialect.id}` |" in (ROOT / "docs" / "agents.md").read_text(encoding="utf-8"), "make generated"


def test_every_table_is_known() -> None:
    stale = [path for path, text in index(tables()).items() if path.read_text(encoding="utf-8") != text]

    assert not stale, "make generated"


def test_the_names_of_several_tables_keep_the_order_of_each() -> None:
    one, other = {"b": "X", "d": "X"}, {"a": "X", "b": "X", "y": "Y", "c": "X", "d": "X"}

    assert merged([one, other]) == dict.fromkeys("abcd", "X") | {"y": "Y"}
    assert list(merged([one, other])) == [*"abcdy"]
    with pytest.raises(ValueError, match="`b` is X to one table and Y to another"):
        merged([one, {"b": "Y"}])


def test_the_lists_of_dialects_are_current() -> None:
    stale = [path for path, text in generated().items() if path.read_text(encoding="utf-8") != text]

    assert not stale, "make generated"


def test_a_page_without_the_place_of_a_list_is_an_error() -> None:
    with pytest.raises(ValueError, match="generated: agents"):
        with_blocks("# A page\n", {"agents": "text"})


@each_dialect
def test_the_number_of_its_events_is_true_wherever_it_is_stated(dialect: Dialect) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    rows = re.findall(rf"^\| `{dialect.id}` \|.*", page, re.MULTILINE)
    names = {it.spelling_of or it.name for it in dialect.events}

    stated = re.findall(rf"(?i)\b(\d+|{'|'.join(_NUMBERS)}) events\b", " ".join([dialect.doc, *rows]))

    assert {_NUMBERS.get(it.lower()) or int(it) for it in stated} <= {len(names)}


@each_dialect
def test_no_fact_about_it_has_its_source_in_this_repository(dialect: Dialect) -> None:
    every = [dialect.evidence, *(it.evidence for it in dialect.events if it.evidence)]

    assert not [it.where for it in every if it.where and (ROOT / it.where).exists()]


def test_the_files_that_the_page_names_are_there() -> None:
    named = re.findall(r"`((?:tests/)?[a-z_]+(?:/[a-z_]+)*/(?:[a-z_]+\.py)?)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) > 20

    assert not [it for it in named if not any((base / it).exists() for base in (ROOT, ROOT / "server" / "hookwright"))]


def test_the_fields_that_the_page_names_are_there() -> None:
    model = "".join(it.read_text(encoding="utf-8") for it in (ROOT / "server" / "hookwright" / "model").glob("*.py"))
    table = PAGE.read_text(encoding="utf-8").split("## Where each axis is data")[1].split("\n## ")[0]
    described = [row.split(" | ")[1] for row in table.splitlines() if row.startswith("| ")][1:]
    words = [word.rpartition(".")[2] for cell in described for word in re.findall(r"`([\w.]+)`", cell)]
    assert len(words) > 30

    assert not [it for it in words if not re.search(rf"^(?:    {it}:|class {it}\b)", model, re.MULTILINE)]
