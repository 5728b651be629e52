"""How a script, a function or a loop comes to its end, and what follows from a failure that nothing asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from hookwright.scripts.effects import Bounds, Branch, Cause, Exit, Failure, Leave, Print, Risk
from hookwright.scripts.shell.frames import Frame
from hookwright.scripts.shell.state import Outcome, State, status_by, unknown
from hookwright.scripts.shell.templates import code_of
from hookwright.scripts.shell.walk import Walk
from hookwright.scripts.values import Literal, OneOf, Spot, Value


def settle(walk: Walk, outcome: Outcome, spot_of: Callable[[], Spot], begun: int, *, tail: bool) -> None:
    """What follows from the outcome of a command that nothing asks for, whose effects begin there.

    Its place is seldom needed.
    """
    if not walk.state.alive:
        return
    if outcome.status is None and outcome.usual is not None:
        outcome = replace(outcome, status=outcome.usual)
    if tail:
        _ending(walk, outcome.risks, begun)
        _last(walk, outcome, spot_of())
        return
    walk.state.status = status_by(outcome)
    walk.miss(walk.state.status, outcome)
    if not walk.fatal:
        if outcome.risks:
            walk.risk(outcome.risks)
        return
    _ending(walk, outcome.risks, begun)
    if outcome.status == 0:
        return
    spot, code = spot_of(), outcome.status or outcome.fails
    _note_end(walk, code)
    if walk.trapped:
        walk.emit(Risk(Failure.OTHER, spot, code=code, certain=outcome.status is not None))
    elif outcome.status is not None:
        walk.emit(Exit(code, spot, Cause.UNCAUGHT))
    elif outcome.fails is not None and "err" not in walk.state.options:
        walk.emit(Risk(Failure.OTHER, spot, code=code))
    else:
        walk.emit(Branch(outcome.about, (), (Exit(code, spot, Cause.UNCAUGHT),), spot))
    walk.state.alive = outcome.status is None


def exit_with(walk: Walk, status: Value, spot: Spot) -> None:
    """Ends the script with a status that may be that of a program before, which tells if that is missing."""
    _, risks = walk.missed.get(id(status), (status, ()))
    _ending(walk, risks, len(walk.out))
    exit_script(walk, status, spot)


def _note_end(walk: Walk, code: int | None) -> None:
    """Notes that the subshell ends there, if the code is in one."""
    shell = _shell(walk)
    if shell is not None:
        shell.ends.append(replace(walk.state.copy(), status=_status(code)))


def _shell(walk: Walk) -> Frame | None:
    return next((it for it in reversed(walk.frames) if it.bounds is Bounds.SUBSHELL), None)


def _ending(walk: Walk, risks: Iterable[Risk], begun: int) -> None:
    """Tells what may go wrong where it ends the script; nothing has been printed then."""
    found = [replace(it, goes_on=False) for it in risks if it.program not in walk.state.present]
    if not found:
        return
    at = next((it for it in range(begun, len(walk.out)) if isinstance(walk.out[it], Print)), len(walk.out))
    walk.out[at:at] = found


def _last(walk: Walk, outcome: Outcome, spot: Spot) -> None:
    if outcome.status is None and outcome.fails is not None:
        fails = outcome.fails
        outcome = replace(outcome, risks=())
        walk.branch(outcome, lambda: end(walk, 0, spot), lambda: end(walk, fails, spot), spot)
    else:
        end(walk, outcome.status, spot)


def end(walk: Walk, status: int | None, spot: Spot) -> None:
    """Comes to the end of the script."""
    if walk.state.alive:
        walk.emit(Exit(status, spot, Cause.END))
        walk.state.alive = False


def is_in_subshell(walk: Walk) -> bool:
    """Whether an exit ends a subshell only, behind which the script goes on."""
    return any(it.bounds is Bounds.SUBSHELL and not it.tail for it in walk.frames)


def exit_script(walk: Walk, status: Value, spot: Spot) -> None:
    """Ends the script, or the subshell that it is in."""
    _each(walk, status, lambda code: _exit(walk, code, spot), spot)


def _exit(walk: Walk, code: int | None, spot: Spot) -> None:
    walk.emit(Exit(code, spot))
    _note_end(walk, code)
    walk.state = State(alive=False)


def leave(walk: Walk, bounds: Bounds, status: Value, spot: Spot) -> None:
    """Leaves a function or a loop."""
    frame = next((it for it in reversed(walk.frames) if it.bounds in (bounds, Bounds.SUBSHELL)), None)
    if frame is None or frame.bounds is not bounds:
        # Outside of a function, `return` ends a sourced file, and in a subshell of it only that.
        exit_script(walk, status, spot)
    else:
        _each(walk, status, lambda code: _leave(walk, frame, code, spot), spot)


def _leave(walk: Walk, frame: Frame, code: int | None, spot: Spot) -> None:
    if frame.tail and frame.bounds is Bounds.FUNCTION:
        end(walk, code, spot)
    elif frame.bounds is Bounds.FUNCTION and code and walk.fatal:
        walk.emit(Exit(code, spot, Cause.UNCAUGHT))
        _note_end(walk, code)
    else:
        frame.ends.append(replace(walk.state, status=_status(code)))
        walk.emit(Leave(frame.bounds))
    walk.state = State(alive=False)


def _each(walk: Walk, status: Value, do: Callable[[int | None], None], spot: Spot) -> None:
    """Does something for each of the statuses that a value may be."""
    first, *rest = status.values if isinstance(status, OneOf) else (status,)
    code = code_of(first)
    if not rest:
        do(code)
    else:
        walk.branch(Outcome(), lambda: do(code), lambda: _each(walk, OneOf(tuple(rest)), do, spot), spot)


def _status(code: int | None) -> Value:
    return Literal(code) if code is not None else unknown(())
