"""A hook that can be run: its words, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hookwright.model.dialect import Scope
    from hookwright.text import Route


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """One well-formed hook of a file, with its group's matcher.

    `route` leads to it in the file at `source`; `values` are its keys as plain JSON values; `timeout` is in seconds,
    None where the file names none (the event's or the dialect's default holds).  `matcher` is the group's, as written.
    """

    event: str
    source: str
    scope: Scope
    route: Route
    type: str
    body: str
    values: Mapping[str, Any]
    matcher: Any = None
    name: str | None = None
    timeout: float | None = None
