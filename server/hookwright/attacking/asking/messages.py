"""Finds a message that a guard accepts, which wants another form of messages than the usual one."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.other_branch import Branches
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.messages import CONVENTIONS, MESSAGE, messages, with_message
from hookwright.attacking.texts.meant import Meant

_COMMIT = "git commit -q --allow-empty -m '{}'"
_EVERY = ("protected", "every commit")
"""The danger and the seed of a guard that refuses each commit, whatever it says."""


async def with_messages(trial: Trial, meant: Meant, on: Branches) -> Meant:
    """The same with a message that the guard accepts in the calls about messages.

    A guard that accepts one is not about every commit.
    """
    keys = {(aim.name, seed.name) for aim in meant.aims for seed in aim.seeds}
    if not keys & {(CONVENTIONS, MESSAGE), _EVERY} or SHELL not in trial.guard.tools:
        return meant
    every = messages(trial.guard.texts)
    refused = await on.stopped_there(trial, map(_COMMIT.format, every))
    accepted = next((it for it in every if _COMMIT.format(it) not in refused), "")
    if not accepted and (CONVENTIONS, MESSAGE) not in keys:
        return meant
    aims = (with_message(it, accepted) if it.name == CONVENTIONS else it for it in meant.aims)
    kept = map(_without_every, aims) if accepted and (CONVENTIONS, MESSAGE) in keys else aims
    return replace(meant, aims=tuple(it for it in kept if it.seeds))


def _without_every(aim: Aim) -> Aim:
    return replace(aim, seeds=tuple(it for it in aim.seeds if (aim.name, it.name) != _EVERY))
