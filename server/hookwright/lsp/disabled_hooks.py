"""Keeps a disabled hook no longer once it is back in its file on the disk."""

from __future__ import annotations

import asyncio
import logging

from hookwright.errors import HookwrightError
from hookwright.files import read_text
from hookwright.lsp.documents import Document
from hookwright.lsp.services import Services
from hookwright.workflows.disabled_hooks.store import drop_restored

logger = logging.getLogger(__name__)


async def forget_where_restored(services: Services, uri: str) -> None:
    """Looks at the file that is there now; what cannot be read stays kept."""
    document = services.documents.get(uri) or Document(uri, None, "", services.options)
    if document.path is None:
        return
    try:
        text = await asyncio.to_thread(read_text, document.path)
        file = Document(uri, None, text, services.options).file
        if file is not None and file.fault is None:
            await asyncio.to_thread(drop_restored, file)
    except (OSError, UnicodeDecodeError, HookwrightError) as error:
        logger.warning("Disabled hooks of `%s` stay kept: %s", document.path, error)
