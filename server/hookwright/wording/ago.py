"""How long ago something was, in words."""

from __future__ import annotations

_UNITS = ((7 * 86400, "week"), (86400, "day"), (3600, "hour"), (60, "minute"))


def ago_words(seconds: float) -> str:
    """`3 minutes ago`; `just now` for what is less than a minute ago, or still to come."""
    length, unit = next(((it, name) for it, name in _UNITS if seconds >= it), (0, ""))
    if not length:
        return "just now"
    count = int(seconds // length)
    return f"{count} {unit}{'' if count == 1 else 's'} ago"


def bytes_words(count: int) -> str:
    """`12 KB` or `3.4 MB`, in units of 1024 bytes."""
    if count < 1 << 20:
        return f"{-(-count // 1024)} KB"
    return f"{count / (1 << 20):.1f} MB"
