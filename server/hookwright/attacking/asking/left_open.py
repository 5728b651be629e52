"""Asks a guard whether it stops changes of itself."""

from __future__ import annotations

import shlex

from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import question
from hookwright.paths import is_in, relative


async def left_open(trial: Trial) -> list[str]:
    """A note if the agent can change the guard or the file that sets it, and so switch it off."""
    guard = trial.guard
    every = (guard.target.file.path, *guard.scripts, *guard.helpers)
    files = [it for it in every if is_in(it, guard.project) and not guard.alone]
    names = [relative(it, guard.project) for it in files]
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
