"""From the plain params of a message to what its handler gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter
from lsprotocol import types

from hookwright.lsp.failures import invalid_params
from hookwright.lsp.shapes import Message, Payload

# Every client understands UTF-16, and it is what CAPABILITIES promise; pygls would take the client's favorite.
_ENCODINGS = [types.PositionEncodingKind.Utf16]


def structured_params(converter: Converter, method: str, params: Payload) -> Payload:
    """The protocol's own type for the method's params; plain values for a method the protocol does not know.

    Raises JsonRpcException -32602, naming the wrong places.
    """
    if method not in types.METHOD_TO_TYPES:
        return {} if params is None else params
    params_type: Any = types.METHOD_TO_TYPES[method][2]
    if params_type is None:
        return None
    try:
        return converter.structure({} if params is None else params, params_type)
    except Exception as error:
        raise invalid_params(method, error) from error


def initialize_params(converter: Converter, params: Message) -> types.InitializeParams:
    """The params of `initialize` without whatever in them this version of the protocol cannot read (never raises)."""

    def structured(candidate: Payload) -> types.InitializeParams:
        return converter.structure({"capabilities": {}, **candidate}, types.InitializeParams)

    def readable(candidate: Payload) -> bool:
        try:
            structured(candidate)
        except Exception:  # noqa: BLE001  cattrs raises groups of whatever its hooks raised
            return False
        return True

    found = structured(readable_part(params, readable) or {})
    if found.capabilities.general is not None:
        found.capabilities.general.position_encodings = _ENCODINGS
    return found


def readable_part(value: Payload, readable: Callable[[Any], bool]) -> Payload:
    """The largest part of a JSON value that `readable` accepts in its place; None where no part is acceptable."""
    if readable(value):
        return value
    if isinstance(value, dict):
        kept_members: dict[str, Any] = {}
        for key, item in value.items():
            part = readable_part(item, lambda it, key=key: readable({**kept_members, key: it}))  # type: ignore[misc]
            if part is not None:
                kept_members[key] = part
        return kept_members if readable(kept_members) else None
    if isinstance(value, list):
        parts = (readable_part(item, lambda it: readable([it])) for item in value)
        kept_items = [part for part in parts if part is not None]
        return kept_items if readable(kept_items) else None
    return None
