"""Questions that a script puts to the user."""

from __future__ import annotations

from enum import StrEnum

from hookwright.scripts.values import Spot, Tagged


class Source(StrEnum):
    """Where a script expects the answer."""

    STDIN = "stdin"
    TERMINAL = "the terminal"
    PASSWORD = "the terminal, where a password is needed"


class AskUser(Tagged, frozen=True):
    """Waits for an answer of the user, which a hook never gets; `how` names what waits, such as `read -p`.

    What takes the answer from stdin reads the payload there, which is an effect of its own.
    """

    how: str
    source: Source
    spot: Spot
