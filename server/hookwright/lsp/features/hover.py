"""`textDocument/hover`: what the word under the cursor means in the file's dialect, and how often a group has fired."""

from __future__ import annotations

import asyncio
import logging
import os.path
import time
from collections.abc import Sequence

from lsprotocol import types

from hookwright.engine.journal.place import is_switched_off, journal_path
from hookwright.engine.journal.statistics import HookKey, fired_since
from hookwright.errors import HookwrightError
from hookwright.ide.hover import Hover
from hookwright.ide.last_runs import DAYS, fired_words
from hookwright.lsp.convert import lsp_range
from hookwright.lsp.documents import Document
from hookwright.lsp.services import Services

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 0.25
_KEPT_SECONDS = 5.0
_FLUSH_SECONDS = 0.1
_MOST_KEPT = 64
_DAY_SECONDS = 24 * 60 * 60

# Moment and sentence by journal and hooks.  A thread that was given up on leaves its answer here for the next time.
_kept: dict[tuple[str, tuple[HookKey, ...]], tuple[float, str]] = {}


def journal_to_ask(services: Services) -> str | None:
    """The journal's path; None if it is switched off, or nothing was ever recorded."""
    path = journal_path(services.host)
    return None if is_switched_off(services.host) or not os.path.exists(path) else path


async def fired_often(services: Services, path: str, hooks: Sequence[HookKey]) -> str:
    """A sentence, such as `Fired 12 times in the last 7 days.`; empty if that is not known in time."""
    key = (path, tuple(hooks))
    kept = _kept.get(key)
    if kept is not None and time.monotonic() - kept[0] < _KEPT_SECONDS:
        return kept[1]
    reading = asyncio.ensure_future(asyncio.to_thread(_read, services, key))
    done, _ = await asyncio.wait({reading}, timeout=_WAIT_SECONDS)
    return reading.result() if done else ""


def _read(services: Services, key: tuple[str, tuple[HookKey, ...]]) -> str:
    try:
        if services.journal is not None:
            services.journal.flush(_FLUSH_SECONDS)
        words = fired_words(fired_since(*key, time.time() - DAYS * _DAY_SECONDS))
    except HookwrightError as error:
        logger.info("%s", error)
        words = ""
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = (time.monotonic(), words)
    return words


async def hover(services: Services, params: types.HoverParams) -> types.Hover | None:
    """Markdown and the range it is about, or nothing; on a matcher, how often it has fired is asked of the journal."""
    document = services.session.document(params.text_document)
    if document is None:
        return None
    await services.find_hooks_of(document)
    offset = document.offset(params.position)
    found = document.hover(offset)
    # In the blanks before a value nothing is pointed at.
    if found is None or not found.span.start <= offset <= found.span.end:
        return None
    extent = lsp_range(document.lines, found.span)
    words = await _fired(services, document, found)
    markdown = f"{found.markdown}\n\n{words}" if words else found.markdown
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, markdown), extent)


async def _fired(services: Services, document: Document, found: Hover) -> str:
    """How often the hooks of the group have fired, in words; empty if that is not known."""
    if found.group is None or document.file is None:
        return ""
    from hookwright.ide.last_runs import hooks_of_group

    path, hooks = journal_to_ask(services), hooks_of_group(document.file, found.group)
    return await fired_often(services, path, hooks) if path is not None and hooks else ""
