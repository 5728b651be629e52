"""How rules are written as pages."""

from __future__ import annotations

from pathlib import Path

from hookwright.analysis.rule import Rule
from hookwright.analysis.rule_docs import page, pages, summary, table, write
from hookwright.model.reaction import Severity

RULE = Rule(
    "HW999", "made-up", Severity.HINT, "It is made up.\n\n## Why\n\nFor this test.\n", lambda _: (), has_fix=True
)


def test_page() -> None:
    assert page(RULE) == "# made-up\n\n`HW999` · hint · has a fix\n\nIt is made up.\n\n## Why\n\nFor this test.\n"


def test_table_links_every_page() -> None:
    assert "| HW999 | [made-up](made-up.md) | hint | yes | It is made up |" in table([RULE])
    assert summary(RULE) == "It is made up"


def test_write_leaves_exactly_the_current_pages(tmp_path: Path) -> None:
    (tmp_path / "gone.md").write_text("old", encoding="utf-8")
    write(tmp_path)
    assert {it.name: it.read_text(encoding="utf-8") for it in tmp_path.iterdir()} == pages()
