"""`window/workDoneProgress/cancel`: the user has had enough of what runs under that progress."""

from __future__ import annotations

from typing import Any

from hookwright.lsp.session import Session


def work_done_progress_cancel(session: Session, params: dict[str, Any]) -> None:
    """Cancels the task, and with it the request that it serves."""
    if (task := session.progress.get(params["token"])) is not None:
        task.cancel()
