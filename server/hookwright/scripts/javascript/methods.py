"""Methods of values: lists that grow, texts that are taken apart, callbacks that are called for each item."""

from __future__ import annotations

from hookwright.scripts.effects import ReadArgument
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.loops import element
from hookwright.scripts.javascript.members import asked_for
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import (
    UNDEFINED,
    Args,
    Closure,
    Either,
    Record,
    Ref,
    Row,
    Thing,
    alternatives,
)
from hookwright.scripts.values import UNKNOWN, Argument, Json, Literal, Payload, PayloadText, Spot, Text

_SAME_TEXT = ("trim", "trimEnd", "trimStart", "toString", "valueOf", "normalize", "toWellFormed", "decode")
_KEPT_LIST = ("filter", "sort", "reverse", "slice", "toSorted", "toReversed", "values", "concat", "flat")
_ENDS = ("close", "exit", "end", "finish")


def call_method(run: Interpreter, receiver: Thing, name: str, args: Args, spot: Spot) -> Thing:
    """What `receiver.name(…)` comes to; a method that is not known here is one of the language's."""
    if isinstance(receiver, Closure):
        return _applied(run, receiver, name, args, spot)
    content = run.content(receiver)
    if isinstance(receiver, Ref) and isinstance(content, Row):
        return _of_list(run, receiver, content, name, args, spot)
    if name in _SAME_TEXT and any(isinstance(it, PayloadText | Text | Json | Literal) for it in alternatives(receiver)):
        return _trimmed(receiver) if name.startswith("trim") else receiver
    if isinstance(receiver, Argument) and receiver.number == 0:
        run.emit(ReadArgument(0, spot))
    if name == "concat" and not isinstance(receiver, Record):
        return concat(run, receiver, *args.things)
    if name in ("toLowerCase", "toUpperCase") and isinstance(receiver, Literal) and isinstance(receiver.value, str):
        return Literal(receiver.value.lower() if name == "toLowerCase" else receiver.value.upper())
    if name in ("on", "once", "addListener") and isinstance(args.at(0), Literal):
        return listening(run, receiver, args, spot)
    if name == "hasOwnProperty" and isinstance(receiver, Payload):
        return asked_for(run, receiver, args.at(0), spot)
    value = run.unknown(receiver, *(it for it in args.things if not isinstance(it, Closure)))
    return run.unknown(value, each(run, args, value, spot))


def _applied(run: Interpreter, function: Closure, name: str, args: Args, spot: Spot) -> Thing:
    """`f.call(this, …)`, `f.apply(this, […])`, `f.bind(this)`."""
    match name:
        case "call":
            return run.call(function, Args(args.things[1:], args.nodes[1:], args.open), spot, args.at(0))
        case "apply":
            listed = run.content(args.at(1))
            items = listed.items if isinstance(listed, Row) else ()
            return run.call(function, Args(items, open=not isinstance(listed, Row) or listed.open), spot, args.at(0))
        case "bind":
            return Closure(function.node, function.scope, args.at(0))
    return UNKNOWN


def _trimmed(receiver: Thing) -> Thing:
    if isinstance(receiver, Either):
        return join(*(_trimmed(it) for it in receiver.things))
    if isinstance(receiver, Literal) and isinstance(receiver.value, str):
        return Literal(receiver.value.strip())
    return receiver


def listening(run: Interpreter, receiver: Thing, args: Args, spot: Spot) -> Thing:
    """`emitter.on("close", …)`: what is done at an end is done later, anything else only in some runs."""
    event, callback = args.at(0), args.at(1)
    if isinstance(event, Literal) and event.value in _ENDS and isinstance(callback, Closure):
        run.later.append(("done", callback, spot))
    elif isinstance(callback, Closure):
        run.may(lambda: run.call(callback, Args(open=True), spot), spot)
    return receiver


def each(run: Interpreter, args: Args, value: Thing, spot: Spot) -> Thing:
    """Calls each callback any number of times; gives what the last one comes to."""
    found: Thing = UNDEFINED
    for callback in args.callbacks():
        found = run.repeat(lambda callback=callback: run.call(callback, Args((value, UNKNOWN), open=True), spot), spot)  # type: ignore[misc]
    return found


def _of_list(run: Interpreter, receiver: Ref, content: Row, name: str, args: Args, spot: Spot) -> Thing:
    match name:
        case "push" | "unshift":
            items = (*content.items, *args.things) if name == "push" else (*args.things, *content.items)
            run.write(receiver.cell, Row(items, content.open or args.open))
            return UNKNOWN
        case "join":
            return _joined(run, content, args)
        case "pop" | "shift" | "find" | "at" | "findLast":
            if name in ("pop", "shift"):
                run.write(receiver.cell, Row(content.items, open=True))
            found = element(run, receiver)
            each(run, args, found, spot)
            return join(found, UNDEFINED)
        case "map" | "flatMap":
            return _mapped(run, receiver, args, spot)
        case "reduce" | "reduceRight":
            return _reduced(run, receiver, args, spot)
        case name if name in _KEPT_LIST:
            each(run, args, element(run, receiver), spot)
            more = [run.content(it) for it in args.things] if name == "concat" else []
            items = (*content.items, *(one for it in more if isinstance(it, Row) for one in it.items))
            is_open = content.open or name in ("filter", "slice") or not all(isinstance(it, Row) for it in more)
            return Ref(run.new(Row(items, is_open)))
    found = each(run, args, element(run, receiver), spot)
    return run.unknown(receiver, found, *(it for it in args.things if not isinstance(it, Closure)))


def _joined(run: Interpreter, content: Row, args: Args) -> Thing:
    separator = args.at(0)
    if separator is UNDEFINED:
        separator = Literal(",")
    parts = [part for it in content.items for part in (separator, it)][1:]
    if content.open:
        parts.append(UNKNOWN)
    return concat(run, *parts)


def _mapped(run: Interpreter, receiver: Ref, args: Args, spot: Spot) -> Thing:
    """A list that is made of another one."""
    callback = args.at(0)
    value = each(run, args, element(run, receiver), spot) if isinstance(callback, Closure) else UNKNOWN
    return Ref(run.new(Row((value,), open=True)))


def _reduced(run: Interpreter, receiver: Ref, args: Args, spot: Spot) -> Thing:
    callback = args.at(0)
    value = run.unknown(receiver, args.at(1))
    if isinstance(callback, Closure):
        given = Args((value, element(run, receiver)), open=True)
        run.repeat(lambda: run.call(callback, given, spot), spot)
    return value
