"""What an event came to on one side, the agent's or the engine's, in the same words, and how the two differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from hookwright.patterns import late_pattern

_BLANKS = late_pattern(r"\s+")
_SHORTEST_TEXT = 4
_LEAST_TELLING = 12


class Effect(StrEnum):
    """What became of what the event is about; `blocked` also: a hook objects to a call, or has the agent go on."""

    RUNS = "runs"
    CHANGED = "changed"
    BLOCKED = "blocked"


class Side(Struct, frozen=True, kw_only=True):
    """One side of a proof.

    `effect` is None if it was not seen.  `fired` are the commands of the hooks that ran for the event, in no order;
    None if that was not seen.  `told` is what the model was told, `shown` what the user would see, in order.
    `stops` is whether the agent ends its turn for it; `seconds` is how long the event or the session took.  `came` is
    whether the event came at all, as far as that can be told.
    """

    effect: Effect | None
    fired: tuple[str, ...] | None
    told: tuple[str, ...]
    shown: tuple[str, ...]
    stops: bool
    seconds: float
    came: bool = True


UNSEEN = Side(effect=None, fired=None, told=(), shown=(), stops=False, seconds=0.0)
"""Nothing was seen of a side."""


class Difference(Struct, frozen=True):
    """Something that is not the same on both sides: what, and both in words."""

    what: str
    agent: str
    engine: str


class Expected(Struct, frozen=True, kw_only=True):
    """What the model has to be told, as the engine says, and what it must not be; all are texts of hooks.

    `objections` are those with which hooks object to what was done, whether it is told or not.
    """

    told: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()


def differences(agent: Side, engine: Side, expected: Expected) -> Iterator[Difference]:
    """How the sides differ in what can be seen of both."""
    if engine is UNSEEN:
        return
    both_stop = agent.stops and engine.stops
    if agent.effect is not None and agent.effect is not engine.effect and not both_stop:
        yield Difference("effect", agent.effect.value, engine.effect.value if engine.effect else "not known")
    elif agent.effect is not None and agent.stops is not engine.stops:
        yield Difference("turn", _turn(agent), _turn(engine))
    if agent.fired is not None and engine.fired is not None and sorted(agent.fired) != sorted(engine.fired):
        yield Difference("hooks", _listed(agent.fired), _listed(engine.fired))
    # Behind the end of a turn, the model is asked nothing more.
    for text in () if agent.stops else expected.told:
        if not is_told(text, agent.told):
            yield Difference("told", "the model was not told this", text)
    for text in expected.untold:
        # A short one may be anybody's words.
        repeated = tuple(it for it in engine.fired or () if is_told(text, (it,)))
        if len(text) >= _LEAST_TELLING and is_told(text, _without(agent.told, repeated)):
            yield Difference("told", text, "the model is not told this")


def is_told(text: str, told: tuple[str, ...]) -> bool:
    """Whether the words of a text are among those that somebody was told, however the lines are broken."""
    wanted = _plain(text)
    return len(wanted) < _SHORTEST_TEXT or any(wanted in _plain(it) for it in told)


def position(text: str, within: str) -> tuple[int, int] | None:
    """Where the first line of a text begins and ends in another; None if it is not there."""
    line = text.strip().partition("\n")[0].strip()
    at = within.find(line) if len(line) >= _SHORTEST_TEXT else -1
    return (at, at + len(line)) if at >= 0 else None


def _without(told: tuple[str, ...], commands: tuple[str, ...]) -> tuple[str, ...]:
    """The texts without the commands of hooks, which agents repeat in what they say of them."""
    for it in commands:
        told = tuple(text.replace(it, "") for text in told)
    return told


def _plain(text: str) -> str:
    # In some protocols a result is JSON, where quotes have a backslash.
    return _BLANKS.sub(" ", re.sub(r'\\(["\\])', r"\1", text)).strip()


def _turn(side: Side) -> str:
    return "the agent ends its turn" if side.stops else "the agent goes on"


def _listed(commands: tuple[str, ...]) -> str:
    return "\n".join(sorted(commands)) or "no hook ran"
