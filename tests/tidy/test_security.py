"""The page on security claims nothing that no test shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.pages import ROOT

_PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
_ROWS = [it for it in _PAGE.splitlines() if it.startswith("| ") and not it.startswith("| what ")]
_NAMED = sorted(set(re.findall(r"`((?:tests|editor-extension)/[^`:]+)::([^`]+)`", _PAGE)))
_LOCKS = ("runtime", "build", "dev", "release")


def test_every_row_names_what_it_wants_what_stops_it_and_its_tests() -> None:
    assert len(_ROWS) > 25
    for row in _ROWS:
        cells = row.strip("| ").split(" | ")
        assert len(cells) == 3, row
        assert re.fullmatch(r"(`[^`:]+::[^`]+`(, )?)+", cells[2]), row


@pytest.mark.parametrize(("path", "name"), _NAMED, ids=lambda it: it.rpartition("/")[2])
def test_every_test_that_it_names_is_there(path: str, name: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    found = rf"^(?:async )?def {name}\(" if path.endswith(".py") else re.escape(name)
    assert re.search(found, text, re.MULTILINE)


def test_each_says_how_the_other_is_used() -> None:
    assert "(docs/security.md)" in (ROOT / "SECURITY.md").read_text(encoding="utf-8")
    assert "(../SECURITY.md)" in _PAGE


@pytest.mark.parametrize("lock", sorted((ROOT / "tests" / "hosts").glob("*.txt")), ids=lambda it: it.stem)
def test_hosts_that_are_installed_have_hashes(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert text.count("--hash=sha256:") >= len(re.findall(r"^[A-Za-z0-9][^=\s]*==\S+", text, re.MULTILINE)) > 0
    assert "://" not in text


@pytest.mark.parametrize("lock", _LOCKS)
def test_what_is_installed_has_hashes_and_is_audited(lock: str) -> None:
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    packages = re.findall(r"^[A-Za-z0-9][^=\s]*==\S+", text, re.MULTILINE)
    assert packages
    assert text.count("--hash=sha256:") >= len(packages)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = [it for it in makefile.splitlines() if re.search(r"\$\(PIP\).*-r requirements", it)]
    assert installs
    assert [it for it in installs if "--require-hashes" not in it] == []
    assert "npm ci --ignore-scripts" in makefile
    assert "make audit" in (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
