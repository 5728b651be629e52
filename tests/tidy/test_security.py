"""The page on security claims nothing that no test shows."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from tests.every import every
from tests.pages import ROOT

_PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
_LINES = _PAGE.splitlines()
_RULE = "|---|---|---|"
# What is under a table's head, however it begins.
_ROWS = [it for it, below in pairwise([*_LINES, ""]) if it.startswith("|") and _RULE not in (it, below)]
_NAMED = sorted(set(re.findall(r"`((?:tests|editor-extension)/[^`:]+)::([^`]+)`", _PAGE)))
_LOCKS = ("runtime", "build", "dev", "release")


def test_every_section_has_a_table() -> None:
    sections = re.split(r"^## ", _PAGE, flags=re.MULTILINE)[1:]
    assert [it.partition("\n")[0] for it in sections if it.count(_RULE) != 1] == []


def test_every_row_names_what_it_wants_what_stops_it_and_its_tests() -> None:
    assert len(_ROWS) > 25
    for row in _ROWS:
        cells = row.strip("| ").split(" | ")
        assert len(cells) == 3, row
        assert re.fullmatch(r"(`[^`:]+::[^`]+`(, )?)+", cells[2]), row


@every(("path", "name"), _NAMED)
def test_every_test_that_it_names_is_there(path: str, name: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    if not path.endswith(".py"):
        assert re.search(rf"^\s*(?:test|it)\(\s*['\"`]{re.escape(name)}['\"`]", text, re.MULTILINE)
        return
    assert re.fullmatch(r"test_\w+\.py", (ROOT / path).name), "pytest reads no other file"
    assert re.search(rf"^(?:async )?def {re.escape(name)}\(", text, re.MULTILINE)
    assert not re.search(
        rf"^@pytest\.mark\.(?:skip|xfail)\b[^\n]*\n(?:@[^\n]*\n)*(?:async )?def {name}\(", text, re.MULTILINE
    )


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
