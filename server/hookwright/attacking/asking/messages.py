"""Finds a message that a guard accepts, which wants another form of messages than the usual one."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from hookwright.attacking.asking.other_branch import Branches
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.forms.variants import Aim
from hookwright.attacking.own.messages import CONVENTIONS, MESSAGE, messages, with_message
from hookwright.attacking.texts.meant import Meant

_COMMIT = "git commit -q --allow-empty -m '{}'"
_AMENDED = "git commit -q --allow-empty --amend -m '{}'"
_EVERY, _AMEND = ("protected", "every commit"), ("history", "amend")
_OF_MESSAGES = (CONVENTIONS, MESSAGE)
"""The dangers and the seeds that are about each commit, about changes of the last one, and about messages."""
_Key = tuple[str, str]


async def with_messages(trial: Trial, meant: Meant, on: Branches) -> Meant:
    """The same with a message that the guard accepts in the calls about messages.

    A guard that accepts one is not about every commit, nor about each change of the last one.
    """
    keys = {(aim.name, seed.name) for aim in meant.aims for seed in aim.seeds}
    if not keys & {_OF_MESSAGES, _EVERY, _AMEND} or SHELL not in trial.guard.tools:
        return meant
    every = messages(trial.guard.texts)
    asked = [form.format(it) for form in (_COMMIT, _AMENDED) for it in every]
    refused = await on.stopped_there(trial, asked)
    accepted = next((it for it in every if _COMMIT.format(it) not in refused), "")
    left_out = {_EVERY} if accepted and _OF_MESSAGES in keys else set[_Key]()
    if _EVERY in keys or (accepted and _AMENDED.format(accepted) not in refused):
        left_out.add(_AMEND)
    if _OF_MESSAGES not in keys and not left_out & keys:
        return meant
    kept = (_without(it, left_out) for it in meant.aims)
    aims = (with_message(it, accepted) if it.name == CONVENTIONS else it for it in kept if it.seeds)
    return replace(meant, aims=tuple(aims))


def _without(aim: Aim, left_out: Collection[_Key]) -> Aim:
    return replace(aim, seeds=tuple(it for it in aim.seeds if (aim.name, it.name) not in left_out))
