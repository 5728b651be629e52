"""Every numbered requirement that is met is named by a test, so that nothing of it can be lost unseen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_NUMBERS = re.findall(r"^- ([A-F]\d+) ", (_ROOT / "docs" / "requirements.md").read_text("utf-8"), re.MULTILINE)
# What is still to come: modules written in Python (E).
_LATER = frozenset(f"E{number}" for number in range(1, 11))


def _tests() -> str:
    kinds = ("*.py", "*.md", "*.json")
    files = [it for kind in kinds for it in (_ROOT / "tests").rglob(kind) if it != Path(__file__)]
    return "\n".join(it.read_text("utf-8").casefold() for it in files)


TESTS = _tests()


@pytest.mark.parametrize("number", [it for it in _NUMBERS if it not in _LATER])
def test_a_test_names_it(number: str) -> None:
    assert re.search(rf"(?<![a-z0-9]){number.casefold()}(?![a-z0-9])", TESTS)


def test_all_numbers_were_read() -> None:
    assert len(_NUMBERS) == 20 + 9 + 7 + 9 + 10 + 5
