"""The last attacks of a session: their hook tests are made when somebody asks for one."""

from __future__ import annotations

import os
from collections import OrderedDict

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Attacked
from hookwright.errors import UsageError
from hookwright.workflows.guarding import guard as guarding

_MOST = 8


class Attacks:
    """Keeps what each attack found, by the id that it gets here."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[Guard, Attacked]] = OrderedDict()

    def keep(self, guard: Guard, found: Attacked) -> str:
        """The id of the attack."""
        number = os.urandom(8).hex()
        self._kept[number] = guard, found
        while len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return number

    def get(self, number: str) -> tuple[Guard, Attacked]:
        """The attack with that id; raises UsageError if it is not kept any more."""
        found = self._kept.get(number)
        if found is None:
            raise UsageError("This attack is no longer known", "attack the guard again")
        return found


def alone(guard: Guard) -> guarding.Guard | None:
    """What is said of the attacked hook where nothing else is known of it; None if there are several."""
    if len(guard.target.hooks) != 1:
        return None
    (hook,), dialect = guard.target.hooks, guard.target.file.dialect
    return guarding.Guard(
        source=guard.target.file.path,
        pointer=guard.target.pointer,
        dialect=dialect.id,
        agent=dialect.title,
        event=guard.target.row.name,
        command=hook.body,
        is_guard=True,
        decided=guarding.Decided(guarding.GuardState.UNKNOWN, ""),
        timed_out=guarding.Fate.UNKNOWN,
    )
