"""Which rule refused a call, as far as what the guard says shows it."""

from __future__ import annotations

from itertools import islice

_LINES = 4
"""So many lines show the rule: the first one may be the same for every refusal, and later ones only give advice."""
_BEGINNING = 30
"""So much of a call stands in what a guard says, if it cuts the call off."""


def rule_of(said: str, call: str) -> str:
    """What the guard says first of a call, without the call that it may repeat; empty if it says nothing."""
    first = call.split("\n", 1)[0]
    rest = said.replace(call, "") if call else said
    lines = (_without(it, first).strip() for it in rest.split("\n"))
    return "\n".join(islice(filter(None, lines), _LINES))


def _without(line: str, call: str) -> str:
    rest = line.replace(call, "") if call else line
    return rest.partition(call[:_BEGINNING])[0] if len(call) > _BEGINNING else rest
