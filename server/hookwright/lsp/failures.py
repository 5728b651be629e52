"""Which JSON-RPC error a client is told when something was raised."""

from __future__ import annotations

import logging
import os
from typing import Any

import cattrs
from pygls.exceptions import JsonRpcException

from hookwright.errors import HookwrightError
from hookwright.lsp.shapes import Message, MessageId
from hookwright.lsp.wire import INTERNAL_ERROR, INVALID_PARAMS, error_message

logger = logging.getLogger(__name__)


def failure_message(request_id: MessageId, raised: BaseException, doing: str) -> Message:
    """The error response for what was raised; a fault of ours is logged with an id and told by it."""
    match raised:
        case HookwrightError():
            return error_message(request_id, raised.lsp_code, str(raised), raised.data)
        case JsonRpcException():
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


def invalid_params(method: str, raised: Exception) -> JsonRpcException:
    """What the converter found wrong, with the places of the wrong values."""
    faults: list[Any] = cattrs.transform_error(raised, path="params")
    return JsonRpcException(f"Invalid params for `{method}`: {'; '.join(map(str, faults[:3]))}", INVALID_PARAMS)
