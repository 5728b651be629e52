"""The OpenRPC document of `hookwright serve`, made from the tables and types that it serves by."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from hookwright import __version__
from hookwright.serve.errors import ERRORS
from hookwright.serve.initialize import InitializedJson, InitializeParams
from hookwright.serve.notifications import NOTIFICATION_PARAMS
from hookwright.serve.protocol import INITIALIZE, SHUTDOWN
from hookwright.workflows.embedding.client_methods import CLIENT_METHODS, ClientMethod
from hookwright.workflows.embedding.methods import METHODS
from hookwright.workflows.embedding.params import NoParams, camel

Schema = dict[str, Any]

_WORDS = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
_ABOUT = "JSON-RPC 2.0, one JSON object a line, over standard streams or a Unix socket; docs/engine.md describes it."


def openrpc() -> dict[str, Any]:
    """The whole document; what the server sends is under `x-notifications` and `x-client-methods`."""
    named: dict[str, Schema] = {}
    begin = "Says who the client is, and is told what there is; the first request."
    methods = [
        _method(INITIALIZE, begin, InitializeParams, InitializedJson, named),
        *(_method(it.name, it.summary, it.params, get_type_hints(it.load())["return"], named) for it in METHODS),
        _method(SHUTDOWN, "Ends all that runs, and the connection.", NoParams, NoneType, named),
    ]
    told = [{"name": name, "params": _schema(it, named)} for name, it in NOTIFICATION_PARAMS.items()]
    asked = [_client_method(it, named) for it in CLIENT_METHODS]
    return {
        "openrpc": "1.3.2",
        "info": {"title": "hookwright serve", "version": __version__, "description": _ABOUT},
        "methods": methods,
        "x-notifications": told,
        "x-client-methods": asked,
        "components": {
            "schemas": dict(sorted(named.items())),
            "errors": {name: {"code": it.code, "message": it.meaning} for name, it in ERRORS.items()},
        },
    }


def openrpc_text() -> str:
    """The document as it is committed."""
    return json.dumps(openrpc(), indent=2, ensure_ascii=False) + "\n"


def _method(name: str, summary: str, params: Any, result: Any, named: dict[str, Schema]) -> Schema:  # noqa: ANN401
    kinds = get_type_hints(params, include_extras=True)
    return {
        "name": name,
        "summary": summary,
        "paramStructure": "by-name",
        "params": [_param(it, kinds[it.name], named) for it in fields(params)],
        "result": {"name": "result", "schema": _schema(result, named)},
        "errors": [{"$ref": f"#/components/errors/{it}"} for it in ERRORS],
    }


def _client_method(it: ClientMethod, named: dict[str, Schema]) -> Schema:
    params = _schema(it.params, named)
    row = {"name": it.name, "summary": it.summary, "x-capability": it.capability, "params": params}
    return row if it.is_notification else {**row, "result": _schema(it.result, named)}


def _param(field: Field[Any], kind: Any, named: dict[str, Schema]) -> Schema:  # noqa: ANN401
    return {"name": camel(field.name), "required": _is_required(field), "schema": _schema(kind, named)}


def _is_required(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _schema(kind: Any, named: dict[str, Schema]) -> Schema:  # noqa: ANN401  a type
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return {}
    if origin is Literal:
        return {"enum": [*inner]}
    if origin in {Union, UnionType}:
        return {"anyOf": [_schema(it, named) for it in inner]}
    if origin is list:
        return {"type": "array", "items": _schema(inner[0], named)}
    if origin in {dict, Mapping}:
        return {"type": "object", "additionalProperties": _schema(inner[1], named)}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {"enum": [it.value for it in kind]}
    if is_typeddict(kind) or is_dataclass(kind):
        return _object(kind, named)
    return {"type": _WORDS[NoneType if kind is None else kind]}


def _object(kind: Any, named: dict[str, Schema]) -> Schema:  # noqa: ANN401
    name = kind.__name__.removesuffix("Json")
    if name not in named:
        # It may hold itself.
        named[name] = {}
        members = list(_members(kind))
        named[name] = {
            "type": "object",
            "description": (kind.__doc__ or "").strip().splitlines()[0],
            "properties": {member: _schema(it, named) for member, it, _ in members},
            "required": [member for member, _, required in members if required],
            # Clients may send more than this server knows; answers have these members alone.
            "additionalProperties": is_dataclass(kind),
        }
    return {"$ref": f"#/components/schemas/{name}"}


def _members(kind: Any) -> Iterator[tuple[str, Any, bool]]:  # noqa: ANN401
    kinds = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        for it in fields(kind):
            yield camel(it.name), kinds[it.name], _is_required(it)
        return
    for name, it in kinds.items():
        optional = get_origin(it) is NotRequired
        yield name, get_args(it)[0] if optional else it, not optional


if __name__ == "__main__":
    sys.stdout.write(openrpc_text())
