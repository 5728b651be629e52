"""Which of the runs that come to a place are enough to answer what is asked about all of them.

Runs are alike that printed things of the same kinds.  Of those, only some are kept:

- for everything that a run said since its last decision, the one that said just that and printed least before it;
- for each thing that is printed, one that printed it, and where `lasts` are asked for, one that printed it last;
- for each way in which steps fail, one that failed so.

So wherever there is a run that ends in some way, printed a certain thing and nothing of a certain kind, there is one
among those that are kept, however all go on.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct, field

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Cause, Print, Risk, Stream
from hookwright.scripts.values import Items, Json, Literal, OneOf, Record, Spot, Text, Value, within, wording

Effect = TypeVar("Effect", Print, Risk)
_Kind: TypeAlias = tuple[Stream, int]
# Fewer states are not worth the time to compare them.
_FEW, _FEW_ENDS = 12, 48
_NOTHING, _WORDS, _SOME_WORDS, _ANYTHING = -1, -2, -3, -4
# What a rule asks for on its own: how to use the script, and its marks.
_IS_SPECIAL = late_pattern(r"\0|\A\s*usage\b", re.IGNORECASE)
# Of other words on stderr, nobody asks which of them were printed before a decision.
_MAY_REFUSE = late_pattern(r"block|den[iy]|refus|reject|forbid|not |access|prohibit", re.IGNORECASE)
# A word in brackets, such as `[lint]`, begins no array.
_MAY_BE_JSON = late_pattern(r"\{|\A\s*\[(?!\w)")


class Run(NamedTuple):
    """A state whose effects are numbers, so that states are compared quickly: there are many."""

    said: tuple[int, ...]
    printed: tuple[int, ...]
    failed: tuple[int, ...]
    code: int | None

    def decided(self) -> Run:
        """The state behind a decision."""
        said, printed, failed, code = self
        return Run((), (*printed, *said), failed, code) if said else self


class End(NamedTuple):
    """How a run has ended, and where."""

    code: int | None
    cause: Cause
    spot: Spot | None
    state: Run


class Numbers(Generic[Effect]):
    """Numbers for effects, the same for equal ones: these are compared down to their last value only once."""

    def __init__(self) -> None:
        self._all: list[Effect] = []
        self._by_value: dict[Effect, int] = {}
        self._by_identity: dict[int, int] = {}
        self._by_numbers: dict[tuple[int, ...], tuple[Effect, ...]] = {}

    def of(self, effect: Effect) -> int:
        """The number of an effect, which has to stay as long as the numbers do."""
        known = self._by_identity.get(id(effect))
        if known is None:
            known = self._by_value.setdefault(effect, len(self._all))
            self._by_identity[id(effect)] = known
            if known == len(self._all):
                self._all.append(effect)
        return known

    def effects(self, numbers: tuple[int, ...]) -> tuple[Effect, ...]:
        """The effects with these numbers; many states have the same."""
        known = self._by_numbers.get(numbers)
        if known is None:
            known = self._by_numbers[numbers] = tuple([self._all[it] for it in numbers])
        return known


_Alike: TypeAlias = "tuple[object, bool, int | None, _Kind | None, frozenset[_Kind]]"
"""What runs that are alike have in common.

