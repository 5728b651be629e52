"""Reads stdin as Node, Bun and Deno offer it; what is called when input comes is called when all else is done."""

from __future__ import annotations

from hookwright.scripts.effects import Failure, ReadInput, Risk
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.pieces import parses_piece
from hookwright.scripts.javascript.things import (
    PENDING,
    UNDEFINED,
    Args,
    Closure,
    Either,
    Native,
    Record,
    Ref,
    Settle,
    Thing,
    alternatives,
)
from hookwright.scripts.values import UNKNOWN, Json, Literal, Payload, PayloadText, Spot, Text, Unknown

STREAMS = ("process.stdin", "readline()", "Bun.stdin.stream()", "Deno.stdin.readable", "Bun.stdin")
FILES = (Literal(0), Literal("/dev/stdin"), Literal("/proc/self/fd/0"), Native("process.stdin"), Native("Bun.stdin"))
_PIECE = "piece"
_PARTS = (_PIECE, "data", "line", "readable")
_ENDS = ("end", "close", "finish")
_SOON = 50


def is_stream(thing: Thing) -> bool:
    """Whether it gives stdin piece by piece."""
    return isinstance(thing, Native) and thing.name in STREAMS


def read_stdin(run: Interpreter, spot: Spot) -> Thing:
    """Reads all of stdin."""
    run.emit(ReadInput(spot))
    return PayloadText()


def parsed(run: Interpreter, text: Thing, spot: Spot) -> Thing:
    """What `JSON.parse` makes of a text."""
    if isinstance(text, Either):
        if any(isinstance(it, PayloadText) for it in text.things):
            others = [it for it in text.things if it != PayloadText() and isinstance(it, Literal) and it.value]
            return join(parsed(run, PayloadText(), spot), *(_written_out(run, it) for it in others))
        run.emit(Risk(Failure.OTHER, spot))
        return run.unknown(text)
    match text:
        case PayloadText() | Unknown(of=((),)):
            run.emit(Risk(Failure.INPUT, spot))
            return Payload()
        case Text(parts=parts) if any(isinstance(it, PayloadText) for it in parts):
            run.emit(Risk(Failure.INPUT, spot))
            return Payload()
        case Json(value=value):
            return value
        case Literal(value=str()):
            return _written_out(run, text)
    run.emit(Risk(Failure.OTHER, spot))
    return run.unknown(text)


def _written_out(run: Interpreter, text: Thing) -> Thing:
    """The usual `"{}"` that stands in for no input is an empty object."""

    if text == Literal("{}"):
        return Ref(run.new(Record({})))
    return Literal(None) if text == Literal("null") else UNKNOWN


def listen(run: Interpreter, event: Thing, callback: Thing, spot: Spot, *, once: bool) -> None:
    """`stream.on(event, callback)` of stdin."""
    name = event.value if isinstance(event, Literal) else None
    for it in alternatives(callback):
        if name == "data" and (once or (isinstance(it, Closure) and parses_piece(it.node))):
            run.later.append((_PIECE, it, spot))
        elif name in _PARTS + _ENDS:
            run.later.append((str(name), it, spot))


def set_timer(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`setTimeout`: a callback that is called soon is called in any case, a later one may be cleared before."""
    delay = args.at(1)
    soon = delay is UNDEFINED or (isinstance(delay, Literal) and isinstance(delay.value, int) and delay.value <= _SOON)
    run.later.append(("soon" if soon else "timer", args.at(0), spot))
    return Native("timer()")


def flush(run: Interpreter, start: int = 0) -> None:
    """Calls what waits since `start`: timers that may run out, what gathers the input, what is done at its end."""
    for _ in range(3):
        waiting, run.later[start:] = run.later[start:], []
        if not waiting or not run.alive:
            return
        listening = [it for it in waiting if it[0] in _PARTS]
        for kinds in (("soon",), ("timer",), _PARTS, (*_ENDS, "done")):
            if kinds is _PARTS and listening:
                name, _, spot = listening[0]
                run.emit(ReadInput(spot, piece=name == _PIECE and len(listening) == 1))
            for name, callback, spot in waiting:
                if name in kinds:
                    _fire(run, name, callback, spot)


def _fire(run: Interpreter, name: str, callback: Thing, spot: Spot) -> None:
    if name == "timer":
        run.may(lambda: run.call(callback, Args(), spot), spot)
    elif name in _PARTS:
        run.call(callback, Args((PayloadText(),)), spot)
    else:
        run.call(callback, Args(open=True), spot)


def promised(run: Interpreter, executor: Thing, spot: Spot) -> Thing:
    """`new Promise(executor)`: what it is resolved with, when all that the executor waits for has come."""

    cell = run.new(PENDING)
    start = len(run.later)
    if isinstance(executor, Closure):
        run.call(executor, Args((Settle(cell), Settle(cell, rejects=True))), spot)
        waits = any(event in _ENDS for event, _, _ in run.later[start:])
        flush(run, 0 if waits else start)
    value = run.variable(cell)
    return UNKNOWN if value is PENDING else value
