"""The life of a session as the protocol sees it: initialize, serve, rest, shut down, exit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator, Iterable
from typing import Any

from cattrs import Converter
from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.protocol import lsp_method

from hookwright.lsp import calls
from hookwright.lsp.capabilities import SERVER_INFO, initialize_result
from hookwright.lsp.failures import log_fault
from hookwright.lsp.incoming import IncomingProtocol
from hookwright.lsp.params import client_capabilities, workspace_of
from hookwright.lsp.shapes import Message, Payload

CLEAN_UP_SECONDS = 2.0

Features = Iterable[tuple[str, Callable[..., Any]]]


class HookProtocol(IncomingProtocol):
    """The protocol of a whole session.

    `early_published` are the diagnostics that were sent, by URI, before this object existed; `ended` is set when the
    server has to go.
    """

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self.client_process_id: int | None = None
        self.early_published: dict[str, Message] = {}
        self.ended = asyncio.Event()
        self.inbox_empty: Callable[[], bool] = _always
        self._when_idle: dict[Callable[[], None], None] = {}

    @property
    def shut_down(self) -> bool:
        """The client asked for the shutdown, so ending is no failure."""
        return self._shutdown

    def call_when_idle(self, callback: Callable[[], None]) -> None:
        """Calls back once, however often asked, as soon as no more input waits. Only from the event loop's thread."""
        self._when_idle[callback] = None
        asyncio.get_running_loop().call_soon(self.rest)

    def rest(self) -> None:
        """Whoever feeds this protocol calls it when it has fed all there was."""
        if not self._when_idle or not self.inbox_empty():
            return
        callbacks, self._when_idle = self._when_idle, {}
        for callback in callbacks:
            try:
                callback()
            except Exception as error:  # noqa: BLE001  logged with an id
                log_fault(error, getattr(callback, "__name__", "callback"))

    async def replay_initialize(self, message: Message) -> None:
        """Takes in the `initialize` that was already answered."""
        try:
            outcome = self._start(types.INITIALIZE, message.get("params"))
            if isinstance(outcome, asyncio.Future):
                await outcome
        except Exception as error:  # noqa: BLE001  logged with an id
            log_fault(error, types.INITIALIZE)

    async def stop(self) -> None:
        """Cancels every handler that runs and waits, bounded, until each has cleaned up."""
        await calls.stop(self.running(), CLEAN_UP_SECONDS)

    def __getattr__(self, name: str) -> Payload:
        # Its type takes longer to build than all else at `initialize`, so that waits until somebody asks.
        if name != "client_capabilities":
            raise AttributeError(f"{type(self).__name__} has no {name}")
        self.client_capabilities = client_capabilities(self._converter, self.initialize_params)
        return self.client_capabilities

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: Message) -> Generator[Any, Any, Any]:  # type: ignore[override]
        """Sets up what pygls would, and answers what was promised instead of working it out."""
        process_id = params.get("processId")
        self.client_process_id = self._server.process_id = process_id if isinstance(process_id, int) else None
        self._workspace = workspace_of(params)
        if (handler := self.fm.features.get(types.INITIALIZE)) is not None:
            yield handler, (params,), None
        return initialize_result()

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *params: Payload) -> Generator[Any, Any, None]:
        """Answers when every handler has cleaned up."""
        self._shutdown = True
        yield calls.stop, (self.running(), CLEAN_UP_SECONDS), None
        if (handler := self.fm.features.get(types.SHUTDOWN)) is not None:
            yield handler, params, None

    @lsp_method(types.EXIT)
    def lsp_exit(self, *params: Payload) -> Generator[Any, Any, None]:
        """Ends the session; whoever runs it cleans up."""
        self.ended.set()
        if (handler := self.fm.features.get(types.EXIT)) is not None:
            yield handler, params, None


def create_server(features: Features, protocol: type[HookProtocol] = HookProtocol) -> LanguageServer:
    """A server that answers these methods with these handlers; what it promises is in `capabilities`."""
    server = LanguageServer(SERVER_INFO["name"], SERVER_INFO["version"], protocol_cls=protocol)
    for method, handler in features:
        server.feature(method)(handler)
    return server


def _always() -> bool:
    return True
