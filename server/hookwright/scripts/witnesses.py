"""Which of the runs that come to a place are enough to answer what is asked about all of them.

Runs are alike that printed things of the same kinds.  Of those, only some are kept:

- for everything that a run said since its last decision, the one that said only that and printed least before it;
- for each thing that is printed, one that printed it, and where `lasts` are asked for, one that printed it last;
- for each way in which steps fail, one that failed so.

So wherever there is a run that ends in some way, printed a certain thing and nothing of a certain kind, there is one
among those that are kept, however all go on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct, field

from hookwright.scripts.effects import Cause, Risk
from hookwright.scripts.printed import NOTHING, Bits, Numbers, Printed, Prints
from hookwright.scripts.values import Spot

# Fewer states are not worth the time to compare them.
_FEW, _FEW_ENDS = 12, 48


class Run(Struct, frozen=True):
    """A state whose effects are numbers, so that states are compared quickly: there are many."""

    said: Printed
    printed: Printed
    failed: tuple[int, ...]
    code: int | None


class End(Struct, frozen=True):
    """How a run has ended, and where."""

    code: int | None
    cause: Cause
    spot: Spot | None
    state: Run


class _Known(Struct):
    """What the runs that are kept have done, each with what it has in common with those that are like it.

    That is how they have ended, where they have; whether a step failed; the exit code that was set; the kind of what
    went to stdout first; and all kinds of what was printed.  `least` has what was said last, with how many things were
    printed before that by the run that printed least.  `done` has the bits of what was printed and what failed.
    """

    least: dict[tuple[object, ...], int] = field(default_factory=dict)
    done: dict[tuple[object, ...], int] = field(default_factory=dict)


class Witnesses:
    """Knows the kinds of what runs have done, and which runs are enough."""

    def __init__(self, *, lasts: bool) -> None:
        self._things = Bits()
        self.prints = Prints(self._things, lasts=lasts)
        self.risks = Numbers[Risk]()
        self.are_many = False
        self._failures: dict[tuple[int, ...], int] = {}

    def decided(self, it: Run) -> Run:
        """The state behind a decision."""
        if it.said is NOTHING:
            return it
        return Run(NOTHING, self.prints.joined(it.printed, it.said), it.failed, it.code)

    def of(self, states: Iterable[Run]) -> list[Run]:
        """Those that are enough, each once, in their order."""
        every = dict.fromkeys(states)
        if len(every) <= _FEW:
            return [*every]
        known = _Known()
        return [it for it in every if self._is_new(it, None, known)]

    def ended(self, ends: Collection[End]) -> list[End]:
        """The same of runs that have ended."""
        if len(ends) <= _FEW_ENDS:
            return [*ends]
        known = _Known()
        return [it for it in ends if self._is_new(it.state, (it.code, it.cause, it.spot), known)]

    def _is_new(self, it: Run, ends: object, known: _Known) -> bool:
        """Whether a run is a witness of something that the kept ones are not; then it is kept."""
        said, printed, failed = it.said, it.printed, it.failed
        has_failed, first, kinds = failed != (), printed.first, printed.kinds
        key = ends, has_failed, it.code, first, kinds, said
        least = known.least.get(key)
        is_new = least is None or (printed.length < least and not self.are_many)
        if is_new:
            known.least[key] = printed.length
        if self.are_many:
            return is_new
        done = printed.asked | said.asked | (said.last or printed.last)
        if failed:
            done |= self._failed(failed)
        alike = ends, has_failed, it.code, first or said.first, kinds | said.kinds
        others = known.done.get(alike)
        if others is not None and not done & ~others:
            return is_new
        known.done[alike] = done | (others or 0)
        return True

    def _failed(self, numbers: tuple[int, ...]) -> int:
        """The bits of the ways in which steps have failed."""
        known = self._failures.get(numbers)
        if known is None:
            known = 0
            for it in numbers:
                risk = self.risks.all[it]
                known |= self._things.of((risk.failure, risk.program))
            self._failures[numbers] = known
        return known
