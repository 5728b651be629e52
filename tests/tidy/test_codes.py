"""docs/engine.md has every code of messages and faults, with what it means."""

from __future__ import annotations

import pickle

from tests.pages import ROOT

from hookwright.model.codes import FAULTS, OTHERS, Code, Notice


def test_every_code_is_described_once() -> None:
    assert [*FAULTS, *OTHERS] == list(Code)


def test_the_documentation_has_both_tables_as_the_code_has_them() -> None:
    page = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
    for table in (FAULTS, OTHERS):
        assert "\n".join(f"| `{code}` | {means} |" for code, means in table.items()) in page


def test_a_notice_reaches_another_process() -> None:
    notice = Notice("a file is broken", Code.BROKEN_FILE, "f.json", "Stop")
    copy = pickle.loads(pickle.dumps(notice))
    assert (copy, copy.code, copy.source, copy.event) == (notice, notice.code, notice.source, notice.event)
