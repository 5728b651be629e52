"""Gives names, keys and attributes their values, also where a value is taken apart."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hookwright.scripts.python.frames import Link
from hookwright.scripts.python.state import Key
from hookwright.scripts.python.things import (
    Chosen,
    Dictionary,
    Entry,
    Instance,
    Known,
    Listing,
    Ref,
    Thing,
    choices,
    choose,
    same,
    text_of,
    unknown,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Literal, Payload, PayloadText


def assign(walk: Walk, target: ast.expr, thing: Thing) -> None:
    """Assigns a thing to a target."""
    match target:
        case ast.Name(id=name):
            walk.bind(name, thing)
        case ast.Tuple(elts=elts) | ast.List(elts=elts):
            _take_apart(walk, elts, thing)
            _link(walk, elts, thing)
        case ast.Starred(value=value):
            assign(walk, value, thing)
        case ast.Subscript(value=value, slice=key):
            _set_item(walk, walk.value(value), key, thing)
        case ast.Attribute(value=value, attr=attr):
            set_attribute(walk, walk.value(value), attr, thing)


def _take_apart(walk: Walk, targets: Sequence[ast.expr], thing: Thing) -> None:
    star = next((number for number, it in enumerate(targets) if isinstance(it, ast.Starred)), None)
    for number, target in enumerate(targets):
        if star is None or number < star:
            assign(walk, target, item_at(walk, thing, number))
        elif number == star:
            assign(walk, target, walk.make(Listing((element(walk, thing),), open=True)))
        else:
            assign(walk, target, element(walk, thing))


def _link(walk: Walk, targets: Sequence[ast.expr], thing: Thing) -> None:
    """Keeps in mind which values names have at the same time, as with `allowed, reason = check()`."""
    rows = [it.things for one in choices(thing) if isinstance(it := walk.object(one), Listing) and not it.open]
    keys = [key for it in targets if isinstance(it, ast.Name) and (key := walk.key(it.id)) is not None]
    complete = len(keys) == len(targets) and len(rows) == len(choices(thing)) > 1
    if complete and all(len(it) == len(keys) for it in rows):
        things = tuple(walk.state.cells[key] for key in keys)
        link = Link(tuple(keys), things, tuple(rows), getattr(thing, "about", ()))
        walk.links |= dict.fromkeys(keys, link)


def narrow_linked(walk: Walk, key: Key, thing: Thing) -> None:
    """Gives a name one of its values, and others those that they have together with it."""
    cells, link = walk.state.cells, walk.links.get(key)
    as_given = link is not None and all(cells.get(it) is one for it, one in zip(link.keys, link.things, strict=True))
    cells[key] = thing
    if link is None or not as_given:
        return
    at = link.keys.index(key)
    kept = choices(thing)
    rows = [it for it in link.rows if any(same(one, other) for one in choices(it[at]) for other in kept)]
    for number, other in enumerate(link.keys):
        if other != key and rows:
            cells[other] = choose((it[number] for it in rows), link.about if len(rows) > 1 else ())


def item_at(walk: Walk, thing: Thing, number: int) -> Thing:
    """The item of a list at a place."""
    if isinstance(thing, Chosen):
        return choose((item_at(walk, it, number) for it in thing.things), thing.about)
    it = walk.object(thing)
    if isinstance(it, Listing):
        if not it.open and -len(it.things) <= number < len(it.things):
            return it.things[number]
        return choose(it.things) if it.things and it.open else UNKNOWN
    return unknown(walk.plain(thing))


def element(walk: Walk, thing: Thing) -> Thing:
    """What a loop over a thing gives."""
    if isinstance(thing, Chosen):
        return choose((element(walk, it) for it in thing.things), thing.about)
    match walk.object(thing):
        case Listing(things=things) if things:
            return choose(things)
        case Dictionary(entries=entries, open=False) if entries:
            return choose(map(Literal, entries))
    if thing == Known("sys.stdin") or isinstance(thing, PayloadText):
        return PayloadText()
    return unknown(walk.plain(thing))


def _set_item(walk: Walk, of: Thing, key: ast.expr, thing: Thing) -> None:
    name = walk.value(key)
    certain = not isinstance(of, Chosen)
    for it in choices(of):
        if isinstance(it, Payload) and text_of(name) is not None:
            walk.written.add((*it.path, text_of(name) or ""))
        elif it == Known("os.environ") and text_of(name) is not None:
            walk.written.add(text_of(name) or "")
        elif isinstance(it, Ref):
            set_item(walk, it, name, Entry(thing, walk.key_spot(name, key), certain))


def set_item(walk: Walk, of: Ref, name: Thing, entry: Entry) -> None:
    """Sets a key of a dictionary."""
    it = walk.object(of)
    if isinstance(it, Listing):
        walk.change(of, Listing((*it.things, entry.thing), open=True, about=it.about))
    elif isinstance(it, Dictionary):
        if not isinstance(name, Literal):
            walk.change(of, Dictionary(it.entries, open=True, about=it.about))
            return
        key = str(name.value)
        before = it.entries.get(key)
        if not entry.certain and before is not None:
            entry = Entry(choose((before.thing, entry.thing)), entry.spot, before.certain)
        walk.change(of, Dictionary({**it.entries, key: entry}, it.open, it.about))


def remove_item(walk: Walk, of: Thing, key: Thing) -> None:
    """Removes a key or an item."""
    it = walk.object(of)
    if not isinstance(of, Ref):
        return
    if isinstance(it, Dictionary):
        kept = {name: one for name, one in it.entries.items() if isinstance(key, Literal) and name != str(key.value)}
        walk.change(of, Dictionary(kept, it.open or not isinstance(key, Literal), it.about))
    elif isinstance(it, Listing):
        walk.change(of, Listing(it.things, open=True, about=it.about))


def loosen(walk: Walk, things: Iterable[Thing]) -> None:
    """Forgets what objects may have lost or got, where something unknown was done to them."""
    for thing in things:
        for it in choices(thing):
            if isinstance(it, Ref):
                match walk.object(it):
                    case Dictionary(entries=entries, about=about):
                        vague = {key: replace(one, certain=False) for key, one in entries.items()}
                        walk.change(it, Dictionary(vague, open=True, about=about))
                    case Listing(things=inner, about=about):
                        walk.change(it, Listing(inner, open=True, about=about))


def set_attribute(walk: Walk, of: Thing, attr: str, thing: Thing) -> None:
    """Sets an attribute of an instance; of the library, only some decide anything."""
    for it in choices(of):
        if isinstance(it, Ref):
            instance = walk.object(it)
            if isinstance(instance, Instance):
                walk.change(it, Instance(instance.of, {**instance.attributes, attr: thing}))
        elif isinstance(it, Known) and (it.name, attr) in _DECIDING:
            walk.doubt()


_DECIDING = frozenset({("sys", "stdout"), ("sys", "stderr"), ("sys", "stdin"), ("sys", "excepthook"), ("sys", "exit")})
