"""Which JSON-RPC error a client is told when something was raised."""

from __future__ import annotations

import logging
import os

from hookwright.errors import HookwrightError
from hookwright.lsp.wire import INTERNAL_ERROR, error_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hookwright.lsp.shapes import Message, MessageId, Payload

logger = logging.getLogger(__name__)


class ProtocolError(Exception):
    """A JSON-RPC error by its code: one to answer with, or one the client answered with."""

    def __init__(self, code: int, message: str, data: Payload = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.data = data


def failure_message(request_id: MessageId, raised: BaseException, doing: str) -> Message:
    """The error response for what was raised; a fault of ours is logged with an id and told by it."""
    match raised:
        case HookwrightError():
            return error_message(request_id, raised.lsp_code, str(raised), raised.data)
        case ProtocolError():
            return error_message(request_id, raised.code, raised.message, raised.data)
        case _:
            log_id = log_fault(raised, doing)
            text = f"Internal error while serving `{doing}`; the server's log has it as {log_id}"
            return error_message(request_id, INTERNAL_ERROR, text, {"logId": log_id})


def log_fault(raised: BaseException, doing: str) -> str:
    """Logs a fault of ours and gives the id under which the log has it."""
    log_id = os.urandom(4).hex()
    logger.error("[%s] `%s` failed", log_id, doing, exc_info=raised)
    return log_id
