"""Reading the payload: all of it from stdin, and its keys."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from hookwright.scripts.effects import Failure, ReadInput, ReadKey, Risk
from hookwright.scripts.python.things import Known, Thing, about, choices, choose, text_of, unknown
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Path, Payload, PayloadText, Value, within

STDIN = Known("sys.stdin")


def read_stdin(walk: Walk, node: ast.expr, one_line: bool = False) -> Thing:
    """The text on stdin."""
    walk.emit(ReadInput(walk.spot(node), one_line))
    return PayloadText()


def parse_text(walk: Walk, text: Thing, node: ast.expr) -> Thing:
    """What `json.loads` makes of a text: the payload, where that is what it is given."""
    if any(isinstance(it, PayloadText) for one in choices(text) for it in within(walk.plain(one))):
        walk.emit(Risk(Failure.INPUT, walk.spot(node)))
        return Payload()
    value = walk.plain(text)
    if about(value) and not any(isinstance(it, type(UNKNOWN)) for it in about(value)):
        walk.emit(Risk(Failure.OTHER, walk.spot(node)))
    return unknown(value)


def read_key(walk: Walk, of: Payload, name: Thing, node: ast.expr, *, tolerant: bool) -> Thing:
    """The part of the payload at a key that is written out; a node comes to it."""
    path = (*of.path, text_of(name) or "")
    walk.objects.add(of.path)
    if path in walk.written:
        return unknown(Payload(path))
    certain = tolerant or path in walk.asked
    walk.emit(ReadKey(path, walk.key_spot(name, node), certain))
    if not certain:
        walk.emit(Risk(Failure.KEY, walk.spot(node)))
    walk.asked.add(path)
    return Payload(path)


def read_any_key(walk: Walk, of: Payload, key: Thing, node: ast.expr, *, tolerant: bool) -> Thing:
    """The part of the payload at a key that is one of several, or not known."""
    keys = choices(key)
    if any(text_of(it) is None for it in keys):
        return unknown(of, walk.plain(key))
    found = [read_key(walk, of, it, node, tolerant=tolerant or len(keys) > 1) for it in keys]
    instead_of_one_another(walk, found)
    return choose(found)


def instead_of_one_another(walk: Walk, things: Iterable[Thing]) -> None:
    """Each of these parts of the payload is read where the others have nothing."""
    paths = dict[Path, None]()
    for thing in things:
        paths |= dict.fromkeys(it.path for it in choices(thing) if isinstance(it, Payload) and it.path)
    if len(paths) > 1:
        for path in paths:
            others = {it: None for it in paths if it != path}
            walk.instead.setdefault(path, {}).update(others)


def _asked(walk: Walk, of: Payload, key: Thing, node: ast.expr) -> Value:
    path = (*of.path, text_of(key) or "")
    if path not in walk.written:
        walk.emit(ReadKey(path, walk.key_spot(key, node), asks=True))
    walk.asked.add(path)
    return Payload(path)


def ask_for(walk: Walk, thing: Thing, key: Thing, node: ast.expr) -> tuple[Value, ...]:
    """Asks whether the payload has a key; empty if the thing is not of the payload, or may be a text."""
    found: list[Value] = []
    for it in choices(thing):
        if not isinstance(it, Payload):
            continue
        if not it.path or it.path in walk.objects:
            found.append(_asked(walk, it, key, node))
        else:
            # It may be a text in which another is looked for, too.
            walk.asked.add((*it.path, text_of(key) or ""))
    return tuple(found)
