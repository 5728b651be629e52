"""Input is fed by stretches, between which all others have their turn."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from types import SimpleNamespace
from typing import Any

from hookwright.lsp.idle import Idle
from hookwright.lsp.inbox import Inbox
from hookwright.lsp.run import _MESSAGES_AT_A_STRETCH, _pump
from hookwright.lsp.wire import FrameParser, encode

_STRETCHES = 20


async def test_a_flood_leaves_others_their_turn_however_long_it_goes_on() -> None:
    source, sink = os.pipe()
    os.write(sink, encode({"jsonrpc": "2.0", "method": "last"}))
    loop, inbox = asyncio.get_running_loop(), Inbox(source, FrameParser())
    first: deque[Any] = deque([{"jsonrpc": "2.0", "method": "m"}] * (_STRETCHES * _MESSAGES_AT_A_STRETCH))
    received: list[str] = []
    session: Any = SimpleNamespace(idle=Idle(lambda: not first and inbox.empty()))
    endpoint: Any = SimpleNamespace(receive=lambda it: received.append(it["method"]))
    most = 0
    try:
        _pump(loop, session, endpoint, first, inbox, asyncio.Event())
        while "last" not in received:
            before = len(received)
            await asyncio.sleep(0)
            most = max(most, len(received) - before)
    finally:
        loop.remove_reader(source)
        os.close(source)
        os.close(sink)

    # One stretch goes on, and one begins as there is something to read.
    assert most <= 2 * _MESSAGES_AT_A_STRETCH
