"""What runs have printed, in order; each such sequence is one object, which knows what rules ask of it.

Scripts that print much have many runs, which differ in what they printed.  Their sequences grow by one print at a time,
are compared by identity, and are summed up in bits.
"""

from __future__ import annotations

import re
from typing import Generic, TypeVar

from msgspec import Struct

from hookwright.patterns import late_pattern
from hookwright.scripts.effects import Print, Risk, Stream
from hookwright.scripts.values import Items, Json, Literal, OneOf, Record, Text, Value, within, wording

Effect = TypeVar("Effect", Print, Risk)
_NOTHING, _WORDS, _SOME_WORDS, _ANYTHING = -1, -2, -3, -4
# What a rule asks for on its own: how to use the script, and its marks.
_IS_SPECIAL = late_pattern(r"\0|\A\s*usage\b", re.IGNORECASE)
# Of other words on stderr, nobody asks which of them were printed before a decision.
_MAY_REFUSE = late_pattern(r"block|den[iy]|refus|reject|forbid|not |access|prohibit", re.IGNORECASE)
# A word in brackets, such as `[lint]`, begins no array.
_MAY_BE_JSON = late_pattern(r"\{|\A\s*\[(?!\w)")


class Printed(Struct, frozen=True, eq=False):
    """Some prints in order: the one with that number behind those `before`.

    Each kind and each thing that a run may be kept for is a bit (`Bits`).  `first` is the kind of what goes to stdout
    first, and `kinds` are all kinds.  `asked` are the prints that rules ask for one by one, and `last` is the one that
    goes to stdout last.
    """

    before: Printed | None
    number: int
    length: int = 0
    first: int = 0
    kinds: int = 0
    asked: int = 0
    last: int = 0


NOTHING = Printed(None, -1)


class Numbers(Generic[Effect]):
    """Numbers for effects, the same for equal ones: these are compared down to their last value only once."""

    def __init__(self) -> None:
        self.all: list[Effect] = []
        self._by_value: dict[Effect, int] = {}
        self._by_identity: dict[int, int] = {}

    def of(self, effect: Effect) -> int:
        """The number of an effect, which has to stay as long as the numbers do."""
        known = self._by_identity.get(id(effect))
        if known is None:
            known = self._by_value.setdefault(effect, len(self.all))
            self._by_identity[id(effect)] = known
            if known == len(self.all):
                self.all.append(effect)
        return known


class Bits:
    """A bit for each thing, the same for equal ones."""

    def __init__(self) -> None:
        self._known: dict[object, int] = {}

    def of(self, thing: object) -> int:
        """The bit of a thing."""
        return self._known.setdefault(thing, 1 << len(self._known))


class _Step(Struct, frozen=True):
    """What one more print adds to what was printed; `is_out` where it writes something to stdout."""

    kind: int
    asked: int
    is_out: bool
    last: int


class Prints:
    """All that runs have printed; `things` has a bit for each print that is asked for, and for each as the last one."""

    def __init__(self, things: Bits, *, lasts: bool) -> None:
        self._numbers = Numbers[Print]()
        self._things, self._kinds, self._lasts = things, Bits(), lasts
        self._steps: dict[int, _Step] = {}
        self._then: dict[tuple[Printed, int], Printed] = {}
        self._effects: dict[Printed, tuple[Print, ...]] = {NOTHING: ()}

    def number(self, effect: Print) -> int:
        """The number of a print."""
        return self._numbers.of(effect)

    def then(self, printed: Printed, number: int) -> Printed:
        """The same with one more print."""
        known = self._then.get((printed, number))
        if known is None:
            known = self._then[printed, number] = self._longer(printed, number)
        return known

    def joined(self, printed: Printed, behind: Printed) -> Printed:
        """The prints of one behind those of the other."""
        if printed is NOTHING:
            return behind
        numbers: list[int] = []
        while behind.before is not None:
            numbers.append(behind.number)
            behind = behind.before
        for it in reversed(numbers):
            printed = self.then(printed, it)
        return printed

    def effects(self, printed: Printed) -> tuple[Print, ...]:
        """The prints themselves."""
        numbers: list[int] = []
        start = printed
        while start not in self._effects and start.before is not None:
            numbers.append(start.number)
            start = start.before
        every = self._numbers.all
        found = self._effects[printed] = (*self._effects[start], *(every[it] for it in reversed(numbers)))
        return found

    def _longer(self, before: Printed, number: int) -> Printed:
        step = self._steps.get(number) or self._step(number)
        return Printed(
            before,
            number,
            before.length + 1,
            before.first or (step.kind if step.is_out else 0),
            before.kinds | step.kind,
            before.asked | step.asked,
            step.last if step.is_out else before.last,
        )

    def _step(self, number: int) -> _Step:
        it = self._numbers.all[number]
        kind = _kind_of(it, number)
        is_unasked = it.stream is Stream.STDERR and kind == _WORDS and not _MAY_REFUSE.search(wording(it.value))
        is_out = it.stream is Stream.STDOUT and kind != _NOTHING
        found = self._steps[number] = _Step(
            self._kinds.of((it.stream, kind)),
            0 if is_unasked else self._things.of(("asked", number)),
            is_out,
            self._things.of(("last", number)) if is_out and self._lasts else 0,
        )
        return found


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
    """What a text begins with; None for what is not a text."""
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
