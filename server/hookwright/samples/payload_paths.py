"""Rewrites paths in payloads: between the project and the samples' folder, and away from the user's home."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source

FOLDERS = frozenset({Source.CWD, Source.PROJECT_DIR})
_HOME = "/home/user"
_USER = "user"
_OF_USERS = r"(?P<users>/home/|/Users/|[A-Za-z]:[\\/]+Users[\\/]+)[^/\\\s\"':;,)]+"
_SHORTEST_NAME = 3


def root_of(dialect: Dialect, row: EventRow) -> str:
    """The folder that represents the project in samples of the event."""
    fields = (*dialect.payload, *row.payload, *(it for other in dialect.events for it in other.payload))
    return next((it.sample for it in fields if it.source in FOLDERS and isinstance(it.sample, str)), "/project")


def to_project(value: Any, root: str, project: str) -> Any:  # noqa: ANN401  any JSON value
    """The value with every path below the samples' folder moved into the project."""
    return _moved(value, root, project)


def from_project(value: Any, root: str, project: str) -> Any:  # noqa: ANN401  any JSON value
    """The value with every path below the project moved to the samples' folder."""
    return _moved(value, project, root)


def without_user(value: Any, root: str, project: str, home: str) -> Any:  # noqa: ANN401  any JSON value
    """The value without traces of the user: the project becomes the samples' folder, the home `/home/user`.

    This includes other users' homes, folder names derived from a path, and the user's name as part of a path.
    """
    places = {project: root, _slug(project): _slug(root), home: _HOME, _slug(home): _slug(_HOME)}
    known = {old: new for old, new in places.items() if len(re.findall(r"[/\\-]\w", old)) > 1 or old == project}
    if home not in known and len(home) > 1:
        known[home] = _HOME
    pieces = [f"(?:{'|'.join(re.escape(it) for it in sorted(known, key=len, reverse=True))})(?![\\w-])", _OF_USERS]
    name = re.split(r"[/\\]", home.rstrip("/\\"))[-1]
    if len(name) >= _SHORTEST_NAME:
        pieces.append(rf"(?<=[/\\~]){re.escape(name)}(?![\w.-])")

    def new(found: re.Match[str]) -> str:
        users = found["users"]
        return known.get(found[0]) or (f"{users}{_USER}" if users else _USER)

    pattern = re.compile("|".join(pieces))
    return _each_text(value, lambda text: pattern.sub(new, text))


def _slug(path: str) -> str:
    """The path as agents turn it into the name of a folder."""
    return re.sub(r"[^A-Za-z0-9]", "-", path)


def _moved(value: Any, old: str, new: str) -> Any:  # noqa: ANN401
    pattern = re.compile(rf"(?<![\w.-]){re.escape(old)}(?![\w-])")
    return _each_text(value, lambda text: pattern.sub(lambda _: new, text))


def _each_text(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {change(key): _each_text(it, change) for key, it in value.items()}
    if isinstance(value, list | tuple):
        return [_each_text(it, change) for it in value]
    return value
