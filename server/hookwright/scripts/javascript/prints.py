"""Prints: on which stream, and what; a line end that is written out is kept apart from the value."""

from __future__ import annotations

from hookwright.scripts.effects import Print, Stream
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import UNDEFINED, Args, Native, Thing, alternatives
from hookwright.scripts.values import Literal, OneOf, Spot, Text, Value

CONSOLE = {
    "log": Stream.STDOUT,
    "info": Stream.STDOUT,
    "debug": Stream.STDOUT,
    "dir": Stream.STDOUT,
    "table": Stream.STDOUT,
    "group": Stream.STDOUT,
    "error": Stream.STDERR,
    "warn": Stream.STDERR,
    "trace": Stream.STDERR,
}
_TARGETS = {
    Literal(1): Stream.STDOUT,
    Literal("/dev/stdout"): Stream.STDOUT,
    Native("process.stdout"): Stream.STDOUT,
    Native("Bun.stdout"): Stream.STDOUT,
    Literal(2): Stream.STDERR,
    Literal("/dev/stderr"): Stream.STDERR,
    Native("process.stderr"): Stream.STDERR,
    Native("Bun.stderr"): Stream.STDERR,
}


def stream_of(target: Thing) -> Stream | None:
    """The stream that a file stands for."""
    found = [_TARGETS.get(it) for it in alternatives(target) if isinstance(it, Literal | Native)]
    return found[0] if len(found) == 1 else None


def print_line(run: Interpreter, stream: Stream, args: Args, spot: Spot) -> None:
    """`console.log(…)`: its arguments with blanks between them, and a line end."""
    things = list(args.things)
    if len(things) == 1:
        value = run.export(Literal("undefined") if things[0] is UNDEFINED else things[0])
    else:
        blanks = [part for it in things for part in (Literal(" "), it)][1:]
        value = run.export(concat(run, *blanks))
    run.emit(Print(stream, value, spot))


def write(run: Interpreter, stream: Stream, thing: Thing, spot: Spot) -> None:
    """`process.stdout.write(…)`: no line end but what the value brings."""
    value = run.export(thing)
    shorter = _without_line_end(value)
    run.emit(Print(stream, value if shorter is None else shorter, spot, newline=shorter is not None))


def _without_line_end(value: Value) -> Value | None:
    """The value before its line end; None if it is not known to have one."""
    match value:
        case Literal(value=str() as text) if text.endswith("\n"):
            return Literal(text[:-1])
        case Text(parts=(*most, Literal(value=str() as text))) if text.endswith("\n"):
            parts = (*most, Literal(text[:-1])) if text != "\n" else tuple(most)
            return parts[0] if len(parts) == 1 else Text(parts)
        case OneOf(values=values):
            found = [_without_line_end(it) for it in values]
            shorter = tuple(it for it in found if it is not None)
            return OneOf(shorter) if len(shorter) == len(found) else None
    return None