That is how they have ended, where they have; whether a step failed; the exit code that was set; the kind of what went
to stdout first; and all kinds of what was printed.
"""


class _Known(Struct):
    """What the runs that are kept have done, each with what it has in common with those that are like it.

    `least` has what was said last, with how many things were printed before that by the run that printed least.
    """

    least: dict[tuple[_Alike, tuple[int, ...]], int] = field(default_factory=dict)
    done: dict[_Alike, set[object]] = field(default_factory=dict)


class _Summary(NamedTuple):
    """Of what was printed: the kind of what goes to stdout first, all kinds, and what a witness is needed of.

    That is what rules ask about, and the `last` that goes to stdout.
    """

    first: _Kind | None
    kinds: frozenset[_Kind]
    asked: frozenset[object]
    last: object
    done: frozenset[object]


_NOTHING_PRINTED = _Summary(None, frozenset(), frozenset(), None, frozenset())


class Witnesses:
    """Knows the kinds of what runs have done, and which runs are enough."""

    def __init__(self, prints: Numbers[Print], risks: Numbers[Risk], *, lasts: bool) -> None:
        self._prints, self._risks, self._lasts = prints, risks, lasts
        self._kinds: dict[int, _Kind] = {}
        self._unasked = set[int]()
        self._summaries: dict[tuple[int, ...], _Summary] = {}
        self.are_many = False
        self._failures: dict[tuple[int, ...], frozenset[object]] = {}

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
        return [it for it in ends if self._is_new(it.state, it[:-1], known)]

    def _is_new(self, it: Run, ends: object, known: _Known) -> bool:
        """Whether a run is a witness of something that the kept ones are not; then it is kept."""
        said, printed, failed, code = it
        first, kinds, _, _, done = self._summaries.get(printed) or self._summary(printed)
        alike = ends, bool(failed), code, first, kinds
        least = known.least.get((alike, said))
        is_new = least is None or (len(printed) < least and not self.are_many)
        if is_new:
            known.least[alike, said] = len(printed)
        if self.are_many:
            return is_new
        if said:
            both = (*printed, *said)
            first, kinds, _, _, done = self._summaries.get(both) or self._summary(both)
            alike = ends, bool(failed), code, first, kinds
        if failed:
            done |= self._failed(failed)
        others = known.done.get(alike)
        if others is None:
            known.done[alike] = {*done}
        elif done <= others:
            return is_new
        else:
            others |= done
        return True

    def _summary(self, printed: tuple[int, ...]) -> _Summary:
        """That of all but the last, which is known as a rule, and of the last."""
        start = len(printed)
        while start and printed[:start] not in self._summaries:
            start -= 1
        found = self._summaries[printed[:start]] if start else _NOTHING_PRINTED
        for at in range(start, len(printed)):
            found = self._summaries[printed[: at + 1]] = self._with(found, printed[at])
        return found

    def _with(self, before: _Summary, number: int) -> _Summary:
        """The summary with one more print; what it does not change is shared."""
        first, kinds, asked, last, done = before
        kind = self._kind(number)
        if kind not in kinds:
            kinds |= {kind}
        if number not in self._unasked and number not in asked:
            asked |= {number}
        if kind[0] is Stream.STDOUT and kind[1] != _NOTHING:
            first = first or kind
            last = ("last", number) if self._lasts else None
        if asked is not before.asked or last != before.last:
            done = asked if last is None else asked | {last}
        return _Summary(first, kinds, asked, last, done)

    def _failed(self, numbers: tuple[int, ...]) -> frozenset[object]:
        """In which ways steps have failed."""
        known = self._failures.get(numbers)
        if known is None:
            risks = self._risks.effects(numbers)
            known = self._failures[numbers] = frozenset((it.failure, it.program) for it in risks)
        return known

    def _kind(self, number: int) -> _Kind:
        known = self._kinds.get(number)
        if known is None:
            (it,) = self._prints.effects((number,))
            known = self._kinds[number] = it.stream, _kind_of(it, number)
            if known == (Stream.STDERR, _WORDS) and not _MAY_REFUSE.search(wording(it.value)):
                self._unasked.add(number)
        return known


def _kind_of(printed: Print, number: int) -> int:
    """The kind of what is printed; its own number where it is like nothing else."""
    value = printed.value
    written = [str(it.value) for it in within(value) if isinstance(it, Literal)]
    if any(map(_IS_SPECIAL.search, written)):
        return number
    if printed.stream is Stream.STDERR:
        return _WORDS
    found = _beginning(value)
    has_json = any(map(_MAY_BE_JSON.search, written)) or any(isinstance(it, Json) for it in within(value))
    return number if found is None or has_json else found


def _beginning(value: Value) -> int | None:
    """What a text begins with; None for what is no text."""
    match value:
        case Literal(value=written):
            return _WORDS if str(written).strip() else _NOTHING
        case Text(parts=parts):
            found = map(_beginning, parts)
            return next((it for it in found if it != _NOTHING), _NOTHING)
        case OneOf(values=values):
            return _SOME_WORDS if {_beginning(it) for it in values} == {_WORDS} else None
        case Json() | Record() | Items():
            return None
    return _ANYTHING
