"""What becomes of an event whose guard does not answer."""

from __future__ import annotations

from enum import StrEnum


class OnGuardLost(StrEnum):
    """What a handler of a hook module decides that gave no answer: its process hung, ended, or cannot be started."""

    DENY = "deny"
    """What the event announces is refused, where that is possible."""
    ASK = "ask"
    """The user is asked; where the agent cannot ask on the event, it is refused."""
    IGNORE = "ignore"
    """Nothing: the outcome only says that the guard is lost."""
