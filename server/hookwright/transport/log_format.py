"""How a line of the log looks: when, how bad, of which dispatch, and text that no terminal obeys."""

from __future__ import annotations

import logging

from hookwright.engine.correlation import current_dispatch
from hookwright.visible import visible

LEVEL_VARIABLE = "HOOKWRIGHT_LOG_LEVEL"
_FORM = "%(asctime)s %(levelname)s %(name)s: %(dispatch)s%(message)s"


class LogFormatter(logging.Formatter):
    """Adds the dispatch that a line belongs to, and leaves out secrets and what a terminal would obey."""

    def __init__(self) -> None:
        super().__init__(_FORM)

    def format(self, record: logging.LogRecord) -> str:
        # Most sessions log nothing.
        from hookwright.policies.redaction import redact

        number = current_dispatch()
        record.dispatch = f"[dispatch {number}] " if number else ""
        return visible(redact(super().format(record)))


def log_level(named: str | None) -> str:
    """The level that the variable names, `WARNING` where it names none."""
    level = (named or "").strip().upper()
    return level if level in logging.getLevelNamesMapping() else "WARNING"
