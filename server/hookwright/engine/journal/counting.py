"""How often some hooks ran for agents since a moment."""

from __future__ import annotations

import os
from collections.abc import Sequence

from hookwright.engine.journal.latest import HookKey
from hookwright.engine.journal.reading import opened
from hookwright.engine.journal.records import Origin
from hookwright.model.reaction import Status

# So many hooks a question may be about, in every build of the library.
_MOST_HOOKS = 100

_COUNT = f"""SELECT count(DISTINCT runs.dispatch) FROM runs JOIN dispatches ON dispatches.number = runs.dispatch
    WHERE dispatches.at >= ? AND origin = '{Origin.DISPATCH.value}' AND status <> '{Status.SKIPPED.value}'
    AND ({{which}})"""


def fired_since(path: str, hooks: Sequence[HookKey], moment: float) -> int:
    """In how many dispatches of agents any of the hooks ran, as they are now; `moment` is a POSIX time in seconds.

    Test-fires do not count.  Raises UnreadableInput.
    """
    hooks = hooks[:_MOST_HOOKS]
    if not hooks or not os.path.exists(path):
        return 0
    with opened(path) as connection:
        if connection is None:
            return 0
        which = " OR ".join(["(hook_id = ? AND command = ?)"] * len(hooks))
        values = [value for key in hooks for value in key]
        found = connection.execute(_COUNT.format(which=which), [moment, *values]).fetchone()
        return int(found[0])
