"""A server without a wire: messages go in by hand, and what the server says is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

from lsprotocol import types

from hookwright.lsp.options import Options, read_options
from hookwright.lsp.server import HookwrightServer
from hookwright.transport.converter import make_converter

INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}

Message = dict[str, Any]
Handler = Callable[..., Any]


class Sent:
    """A writer that keeps the messages it gets."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def write(self, data: bytes) -> None:
        self.messages.append(json.loads(data))

    def close(self) -> None:
        raise AssertionError("nobody closes what is not open")


class Wire:
    """Feeds a server that has been initialized; `answers` serve requests, `hears` notifications beside its own."""

    def __init__(
        self, *answers: tuple[str, Handler], hears: tuple[tuple[str, Handler], ...] = (), params: Any = INITIALIZE
    ) -> None:
        outbox = Sent()
        self.sent = outbox.messages
        self.exits = 0
        self.server = HookwrightServer()
        for method, handler in answers:
            self.server.answer(method, handler)
        for method, handler in hears:
            self.server.hear(method, handler)
        self.server.protocol.set_writer(outbox, include_headers=False)
        self.server.protocol.ended = self._count_exit
        self.request("i", "initialize", params)
        self.sent.clear()

    @property
    def services(self) -> Any:
        return self.server.services

    def _count_exit(self) -> None:
        self.exits += 1

    def receive(self, message: Any) -> None:
        self.server.protocol.handle_message(message)

    def request(self, request_id: Any, method: str, params: Any = None) -> None:
        self.receive({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})

    def notify(self, method: str, params: Any = None) -> None:
        self.receive({"jsonrpc": "2.0", "method": method, "params": params})

    def respond(self, to: Message, result: Any) -> None:
        self.receive({"jsonrpc": "2.0", "id": to["id"], "result": result})

    def result(self) -> Any:
        """Of the one answer there is."""
        (answer,) = self.sent
        return answer["result"]

    def error(self) -> Message:
        (answer,) = self.sent
        error: Message = answer["error"]
        return error

    def told(self) -> list[Any]:
        """The methods of what was sent, the codes of errors, the ids of results."""
        return [it.get("method") or it.get("error", {}).get("code") or it["id"] for it in self.sent]

    async def settle(self) -> None:
        """Waits until nothing runs any more."""
        while running := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(running)
        await turns()


_CONVERTER = make_converter()


def plain(value: Any) -> Any:
    """A value of the protocol's types as a client gets it."""
    return json.loads(json.dumps(_CONVERTER.unstructure(value)))


def options_of(**params: Any) -> Options:
    """The options of a client that says this at `initialize`."""
    return read_options(_CONVERTER.structure({**INITIALIZE, **params}, types.InitializeParams))


async def turns(count: int = 5) -> None:
    """Lets others have their turn."""
    for _ in range(count):
        await asyncio.sleep(0)


def endless(log: list[str], *, and_then: BaseException | None = None) -> Callable[..., Coroutine[Any, Any, None]]:
    """A handler that runs until it is cancelled and takes a while to clean up."""

    async def handler(services: Any, params: Any) -> None:
        log.append("started")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            log.append("cleaned")
            services.server.protocol.notify("test/cleaned", {})
            if and_then is not None:
                raise and_then

    return handler
