"""The project is laid out, and stands on, what it was meant to (F1)."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
_TOP = ("pyproject.toml", "server", "editor-extension", "schemas", "tests", "README.md")
_PACKAGES = {"pygls", "lsprotocol", "pydantic", "watchdog", "pytest-lsp"}


def test_everything_has_its_place() -> None:
    assert [it for it in _TOP if not (ROOT / it).exists()] == []


def test_it_stands_on_the_packages_that_belong_to_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    names = {it.partition("==")[0].partition(">")[0].partition("[")[0].strip() for it in asked if isinstance(it, str)}

    assert names >= _PACKAGES
