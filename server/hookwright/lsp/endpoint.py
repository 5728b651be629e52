"""What the client sends: which handler gets what, and that every request is answered exactly once."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from functools import partial
from types import CoroutineType

from hookwright.errors import HookwrightError
from hookwright.lsp.client import Client
from hookwright.lsp.failures import failure_message, log_fault
from hookwright.lsp.tasks import begin, cancel, stop
from hookwright.lsp.wire import INVALID_REQUEST, REQUEST_CANCELLED, request_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Task
    from typing import Any

    from hookwright.lsp.shapes import Message, MessageId, Payload

    # By its method, what serves a message from its params; None where that is left to the protocol library.
    Find = Callable[[str], Callable[[Payload], Payload] | None]
    # asked by, method, params
    Others = Callable[[MessageId, str, Payload], Coroutine[Any, Any, Payload]]

logger = logging.getLogger(__name__)

_ERROR = 1


class Endpoint:
    """Serves messages in their order, with answers that hold: one per request, after its handler has cleaned up.

    What `find` finds is called with plain JSON values ({} where there are no params) and gives the result, or a
    coroutine for the part of the work that takes time; `others` serves every other method.  The life of the session
    (cancelling, shutting down) is handled here: `shut_down` is set by the request, `on_exit` called by `exit`.
    All but notifications with a feature needs an event loop, and `others` and `on_exit` set by whoever runs it.
    """

    others: Others
    on_exit: Callable[[], None]

    def __init__(self, client: Client, find: Find) -> None:
        self._client = client
        self._find = find
        self._open: dict[MessageId, Task[Any]] = {}
        self._unasked: set[Task[Any]] = set()
        self._goodbye: Task[None] | None = None
        self._shown: set[str] = set()
        self.shut_down = False

    def running(self) -> list[Task[Any]]:
        """The handlers that are not done, cleaning up included."""
        return [*self._open.values(), *self._unasked]

    @property
    def busy(self) -> bool:
        """True while the client waits for an answer."""
        return bool(self._open)

    async def stop(self) -> None:
        """Cancels every handler that runs and waits, bounded, until each has cleaned up."""
        await stop(self.running())
        if self._goodbye is not None:
            await self._goodbye

    def receive(self, message: Message) -> None:
        """Serves one message; never raises."""
        asked_by, method = request_id(message), message.get("method")
        if isinstance(method, str):
            if "id" not in message:
                self._receive_notification(method, message.get("params"))
                return
            if asked_by is not None:
                self._receive_request(asked_by, method, message.get("params"))
                return
        elif asked_by is not None and ("result" in message or "error" in message):
            self._client.receive_response(message)
            return
        self._client.error(asked_by, INVALID_REQUEST, "The message is not a request, a notification or a response")

    def _receive_request(self, asked_by: str | int, method: str, params: Payload) -> None:
        if fault := self._out_of_turn(asked_by, method):
            self._client.error(asked_by, INVALID_REQUEST, fault)
        elif method == "shutdown":
            self._shut_down(asked_by)
        else:
            self._serve_request(asked_by, method, params)

    def _out_of_turn(self, asked_by: str | int, method: str) -> str | None:
        if self.shut_down:
            return "The server is shutting down"
        if method == "initialize":
            return "`initialize` was already answered"
        if asked_by in self._open:
            return f"The id {asked_by!r} belongs to a request that is still open"
        return None

    def _serve_request(self, asked_by: str | int, method: str, params: Payload) -> None:
        try:
            outcome = self._start(asked_by, method, params)
            if not isinstance(outcome, CoroutineType):
                self._client.result(asked_by, outcome)
                return
        except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
            self._client.send(failure_message(asked_by, error, method))
            return
        self._open[asked_by] = begin(outcome, partial(self._answer, asked_by, method))

    def _answer(self, asked_by: str | int, method: str, outcome: Task[Any]) -> None:
        del self._open[asked_by]
        if outcome.cancelled():
            self._client.error(asked_by, REQUEST_CANCELLED, f"`{method}` was cancelled")
            return
        try:
            self._client.result(asked_by, outcome.result())
        except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
            self._client.send(failure_message(asked_by, error, method))

    def _receive_notification(self, method: str, params: Payload) -> None:
        if method == "exit":
            self.on_exit()
        elif method == "$/cancelRequest":
            outcome = self._open.get(params.get("id")) if isinstance(params, dict) else None
            if outcome is not None:
                cancel(outcome)
        elif not self.shut_down:
            self._serve_notification(method, params)

    def _serve_notification(self, method: str, params: Payload) -> None:
        try:
            outcome = self._start(None, method, params)
        except Exception as error:  # noqa: BLE001  logged with an id, unless it is for the user
            self._tell_failure(method, error)
            return
        if isinstance(outcome, CoroutineType):
            self._unasked.add(begin(outcome, partial(self._settle, method)))

    def _settle(self, method: str, outcome: Task[Any]) -> None:
        self._unasked.discard(outcome)
        if not outcome.cancelled() and (error := outcome.exception()) is not None:
            self._tell_failure(method, error)

    def _tell_failure(self, method: str, error: BaseException) -> None:
        """Nobody waits for an answer: what the user can put right is shown once, the rest is for the log."""
        if not isinstance(error, HookwrightError):
            log_fault(error, method)
        elif str(error) not in self._shown:
            self._shown.add(str(error))
            self._client.notify("window/showMessage", {"type": _ERROR, "message": str(error)})

    def _start(self, asked_by: MessageId, method: str, params: Payload) -> Payload:
        handler = self._find(method)
        if handler is None:
            return self.others(asked_by, method, params)
        return handler({} if params is None else params)

    def _shut_down(self, asked_by: str | int) -> None:
        """Answers when every handler has cleaned up."""
        self.shut_down = True
        if running := self.running():
            self._goodbye = begin(stop(running), lambda _: self._client.result(asked_by, None))
        else:
            self._client.result(asked_by, None)
