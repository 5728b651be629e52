"""Asks a guard whether it stops changes of itself."""

from __future__ import annotations

import os
import shlex

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import question
from hookwright.paths import is_in, relative


async def left_open(trial: Trial) -> list[str]:
    """A note if the agent can change the guard, the file that sets it, or a list elsewhere, and so switch it off."""
    names = _files(trial.guard)
    calls = {
        it: [question(f"{{project}}/{it}", "Edit"), question(f"rm {shlex.quote(it)}")] for it in dict.fromkeys(names)
    }
    stopped = await trial.refused([it for every in calls.values() for it in every])
    is_open = [f"`{name}`" for name, every in calls.items() if not all((it.does, it.text) in stopped for it in every)]
    if not is_open:
        return []
    what = " and ".join((", ".join(is_open[:-1]), is_open[-1])) if len(is_open) > 1 else is_open[0]
    remedy = "`hookwright add protected` writes a guard that refuses this"
    return [
        f"an agent can edit or delete {what}, and so switch the guard off, unless its permissions forbid it; {remedy}"
    ]


def _files(guard: Guard) -> list[str]:
    """The files of the project that make the guard, as paths from there; of those beside its scripts, the scripts."""
    folders = [os.path.dirname(os.path.realpath(it)) for it in guard.scripts]
    lists = (it for it in guard.helpers if not any(is_in(it, folder) for folder in folders))
    every = (guard.target.file.path, *guard.scripts, *lists)
    return [relative(it, guard.project) for it in every if is_in(it, guard.project) and not guard.alone]
