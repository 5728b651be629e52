"""Commands of VS Code are called as pages say."""

from __future__ import annotations

import json
import re

from tests.documents.blocks import PAGES
from tests.pages import ROOT


def test_the_commands_of_vs_code_are_called_as_pages_say() -> None:
    texts = [it.read_text(encoding="utf-8") for it in PAGES]
    named = {name for text in texts for name in re.findall(r"_Agent Hooks: ([^_]+)_", text)}
    titles = json.loads((ROOT / "editor-extension" / "package.nls.json").read_text(encoding="utf-8"))

    assert len(named) >= 4
    assert named - {*titles.values()} == set()
