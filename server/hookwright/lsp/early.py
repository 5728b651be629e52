"""What the server does before it has an event loop: what editors send at once is served without that import."""

from __future__ import annotations

import time

from hookwright.lsp.idle import Idle
from hookwright.lsp.inbox import Inbox

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.endpoint import Endpoint, Find
    from hookwright.lsp.shapes import Item

# Editors open their first document at once; this long the event loop waits for it.
_FIRST_DOCUMENT_SECONDS = 0.05
_NEEDS_LOOP = frozenset({"exit", "$/cancelRequest"})
# Answered at once, so that a client which asks for its first diagnostics has them no later than one that is told.
_ANSWERED_AT_ONCE = frozenset({"textDocument/diagnostic"})


def serve_first(endpoint: Endpoint, find: Find, idle: Idle, inbox: Inbox) -> list[Item]:
    """Serves the first messages that hookwright has features for, and gives what is left to serve, in order.

    The first item that needs the loop (nearly any request, the end, broken input) ends it.  Notifications nobody has
    a feature for are left: nothing that is served here depends on them.
    """
    deadline = time.monotonic() + _FIRST_DOCUMENT_SECONDS
    left: list[Item] = []
    while (item := inbox.take(max(0.0, deadline - time.monotonic()))) is not None:
        method = _served(item)
        if method is None or not isinstance(item, dict) or method in _NEEDS_LOOP:
            left.append(item)
            break
        if find(method) is None:
            left.append(item)
            continue
        endpoint.receive(item)
        if inbox.empty():
            break
    idle.rest()
    return left


def _served(item: Item) -> str | None:
    method = item.get("method") if isinstance(item, dict) else None
    if not isinstance(method, str) or not isinstance(item, dict):
        return None
    return method if "id" not in item or method in _ANSWERED_AT_ONCE else None
