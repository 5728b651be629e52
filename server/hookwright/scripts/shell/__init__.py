"""What shell scripts do."""

from __future__ import annotations

from hookwright.scripts.effects import Script
from hookwright.scripts.source import Source


def read(source: Source) -> Script:
    """What a script does."""
    from hookwright.scripts.shell.reading import read_source

    return read_source(source)
