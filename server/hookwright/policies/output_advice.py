"""Where a decision or a text belongs in the object that a hook prints, for one that is in a key of no effect."""

from __future__ import annotations

from collections.abc import Iterable

from hookwright.model.event import EventRow
from hookwright.model.reaction import Choice, Effect, OutputField

_DECIDING = frozenset(
    {"block", "blocked", "blocking", "deny", "denied", "reject", "rejected", "refuse", "forbid", "stop"}
    | {"allow", "allowed", "approve", "approved", "permission", "permit", "decision", "action"}
)


def advice_on(key: str, value: object, row: EventRow) -> str | None:
    """What to write instead of a key with that value, as the end of a sentence; None if that cannot be told."""
    word = value.casefold() if isinstance(value, str) else ""
    if key.casefold() in _DECIDING or word in _DECIDING:
        return _on_decision(row)
    if not isinstance(value, str | list | dict):
        return None
    told = (("the model", _for_model(row)), ("the user", _for_user(row)))
    found = [f"text for {reader} {place}" for reader, place in told if place]
    return ", and ".join(found) or None


def _on_decision(row: EventRow) -> str | None:
    deciding = _best(it for it in row.outputs if any(reaction.refuses for reaction in it.words.values()))
    if deciding is None:
        return None
    word = next(word for word, reaction in deciding.words.items() if reaction.refuses)
    shown = f'"{word}"' if isinstance(word, str) else str(word).lower()
    return f"to refuse, print `{'.'.join(deciding.path)}` as `{shown}`"


def _for_model(row: EventRow) -> str | None:
    context = _best(it for it in row.outputs if it.effect is Effect.CONTEXT)
    if context is not None:
        return f"goes into `{'.'.join(context.path)}`"
    ended = row.exits.codes.get(0)
    if ended is not None and not isinstance(ended, Choice) and ended.adds_context:
        return "is printed as it is, without JSON"
    return None


def _for_user(row: EventRow) -> str | None:
    message = _best(it for it in row.outputs if it.effect is Effect.MESSAGE)
    return f"goes into `{'.'.join(message.path)}`" if message is not None else None


def _best(fields: Iterable[OutputField]) -> OutputField | None:
    """The first of the fields that is not deprecated, or else the first."""
    known = list(fields)
    return next((it for it in known if not it.deprecated), known[0] if known else None)
