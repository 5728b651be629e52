"""Which MCP servers are set up around a project, and what the names of their tools begin with."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hookwright.ide.around import Server
from hookwright.model.dialect import Dialect

_MOST_CHARACTERS = 8_000_000
_MOST_TOLERANT = 500_000
_OTHER = re.compile(r"[^A-Za-z0-9_-]")
_PROJECT = "{project}"


def servers_of(dialect: Dialect, project: str, home: str) -> tuple[Server, ...]:
    """The servers that the dialect's files name, the project's first, each once; a broken file counts as it is read."""
    found: dict[str, Server] = {}
    for it in dialect.server_files:
        path = os.path.join(home if it.below_home else project, it.path)
        route = tuple(project if key == _PROJECT else key for key in it.route)
        for name in _names(path, route):
            prefix = dialect.server_tools.format(server=_OTHER.sub("_", name))
            found.setdefault(prefix, Server(name, prefix, f"~/{it.path}" if it.below_home else it.path))
    return tuple(found.values())


def _names(path: str, route: tuple[str, ...]) -> tuple[str, ...]:
    try:
        status = os.stat(path)
        return _read(path, route, (status.st_mtime_ns, status.st_size, status.st_ino))
    except (OSError, ValueError):
        return ()


@lru_cache(maxsize=64)
def _read(path: str, route: tuple[str, ...], stamp: tuple[int, ...]) -> tuple[str, ...]:
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read(_MOST_CHARACTERS)
    value: Any = _value(text)
    for key in route:
        value = value.get(key) if isinstance(value, Mapping) else None
    return tuple(it for it in value if it.strip()) if isinstance(value, Mapping) else ()


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        from hookwright.syntax.jsonc import parse
        from hookwright.syntax.tree import plain

        root = parse(text[:_MOST_TOLERANT]).root
        return plain(root) if root is not None else None
