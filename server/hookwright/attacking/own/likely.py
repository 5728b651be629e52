"""Harmless calls that a guard probably refuses, as its patterns find in them all that they find in a call it stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from msgspec.structs import replace

from hookwright.attacking.forms.model import Variant

Asked = tuple[str, str]
"""What a call does, and its text."""
_MOST, _MOST_OF_KIND = 28, 3
"""How many calls are chosen, and how many of a kind for a rule."""
_MOST_DOUBTFUL = 12
_AND = " && "


class _Rules:
    """What is found in the calls that a guard stops, and in those that it lets pass."""

    def __init__(self, asked: Sequence[Asked], stopped: Collection[Asked], found: Mapping[str, frozenset[int]]) -> None:
        self._found = found
        self._stopped = [it for it in dict.fromkeys(asked) if it in stopped]
        self._passed = [it for it in dict.fromkeys(asked) if it not in stopped]

    def of(self, it: Asked) -> tuple[str, float]:
        """The call that is stopped by a rule which probably refuses this one, and how much of that is found in both.

        The call is empty if there is none.  The patterns that find nothing that passes are the reason for what they
        find; if there are none, all patterns together are.  What passes may do so by an exception, which also finds it.
        """
        does, text = it
        mine = self._found[text]
        let_pass = [self._found[other] for tool, other in self._passed if tool == does]
        if mine in let_pass:
            return "", 0
        harmless = frozenset[int]().union(*let_pass)
        every = ((other, self._found[other]) for tool, other in self._stopped if tool == does)
        likely = (
            (other, len(mine & theirs) / len(theirs))
            for other, theirs in every
            if theirs and (theirs - harmless or theirs) <= mine
        )
        return max(likely, key=lambda it: it[1], default=("", 0))


def control(it: Variant) -> Asked:
    """What the guard is asked about to see whether it has another reason."""
    return it.does, it.control


def is_stopped(it: Variant, stopped: Collection[Asked]) -> bool:
    """Whether the guard is known to stop a call because a pattern names it, or to stop its control."""
    return (it.does, it.text) in stopped or control(it) in stopped


def doubtful(
    every: Iterable[Variant], asked: Sequence[Asked], stopped: Collection[Asked], found: Mapping[str, frozenset[int]]
) -> list[Asked]:
    """The controls, at most so many, of which only the guard can say whether its rule is about them as well."""
    rules = _Rules(asked, stopped, found)
    both = (control(it) for it in every if rules.of(control(it))[0] and not is_stopped(it, stopped))
    return [*islice(dict.fromkeys(both), _MOST_DOUBTFUL)]


def chosen(
    every: Iterable[Variant],
    asked: Sequence[Asked],
    stopped: Collection[Asked],
    found: Mapping[str, frozenset[int]],
    most: int = _MOST,
) -> list[Variant]:
    """Those of the harmless calls that a rule probably refuses, and not their controls, at most so many.

    `asked` is what the guard was asked about, and `found` are the numbers of the patterns that find each text.  Calls
    come first whose rule, or kind, is new.
    """
    rules = _Rules(asked, stopped, found)
    left: list[Variant] = []
    shares: dict[Variant, float] = {}
    for it in every:
        rule, share = rules.of((it.does, it.text))
        if rule and not is_stopped(it, stopped) and (control(it) in asked or not rules.of(control(it))[0]):
            left.append(replace(it, seed=rule))
            shares[left[-1]] = share
    alone = {it.text for it in left}
    # Where the second of two commands is refused alone, the first one shows nothing more.
    left = [it for it in left if it.text.partition(_AND)[2] not in alone]
    uses: Counter[str] = Counter()
    best: list[Variant] = []
    while left and len(best) < most:
        one = min(left, key=lambda it: (uses[it.seed] + uses[_kind(it)] + 2 - 2 * shares[it], uses[it.seed]))
        best.append(one)
        uses.update((one.seed, _kind(one), _both(one)))
        left = [it for it in left if it is not one and uses[_both(it)] < _MOST_OF_KIND]
    return best


def _kind(it: Variant) -> str:
    return it.changes[0].family


def _both(it: Variant) -> str:
    return f"{it.seed}\n{_kind(it)}"
