"""Calls of the script's own functions."""

from __future__ import annotations

from hookwright.scripts.effects import Bounds, Scope
from hookwright.scripts.shell.frames import Frame
from hookwright.scripts.shell.outcomes import compound_outcome
from hookwright.scripts.shell.state import Outcome, merged, status_by
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Value

_MOST_CALLS = 8


def call(walk: Walk, name: str, arguments: list[Value], *, tail: bool = False) -> Outcome:
    """Does a function of the script."""
    unit, body = walk.functions[name]
    calls = [it for it in walk.frames if it.bounds is Bounds.FUNCTION]
    if len(calls) >= _MOST_CALLS or any(it.name == name for it in calls):
        walk.not_whole()
        return Outcome()
    frame = Frame(Bounds.FUNCTION, tail, name, arguments)
    kept, walk.unit = walk.unit, unit
    walk.frames.append(frame)
    begun: list[Outcome] = []
    try:
        done = walk.inside(lambda: begun.append(walk.outcome_of(body, tail=tail)))
    finally:
        walk.frames.pop()
        walk.unit = kept
    if done:
        walk.emit(Scope(done, Bounds.FUNCTION))
    if walk.state.alive and begun:
        walk.state.status = status_by(begun[0])
    straight = walk.state.alive and not frame.ends and bool(begun)
    walk.state = merged((*frame.ends, walk.state))
    for local, value in frame.local.items():
        if value is None:
            walk.state.variables.pop(local, None)
        else:
            walk.state.variables[local] = value
    return begun[0] if straight else compound_outcome(walk, done)
