"""Files that are another agent's first."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hookwright.config.workspace import load
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.model.hook import Scope
from hookwright.model.location import Location
from hookwright.model.plugins import Plugins
from hookwright.readers import case, choice
from hookwright.readers.choice import readers
from hookwright.reports import hook_list

_OWN = Location(Scope.PROJECT, ".borrower/hooks.json")
_BORROWER = replace(
    by_id("claude-code"),
    id="borrower",
    locations=(_OWN, Location(Scope.PROJECT, ".claude/settings.json", borrowed=True)),
    plugins=Plugins(),
)
_TEXT = '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}}'


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    both, claude = (_BORROWER, by_id("claude-code")), OUTLINES[0]
    borrower = replace(claude, id=_BORROWER.id, locations=_BORROWER.locations, plugins=_BORROWER.plugins)
    monkeypatch.setattr(case, "OUTLINES", (borrower, claude))
    monkeypatch.setattr(choice, "by_id", {it.id: it for it in both}.__getitem__)
    monkeypatch.setattr(hook_list, "DIALECTS", both)
    _write(tmp_path / ".claude" / "settings.json")
    return tmp_path


def _write(path: Path) -> None:
    path.parent.mkdir()
    path.write_text(_TEXT)


def test_its_owner_reads_a_file_before_those_that_borrow_it(project: Path) -> None:
    owner, other = readers(str(project / ".claude" / "settings.json"), _TEXT)

    assert [it.dialect.id for it in (owner, other)] == ["claude-code", "borrower"]
    assert (owner.borrowed, other.borrowed) == (False, True)


def test_an_agent_that_only_borrows_is_not_listed(project: Path) -> None:
    assert load(_BORROWER, str(project)).is_borrowed
    assert [it.dialect.id for it in hook_list.overview(str(project))] == ["claude-code"]

    _write(project / ".borrower" / "hooks.json")

    assert not load(_BORROWER, str(project)).is_borrowed
    assert [it.dialect.id for it in hook_list.overview(str(project))] == ["borrower", "claude-code"]
