"""How often the hooks of a group have fired lately: read in a thread, waited for only shortly, and kept for a while."""

from __future__ import annotations

import asyncio
import logging
import os.path
import time
from collections.abc import Sequence

from hookwright.engine.journal.place import is_switched_off, journal_path
from hookwright.engine.journal.statistics import HookKey, fired_since
from hookwright.errors import HookwrightError
from hookwright.ide.last_runs import DAYS, fired_words
from hookwright.lsp.session import Session

logger = logging.getLogger(__name__)

_WAIT_SECONDS = 0.25
_KEPT_SECONDS = 5.0
_FLUSH_SECONDS = 0.1
_MOST_KEPT = 64
_DAY_SECONDS = 24 * 60 * 60

# Moment and sentence by journal and hooks.  A thread that was given up on leaves its answer here for the next time.
_kept: dict[tuple[str, tuple[HookKey, ...]], tuple[float, str]] = {}


def journal_to_ask(session: Session) -> str | None:
    """The journal's path; None where it is switched off, or nothing was ever recorded."""
    path = journal_path(session.host.environ, session.options.home)
    return None if is_switched_off(session.host.environ) or not os.path.exists(path) else path


async def fired_often(session: Session, path: str, hooks: Sequence[HookKey]) -> str:
    """A sentence, such as `Fired 12 times in the last 7 days.`; empty where that is not known in time."""
    key = (path, tuple(hooks))
    kept = _kept.get(key)
    if kept is not None and time.monotonic() - kept[0] < _KEPT_SECONDS:
        return kept[1]
    reading = asyncio.ensure_future(asyncio.to_thread(_read, session, key))
    done, _ = await asyncio.wait({reading}, timeout=_WAIT_SECONDS)
    return reading.result() if done else ""


def _read(session: Session, key: tuple[str, tuple[HookKey, ...]]) -> str:
    try:
        if "journal" in vars(session) and session.journal is not None:
            session.journal.flush(_FLUSH_SECONDS)
        words = fired_words(fired_since(*key, time.time() - DAYS * _DAY_SECONDS))
    except HookwrightError as error:
        logger.info("%s", error)
        words = ""
    if len(_kept) >= _MOST_KEPT:
        _kept.clear()
    _kept[key] = (time.monotonic(), words)
    return words
