"""From the plain params of a message to what its handler gets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.uris import from_fs_path
from pygls.workspace import Workspace

from hookwright.lsp.capabilities import CAPABILITIES
from hookwright.lsp.failures import ProtocolError
from hookwright.lsp.shapes import Message, Payload
from hookwright.lsp.wire import INVALID_PARAMS


def structured_params(converter: Converter, method: str, params: Payload) -> Payload:
    """The protocol's own type for the method's params; plain values for a method the protocol does not know.

    Raises ProtocolError -32602, naming the wrong places.
    """
    if method not in types.METHOD_TO_TYPES:
        return {} if params is None else params
    params_type: Any = types.METHOD_TO_TYPES[method][2]
    if params_type is None:
        return None
    try:
        return converter.structure({} if params is None else params, params_type)
    except Exception as error:
        faults: list[Any] = transform_error(error, path="params")
        text = f"Invalid params for `{method}`: {'; '.join(map(str, faults[:3]))}"
        raise ProtocolError(INVALID_PARAMS, text) from error


def workspace_of(params: Message) -> Workspace:
    """The workspace that the params of `initialize` name, as far as they are sound."""
    root_uri, root_path, given = (params.get(key) for key in ("rootUri", "rootPath", "workspaceFolders"))
    if not isinstance(root_uri, str):
        root_uri = from_fs_path(root_path) if isinstance(root_path, str) else None
    folders = [
        types.WorkspaceFolder(it["uri"], str(it.get("name", "")))
        for it in (given if isinstance(given, list) else ())
        if isinstance(it, dict) and isinstance(it.get("uri"), str)
    ]
    sync_kind = types.TextDocumentSyncKind(CAPABILITIES["textDocumentSync"]["change"])
    # Every client understands UTF-16, and it is what CAPABILITIES promise; pygls would take the client's favorite.
    return Workspace(root_uri, sync_kind, folders, types.PositionEncodingKind.Utf16)


def client_capabilities(converter: Converter, params: Message) -> types.ClientCapabilities:
    """What the client can do, without whatever this version of the protocol cannot read (never raises)."""

    def readable(candidate: Payload) -> bool:
        try:
            converter.structure(candidate, types.ClientCapabilities)
        except Exception:  # noqa: BLE001  cattrs raises groups of whatever its hooks raised
            return False
        return True

    return converter.structure(readable_part(params.get("capabilities"), readable) or {}, types.ClientCapabilities)


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
