"""What of a client's `initialize` this version of the protocol can read: one odd capability must not end the session.

pygls refuses the whole request, and an editor that is refused here shows nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter
from lsprotocol import types


def readable_params(params: Any, converter: Converter) -> Any:
    """The params without what cannot be read; as they are where they are no object."""
    if not isinstance(params, dict):
        return params

    def readable(candidate: Any) -> bool:
        try:
            converter.structure(candidate, types.InitializeParams)
        except Exception:  # noqa: BLE001  cattrs raises groups of whatever its hooks raised
            return False
        return True

    complete = {"processId": None, "rootUri": None, "capabilities": {}, **params}
    if readable(complete):
        return complete
    least: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}
    for key, value in params.items():
        part = _largest(value, lambda it, key=key: readable({**least, key: it}))  # type: ignore[misc]
        if part is not None:
            least[key] = part
    return least


def _largest(value: Any, readable: Callable[[Any], bool]) -> Any:
    """The largest part of a JSON value that is readable in its place; None if none is."""
    if readable(value):
        return value
    if isinstance(value, dict):
        members: dict[str, Any] = {}
        for key, item in value.items():
            part = _largest(item, lambda it, key=key: readable({**members, key: it}))  # type: ignore[misc]
            if part is not None:
                members[key] = part
        return members if readable(members) else None
    if isinstance(value, list):
        items = [part for item in value if (part := _largest(item, lambda it: readable([it]))) is not None]
        return items if readable(items) else None
    return None
