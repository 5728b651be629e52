"""The endings of a script with numbers in the place of effects, so that they can be kept beside the script.

Rules tell effects apart by their identity, so the endings have to have the effects of the script itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from hookwright.scripts.effects import Cause, Effect, Script
from hookwright.scripts.endings import Ending, Endings, State
from hookwright.scripts.values import Spot

_Places = tuple[int, ...]


class _Numbered(Struct, frozen=True, array_like=True):
    """An ending; `said`, `printed` and `failed` are places in the script's effects, and `set_code` is the state's."""

    code: int | None
    cause: Cause
    spot: Spot | None
    said: _Places
    printed: _Places
    failed: _Places
    set_code: int | None


class NumberedEndings(Struct, frozen=True, array_like=True):
    """The endings of a script, and whether they are complete."""

    all: tuple[_Numbered, ...]
    complete: bool


def numbered(script: Script, endings: Endings) -> NumberedEndings:
    """The endings of that script; raises KeyError if one of their effects is not one of the script's."""
    places = {id(it): place for place, it in enumerate(script.effects)}

    def of(effects: Iterable[Effect]) -> _Places:
        return tuple([places[id(it)] for it in effects])

    every = []
    for it in endings.all:
        state = it.state
        said, printed, failed = of(state.said), of(state.printed), of(state.failed)
        every.append(_Numbered(it.code, it.cause, it.spot, said, printed, failed, state.code))
    return NumberedEndings(tuple(every), endings.complete)


def endings_of(script: Script, kept: NumberedEndings) -> Endings:
    """What was numbered of the same script; raises IndexError if it was another one."""
    effects = script.effects

    def of(places: _Places) -> tuple[Any, ...]:
        return tuple([effects[it] for it in places]) if places else ()

    every = []
    for it in kept.all:
        state = State(of(it.said), of(it.printed), of(it.failed), it.set_code)
        every.append(Ending(it.code, it.cause, it.spot, state))
    return Endings(tuple(every), kept.complete)
