"""No regular expression repeats a group possessively: Python before 3.11.5 matches some of those wrongly."""

from __future__ import annotations

import re
from pathlib import Path

_SERVER = Path(__file__).parents[2] / "server"


def test_groups_are_repeated_in_atomic_groups_instead() -> None:
    """`(?>(?:…)*)` says the same as `(?:…)*+`."""
    possessive = re.compile(r"[^\\]\)[*+?]\+")
    lines = [(it.name, line) for it in _SERVER.rglob("*.py") for line in it.read_text(encoding="utf-8").splitlines()]

    assert [it for it in lines if possessive.search(it[1])] == []
