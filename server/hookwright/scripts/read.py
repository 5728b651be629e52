"""Reads a script with the front end of its language; each is imported with the first script that needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import cast

from hookwright.scripts.effects import Language, Script
from hookwright.scripts.source import Source

_FRONT_ENDS: Mapping[Language, str] = {
    Language.SHELL: "hookwright.scripts.shell",
    Language.PYTHON: "hookwright.scripts.python",
    Language.JAVASCRIPT: "hookwright.scripts.javascript",
}


def read_script(language: Language, source: Source) -> Script:
    """What the script does; never raises for what it says, and runs nothing."""
    read = cast("Callable[[Source], Script]", import_module(_FRONT_ENDS[language]).read)
    return read(source)
