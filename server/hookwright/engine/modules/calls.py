"""One call of a handler in a host process: its time, what it asks and prints, and its answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from hookwright.engine.modules.answers import Answer

_MOST_ASKED = 64
"""Requests of one call at a time."""
_LEAST_SECONDS = 0.01


class Asked(Protocol):
    """Answers what a handler asks of the session and the client; raises every error."""

    def __call__(self, method: str, params: Mapping[str, Any], /) -> Awaitable[Any]: ...


class HostedCall:
    """A call that has been sent and not answered.

    Its time does not run while it waits for an answer of the session or the client; `on_expired` is called when it is
    over.  `waits` counts how often that happened before the call had begun.
    """

    def __init__(
        self,
        number: int,
        path: str,
        seconds: float,
        asked: Asked,
        send: Callable[[Mapping[str, Any]], None],
        on_expired: Callable[[HostedCall], None],
    ) -> None:
        self.number = number
        self.path = path
        self.seconds = seconds
        self.timed_out = False
        self.waits = 0
        self._loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Answer] = self._loop.create_future()
        self._asked = asked
        self._send = send
        self._on_expired = on_expired
        self._left = seconds
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._asks: dict[int, asyncio.Task[None]] = {}
        self._printed: list[str] = []
        self._resume()

    @property
    def printed(self) -> str:
        """What it has printed so far."""
        return "".join(self._printed)

    def prints(self, text: str) -> None:
        """Takes note of something that it printed."""
        self._printed.append(text)

    def start_again(self) -> None:
        """Gives it all of its time once more."""
        self._left = self.seconds
        self._resume()

    def _resume(self) -> None:
        self._since = self._loop.time()
        self._timer = self._loop.call_later(self._left, self._expire)

    def _expire(self) -> None:
        if not self.future.done():
            self._on_expired(self)

    def _pause(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._left = max(self._left - (self._loop.time() - self._since), _LEAST_SECONDS)

    def end(self) -> None:
        """Its answer is not needed any more: what it has asked is withdrawn."""
        self._pause()
        for it in tuple(self._asks.values()):
            it.cancel()

    def settle(self, answer: Answer) -> None:
        """Answers it, unless it has been."""
        if not self.future.done():
            self.future.set_result(answer)

    def answered(self, message: Mapping[str, Any]) -> None:
        """Answers it with what its host process says of it."""
        error = message.get("error")
        if error is None:
            self.settle(Answer(message["result"], printed=self.printed))
        elif self.timed_out:
            text = f"took longer than {self.seconds:g} s; correct the handler, and save the file"
            self.settle(Answer(None, text, error["line"], timed_out=True, printed=self.printed))
        else:
            refused = bool(error.get("refused"))
            self.settle(Answer(None, str(error["message"]), error["line"], refused=refused, printed=self.printed))

    def ask(self, number: int, method: str, params: Mapping[str, Any]) -> None:
        """Has something answered that the handler asks."""
        if len(self._asks) >= _MOST_ASKED:
            self._send({"reply": number, "error": f"more than {_MOST_ASKED} requests at a time"})
            return
        if not self._asks:
            self._pause()
        self._asks[number] = self._loop.create_task(self._reply(number, method, params))

    async def _reply(self, number: int, method: str, params: Mapping[str, Any]) -> None:
        try:
            reply = {"reply": number, "result": await self._asked(method, params)}
            # What is not JSON is the answer's fault, and not that of sending it.
            json.dumps(reply)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # Whoever should have answered has been cancelled, and not this call.
            reply = {"reply": number, "error": "it was cancelled"}
        except Exception as error:  # noqa: BLE001  it is raised in the handler
            reply = {"reply": number, "error": str(error) or type(error).__name__}
        finally:
            del self._asks[number]
        self._send(reply)
        if not self._asks and not self.future.done():
            self._resume()
