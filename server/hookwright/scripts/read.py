"""Reads a script with the front end of its language; each is imported with the first script that needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TypeAlias, cast

from hookwright.scripts.effects import Language, Script
from hookwright.scripts.source import Source

Reader: TypeAlias = Callable[[Language, Source], Script]
"""What does as `read_script` does."""

_FRONT_ENDS: Mapping[Language, str] = {
    Language.SHELL: "hookwright.scripts.shell",
    Language.PYTHON: "hookwright.scripts.python",
    Language.JAVASCRIPT: "hookwright.scripts.javascript",
}


def read_script(language: Language, source: Source) -> Script:
    """What the script does; never raises for what it says, and runs nothing.

    A front end that fails is logged, and then nothing is known of the script: one file does not take the others along.
    """
    read = cast("Callable[[Source], Script]", import_module(_FRONT_ENDS[language]).read)
    try:
        return read(source)
    except Exception:
        # One script must not take the others with it; a run in which none fails need not import this.
        import logging

        logging.getLogger(__name__).exception("the %s script %s cannot be read", language, source.path)
        return Script(language, (), whole=False)
