"""The ways in which a script can end: with which code, and what it has printed until then.

Every block is gone through with the set of states that may come to it.  What a script prints counts as `said` at an
end only where nothing between the two decides anything, so that every such end is one that a run can really have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

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

    def decided(self) -> State:
        """The state behind a decision."""
        return replace(self, said=(), printed=(*self.printed, *self.said)) if self.said else self


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
    rest = walk.block(script.body, _States([State()]))
    for it in rest:
        walk.end(Ending(it.code, Cause.END, None, it))
    return Endings(tuple(walk.found.values()), walk.complete)


_States = list[State]


class _Walk:
    """Goes through blocks; what leaves a block other than by its end goes to whoever surrounds it."""

    def __init__(self, uncaught: int) -> None:
        self.uncaught = uncaught
        self.complete = True
        self.found = dict[tuple[object, ...], Ending]()
        self.numbers = dict[int, int]()
        self.values = dict[Effect, int]()
        self.end: Callable[[Ending], None] = self._found
        self.fail: Callable[[Risk, State], None] = self._uncaught
        self.leave: dict[Bounds, Callable[[State], None]] = dict.fromkeys(Bounds, _lost)

    def _found(self, ending: Ending) -> None:
        self.found.setdefault((ending.code, ending.cause, ending.spot, *self.key(ending.state)), ending)

    def _uncaught(self, risk: Risk, state: State) -> None:
        code = self.uncaught if risk.code is None else risk.code
        self.end(Ending(code, Cause.UNCAUGHT, risk.spot, state))

    def block(self, block: Block, states: _States) -> _States:
        """The states behind a block."""
        for it in block:
            if not states:
                break
            behind = self._effect(it, states)
            states = self.few(behind) if len(behind) > len(states) else behind
        return states

    def few(self, states: Iterable[State]) -> _States:
        """Each state once, and no more than can be gone through."""
        found = {self.key(it): it for it in states}
        if len(found) > _MOST_STATES:
            self.complete = False
            # What was printed before the last decision matters least.
            found = {(said, (), *others): it for (said, _, *others), it in found.items()}
        return [*found.values()][:_MOST_STATES]

    def key(self, state: State) -> tuple[object, ...]:
        """What is the same for equal states: numbers, as effects would be compared down to their last value."""
        return (self._numbered(state.said), self._numbered(state.printed), self._numbered(state.failed), state.code)

    def _numbered(self, effects: Sequence[Print | Risk]) -> tuple[int, ...]:
        numbers = self.numbers
        try:
            return tuple([numbers[id(it)] for it in effects])
        except KeyError:
            for it in effects:
                if id(it) not in numbers:
                    numbers[id(it)] = self.values.setdefault(it, len(self.values))
            return tuple([numbers[id(it)] for it in effects])

    def _effect(self, effect: Effect, states: _States) -> _States:
        match effect:
            case Print():
                return [replace(it, said=(*it.said, effect)) for it in states]
            case SetExitCode(code=code):
                return [replace(it, code=code) for it in states]
            case Exit(code=code, spot=spot, cause=cause, as_set=as_set):
                for it in states:
                    self.end(Ending(it.code if as_set else code, cause, spot, it))
                return []
            case Leave(bounds=bounds):
                for it in states:
                    self.leave[bounds](it)
                return []
            case Risk():
                return self._risk(effect, states)
        return self._compound(effect, states)

    def _risk(self, risk: Risk, states: _States) -> _States:
        failed = [replace(it, failed=(*it.failed, risk)) for it in states if risk not in it.failed]
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
            self.end = lambda ending: left.append(ending.state)
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

    def _end_in_body(self, ending: Ending) -> None:
        """An exit, which few handlers catch."""
        found = next((states for it, states in self.caught if it.exits), None)
        if found is not None and ending.cause is Cause.EXIT:
            found.append(ending.state)
        else:
            self._end_beyond(ending)

    def _end_beyond(self, ending: Ending) -> None:
        if self.it.exits_skip and ending.cause is Cause.EXIT:
            self.end(ending)
            return
        self._through(lambda state: self.end(replace(ending, state=state)), ending.state)

    def _fail_in_body(self, risk: Risk, state: State) -> None:
        """A failure, which the first handler for it catches."""
        for it, states in self.caught:
            if it.catches is None or risk.failure in it.catches:
                states.append(state)
                return
        self._fail_beyond(risk, state)

    def _fail_beyond(self, risk: Risk, state: State) -> None:
        self._through(partial(self.fail, risk), state)

    def _through(self, go: Callable[[State], None], state: State) -> None:
        """Goes on by way of the last block, which may end the script itself: that is up to whoever is around."""
        walk = self.walk
        kept = walk.fail, walk.end, walk.leave
        walk.fail, walk.end, walk.leave = self.fail, self.end, self.leave
        try:
            for it in walk.block(self.it.final, [state]):
                go(it)
        finally:
            walk.fail, walk.end, walk.leave = kept


def _lost(_: State) -> None:
    """What leaves nothing goes nowhere."""
