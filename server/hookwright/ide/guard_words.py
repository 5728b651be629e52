"""How editors show the state of a guard: a sign and a few words."""

from __future__ import annotations

from typing import TypedDict

from hookwright.dialects import by_id
from hookwright.model.equivalents import is_asked_about_calls
from hookwright.workflows.guarding.attacked import attack_words
from hookwright.workflows.guarding.guard import Guard, GuardState, ScoreJson

_SIGNS = {GuardState.HOLDS: "✓", GuardState.LEAKS: "⚠", GuardState.DEAD: "✗", GuardState.UNKNOWN: "?"}
_LONGEST = 90


class GuardStateJson(TypedDict):
    """The state of a guard, or why another hook would not start; `words` in a few words, `says` in full.

    `attacked` is the score of the last attack, None if there was none since the guard changed.  `canAttack`: it is
    asked about tool calls.
    """

    state: GuardState
    isGuard: bool
    words: str
    says: str
    repair: str | None
    attacked: ScoreJson | None
    canAttack: bool


def guard_title(it: Guard) -> str:
    """What its lens says: "✗ dead: would not start here: `jq` is missing…"."""
    says = it.decided.says
    short = says if len(says) <= _LONGEST else says[: _LONGEST - 1] + "…"
    # The words have the score already.
    is_said = it.attacked is not None and says == attack_words(it.attacked)
    said = "" if is_said or it.state is GuardState.HOLDS else f": {short}"
    return f"{_SIGNS[it.state]} {guard_words(it)}{said}"


def guard_words(it: Guard) -> str:
    """The state in two words, and what an attack came to: "guard holds (97 of 97)"."""
    score = f" ({it.attacked.stopped} of {it.attacked.dangerous})" if it.attacked is not None else ""
    return f"guard {it.state}{score}" if it.is_guard else "does not run here"


def is_broken(it: Guard) -> bool:
    """Whether a guard is known to let through what it is meant to stop, or not to run here."""
    return it.is_guard and it.state in (GuardState.LEAKS, GuardState.DEAD)


def can_attack(it: Guard) -> bool:
    """Whether there is something to attack: a hook that is asked about tool calls, and refuses some."""
    return it.is_guard and is_asked_about_calls(by_id(it.dialect).event(it.event))


def guard_json(it: Guard) -> GuardStateJson:
    """The guard as the tree of hooks shows it."""
    return {
        "state": it.state,
        "isGuard": it.is_guard,
        "words": guard_words(it),
        "says": it.decided.says,
        "repair": it.decided.repair or None,
        "attacked": it.attacked.to_json() if it.attacked is not None else None,
        "canAttack": can_attack(it),
    }
