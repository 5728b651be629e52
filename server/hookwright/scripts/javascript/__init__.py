"""What JavaScript and TypeScript do."""

from __future__ import annotations

from hookwright.scripts.effects import Language, Script
from hookwright.scripts.source import Source


def read(source: Source) -> Script:
    """What a script does; nothing is said of one that is too long, or where the parser is not installed."""
    from hookwright.scripts.javascript.program import run_program

    return run_program(source) or Script(Language.JAVASCRIPT, (), whole=False)
