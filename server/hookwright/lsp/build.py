"""Makes the server whole: the session's protocol with every feature registered."""

from __future__ import annotations

from hookwright.lsp.capabilities import SERVER_INFO
from hookwright.lsp.features import FEATURES
from hookwright.lsp.server import HookServer
from hookwright.lsp.session import SessionProtocol


def build_server() -> HookServer:
    """A server that answers what `capabilities` promise."""
    server = HookServer(SERVER_INFO["name"], SERVER_INFO["version"], protocol_cls=SessionProtocol)
    for method, handler in FEATURES:
        server.feature(method)(handler)
    SessionProtocol.plain_methods = frozenset(method for method, _ in FEATURES)
    return server
