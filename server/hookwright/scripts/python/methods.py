"""Methods of the payload, of texts, dictionaries and lists."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence

from hookwright.scripts.effects import Failure, Risk
from hookwright.scripts.python.arguments import Given, made_of
from hookwright.scripts.python.binding import element, remove_item, set_item
from hookwright.scripts.python.members import ENVIRONMENT, variable
from hookwright.scripts.python.payload import instead_of_one_another, read_any_key
from hookwright.scripts.python.texts import of_format, put_together
from hookwright.scripts.python.things import (
    NONE,
    Chosen,
    Dictionary,
    Entry,
    Listing,
    Ref,
    Thing,
    about,
    choices,
    choose,
    text_of,
    unknown,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Argument, Json, Literal, Payload, PayloadText, Spot, Text, Variable
from hookwright.shell.programs import word_set

# What gives the same text, as far as it matters where it comes from; and what changes it in a known way.
_SAME = word_set("strip lstrip rstrip lower upper casefold title decode encode expandtabs copy")
_PURE = word_set("strip lstrip rstrip lower upper casefold title capitalize replace removeprefix removesuffix")
_MOST = 100_000
METHODS = (
    word_set("get pop setdefault update copy keys values items clear popitem")
    | word_set("append extend insert add appendleft remove discard sort reverse")
    | word_set("join format split splitlines startswith endswith")
    | _SAME
    | _PURE
)


def method(walk: Walk, of: Thing, name: str, given: Given) -> Thing | None:
    """What a method comes to; None if it is none of these."""
    if isinstance(of, Chosen):
        found = [method(walk, it, name, given) for it in of.things]
        known = [it for it in found if it is not None]
        instead_of_one_another(walk, known)
        return choose(known, of.about) if known and len(known) == len(found) else None
    if of == ENVIRONMENT:
        return _of_environment(walk, name, given)
    match of:
        case Payload():
            return _of_payload(walk, of, name, given)
        case Literal() | Text() | Json() | PayloadText() | Variable() | Argument():
            return _of_text(walk, of, name, given)
        case Ref():
            it = walk.object(of)
            if isinstance(it, Dictionary):
                return _of_dictionary(walk, of, it, name, given)
            if isinstance(it, Listing):
                return _of_listing(walk, of, it, name, given)
    return None


def _of_environment(walk: Walk, name: str, given: Given) -> Thing | None:
    if name == "copy":
        return ENVIRONMENT
    if name not in ("get", "pop", "setdefault") or not given.args:
        return UNKNOWN
    found = variable(walk, given.args[0], given.node.args[0], tolerant=True)
    return choose([found, given.args[1]]) if len(given.args) > 1 else found


def _of_payload(walk: Walk, of: Payload, name: str, given: Given) -> Thing:
    """Methods of a part of the payload, which may be of any type."""
    if name in ("get", "pop", "setdefault") and given.args and given.node.args:
        _may_lack(walk, of, given)
        default = given.arg(1, "default")
        found = read_any_key(walk, of, given.args[0], given.node.args[0], tolerant=name != "pop" or default is not None)
        if default is None or default == NONE:
            return found
        instead_of_one_another(walk, [found, default])
        if isinstance(found, Payload) and isinstance(walk.object(default), Dictionary):
            walk.objects.add(found.path)
        return choose([found, *(it for it in choices(default) if walk.truth(it) is not False)])
    _may_lack(walk, of, given)
    if name in _SAME:
        return of
    return made_of(walk, of, *given.args)


def _may_lack(walk: Walk, of: Payload, given: Given) -> None:
    """`data.get("x").y()` fails where the payload lacks `x`."""
    func = given.node.func
    inner = func.value if isinstance(func, ast.Attribute) else None
    if not isinstance(inner, ast.Call) or not isinstance(inner.func, ast.Attribute) or not of.path:
        return
    if inner.func.attr == "get" and len(inner.args) == 1 and not inner.keywords:
        walk.emit(Risk(Failure.KEY, walk.spot(inner)))


def _of_text(walk: Walk, of: Thing, name: str, given: Given) -> Thing:
    text = text_of(of)
    if name == "join" and text is not None and given.args:
        return _join(walk, text, given.args[0])
    if name == "format" and text is not None and not given.open:
        return of_format(walk, text, given.args, given.keywords)
    words = [text_of(it) for it in given.args]
    if name in _PURE and text is not None and None not in words:
        return _changed(text, name, words)
    if name in _SAME:
        return of
    if name in ("split", "splitlines") and text is not None and None not in words and not given.keywords:
        parts = text.split(words[0] if words else None) if name == "split" and words != [""] else text.splitlines()
        return walk.make(Listing(tuple(map(Literal, parts))))
    if name in ("startswith", "endswith", "isdigit") and text is not None and None not in words and words[:1] != []:
        return Literal(bool(getattr(text, name)(words[0])))
    return made_of(walk, of, *given.args)


def _changed(text: str, name: str, words: Sequence[str | None]) -> Thing:
    if len(text) * sum(len(it or "") for it in words) > _MOST:
        return UNKNOWN
    try:
        return Literal(getattr(text, name)(*words))
    except (TypeError, ValueError):
        return UNKNOWN


def _join(walk: Walk, separator: str, of: Thing) -> Thing:
    it = walk.object(of)
    if isinstance(it, Listing) and it.things:
        parts = [walk.plain(one) for one in it.things]
        between = [Literal(separator)] * (len(parts) - 1)
        every = [one for pair in zip(parts, [*between, Literal("")], strict=True) for one in pair]
        return put_together(*every, *([UNKNOWN] if it.open else []))
    return unknown(walk.plain(of))


def _of_dictionary(walk: Walk, of: Ref, it: Dictionary, name: str, given: Given) -> Thing | None:
    if name in ("get", "pop", "setdefault") and given.args:
        default = given.arg(1, "default")
        found = _entry(walk, it, given.args[0], NONE if default is None else default)
        if name == "setdefault":
            spot = walk.key_spot(given.args[0], given.node)
            set_item(walk, of, given.args[0], Entry(found, spot))
        elif name == "pop":
            entries = {key: one for key, one in it.entries.items() if key != text_of(given.args[0])}
            walk.change(of, Dictionary(entries, it.open, it.about))
        return found
    if name == "update":
        _update(walk, of, it, given)
        return NONE
    if name == "clear":
        walk.change(of, Dictionary({}))
    elif name == "popitem":
        remove_item(walk, of, UNKNOWN)
    return _view(walk, it, name)


def _view(walk: Walk, it: Dictionary, name: str) -> Thing:
    """What a dictionary shows of itself."""
    if name == "copy":
        return walk.make(it)
    if name == "keys":
        return walk.make(Listing(tuple(map(Literal, it.entries)), it.open))
    if name == "values":
        return walk.make(Listing(tuple(one.thing for one in it.entries.values()), it.open))
    if name == "items":
        pairs = [walk.make(Listing((Literal(key), one.thing))) for key, one in it.entries.items()]
        return walk.make(Listing(tuple(pairs), it.open))
    return UNKNOWN


def _entry(walk: Walk, it: Dictionary, key: Thing, default: Thing) -> Thing:
    if not isinstance(key, Literal):
        every = [*(one.thing for one in it.entries.values()), *([UNKNOWN] if it.open else []), default]
        return choose(every, about(walk.plain(key)))
    entry = it.entries.get(str(key.value))
    if entry is not None:
        return entry.thing if entry.certain else choose([entry.thing, default])
    return choose([UNKNOWN, default]) if it.open else default


def _update(walk: Walk, of: Ref, it: Dictionary, given: Given) -> None:
    entries, is_open = dict(it.entries), it.open or given.open
    for one in given.args:
        other = walk.object(one)
        if isinstance(other, Dictionary):
            entries |= other.entries
            is_open = is_open or other.open
        else:
            is_open = True
    nodes = {word.arg: word for word in given.node.keywords}
    for key, thing in given.keywords.items():
        spot = walk.spot(nodes.get(key, given.node))
        entries[key] = Entry(thing, Spot(spot.start, spot.start + len(key), spot.file) if key in nodes else spot)
    walk.change(of, Dictionary(entries, is_open, it.about))


def _of_listing(walk: Walk, of: Ref, it: Listing, name: str, given: Given) -> Thing | None:
    change: Mapping[str, Callable[[], Listing]] = {
        "append": lambda: Listing((*it.things, *given.args[:1]), it.open, it.about, some=True),
        "add": lambda: Listing((*it.things, *given.args[:1]), it.open, it.about, some=True),
        "insert": lambda: Listing((*it.things, *given.args[1:2]), open=True, about=it.about, some=True),
        "appendleft": lambda: Listing((*given.args[:1], *it.things), it.open),
        "extend": lambda: _extended(walk, it, given),
        "update": lambda: _extended(walk, it, given),
    }
    if name in change:
        walk.change(of, change[name]())
        return NONE
    if name == "pop":
        walk.change(of, Listing(it.things, open=True))
        return element(walk, of)
    if name == "clear":
        walk.change(of, Listing(()))
        return NONE
    if name == "copy":
        return walk.make(it)
    if name in ("remove", "discard", "sort", "reverse"):
        remove_item(walk, of, UNKNOWN)
        return NONE
    return made_of(walk, of, *given.args)


def _extended(walk: Walk, it: Listing, given: Given) -> Listing:
    other = walk.object(given.args[0]) if given.args else None
    if isinstance(other, Listing):
        return Listing(
            (*it.things, *other.things), it.open or other.open, it.about, some=it.filled or other.filled or False
        )
    more = [unknown(walk.plain(one)) for one in given.args[:1]]
    return Listing((*it.things, *more), open=True, about=it.about, some=it.filled or False)
