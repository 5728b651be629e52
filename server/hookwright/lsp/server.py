"""The server that handlers get: pygls with a session."""

from __future__ import annotations

from pygls.lsp.server import LanguageServer

from hookwright.lsp.session import SessionProtocol


class HookServer(LanguageServer):
    """The server that handlers get; all that it knows is in its session."""

    @property
    def session(self) -> SessionProtocol:
        """The protocol, which holds the session's state and sends messages."""
        assert isinstance(self.protocol, SessionProtocol)
        return self.protocol
