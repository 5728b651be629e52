"""The names that editors and people give to copies of files."""

from __future__ import annotations

import re

_AT_END = r"[._-](?:bak|backup|old|orig|save|copy|prev|swp|[0-9]+)~?"
_COPY = re.compile(rf"(?i)(.*/|)(?:#([^/]+)#|\.(\.?[^/]+)\.sw[a-p]|([^/]+?)(?:~|{_AT_END}))\Z")


def original(path: str) -> str | None:
    """The path of the file that a path is a copy of, as `.env~`, `#.env#` and `id_rsa.bak` are; None for others."""
    found = _COPY.match(path)
    return found[1] + (found[2] or found[3] or found[4]) if found else None
