"""docs/engine.md has every code of messages and faults, with what it means."""

from __future__ import annotations

from tests.pages import ROOT

from hookwright.model.codes import FAULTS, OTHERS, Code


def test_every_code_is_described_once() -> None:
    assert [*FAULTS, *OTHERS] == list(Code)


def test_the_documentation_has_both_tables_as_the_code_has_them() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    for table in (FAULTS, OTHERS):
        assert "\n".join(f"| `{code}` | {means} |" for code, means in table.items()) in page
