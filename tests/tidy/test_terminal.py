"""Text reaches a terminal in one way, in which nothing is left that would be obeyed."""

from __future__ import annotations

import re

from tests.pages import ROOT

_CLI = ROOT / "server" / "hookwright" / "cli"
_WAYS = re.compile(r"\bclick\.(echo|secho|style)\b|(?<!\.)\bprint\(|sys\.std(out|err)\.write|click\.progressbar")
_ALLOWED = {"terminal.py", "guard.py"}
"""The way itself, and a hook of the demonstration."""


def test_there_is_one_way_to_a_terminal() -> None:
    sources = {it.name: it.read_text(encoding="utf-8") for it in _CLI.rglob("*.py")}
    assert {name for name, text in sources.items() if _WAYS.search(text)} == _ALLOWED
