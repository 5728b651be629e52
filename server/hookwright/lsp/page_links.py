"""Where the page of a rule lies on this machine: what comes with the package, or with its source."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = (_PACKAGE / "rule_pages", _PACKAGE.parents[1] / "docs" / "rules")


@cache
def page_uri(name: str) -> str | None:
    """The `file:` URI of the page of the rule of that name; None where it did not come along."""
    pages = (folder / f"{name}.md" for folder in _FOLDERS)
    return next((it.as_uri() for it in pages if it.is_file()), None)
