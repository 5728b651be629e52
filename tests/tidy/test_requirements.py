"""Every numbered requirement that is met is named by a test, so that nothing of it can be lost unseen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hookwright.dialects import DIALECTS

_ROOT = Path(__file__).parents[2]
_PAGE = (_ROOT / "docs" / "requirements.md").read_text("utf-8")
_NOT_BUILT = "(not built)"
# Held by its own page and tests, as the requirements say.
_WITHOUT_NUMBERS = {"claude-code"}


def _numbers(*, built: bool) -> list[str]:
    sections = [it for it in _PAGE.split("\n## ")[1:] if (_NOT_BUILT in it.splitlines()[0]) is not built]
    return re.findall(r"^- ([A-Z]\d+) ", "\n".join(sections), re.MULTILINE)


def _tests() -> str:
    kinds = ("*.py", "*.md", "*.json")
    files = [it for kind in kinds for it in (_ROOT / "tests").rglob(kind) if it != Path(__file__)]
    return "\n".join(it.read_text("utf-8").casefold() for it in files)


TESTS = _tests()


@pytest.mark.parametrize("number", _numbers(built=True))
def test_a_test_names_it(number: str) -> None:
    assert re.search(rf"(?<![a-z0-9]){number.casefold()}(?![a-z0-9])", TESTS)


def test_no_number_of_a_section_is_left_out() -> None:
    numbers = [*_numbers(built=True), *_numbers(built=False)]
    sections = re.findall(r"^## ([A-Z])\.", _PAGE, re.MULTILINE)
    assert len(sections) > 5

    for section in sections:
        own = [it for it in numbers if it.startswith(section)]
        assert own == [f"{section}{number}" for number in range(1, len(own) + 1)]
        assert own, f"section {section} has no line that begins with `- {section}1 `"


def test_no_code_claims_to_do_what_is_not_built() -> None:
    server = "\n".join(it.read_text("utf-8") for it in (_ROOT / "server").rglob("*.py"))

    assert [it for it in _numbers(built=False) if re.search(rf"\({it}\b|\b{it}\)", server)] == []


def test_the_table_says_which_dialects_are_there() -> None:
    told = dict(re.findall(r"^\| `([a-z-]+)` \| (\S+) \|", _PAGE, re.MULTILINE))
    built = {name for name, there in told.items() if there == "yes"}

    assert built | _WITHOUT_NUMBERS == {it.id for it in DIALECTS}, "docs/dialects.md, step 1"
    assert [it for it in _WITHOUT_NUMBERS if f"`{it}`" not in _PAGE] == []
