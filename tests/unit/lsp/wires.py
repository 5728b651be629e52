"""An endpoint without a wire: messages go in by hand, and what the server says is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from hookwright.lsp.client import Client
from hookwright.lsp.endpoint import Endpoint
from hookwright.lsp.idle import Idle
from hookwright.lsp.protocol import create_server, protocol_of
from hookwright.lsp.session import Session
from hookwright.lsp.wire import FrameParser, Malformed

INITIALIZE: dict[str, Any] = {"processId": None, "rootUri": None, "capabilities": {}}

Message = dict[str, Any]
Handler = Callable[..., Any]


class Sent:
    """An outbox that keeps the messages it gets."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self._parser = FrameParser()

    def write(self, frame: bytes) -> None:
        for item in self._parser.feed(frame):
            assert not isinstance(item, Malformed)
            self.messages.append(item)


class Wire:
    """Feeds an endpoint; `features` are ours and get the session, `typed` are registered with pygls."""

    def __init__(self, *features: tuple[str, Handler], typed: tuple[tuple[str, Handler], ...] = ()) -> None:
        outbox = Sent()
        self.sent = outbox.messages
        self.exits = 0
        self.session = Session(INITIALIZE, Client(outbox), Idle(lambda: True))  # type: ignore[arg-type]
        table = dict(features)
        self.endpoint = Endpoint(
            self.session.client, lambda it: partial(table[it], self.session) if it in table else None
        )
        self.server = create_server(self.session, typed)
        self.endpoint.others = protocol_of(self.server).serve
        self.endpoint.on_exit = self._count_exit

    def _count_exit(self) -> None:
        self.exits += 1

    def request(self, request_id: Any, method: str, params: Any = None) -> None:
        self.endpoint.receive({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params})

    def notify(self, method: str, params: Any = None) -> None:
        self.endpoint.receive({"jsonrpc": "2.0", "method": method, "params": params})

    def respond(self, to: Message, result: Any) -> None:
        self.endpoint.receive({"jsonrpc": "2.0", "id": to["id"], "result": result})

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
        while running := self.endpoint.running():
            await asyncio.wait(running)
        await asyncio.sleep(0)


def endless(log: list[str], *, and_then: BaseException | None = None) -> Callable[..., Coroutine[Any, Any, None]]:
    """A handler that runs until it is cancelled and takes a while to clean up."""

    async def handler(session: Any, params: Any) -> None:
        log.append("started")
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.01)
            log.append("cleaned")
            session.client.notify("test/cleaned")
            if and_then is not None:
                raise and_then

    return handler
