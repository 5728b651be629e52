"""Imports the protocol library when it is first needed; whatever needs it waits for it, in its order.

Every method that an editor sends by what the server promises has a feature, or is the endpoint's own, so in an ordinary
session pygls would only take memory: half of it, and half a second of the processor.  What is left to it are requests
that hookwright has no feature for; they wait for the import, which runs in a thread beside all others.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import threading
from collections.abc import Callable

from hookwright.lsp.garbage import look_for_it_again

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.protocol import HookProtocol
    from hookwright.lsp.shapes import MessageId, Payload

logger = logging.getLogger(__name__)

# Importing is pure Python: this often it lets the event loop in.
_TURN_SECONDS = 0.0005
# The notifications that it heeds by itself: it is told the last one when it comes.
_HEEDED = frozenset({"$/setTrace"})


class Library:
    """Serves what hookwright has no feature for, by pygls; `build` imports it and makes the protocol, in a thread."""

    def __init__(self, build: Callable[[], HookProtocol]) -> None:
        self._build = build
        self._thread: threading.Thread | None = None
        self._protocol: HookProtocol | None = None
        self._arrived = asyncio.Event()
        self._untold: dict[str, Payload] = {}

    async def serve(self, asked_by: MessageId, method: str, params: Payload) -> Payload:
        """The result of the method; raises ProtocolError -32601 and -32602."""
        if asked_by is None and self._protocol is None:
            if method in _HEEDED:
                self._untold[method] = params
            return None
        self._load()
        await self._arrived.wait()
        if self._protocol is None:
            raise RuntimeError("the protocol library could not be imported")
        while self._untold:
            await self._protocol.serve(None, *self._untold.popitem())
        return await self._protocol.serve(asked_by, method, params)

    def _load(self) -> None:
        """Begins, if nobody has yet."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            # No daemon: one that is still importing when the interpreter goes would bring it down.
            self._thread = threading.Thread(target=self._import, args=(loop,), name="lsp-library")
            # Nearly all that importing makes is there to stay.
            gc.disable()
            self._thread.start()

    def _import(self, loop: asyncio.AbstractEventLoop) -> None:
        before = sys.getswitchinterval()
        sys.setswitchinterval(_TURN_SECONDS)
        try:
            self._protocol = self._build()
        except Exception:
            logger.exception("The protocol library could not be imported")
        sys.setswitchinterval(before)
        # The session may be over.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._welcome)

    def _welcome(self) -> None:
        self._arrived.set()
        look_for_it_again()
