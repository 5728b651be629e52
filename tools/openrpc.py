"""The OpenRPC document of `hookwright serve`, made from the tables and types that it serves by."""

from __future__ import annotations

import json
import sys
from types import NoneType
from typing import Any, get_type_hints

from hookwright import __version__
from hookwright.cli.json_types import Schema, schema_of_object, schema_of_type
from hookwright.cli.wire_types import Class, members, objects, wire_name, wire_type
from hookwright.embedding.client_methods import CLIENT_METHODS, ClientMethod
from hookwright.embedding.methods import METHODS
from hookwright.embedding.params import NoParams
from hookwright.serve.initialize import InitializedJson, InitializeParams
from hookwright.serve.notifications import NOTIFICATION_PARAMS
from hookwright.serve.protocol import ERRORS, INITIALIZE, SHUTDOWN

_WHERE = "#/components/schemas"
_ABOUT = "JSON-RPC 2.0, one JSON object a line, over standard streams or a Unix socket; docs/engine.md describes it."


def openrpc() -> dict[str, Any]:
    """The whole document; what the server sends is under `x-notifications` and `x-client-methods`."""
    begin = "Says who the client is, and is told what there is; the first request."
    results = {it.name: get_type_hints(it.load())["return"] for it in METHODS}
    methods = [
        _method(INITIALIZE, begin, InitializeParams, InitializedJson),
        *(_method(it.name, it.summary, it.params, results[it.name]) for it in METHODS),
        _method(SHUTDOWN, "Ends all that runs, and the connection.", NoParams, NoneType),
    ]
    told = [{"name": name, "params": schema_of_type(wire_type(it), _WHERE)} for name, it in NOTIFICATION_PARAMS.items()]
    params = (InitializeParams, *(it.params for it in METHODS))
    of_params = [kind for it in params for kind in get_type_hints(it).values()]
    of_client = [kind for it in CLIENT_METHODS for kind in (it.params, it.result)]
    named = objects([InitializedJson, *results.values(), *NOTIFICATION_PARAMS.values(), *of_client, *of_params])
    return {
        "openrpc": "1.3.2",
        "info": {"title": "hookwright serve", "version": __version__, "description": _ABOUT},
        "methods": methods,
        "x-notifications": told,
        "x-client-methods": [_client_method(it) for it in CLIENT_METHODS],
        "components": {
            "schemas": {wire_name(it): schema_of_object(it, _WHERE) for it in sorted(named, key=wire_name)},
            "errors": {name: {"code": it.code, "message": it.meaning} for name, it in ERRORS.items()},
        },
    }


def openrpc_text() -> str:
    """The document as it is committed."""
    return json.dumps(openrpc(), indent=2, ensure_ascii=False) + "\n"


def _method(name: str, summary: str, params: Class, result: Any) -> Schema:  # noqa: ANN401  a type
    return {
        "name": name,
        "summary": summary,
        "paramStructure": "by-name",
        "params": [
            {"name": it.name, "required": it.required, "schema": schema_of_type(it.type, _WHERE)}
            for it in members(params)
        ],
        "result": {"name": "result", "schema": schema_of_type(wire_type(result), _WHERE)},
        "errors": [{"$ref": f"#/components/errors/{it}"} for it in ERRORS],
    }


def _client_method(it: ClientMethod) -> Schema:
    params = schema_of_type(wire_type(it.params), _WHERE)
    row = {"name": it.name, "summary": it.summary, "x-capability": it.capability, "params": params}
    return row if it.is_notification else {**row, "result": schema_of_type(wire_type(it.result), _WHERE)}


if __name__ == "__main__":
    sys.stdout.write(openrpc_text())
