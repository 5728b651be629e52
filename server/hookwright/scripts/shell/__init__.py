"""What shell scripts do."""

from __future__ import annotations

from hookwright.scripts.effects import Language, Script
from hookwright.scripts.source import Source


def read(_: Source) -> Script:
    """What a script does: nothing is known yet."""
    return Script(Language.SHELL, (), whole=False)
