"""How messages become objects: pygls' converter, with what the protocol does not know left as it came.

By itself pygls makes named tuples of the params of methods that are not in the protocol, which renames members that
are no names in Python and loses the difference between an object and its members: an agent's payload would not reach
its hooks as it was sent.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cattrs import Converter
from pygls.protocol import JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage, default_converter


@cache
def make_converter() -> Converter:
    """The converter of every server of this process, which learns nothing once it is made."""
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    converter.register_structure_hook(JsonRPCRequestMessage, _request)
    converter.register_structure_hook(JsonRPCNotification, _notification)
    converter.register_structure_hook(JsonRPCResponseMessage, _response)
    # What is in these is JSON already, or becomes JSON as it is written.
    for kind in (JsonRPCNotification, JsonRPCRequestMessage, JsonRPCResponseMessage):
        converter.register_unstructure_hook(kind, _members)
    return converter


def _members(message: Any) -> dict[str, Any]:
    return {it: getattr(message, it) for it in message.__slots__ if it != "__weakref__"}


def _request(message: dict[str, Any], kind: Any) -> JsonRPCRequestMessage:
    return JsonRPCRequestMessage(message["id"], message["method"], message["jsonrpc"], message.get("params"))


def _notification(message: dict[str, Any], kind: Any) -> JsonRPCNotification:
    return JsonRPCNotification(message["method"], message["jsonrpc"], message.get("params"))


def _response(message: dict[str, Any], kind: Any) -> JsonRPCResponseMessage:
    return JsonRPCResponseMessage(message["id"], message["jsonrpc"], message.get("result"))
