"""Finds a message that a guard accepts, which wants another form of messages than the usual one."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.attacking.asking.other_branch import Branches
from hookwright.attacking.asking.trial import Trial
from hookwright.attacking.forms.model import SHELL
from hookwright.attacking.own.messages import CONVENTIONS, MESSAGE, messages, with_message
from hookwright.attacking.texts.meant import Meant

_COMMIT = "git commit -q --allow-empty -m '{}'"


async def with_messages(trial: Trial, meant: Meant, on: Branches) -> Meant:
    """The same with a message that the guard accepts in the calls about messages."""
    aims = [it for it in meant.aims if it.name == CONVENTIONS and MESSAGE in {seed.name for seed in it.seeds}]
    if not aims or SHELL not in trial.guard.tools:
        return meant
    every = messages(trial.guard.texts)
    refused = await on.stopped_there(trial, map(_COMMIT.format, every))
    accepted = next((it for it in every if _COMMIT.format(it) not in refused), "")
    return replace(meant, aims=tuple(with_message(it, accepted) if it in aims else it for it in meant.aims))
