"""What is written out: texts, numbers, templates, objects and lists."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.members import key_of
from hookwright.scripts.javascript.syntax import Node, unescaped
from hookwright.scripts.javascript.texts import concat
from hookwright.scripts.javascript.things import (
    NOTHING,
    UNDEFINED,
    Closure,
    Native,
    Record,
    Ref,
    Row,
    Slot,
    Thing,
    alternatives,
)
from hookwright.scripts.values import UNKNOWN, Literal


def _string(_: Interpreter, node: Node) -> Thing:
    return Literal(unescaped(node.text[1:-1]))


def _number(_: Interpreter, node: Node) -> Thing:
    try:
        value = int(node.text.replace("_", ""), 0)
        return Literal(value if value <= 1 << 53 else float(value))
    except (ValueError, OverflowError):
        pass
    try:
        return Literal(float(node.text))
    except ValueError:
        return UNKNOWN


def _template(run: Interpreter, node: Node) -> Thing:
    return concat(run, *template_parts(run, node))


def template_parts(run: Interpreter, node: Node) -> list[Thing]:
    """The texts and values that a template is made of, in order."""
    parts: list[Thing] = []
    at = node.start + 1
    for it in node.children:
        if it.kind == "template_substitution":
            parts += [Literal(unescaped(node.page.text[at : it.start])), _spread_value(run, it)]
            at = it.end
    return [*parts, Literal(unescaped(node.page.text[at : node.end - 1]))]


def _spread_value(run: Interpreter, node: Node) -> Thing:
    """What is spread or put into a template."""
    return run.evaluate(node.children[-1]) if node.children else UNDEFINED


def _object(run: Interpreter, node: Node) -> Thing:
    slots: dict[str, Slot] = {}
    is_open = False
    for it in node.children:
        match it.kind:
            case "pair":
                key, value = it.field("key"), it.field("value")
                name = key_of(run, key) if key is not None else None
                thing = run.evaluate(value) if value is not None else UNDEFINED
                if name is None or key is None:
                    is_open = True
                else:
                    slots[name] = Slot(thing, key.spot)
            case "shorthand_property_identifier":
                slots[it.text] = Slot(run.evaluate(it), it.spot)
            case "method_definition":
                key = it.field("name")
                name = key_of(run, key) if key is not None else None
                if name is None or key is None or it.has("get"):
                    is_open = True
                else:
                    slots[name] = Slot(Closure(it, run.scope), key.spot)
            case "spread_element":
                is_open |= spread(run, slots, _spread_value(run, it))
    return Ref(run.new(Record(slots, is_open)))


def spread(run: Interpreter, slots: dict[str, Slot], thing: Thing) -> bool:
    """Adds the members of an object to others; gives whether there may be more."""
    options = [it for it in alternatives(thing) if it not in NOTHING and not isinstance(it, Literal)]
    certain = len(options) == len(alternatives(thing))
    is_open = False
    for it in options:
        content = run.content(it)
        if not isinstance(content, Record):
            is_open = True
            continue
        is_open |= content.open
        for key, slot in content.slots.items():
            old = slots.get(key)
            if certain and len(options) == 1 and slot.certain:
                slots[key] = slot
            elif old is not None:
                slots[key] = Slot(join(old.value, slot.value), slot.spot, old.certain)
            else:
                slots[key] = Slot(slot.value, slot.spot, certain=False)
    return is_open


def _array(run: Interpreter, node: Node) -> Thing:
    items: list[Thing] = []
    is_open = False
    for it in node.children:
        value = run.evaluate(it) if it.kind != "spread_element" else _spread_value(run, it)
        if it.kind != "spread_element":
            items.append(value)
            continue
        content = run.content(value)
        if isinstance(content, Row):
            items += content.items
            is_open |= content.open
        else:
            is_open = True
            items += [run.unknown(value)] * bool(run.paths(value))
    return Ref(run.new(Row(tuple(items), is_open)))


TABLE: dict[str, Callable[[Interpreter, Node], Thing]] = {
    "string": _string,
    "number": _number,
    "template_string": _template,
    "regex": lambda _run, _node: Native("RegExp()"),
    "true": lambda _run, _node: Literal(value=True),
    "false": lambda _run, _node: Literal(value=False),
    "null": lambda _run, _node: Literal(None),
    "undefined": lambda _run, _node: UNDEFINED,
    "object": _object,
    "array": _array,
}
