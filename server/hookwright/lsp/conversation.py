"""Puts the parts of one session together and has them served: first without an event loop, then with one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hookwright.lsp.client import Client
from hookwright.lsp.early import serve_first
from hookwright.lsp.endpoint import Endpoint
from hookwright.lsp.idle import Idle
from hookwright.lsp.inbox import Inbox
from hookwright.lsp.outbox import Outbox
from hookwright.lsp.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.protocol import HookProtocol
    from hookwright.lsp.session import Feature
    from hookwright.lsp.shapes import Message, Payload


def converse(
    initialize_params: Message,
    inbox: Inbox,
    outbox: Outbox,
    feature: Callable[[str], Feature | None],
    build_protocol: Callable[[Session], HookProtocol],
) -> int:
    """Serves all that follows `initialize` and gives the exit code: 0 after a shutdown request, 1 otherwise."""
    session = Session(initialize_params, Client(outbox), Idle(inbox.empty))

    def find(method: str) -> Callable[[Payload], Payload] | None:
        handler = feature(method)
        return None if handler is None else partial(handler, session)

    endpoint = Endpoint(session.client, find)
    try:
        first = serve_first(endpoint, find, session.idle, inbox)

        from hookwright.lsp.run import run_session

        run_session(session, endpoint, first, inbox, outbox, partial(build_protocol, session))
    finally:
        session.close()
    return 0 if endpoint.shut_down else 1
