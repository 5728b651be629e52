"""The ways in which a script can end: with which code, and what it has printed until then.

Every block is gone through with the set of states that may come to it.  What a script prints counts as `said` at an
end only where nothing between the two decides anything, so that every such end is one that a run can really have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct

from hookwright.scripts.effects import (
    Block,
    Bounds,
    Branch,
    Cause,
    Effect,
    Exit,
    Handler,
    Leave,
    Loop,
    Print,
    Risk,
    Scope,
    Script,
    SetExitCode,
    Try,
)
from hookwright.scripts.values import Spot

_Kind = TypeVar("_Kind", Print, Risk)
_MOST_STATES = 400


class State(Struct, frozen=True):
    """What a run has done when it comes to a place.

    `said` was printed since the last decision, `printed` before it; `failed` are the steps that went wrong.  `code` is
    the exit code that was set for the end.
    """

    said: tuple[Print, ...] = ()
    printed: tuple[Print, ...] = ()
    failed: tuple[Risk, ...] = ()
    code: int | None = 0


class Ending(Struct, frozen=True):
    """One way to end: the exit code (None where only a run can tell), how it comes to it, where, and in which state."""

    code: int | None
    cause: Cause
    spot: Spot | None
    state: State

    @property
    def prints(self) -> tuple[Print, ...]:
        """All that was printed, in order."""
        return (*self.state.printed, *self.state.said)


class Endings(Struct, frozen=True):
    """All of them; `complete` is false where there are too many ways to go through, so that some are left out."""

    all: tuple[Ending, ...]
    complete: bool


def endings(script: Script) -> Endings:
    """Every way in which a script can end, in the order of the code."""
    walk = _Walk(script.uncaught)
    for it in walk.block(script.body, [_START]):
        walk.end(_End(it.code, Cause.END, None, it))
    return Endings(tuple(map(walk.ending, walk.found)), walk.complete)


class _Run(NamedTuple):
    """A `State` whose effects are numbers, so that states are compared quickly: there are many."""

    said: tuple[int, ...]
    printed: tuple[int, ...]
    failed: tuple[int, ...]
    code: int | None

    def decided(self) -> _Run:
        """The state behind a decision."""
        said, printed, failed, code = self
        return _Run((), (*printed, *said), failed, code) if said else self


class _End(NamedTuple):
    """An `Ending` with such a state."""

    code: int | None
    cause: Cause
    spot: Spot | None
    state: _Run


class _Numbers(Generic[_Kind]):
    """Numbers for effects, the same for equal ones: these are compared down to their last value only once."""

    def __init__(self) -> None:
        self._all: list[_Kind] = []
        self._by_value: dict[_Kind, int] = {}
        self._by_identity: dict[int, int] = {}
        self._by_numbers: dict[tuple[int, ...], tuple[_Kind, ...]] = {}

    def of(self, effect: _Kind) -> int:
        """The number of an effect, which has to stay as long as the numbers do."""
        known = self._by_identity.get(id(effect))
        if known is None:
            known = self._by_value.setdefault(effect, len(self._all))
            self._by_identity[id(effect)] = known
            if known == len(self._all):
                self._all.append(effect)
        return known

    def effects(self, numbers: tuple[int, ...]) -> tuple[_Kind, ...]:
        """The effects with these numbers; many states have the same."""
        known = self._by_numbers.get(numbers)
        if known is None:
            known = self._by_numbers[numbers] = tuple([self._all[it] for it in numbers])
        return known


_START = _Run((), (), (), 0)
_States = list[_Run]


class _Walk:
    """Goes through blocks; what leaves a block other than by its end goes to whoever surrounds it."""

    def __init__(self, uncaught: int) -> None:
        self.uncaught = uncaught
        self.complete = True
        self.found = dict[_End, None]()
        self.prints = _Numbers[Print]()
        self.risks = _Numbers[Risk]()
        self.end: Callable[[_End], None] = self._found
        self.fail: Callable[[Risk, _Run], None] = self._uncaught
        self.leave: dict[Bounds, Callable[[_Run], None]] = dict.fromkeys(Bounds, _lost)

    def ending(self, end: _End) -> Ending:
        """The same with its effects."""
        said, printed = self.prints.effects(end.state.said), self.prints.effects(end.state.printed)
        state = State(said, printed, self.risks.effects(end.state.failed), end.state.code)
        return Ending(end.code, end.cause, end.spot, state)

    def _found(self, end: _End) -> None:
        self.found[end] = None

    def _uncaught(self, risk: Risk, state: _Run) -> None:
        code = self.uncaught if risk.code is None else risk.code
        self.end(_End(code, Cause.UNCAUGHT, risk.spot, state))

    def block(self, block: Block, states: _States) -> _States:
        """The states behind a block."""
        for it in block:
            if not states:
                break
            behind = self._effect(it, states)
            states = self.few(behind) if len(behind) > len(states) else behind
        return states

    def few(self, states: Iterable[_Run]) -> _States:
        """Each state once, and no more than can be gone through."""
        found = dict.fromkeys(states)
        if len(found) <= _MOST_STATES:
            return [*found]
        self.complete = False
        # What was printed before the last decision matters least.
        kept = {(it.said, it.failed, it.code): it for it in found}
        return [*kept.values()][:_MOST_STATES]

    def _effect(self, effect: Effect, states: _States) -> _States:
        match effect:
            case Print():
                number = self.prints.of(effect)
                return [_Run((*said, number), printed, failed, code) for said, printed, failed, code in states]
            case SetExitCode(code=new):
                return [_Run(said, printed, failed, new) for said, printed, failed, _ in states]
            case Exit(code=code, spot=spot, cause=cause, as_set=as_set):
                for it in states:
                    self.end(_End(it.code if as_set else code, cause, spot, it))
                return []
            case Leave(bounds=bounds):
                for it in states:
                    self.leave[bounds](it)
                return []
            case Risk():
                return self._risk(effect, states)
        return self._compound(effect, states)

    def _risk(self, risk: Risk, states: _States) -> _States:
        number = self.risks.of(risk)
        failed = [
            _Run(said, printed, (*failed, number), code)
            for said, printed, failed, code in states
            if number not in failed
        ]
        if risk.goes_on:
            return [*states, *failed]
        for it in failed:
            self.fail(risk, it)
        return [] if risk.certain else states

    def _compound(self, effect: Effect, states: _States) -> _States:
        match effect:
            case Branch(then=then, otherwise=otherwise):
                decided = self.few(it.decided() for it in states)
                return [*self.block(then, decided), *self.block(otherwise, decided)]
            case Loop(body=body):
                decided = self.few(it.decided() for it in states)
                left = self._scope(body, Bounds.LOOP, decided)
                return [*decided, *(it.decided() for it in left)]
            case Scope(body=body, bounds=bounds):
                return self._scope(body, bounds, states)
            case Try():
                return _Trying(self, effect).states(states)
        return states

    def _scope(self, body: Block, bounds: Bounds, states: _States) -> _States:
        left = _States()
        around, end = self.leave[bounds], self.end
        self.leave[bounds] = left.append
        if bounds is Bounds.SUBSHELL:
            self.end = lambda end: left.append(end.state)
        try:
            return [*self.block(body, states), *left]
        finally:
            self.leave[bounds], self.end = around, end


class _Trying:
    """Goes through a `Try`: what its body, its handlers and its last block send away, and to whom.

    The body may fail at each risk in it; that anything else in it fails is possible at its beginning, too.
    """

    def __init__(self, walk: _Walk, it: Try) -> None:
        self.walk, self.it = walk, it
        self.fail, self.end, self.leave = walk.fail, walk.end, dict(walk.leave)
        self.caught = list[tuple[Handler, _States]]()

    def states(self, states: _States) -> _States:
        walk = self.walk
        self.caught = [(it, [*states]) for it in self.it.handlers]
        walk.leave = {bounds: partial(self._through, go) for bounds, go in self.leave.items()}
        try:
            walk.fail, walk.end = self._fail_in_body, self._end_in_body
            behind = walk.block(self.it.body, states)
            walk.fail, walk.end = self._fail_beyond, self._end_beyond
            for handler, found in self.caught:
                behind = [*behind, *walk.block(handler.body, walk.few(found))]
        finally:
            walk.fail, walk.end, walk.leave = self.fail, self.end, self.leave
        return walk.block(self.it.final, walk.few(behind))

    def _end_in_body(self, end: _End) -> None:
        """An exit, which few handlers catch."""
        found = next((states for it, states in self.caught if it.exits), None)
        if found is not None and end.cause is Cause.EXIT:
            found.append(end.state)
        else:
            self._end_beyond(end)

    def _end_beyond(self, end: _End) -> None:
        if self.it.exits_skip and end.cause is Cause.EXIT:
            self.end(end)
            return
        self._through(lambda state: self.end(_End(end.code, end.cause, end.spot, state)), end.state)

    def _fail_in_body(self, risk: Risk, state: _Run) -> None:
        """A failure, which the first handler for it catches."""
        for it, states in self.caught:
            if it.catches is None or risk.failure in it.catches:
                states.append(state)
                return
        self._fail_beyond(risk, state)

    def _fail_beyond(self, risk: Risk, state: _Run) -> None:
        self._through(partial(self.fail, risk), state)

    def _through(self, go: Callable[[_Run], None], state: _Run) -> None:
        """Goes on by way of the last block, which may end the script itself: that is up to whoever is around."""
        walk = self.walk
        kept = walk.fail, walk.end, walk.leave
        walk.fail, walk.end, walk.leave = self.fail, self.end, self.leave
        try:
            for it in walk.block(self.it.final, [state]):
                go(it)
        finally:
            walk.fail, walk.end, walk.leave = kept


def _lost(_: _Run) -> None:
    """What leaves nothing goes nowhere."""
