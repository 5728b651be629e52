"""From when on: a date, a time, or how long ago."""

from __future__ import annotations

import re
from datetime import datetime

from hookwright.errors import UsageError

_AGO = re.compile(r"(\d{1,9})\s*([smhdw])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}


def since(text: str, now: float) -> float:
    """Seconds since 1970 of `90m`, `2h`, `7d`, or of a date or time in ISO 8601 (local where it names no zone).

    Raises UsageError.
    """
    ago = _AGO.fullmatch(text.strip())
    if ago is not None:
        return now - int(ago[1]) * _SECONDS[ago[2]]
    try:
        return datetime.fromisoformat(text.strip()).timestamp()
    except (ValueError, OverflowError, OSError) as wrong:
        remedy = "write a date such as `2026-05-31`, or how long ago, such as `90m`, `2h`, `7d`"
        raise UsageError(f"`{text}` is not a time", remedy) from wrong
