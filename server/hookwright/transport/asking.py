"""Asks the client for something, whatever its protocol calls it."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.protocol import JsonRPCProtocol

from hookwright.embedding.client import Ask, NoAnswer


def asking(protocol: JsonRPCProtocol, prefix: str = "") -> Ask:
    """Sends requests to the client, under their names in `serve` with that prefix."""

    async def ask(method: str, params: Any) -> Any:
        try:
            return await protocol.send_request_async(f"{prefix}{method}", params)
        except JsonRpcException as error:
            raise NoAnswer(str(error)) from error

    return ask
