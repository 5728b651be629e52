"""Imports the protocol library behind the first answers; whatever needs it waits for it, in its order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import sys
import threading
from collections.abc import Callable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.protocol import HookProtocol
    from hookwright.lsp.shapes import MessageId, Payload

logger = logging.getLogger(__name__)

# Importing is pure Python: this often it lets the event loop in.
_TURN_SECONDS = 0.0005
_COLLECT_AFTER = 20_000


class Library:
    """Serves what hookwright has no feature for, by pygls; `build` imports it and makes the protocol, in a thread."""

    def __init__(self, build: Callable[[], HookProtocol]) -> None:
        self._build = build
        self._thread: threading.Thread | None = None
        self._protocol: HookProtocol | None = None
        self._arrived = asyncio.Event()

    def load(self) -> None:
        """Begins, if nobody has yet; only from the event loop's thread."""
        if self._thread is None:
            loop = asyncio.get_running_loop()
            # No daemon: one that is still importing when the interpreter goes would bring it down.
            self._thread = threading.Thread(target=self._load, args=(loop,), name="lsp-library")
            self._thread.start()

    async def serve(self, asked_by: MessageId, method: str, params: Payload) -> Payload:
        """The result of the method; raises ProtocolError -32601 and -32602."""
        if asked_by is not None:
            self.load()
        await self._arrived.wait()
        if self._protocol is None:
            raise RuntimeError("the protocol library could not be imported")
        return await self._protocol.serve(asked_by, method, params)

    def _load(self, loop: asyncio.AbstractEventLoop) -> None:
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
        # Nearly all that was made so far is there to stay.
        gc.freeze()
        # A keystroke in a long document makes thousands of short-lived objects, which are no garbage of this kind.
        gc.set_threshold(_COLLECT_AFTER, 10, 20)
        gc.enable()
