"""Which of the things that a hook said at once counts: its exit, and the fields of the object that it printed."""

from __future__ import annotations

from typing import Any

from hookwright.model.reaction import Effect, OutputField, Reaction, Words
from hookwright.policies.output import Fitting
from hookwright.policies.strength import NO_SAY, strength
from hookwright.policies.wording import Ending

Weighed = tuple[Reaction, str | None, bool | None]
"""A reaction, the reason for it, and whether it settles what several hooks decide."""


def strongest(exited: Reaction, ending: Ending, fitting: tuple[Fitting, ...]) -> Weighed:
    """The reaction that weighs most, the reason for it, and whether it settles what several hooks decide.

    Of equal ones it is the first that is explained; what the object says goes before a way of ending that weighs as
    much.
    """
    words: list[Weighed] = [
        (*_explained(field.words[value], _reason(field.reason, fitting)), _settles(field))
        for field, value in fitting
        if field.effect is Effect.DECIDES and field.words
    ]
    explained = None if exited.reason is Words.ENDING else ending.result.stderr.strip() or None
    ended: list[Weighed] = [(Reaction() if exited.yields else exited, explained, False)]
    ended += [
        (field.whatever_it_says, _reason(field.path, fitting), None)
        for field, value in fitting
        if field.whatever_it_says is not None and value
    ]
    said, other = (max(it, key=_weight, default=(Reaction(), None, None)) for it in (words, ended))
    # An exit that has no say leaves its status where the words have none either.
    return said if NO_SAY < strength(said[0]) >= strength(other[0]) else other


def _weight(told: Weighed) -> tuple[int, bool]:
    return strength(told[0]), strength(told[0]) > NO_SAY and told[1] is not None


def _explained(reaction: Reaction, reason: str | None) -> tuple[Reaction, str | None]:
    return (reaction, reason) if reason or reaction.wordless is None else (reaction.wordless, None)


def _settles(field: OutputField) -> bool | None:
    return True if field.settles else False if field.unless else None


def values_for(fitting: tuple[Fitting, ...], effect: Effect) -> list[Any]:
    """The values of the fields with that effect."""
    return [value for field, value in fitting if field.effect is effect]


def _reason(path: tuple[str, ...], fitting: tuple[Fitting, ...]) -> str | None:
    found = next((value for field, value in fitting if path and field.path == path), None)
    return found.strip() or None if isinstance(found, str) else None
