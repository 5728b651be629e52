"""The MCP servers that are configured for a project, and the prefix of their tools' names."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from hookwright.files import read_bytes
from hookwright.model.dialect import Dialect
from hookwright.patterns import late_pattern

_MOST_TOLERANT = 500_000
_OTHER = late_pattern(r"[^A-Za-z0-9_-]")
_PROJECT = "{project}"
_MOST_REMEMBERED = 64

_Place = tuple[str, tuple[str, ...]]
_Found = tuple[tuple[int, ...], tuple[str, ...]]
_read_before: dict[_Place, _Found] = {}
"""The names at a route in a file, and the stamp of the file when they were read."""


class McpServer(Struct, frozen=True):
    """An MCP server: the prefix of its tools' names, and the displayed path of the file that names it."""

    name: str
    prefix: str
    source: str


def servers_of(dialect: Dialect, project: str, home: str) -> tuple[McpServer, ...]:
    """The servers that the dialect's files name, the project's first, each once; broken files as far as readable."""
    return _servers(dialect, project, home, may_read=True) or ()


def known_servers(dialect: Dialect, project: str, home: str) -> tuple[McpServer, ...] | None:
    """The same if no file has to be read for it, as none has changed; None if one has."""
    return _servers(dialect, project, home, may_read=False)


def _servers(dialect: Dialect, project: str, home: str, *, may_read: bool) -> tuple[McpServer, ...] | None:
    found: dict[str, McpServer] = {}
    for it in dialect.servers.files:
        path = os.path.join(home if it.below_home else project, it.path)
        names = _names(path, tuple(project if key == _PROJECT else key for key in it.route), may_read=may_read)
        if names is None:
            return None
        for name in names:
            prefix = dialect.servers.prefix_of(_OTHER.sub("_", name))
            found.setdefault(prefix, McpServer(name, prefix, f"~/{it.path}" if it.below_home else it.path))
    return tuple(found.values())


def _names(path: str, route: tuple[str, ...], *, may_read: bool) -> tuple[str, ...] | None:
    try:
        status = os.stat(path)
        stamp = (status.st_mtime_ns, status.st_size, status.st_ino)
        then, names = _read_before.get((path, route), (None, ()))
        if then != stamp:
            if not may_read:
                return None
            names = _read(path, route)
            _remember((path, route), (stamp, names))
    except (OSError, ValueError):
        return ()
    return names


def _read(path: str, route: tuple[str, ...]) -> tuple[str, ...]:
    value: Any = _value(read_bytes(path).decode("utf-8", "replace"))
    for key in route:
        value = value.get(key) if isinstance(value, Mapping) else None
    return tuple(it for it in value if it.strip()) if isinstance(value, Mapping) else ()


def _remember(place: _Place, found: _Found) -> None:
    for oldest in tuple(_read_before)[: max(0, len(_read_before) - _MOST_REMEMBERED)]:
        # Another thread may have done so by now.
        _read_before.pop(oldest, None)
    _read_before[place] = found


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        from hookwright.syntax.parser import parse
        from hookwright.syntax.tree import plain

        root = parse(text[:_MOST_TOLERANT]).root
        return plain(root) if root is not None else None
