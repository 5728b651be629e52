"""The ways in which a script can end: with which code, and what it has printed until then.

Every block is gone through with the states that may come to it, or with as many as are enough (`witnesses.py`).  What
a script prints counts as `said` at an end only where nothing between the two decides anything, so that every such end
is one that a run can really have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

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
from hookwright.scripts.printed import NOTHING
from hookwright.scripts.values import Spot
from hookwright.scripts.witnesses import End, Run, Witnesses

_MOST_STATES = 160


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
    """One way to end: the exit code (None if only a run can tell), how it comes to it, where, and in which state."""

    code: int | None
    cause: Cause
    spot: Spot | None
    state: State

    @property
    def prints(self) -> tuple[Print, ...]:
        """All that was printed, in order."""
        printed, said = self.state.printed, self.state.said
        return printed + said if printed and said else printed or said


class Endings(Struct, frozen=True):
    """What was found; `complete` is false if there are too many ways to go through, so that some are missing."""

    all: tuple[Ending, ...]
    complete: bool


def endings(script: Script, *, lasts: bool = False) -> Endings:
    """The ways in which a script can end, in the order of the code; `Witnesses` says which of them are left out.

    `lasts`: for each thing that can be the last on stdout, there is one.
    """
    known: Endings | None = script.endings.get(lasts)
    if known is None:
        known = script.endings[lasts] = _endings(script, lasts=lasts)
    return known


def _endings(script: Script, *, lasts: bool) -> Endings:
    walk = _Walk(script.uncaught, lasts=lasts)
    for it in walk.block(script.body, [_START]):
        walk.end(End(it.code, Cause.END, None, it))
    return Endings(tuple(map(walk.ending, walk.witnesses.ended(walk.found))), walk.complete)


_COUNT = frozenset({Print, SetExitCode, Exit, Leave, Risk, Branch, Loop, Scope, Try})
"""The effects that make a difference to how a script ends."""

_START = Run(NOTHING, NOTHING, (), 0)
_States = list[Run]


class _Walk:
    """Goes through blocks; what leaves a block other than by its end goes to whoever surrounds it."""

    def __init__(self, uncaught: int, *, lasts: bool) -> None:
        self.uncaught = uncaught
        self.complete = True
        self.found = dict[End, None]()
        self.witnesses = Witnesses(lasts=lasts)
        self.prints, self.risks = self.witnesses.prints, self.witnesses.risks
        self.end: Callable[[End], None] = self._found
        self.fail: Callable[[Risk, Run], None] = self._uncaught
        self.leave: dict[Bounds, Callable[[Run], None]] = dict.fromkeys(Bounds, _lost)

    def ending(self, end: End) -> Ending:
        """The same with its effects."""
        it = end.state
        failed = tuple([self.risks.all[number] for number in it.failed])
        state = State(self.prints.effects(it.said), self.prints.effects(it.printed), failed, it.code)
        return Ending(end.code, end.cause, end.spot, state)

    def _found(self, end: End) -> None:
        self.found[end] = None

    def _uncaught(self, risk: Risk, state: Run) -> None:
        code = self.uncaught if risk.code is None else risk.code
        self.end(End(code, Cause.UNCAUGHT, risk.spot, state))

    def block(self, block: Block, states: _States) -> _States:
        """The states behind a block."""
        for it in block:
            if not states:
                break
            if type(it) not in _COUNT:
                continue
            behind = self._effect(it, states)
            states = self.few(behind) if len(behind) > len(states) else behind
        return states

    def decided(self, states: _States) -> _States:
        """The states behind a decision."""
        if all(it.said is NOTHING for it in states):
            return states
        return self.few(map(self.witnesses.decided, states))

    def few(self, states: Iterable[Run]) -> _States:
        """Each state once, and no more than can be gone through."""
        found = self.witnesses.of(states)
        if len(found) > _MOST_STATES:
            self.complete, self.witnesses.are_many = False, True
            found = self.witnesses.of(found)
        return found[:_MOST_STATES]

    def _effect(self, effect: Effect, states: _States) -> _States:
        match effect:
            case Print():
                number, then = self.prints.number(effect), self.prints.then
                return [Run(then(it.said, number), it.printed, it.failed, it.code) for it in states]
            case SetExitCode(code=new):
                return [Run(it.said, it.printed, it.failed, new) for it in states]
            case Exit(code=code, spot=spot, cause=cause, as_set=as_set):
                for it in states:
                    self.end(End(it.code if as_set else code, cause, spot, it))
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
            Run(it.said, it.printed, (*(one for one in it.failed if one != number), number), it.code) for it in states
        ]
        if risk.goes_on:
            return [*states, *failed]
        for it in failed:
            self.fail(risk, it)
        return [] if risk.certain else states

    def _compound(self, effect: Effect, states: _States) -> _States:
        match effect:
            case Branch(then=then, otherwise=otherwise):
                decided = self.decided(states)
                first, second = self.block(then, decided), self.block(otherwise, decided)
                # Most decisions change nothing that counts here.
                return first if first is second else [*first, *second]
            case Loop(body=body):
                decided = self.decided(states)
                left = self._scope(body, Bounds.LOOP, decided)
                return decided if left is decided else [*decided, *map(self.witnesses.decided, left)]
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
            behind = self.block(body, states)
            return [*behind, *left] if left else behind
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

    def _end_in_body(self, end: End) -> None:
        """An exit, which few handlers catch."""
        found = next((states for it, states in self.caught if it.exits), None)
        if found is not None and end.cause is Cause.EXIT:
            found.append(end.state)
        else:
            self._end_beyond(end)

    def _end_beyond(self, end: End) -> None:
        if self.it.exits_skip and end.cause is Cause.EXIT:
            self.end(end)
            return
        self._through(lambda state: self.end(End(end.code, end.cause, end.spot, state)), end.state)

    def _fail_in_body(self, risk: Risk, state: Run) -> None:
        """A failure, which the first handler for it catches."""
        for it, states in self.caught:
            if it.catches is None or risk.failure in it.catches:
                states.append(state)
                return
        self._fail_beyond(risk, state)

    def _fail_beyond(self, risk: Risk, state: Run) -> None:
        self._through(partial(self.fail, risk), state)

    def _through(self, go: Callable[[Run], None], state: Run) -> None:
        """Goes on by way of the last block, which may end the script itself: that is up to whoever is around."""
        walk = self.walk
        kept = walk.fail, walk.end, walk.leave
        walk.fail, walk.end, walk.leave = self.fail, self.end, self.leave
        try:
            for it in walk.block(self.it.final, [state]):
                go(it)
        finally:
            walk.fail, walk.end, walk.leave = kept


def _lost(_: Run) -> None:
    """What leaves nothing goes nowhere."""
