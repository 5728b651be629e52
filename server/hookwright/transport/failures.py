"""Which JSON-RPC error a client gets when something was raised."""

from __future__ import annotations

import errno
import logging
import os

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from hookwright.errors import HookwrightError
from hookwright.host import Host

logger = logging.getLogger(__name__)

# A disk that is full, read-only or somebody else's, and a machine that has no more to give: no fault of ours.
_DISK = ("ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EPERM", "EIO", "ENAMETOOLONG")
_MACHINE = ("EMFILE", "ENFILE", "ENOMEM")
_OF_THE_SYSTEM = frozenset(getattr(errno, it) for it in (*_DISK, *_MACHINE) if hasattr(errno, it))


def failure(raised: Exception, doing: str) -> JsonRpcException:
    """The error to answer with; a fault of ours is logged with an id, which the answer gives."""
    match raised:
        case HookwrightError():
            return JsonRpcException(str(raised), raised.lsp_code, raised.data)
        case JsonRpcException():
            return raised
        case OSError(errno=int(number)) if number in _OF_THE_SYSTEM:
            logger.warning("`%s` failed: %s", doing, raised)
            where = f" (`{raised.filename}`)" if isinstance(raised.filename, str) else ""
            text = f"The system refuses what `{doing}` needs: {os.strerror(number)}{where}"
            return JsonRpcException(text, types.LSPErrorCodes.RequestFailed.value, {"reason": "system"})
        case _:
            log_id = log_fault(raised, doing)
            text = f"Internal error while serving `{doing}`; the server's log has it as {log_id}"
            return JsonRpcInternalError(text, data={"logId": log_id})


def log_fault(raised: BaseException, doing: str) -> str:
    """Logs a fault of ours, writes a report of it, and gives the id under which the log has it."""
    from hookwright.workflows.crash_report import write_crash_report

    log_id, host = os.urandom(4).hex(), Host.real()
    report = write_crash_report(raised, doing, host, fault_id=log_id)
    logger.error("[%s] `%s` failed%s", log_id, doing, f"; report: {report}" if report else "", exc_info=raised)
    return log_id
