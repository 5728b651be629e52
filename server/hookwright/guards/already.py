"""What the hooks of a file ask a guard about already, so that it runs once for each call."""

from __future__ import annotations

import os.path

from hookwright.config.read import read_hook_file
from hookwright.config.runnable import runnable_hooks
from hookwright.engine.selection import select
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook, Scope

# There is no project yet; nothing is read there.
_NOWHERE = "/project"
# A hook with one of these still runs for every call that its matcher selects.
_HARMLESS = frozenset(("timeout", "timeoutSec", "timeout_sec", "statusMessage", "description", "name"))


def already_asked(dialect: Dialect, scope: Scope, path: str, there: str, added: str) -> frozenset[str]:
    """The tools for which the hook file at a path runs a hook of `added`, in any group; both are texts.

    A hook with a condition does not count.
    """
    whole = os.path.join(_NOWHERE, path)
    old, new = (runnable_hooks(read_hook_file(whole, it, dialect, scope))[0] for it in (there, added))
    same = tuple(it for it in old if any(_is_same(it, one) for one in new))
    rows = [row for it in dict.fromkeys(it.event for it in same) if (row := dialect.event(it)) is not None]
    names = (it.name for it in dialect.tools)
    return frozenset(it for it in names if any(select(dialect, row, same, it).matched for row in rows))


def _is_same(old: Hook, new: Hook) -> bool:
    """Whether a hook does what a new one is to do, for the calls that its matcher selects."""
    is_plain = not old.beside and old.values.keys() <= {*new.values, *_HARMLESS}
    return is_plain and (old.event, old.type, old.body) == (new.event, new.type, new.body)
