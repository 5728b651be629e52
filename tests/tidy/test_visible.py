"""The editor and the server show the same characters as signs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from hookwright.visible import visible

_ROOT = Path(__file__).parents[2]


def test_the_editor_obeys_no_character_that_the_server_does_not() -> None:
    text = (_ROOT / "editor-extension/shared/text.ts").read_text(encoding="utf-8")
    found = re.search(r"const OBEYED =\s*/(\[.*\])/gu;", text)
    assert found, "text.ts has no list of characters any more"
    theirs = re.compile(re.sub(r"\\u\{([0-9a-f]+)\}", lambda it: rf"\U{int(it[1], 16):08x}", found[1]))

    every = [chr(code) for code in range(sys.maxunicode + 1)]
    assert [f"U+{ord(it):04X}" for it in every if (visible(it) != it) != bool(theirs.match(it))] == []
