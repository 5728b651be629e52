"""Makes pygls' part of the server: every feature registered, so that its registry tells what is served."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.features import FEATURES, feature
from hookwright.lsp.protocol import HookProtocol, create_server, protocol_of
from hookwright.lsp.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.session import Feature


def build_protocol(session: Session) -> HookProtocol:
    """The protocol of a server that has what `capabilities` promise."""
    features = ((method, feature(method)) for method in FEATURES)
    server = create_server(session, [(method, _of_server(session, it)) for method, it in features if it is not None])
    return protocol_of(server)


def _of_server(session: Session, handler: Feature) -> Feature:
    def registered(ls: Any, params: Any) -> Any:  # noqa: ANN401  pygls' own
        return handler(session, params)

    return registered
