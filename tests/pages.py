"""The blocks of code in a page of the documentation, so that tests run what readers copy."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
EDITORS = ROOT / "docs" / "editors"


def blocks(page: Path, language: str, under: str = "") -> list[str]:
    """The page's blocks in that language, in their order; `under` limits them to the section with that heading."""
    text = section(page, under) if under else page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def section(page: Path, under: str) -> str:
    """The section of the page that has that heading."""
    text = page.read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(under)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"{page.name} has no section `{under}`"
    return found[1]
