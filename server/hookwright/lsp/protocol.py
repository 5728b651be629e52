"""pygls' protocol, on the session's wire: its registry, its types and what it does by itself."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from typing import Any

import attrs
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from hookwright.lsp import calls
from hookwright.lsp.capabilities import SERVER_INFO
from hookwright.lsp.failures import ProtocolError
from hookwright.lsp.params import client_capabilities, structured_params, workspace_of
from hookwright.lsp.session import Session
from hookwright.lsp.shapes import MessageId, Payload
from hookwright.lsp.wire import METHOD_NOT_FOUND

Features = Iterable[tuple[str, Callable[..., Any]]]


class HookProtocol(LanguageServerProtocol):
    """Serves the methods that hookwright has no feature for, and speaks through the session's client.

    A handler registered with the server is called as `handler(ls, params)`: with lsprotocol types for methods that
    the protocol knows, with plain JSON values ({} where there are none) for others; results may be either.
    """

    session: Session

    def join(self, session: Session) -> None:
        """Takes in the `initialize` that was already answered."""
        self.session = session
        session.client.plain = self._plain
        self._server.process_id = session.client_process_id
        self._workspace = workspace_of(session.initialize_params)

    async def serve(self, asked_by: MessageId, method: str, params: Payload) -> Payload:
        """The result of the method; a notification that nobody knows is ignored.  Raises ProtocolError."""
        self._ctx_msg_id.set(asked_by)
        handler = self.fm.builtin_features.get(method, self.fm.features.get(method))
        if handler is None:
            if asked_by is None:
                return None
            raise ProtocolError(METHOD_NOT_FOUND, f"`{method}` is not served here")
        arguments = (structured_params(self._converter, method, params),)
        try:
            return await calls.call(handler, arguments, None, lambda: self._server.thread_pool)
        except JsonRpcException as error:
            raise ProtocolError(error.code or error.CODE, error.message, error.data) from error

    def notify(self, method: str, params: Payload | None = None) -> None:
        """Sends a notification; `params` may be plain or a protocol type."""
        self.session.client.notify(method, params)

    def send_request(
        self,
        method: str,
        params: Payload | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: str | int | None = None,
    ) -> Future[Any]:
        """Sends a request; its future gets the protocol's type for methods it knows, plain values for others."""
        future = self.session.client.send_request(method, params, self._reader(method))
        if callback is not None:
            future.add_done_callback(lambda it: _call_with_result(it, callback))
        return future

    def _reader(self, method: str) -> Callable[[Payload], Payload] | None:
        result_type: Any = self.get_result_type(method)
        if result_type is None:
            return None
        return lambda it: self._converter.structure({"jsonrpc": "2.0", "id": 0, "result": it}, result_type).result

    def _plain(self, value: Payload) -> Payload:
        if attrs.has(type(value)):
            return self._converter.unstructure(value)
        if isinstance(value, enum.Enum):
            return value.value
        raise TypeError(f"{type(value).__name__} has no JSON")

    def __getattr__(self, name: str) -> Payload:
        # Its type takes longer to build than all else at `initialize`, so that waits until somebody asks.
        if name != "client_capabilities":
            raise AttributeError(f"{type(self).__name__} has no {name}")
        self.client_capabilities = client_capabilities(self._converter, self.session.initialize_params)
        return self.client_capabilities


def create_server(session: Session, features: Features) -> LanguageServer:
    """A server of this session with these handlers registered; what it promises is in `capabilities`."""
    server = LanguageServer(SERVER_INFO["name"], SERVER_INFO["version"], protocol_cls=HookProtocol)
    protocol_of(server).join(session)
    for method, handler in features:
        server.feature(method)(handler)
    return server


def protocol_of(server: LanguageServer) -> HookProtocol:
    """The protocol of a server that `create_server` made."""
    assert isinstance(server.protocol, HookProtocol)
    return server.protocol


def _call_with_result(future: Future[Any], callback: Callable[[Any], None]) -> None:
    if not future.cancelled() and future.exception() is None:
        callback(future.result())
