"""What the server sends: answers, notifications, and its own requests with the futures that wait for their answers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count

from hookwright.lsp.failures import ProtocolError
from hookwright.lsp.outbox import Outbox
from hookwright.lsp.wire import (
    INTERNAL_ERROR,
    JsonText,
    encode,
    encode_notification,
    encode_result,
    error_message,
    notification_message,
    result_message,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Future
    from typing import Any

    from hookwright.lsp.shapes import Message, MessageId, Payload

    Reader = Callable[[Payload], Payload]

logger = logging.getLogger(__name__)


class Client:
    """The client as the server sees it, the same from the first message to the last.

    `plain` makes JSON values of what json does not know; the protocol library sets it for its own types.
    """

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._ids = count(1)
        self._waiting: dict[MessageId, tuple[Future[Any], Reader | None]] = {}
        self.plain: Reader | None = None

    def send(self, message: Message) -> None:
        """Raises TypeError and ValueError where the message has no JSON; then nothing was sent."""
        self._outbox.write(encode(message, self.plain))

    def result(self, asked_by: MessageId, result: Payload) -> None:
        """Answers a request; raises as `send` does."""
        if isinstance(result, JsonText):
            self._outbox.write(encode_result(asked_by, result))
            return
        self.send(result_message(asked_by, result))

    def error(self, asked_by: MessageId, code: int, text: str) -> None:
        """Refuses a request, or input that is none (`asked_by` None)."""
        self.send(error_message(asked_by, code, text))

    def notify(self, method: str, params: Payload = None) -> None:
        """Sends a notification."""
        self.send(notification_message(method, params))

    def notify_text(self, method: str, params: str) -> None:
        """Sends a notification whose params are JSON already."""
        self._outbox.write(encode_notification(method, params))

    def send_request(self, method: str, params: Payload = None, read: Reader | None = None) -> Future[Any]:
        """Sends a request; its future gets the result, made by `read` where given, or a ProtocolError.

        Cancelling the future tells the client.
        """
        from concurrent.futures import Future

        asked_by = f"hookwright-{next(self._ids)}"
        future: Future[Any] = Future()
        self._waiting[asked_by] = future, read
        future.add_done_callback(lambda it: self._withdraw(asked_by) if it.cancelled() else None)
        self.send({**notification_message(method, params), "id": asked_by})
        return future

    def receive_response(self, message: Message) -> None:
        """Settles the future of the request this answers; an answer nobody waits for is ignored."""
        found = self._waiting.pop(message["id"], None)
        if found is None:
            logger.info("An answer to no open request: %r", message["id"])
            return
        future, read = found
        try:
            future.set_result(_result(message, read))
        except Exception as error:  # noqa: BLE001  whoever waits for the answer is told
            future.set_exception(error)

    def _withdraw(self, asked_by: str) -> None:
        if self._waiting.pop(asked_by, None) is not None:
            self.notify("$/cancelRequest", {"id": asked_by})


def _result(message: Message, read: Reader | None) -> Payload:
    error = message.get("error")
    if isinstance(error, dict):
        code = error.get("code")
        raise ProtocolError(
            code if isinstance(code, int) else INTERNAL_ERROR, str(error.get("message")), error.get("data")
        )
    result = message.get("result")
    return result if read is None else read(result)
