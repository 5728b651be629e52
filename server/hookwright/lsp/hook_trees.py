"""The tree of all configured hooks, made in a thread: of what was found, and how it did when it ran last."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from hookwright.engine.journal.statistics import HookKey, LastRun, latest
from hookwright.errors import HookwrightError
from hookwright.ide.configured_hooks import Configured
from hookwright.ide.hook_tree import Surroundings, tree_json
from hookwright.lsp.finding_hooks import Asked, Looked, found_hooks

logger = logging.getLogger(__name__)

_LOG = "-wal"


class HookTrees:
    """Makes the trees of one session, one at a time, from any thread; runs nothing."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._read_at: object = None
        self._recorded: Mapping[HookKey, LastRun] = {}

    def make(self, asked: Asked) -> tuple[dict[str, Any], Looked]:
        """The answer to `hookwright/hooks`, and what it depends on."""
        with self._making:
            looked = Looked()
            found = found_hooks(asked, looked)
            last = self._last(asked, found, looked)
            around = Surroundings(asked.options.home, asked.uris, last, looked.is_file)
            return {"dialects": [tree_json(it, around) for it in found]}, looked

    def _last(self, asked: Asked, found: Sequence[Configured], looked: Looked) -> Mapping[HookKey, LastRun]:
        """How the hooks did; the journal is read again where it has changed, or other hooks are there."""
        if asked.journal is None or looked.stamp(asked.journal) is None:
            return asked.fired
        hooks = frozenset(it for one in found for it in one.identities())
        now = (looked.stamp(asked.journal), looked.stamp(asked.journal + _LOG), hooks)
        if now != self._read_at:
            try:
                self._recorded = latest(asked.journal, hooks, timed=False)
            except HookwrightError as error:
                logger.info("%s", error)
                self._recorded = {}
            self._read_at = now
        fired = {key: it for key, it in asked.fired.items() if _is_newest(it, self._recorded.get(key))}
        return {**self._recorded, **fired}


def _is_newest(fired: LastRun, recorded: LastRun | None) -> bool:
    return recorded is None or recorded.dispatch_id == fired.dispatch_id
