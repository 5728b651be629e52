"""Classes and enumerations: their members, and new instances."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.javascript.functions import inline
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.members import key_of
from hookwright.scripts.javascript.setting import set_slot
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import UNDEFINED, Args, Closure, Kind, Native, Record, Ref, Slot, Thing
from hookwright.scripts.values import Literal, Spot

_FIELDS = ("public_field_definition", "field_definition")


def kind_of(run: Interpreter, node: Node) -> Kind:
    """The class that a node declares."""
    body = node.field("body")
    parts = body.children if body is not None else []
    methods: dict[str, Node] = {}
    statics: dict[str, Slot] = {}
    for it in parts:
        key = it.field("name") or it.field("property")
        name = key_of(run, key) if key is not None else None
        if key is None or name is None:
            continue
        if it.kind == "method_definition" and not it.has("static"):
            methods[name] = it
        elif it.kind == "method_definition":
            statics[name] = Slot(Closure(it, run.scope), key.spot)
        elif it.kind in _FIELDS and it.has("static"):
            value = it.field("value")
            statics[name] = Slot(run.evaluate(value) if value is not None else UNDEFINED, key.spot)
    return Kind(node, run.scope, methods, run.new(Record(statics, open=True)), _base(run, node))


def _base(run: Interpreter, node: Node) -> Thing | None:
    for heritage in (it for it in node.children if it.kind == "class_heritage"):
        for clause in heritage.children:
            value = clause.field("value") if clause.kind == "extends_clause" else None
            if value is not None:
                return run.evaluate(value)
    return None


def _class(run: Interpreter, node: Node) -> Thing:
    return kind_of(run, node)


def construct(run: Interpreter, kind: Kind, args: Args) -> Thing:
    """A new instance: its fields, and then what the constructor does."""
    instance = Ref(run.new(Record({}, kind=kind)))
    _begin(run, kind, instance, args)
    return instance


def _begin(run: Interpreter, kind: Kind, instance: Ref, args: Args) -> None:
    constructor = kind.methods.get("constructor")
    if isinstance(kind.base, Kind) and (constructor is None or "super(" not in constructor.text):
        _begin(run, kind.base, instance, args)
    elif kind.base is not None and not isinstance(kind.base, Kind):
        set_slot(run, instance, None, Slot(UNDEFINED, Spot(0, 0)))
        if is_error(kind.base) and constructor is None:
            set_slot(run, instance, "message", Slot(args.at(0), Spot(0, 0)))
    body = kind.node.field("body")
    for it in body.children if body is not None else ():
        key, value = it.field("name") or it.field("property"), it.field("value")
        if it.kind in _FIELDS and not it.has("static") and key is not None:
            _field(run, kind, instance, key, value)
    if constructor is not None:
        inline(run, Closure(constructor, kind.scope), args, instance)
        _parameter_fields(run, constructor, instance, args)


def _field(run: Interpreter, kind: Kind, instance: Ref, key: Node, value: Node | None) -> None:
    name = key_of(run, key)
    around = run.scope, run.this
    run.scope, run.this = kind.scope, instance
    try:
        thing = run.evaluate(value) if value is not None else UNDEFINED
    finally:
        run.scope, run.this = around
    set_slot(run, instance, name, Slot(thing, key.spot))


def _parameter_fields(run: Interpreter, constructor: Node, instance: Ref, args: Args) -> None:
    """`constructor(private x)` of TypeScript."""
    parameters = constructor.field("parameters")
    for index, it in enumerate(parameters.children if parameters is not None else ()):
        target = it.field("pattern")
        if target is not None and any(one.kind == "accessibility_modifier" for one in it.children):
            set_slot(run, instance, target.text, Slot(args.at(index), target.spot))


def superior(run: Interpreter, instance: Thing, args: Args) -> Thing:
    """`super(…)`."""
    content = run.content(instance)
    kind = content.kind if isinstance(content, Record) else None
    if kind is not None and isinstance(kind.base, Kind) and isinstance(instance, Ref):
        _begin(run, kind.base, instance, args)
    elif kind is not None and kind.base is not None and is_error(kind.base) and isinstance(instance, Ref):
        set_slot(run, instance, "message", Slot(args.at(0), Spot(0, 0)))
    return UNDEFINED


def enumeration(run: Interpreter, node: Node) -> Thing:
    """An enumeration of TypeScript as an object."""
    body = node.field("body")
    slots: dict[str, Slot] = {}
    number: int | None = 0
    for it in body.children if body is not None else ():
        value = it.field("value") if it.kind == "enum_assignment" else None
        key = it.field("name") if it.kind == "enum_assignment" else it
        name = key_of(run, key) if key is not None else None
        if name is None or key is None:
            continue
        thing: Thing = run.evaluate(value) if value is not None else Literal(number)
        slots[name] = Slot(thing, key.spot)
        number = thing.value + 1 if isinstance(thing, Literal) and isinstance(thing.value, int) else None
    return Ref(run.new(Record(slots)))


def is_error(thing: Thing) -> bool:
    """Whether a class is one of the runtime's errors."""
    return isinstance(thing, Native) and thing.name.endswith("Error")


TABLE: dict[str, Callable[[Interpreter, Node], Thing]] = {"class": _class}
