"""The journal, with what this session has just recorded in it."""

from __future__ import annotations

import asyncio
from typing import Any

from hookwright.engine.journal.history import recorded_run
from hookwright.engine.journal.place import journal_path
from hookwright.errors import UsageError
from hookwright.lsp.services import Services

_FLUSH_SECONDS = 1.0
_NOT_RECORDED = "This was not recorded, because `HOOKWRIGHT_JOURNAL` switches the journal off"
_RECORD_IT = "unset it, restart the editor and fire the hook again"


async def record_of(services: Services, named: str) -> dict[str, Any]:
    """The one recorded dispatch of that id, or that beginning of one; read in a thread.  Raises UsageError."""
    path = journal_path(services.host)

    def read() -> dict[str, Any]:
        flush(services)
        try:
            return recorded_run(path, named)
        except UsageError:
            if services.journal is not None:
                raise
            raise UsageError(_NOT_RECORDED, _RECORD_IT) from None

    return await asyncio.to_thread(read)


def flush(services: Services) -> None:
    """Waits until the journal has what was just recorded, but no longer than a moment."""
    if services.journal is not None:
        services.journal.flush(_FLUSH_SECONDS)
