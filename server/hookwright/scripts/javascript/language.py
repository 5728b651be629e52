"""What the language itself offers: JSON, promises, timers, objects, and code that is made while it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from hookwright.scripts.effects import Evaluate, Failure, Risk
from hookwright.scripts.javascript import stdin
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.literals import spread
from hookwright.scripts.javascript.loops import element
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import UNDEFINED, Args, Record, Ref, Row, Thing, alternatives
from hookwright.scripts.values import UNKNOWN, Json, Spot

Handler: TypeAlias = Callable[[Interpreter, Args, Spot], Thing]


def _parse(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return stdin.parsed(run, args.at(0), spot)


def _stringify(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return join(*(Json(run.export(it)) for it in alternatives(args.at(0))))


def _later(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return stdin.set_timer(run, Args(args.things[:1]), spot)


def _timer(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return stdin.set_timer(run, args, spot)


def _rejected(run: Interpreter, args: Args, spot: Spot) -> Thing:
    run.emit(Risk(Failure.OTHER, spot))
    return UNKNOWN


def _one_of_promises(run: Interpreter, args: Args, spot: Spot) -> Thing:
    return element(run, args.at(0))


def _bytes(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`Buffer.concat([…])`."""
    content = run.content(args.at(0))
    return concat(run, *content.items) if isinstance(content, Row) else run.unknown(*args.things)


def _assign(run: Interpreter, args: Args, spot: Spot) -> Thing:
    """`Object.assign(target, …)`."""
    target = args.at(0)
    content = run.content(target)
    if isinstance(target, Ref) and isinstance(content, Record):
        slots = dict(content.slots)
        is_open = sum(spread(run, slots, it) for it in args.things[1:]) > 0
        run.write(target.cell, Record(slots, content.open or is_open, content.kind))
        return target
    return run.unknown(*args.things)


def _evaluate(how: str) -> Handler:
    def handler(run: Interpreter, args: Args, spot: Spot) -> Thing:
        run.emit(Evaluate(run.export(args.things[-1] if args.things else UNDEFINED), how, spot))
        run.vague()
        return UNKNOWN

    return handler


TABLE: dict[str, Handler] = {
    "JSON.parse": _parse,
    "JSON.stringify": _stringify,
    "setTimeout": _timer,
    "setInterval": _timer,
    "setImmediate": _later,
    "queueMicrotask": _later,
    "process.nextTick": _later,
    "Promise.reject": _rejected,
    "Promise.race": _one_of_promises,
    "Promise.any": _one_of_promises,
    "Buffer.concat": _bytes,
    "Object.assign": _assign,
    "eval": _evaluate("eval"),
    "Function": _evaluate("new Function"),
    "vm.runInNewContext": _evaluate("vm"),
    "vm.runInThisContext": _evaluate("vm"),
}
