"""What is known at a place of a run: the values of variables, which options are set, which programs are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from msgspec import Struct, field

from hookwright.scripts.effects import Risk
from hookwright.scripts.values import Literal, OneOf, Text, Unknown, Value, payload_paths, within

_MOST_VALUES = 8
_LARGEST = 8000
_UNSET = Literal("")


class State(Struct):
    """What is known; `present` are programs that are there for certain, `risked` those whose absence has been told.

    Where it is not `alive`, no run comes to this place.  `status` is the exit status of the last command.
    """

    variables: dict[str, Value] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    risked: frozenset[str] = frozenset()
    status: Value = Literal(0)
    alive: bool = True

    def copy(self) -> State:
        """The same, to be changed on its own."""
        return State({**self.variables}, self.options, self.present, self.risked, self.status, self.alive)

    def compared(self, same: tuple[str, Value] | None, other: tuple[str, Value] | None) -> None:
        """Notes that a variable has a value, or that one has another value."""
        if same is not None:
            self.variables[same[0]] = same[1]
        if other is not None and (known := self.variables.get(other[0])) is not None:
            self.variables[other[0]] = without(known, other[1])


class Outcome(Struct, frozen=True):
    """What a command comes to, as a condition too.

    `status` is its exit status, None if only a run can tell; `fails` is the status that it then has if it fails.
    `about` are the values that decide, `empty` is where it goes if the first of them is empty: "then", "otherwise", or
    "" if that is not known.  `present` are the programs that are there if it succeeds, `present_else` if it fails.
    `risks` are what may have gone wrong if it fails, `risks_then` if it succeeds, as behind a `!`.  `usual` is the
    status that it has where nothing goes wrong, which counts where nobody asks for it.  `same` is a variable with the
    value that it then has if the command succeeds, `same_else` if it fails.
    """

    status: int | None = None
    fails: int | None = None
    about: tuple[Value, ...] = ()
    empty: str = ""
    present: frozenset[str] = frozenset()
    present_else: frozenset[str] = frozenset()
    risks: tuple[Risk, ...] = ()
    risks_then: tuple[Risk, ...] = ()
    usual: int | None = None
    same: tuple[str, Value] | None = None
    same_else: tuple[str, Value] | None = None

    @property
    def of_empty(self) -> str:
        """Where it goes if the first value is empty; "" also where that always has some text."""
        return self.empty if self.about and _may_be_empty(self.about[0]) else ""

    def negated(self) -> Outcome:
        """The outcome behind a `!`."""
        status = None if self.status is None else int(self.status == 0)
        empty = {"then": "otherwise", "otherwise": "then"}.get(self.empty, "")
        return Outcome(
            status,
            1,
            self.about,
            empty,
            present=self.present_else,
            present_else=self.present,
            risks=self.risks_then,
            risks_then=self.risks,
            same=self.same_else,
            same_else=self.same,
        )


DONE = Outcome(status=0)
USUAL = Outcome(usual=0)
FAILED = Outcome(status=1)


def _may_be_empty(value: Value) -> bool:
    parts = value.values if isinstance(value, OneOf) else value.parts if isinstance(value, Text) else ()
    return not any(isinstance(it, Literal) and it.value not in ("", None) for it in parts)


def outcome_by(status: Value, about: tuple[Value, ...] = ()) -> Outcome:
    """The outcome of what has that exit status."""
    if isinstance(status, Literal) and isinstance(status.value, int):
        return Outcome(status=status.value, about=about)
    known = {it.value for it in status.values if isinstance(it, Literal)} if isinstance(status, OneOf) else set()
    fails = next((it for it in known if it), None) if len(known) == 2 and 0 in known else None
    return Outcome(fails=fails if isinstance(fails, int) else None, about=about)


def status_by(outcome: Outcome) -> Value:
    """The exit status of what has that outcome."""
    if outcome.status is not None:
        return Literal(outcome.status)
    if outcome.fails is not None:
        return OneOf((Literal(0), Literal(outcome.fails)))
    return unknown(outcome.about)


def merged(states: Sequence[State]) -> State:
    """What is known where several ways come together."""
    living = [it for it in states if it.alive]
    if len(living) < 2:
        return living[0] if living else State(alive=False)
    return reduce(_merged, living)


def one_of(values: Iterable[Value]) -> Value:
    """One of several values; only what they are made of if there are too many."""
    found: dict[Value, None] = {}
    for it in values:
        found |= dict.fromkeys(it.values if isinstance(it, OneOf) else (it,))
    if len(found) == 1:
        return next(iter(found))
    if len(found) > _MOST_VALUES:
        return unknown(found)
    return OneOf(tuple(found))


def without(value: Value, other: Value) -> Value:
    """A value that is known not to be that text."""
    if not isinstance(value, OneOf) or not isinstance(other, Literal):
        return value
    rest = [it for it in value.values if not isinstance(it, Literal) or str(it.value) != str(other.value)]
    return one_of(rest) if rest else value


def bounded(value: Value) -> Value:
    """A value, or only what it is made of where it has grown too large."""
    if type(value) is Literal and (not isinstance(value.value, str) or len(value.value) <= _LARGEST):
        return value
    size = 0
    for it in within(value):
        size += len(it.value) // 8 if isinstance(it, Literal) and isinstance(it.value, str) else 1
        if size > _LARGEST:
            # All of the payload may be in it: to say which parts would take as long.
            return Unknown(((),))
    return value


def unknown(values: Iterable[Value]) -> Unknown:
    """What is made of values in a way that is not followed."""
    return Unknown(tuple(dict.fromkeys(path for it in values for path in payload_paths(it))))


def _copied(value: Value) -> Value:
    """The same value, which is not taken for the one that it is a copy of."""
    return Unknown(value.of) if type(value) is Unknown else value


def _merged(one: State, other: State) -> State:
    variables = dict(one.variables)
    for name, value in other.variables.items():
        known = variables.get(name, _UNSET)
        if known is not value and known != value:
            variables[name] = one_of((known, value))
        elif known is not value and type(known) is Unknown:
            # They only look alike.
            variables[name] = _copied(known)
    for name in one.variables.keys() - other.variables.keys():
        if variables[name] != _UNSET:
            variables[name] = one_of((variables[name], _UNSET))
    return State(
        variables,
        one.options & other.options,
        one.present & other.present,
        one.risked | other.risked,
        one.status if one.status is other.status else one_of((_copied(one.status), other.status)),
    )
