"""Puts values into names: declarations, assignments, parameters and destructuring with its defaults."""

from __future__ import annotations

from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join, truth
from hookwright.scripts.javascript.members import item, key_of, member
from hookwright.scripts.javascript.setting import set_member
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import UNDEFINED, Args, Record, Ref, Row, Thing, alternatives
from hookwright.scripts.values import Argument, Payload

_NAMES = ("identifier", "shorthand_property_identifier_pattern", "shorthand_property_identifier", "type_identifier")


def declare(run: Interpreter, name: str, value: Thing, *, var: bool = False) -> None:
    """A new variable of this scope, or of the function's where it is a `var`."""
    scope = (run.scope.home or run.scope) if var else run.scope
    cell = scope.names.get(name) if var else None
    if cell is None:
        scope.names[name] = run.new(value)
    else:
        run.write(cell, value)


def bind(run: Interpreter, pattern: Node, value: Thing, *, new: bool = True, var: bool = False) -> None:
    """Puts a value into a pattern's names; if they are not `new`, it is assigned."""
    if run.enter():
        try:
            _bind(run, pattern, value, new=new, var=var)
        finally:
            run.back()


def _bind(run: Interpreter, pattern: Node, value: Thing, *, new: bool, var: bool) -> None:
    match pattern.kind:
        case kind if kind in _NAMES:
            if new:
                declare(run, pattern.text, value, var=var)
            else:
                assign_name(run, pattern.text, value)
        case "object_pattern":
            _bind_object(run, pattern, value, new=new, var=var)
        case "array_pattern":
            _bind_array(run, pattern, value, new=new, var=var)
        case "assignment_pattern" | "object_assignment_pattern":
            left, right = pattern.field("left"), pattern.field("right")
            if left is not None:
                bind(run, left, with_default(run, value, right), new=new, var=var)
        case "member_expression" | "subscript_expression":
            set_member(run, pattern, value)
        case "rest_pattern" | "parenthesized_expression" | "non_null_expression" | "as_expression":
            for it in pattern.children[:1]:
                bind(run, it, value, new=new, var=var)


def assign_name(run: Interpreter, name: str, value: Thing) -> None:
    """Has a variable hold something else."""
    cell = run.scope.find(name)
    if cell is None:
        declare(run, name, value, var=True)
    else:
        run.write(cell, value)


def with_default(run: Interpreter, value: Thing, default: Node | None) -> Thing:
    """A value, or what stands for it if there is none."""
    if default is None or (value is not UNDEFINED and truth(value)):
        return value
    if value is UNDEFINED:
        return run.evaluate(default)
    way = run.way(lambda: run.evaluate(default))
    run.branch((run.export(value),), default.spot, way, run.way(lambda: UNDEFINED), "then")
    return join(*(it for it in alternatives(value) if it is not UNDEFINED), way.value)


def _bind_object(run: Interpreter, pattern: Node, value: Thing, *, new: bool, var: bool) -> None:
    taken = list[str]()
    several = [it.kind for it in pattern.children].count("rest_pattern")
    for it in pattern.children:
        match it.kind:
            case "shorthand_property_identifier_pattern" | "shorthand_property_identifier":
                taken.append(it.text)
                bind(run, it, member(run, value, it.text, it.spot, pattern.spot), new=new, var=var)
            case "object_assignment_pattern":
                left = it.field("left")
                if left is not None:
                    taken.append(left.text)
                    found = member(run, value, left.text, left.spot, pattern.spot)
                    bind(run, left, with_default(run, found, it.field("right")), new=new, var=var)
            case "pair_pattern" | "pair":
                key, target = it.field("key"), it.field("value")
                if key is None or target is None:
                    continue
                name = key_of(run, key)
                found = run.unknown(value) if name is None else member(run, value, name, key.spot, pattern.spot)
                taken.append(name or "")
                bind(run, target, found, new=new, var=var)
            case "rest_pattern":
                bind(run, it, _rest(run, value, taken) if several else value, new=new, var=var)


def _rest(run: Interpreter, value: Thing, taken: list[str]) -> Thing:
    """The members that are left; those of the payload are read as if of the payload itself."""
    content = run.content(value)
    if content is None or isinstance(content, Row):
        return value if isinstance(value, Payload) else run.unknown(value)
    slots = {key: it for key, it in content.slots.items() if key not in taken}

    return Ref(run.new(Record(slots, content.open)))


def _bind_array(run: Interpreter, pattern: Node, value: Thing, *, new: bool, var: bool) -> None:
    for index, it in enumerate(_positions(pattern)):
        if it is None:
            continue
        if it.kind == "rest_pattern":
            bind(run, it, _tail(run, value, index), new=new, var=var)
        else:
            bind(run, it, item(run, value, index, it.spot), new=new, var=var)


def _tail(run: Interpreter, value: Thing, index: int) -> Thing:
    content = run.content(value)
    if isinstance(content, Row):
        return Ref(run.new(Row(content.items[index:], content.open)))
    return Argument(0) if isinstance(value, Argument) else run.unknown(value)


def _positions(pattern: Node) -> list[Node | None]:
    """The targets of an array pattern by position, with None for those that are left out."""
    found: list[Node | None] = []
    code, at = pattern.page.text, pattern.start + 1
    for it in pattern.children:
        found += [None] * (code[at : it.start].count(",") - (1 if found and found[-1] is not None else 0))
        found.append(it)
        at = it.end
    return found


def bind_parameters(run: Interpreter, function: Node, args: Args) -> None:
    """Puts the arguments of a call into the names of the function's parameters."""
    single = function.field("parameter")
    if single is not None:
        bind(run, single, args.at(0))
        return
    parameters = function.field("parameters")
    position = 0
    for it in parameters.children if parameters is not None else ():
        target = it.field("pattern") or it
        if target.kind == "this":
            continue
        given = args.at(position) if position < len(args.things) or not args.open else run.unknown(*args.things)
        if target.kind == "rest_pattern":
            given = Ref(run.new(Row(args.things[position:], args.open)))
        bind(run, target, with_default(run, given, it.field("value")))
        position += 1
