"""Sets and deletes members: of objects and lists of the script, and of what comes with the runtime."""

from __future__ import annotations

from hookwright.scripts.javascript.exits import set_exit_code
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import (
    UNDEFINED,
    Either,
    Kind,
    Native,
    Record,
    Ref,
    Row,
    Slot,
    Thing,
    alternatives,
)
from hookwright.scripts.values import Literal, Spot


def set_member(run: Interpreter, target: Node, value: Thing) -> None:
    """Does `target = value` for a member."""
    holder = target.field("object")
    key = target.field("property")
    index = target.field("index")
    if holder is None:
        return
    base = run.evaluate(holder)
    name = key.text if key is not None else _written_key(run, index)
    spot = (key or index or target).spot
    for it in alternatives(base):
        if isinstance(it, Kind):
            it = Ref(it.statics)
        if isinstance(it, Native) and name is not None:
            _set_native(run, f"{it.name}.{name}", value, target.spot)
        elif isinstance(it, Ref):
            set_slot(run, it, name, Slot(value, spot, certain=not isinstance(base, Either)))


def delete_member(run: Interpreter, target: Node) -> None:
    """`delete base.key`."""
    holder, key = target.field("object"), target.field("property")
    base = run.evaluate(holder) if holder is not None else UNDEFINED
    content = run.content(base)
    if isinstance(base, Ref) and isinstance(content, Record) and key is not None:
        slots = {name: it for name, it in content.slots.items() if name != key.text}
        run.write(base.cell, Record(slots, content.open, content.kind))


def _set_native(run: Interpreter, path: str, value: Thing, spot: Spot) -> None:
    """Sets what comes with the runtime: the exit code, a variable, what a module exports."""
    exports = run.variable(run.exports)
    if path == "process.exitCode":
        set_exit_code(run, value, spot)
    elif path.startswith("process.env."):
        run.variables[path.removeprefix("process.env.")] = value
    elif path == "module.exports":
        run.write(run.exports, value)
    elif path.startswith("exports.") and isinstance(exports, Ref):
        set_slot(run, exports, path.removeprefix("exports."), Slot(value, spot))
    elif path.startswith(("console.", "process.", "JSON.")):
        run.vague()


def _written_key(run: Interpreter, index: Node | None) -> str | None:
    value = run.evaluate(index) if index is not None else UNDEFINED
    return str(value.value) if isinstance(value, Literal) and value.value is not None else None


def set_slot(run: Interpreter, base: Ref, key: str | None, slot: Slot) -> None:
    """Sets a member of an object; an object is open after one with an unknown key."""
    content = run.content(base)
    if isinstance(content, Row):
        run.write(base.cell, Row((*content.items, slot.value), open=True))
    elif content is not None and key is None:
        run.write(base.cell, Record(content.slots, open=True, kind=content.kind))
    elif content is not None and key is not None:
        old = content.slots.get(key)
        if not slot.certain:
            value = join(old.value if old else UNDEFINED, slot.value)
            slot = Slot(value, slot.spot, old is not None and old.certain)
        run.write(base.cell, Record({**content.slots, key: slot}, content.open, content.kind))
