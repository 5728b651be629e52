"""Reads and sets members: of the payload, of objects and lists of the script, and of what comes with the runtime."""

from __future__ import annotations

from msgspec.structs import replace

from hookwright.scripts.effects import Failure, ReadArgument, ReadKey, ReadVariable, Risk
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.syntax import Node, unescaped
from hookwright.scripts.javascript.things import (
    FOREIGN,
    NOTHING,
    UNDEFINED,
    Args,
    Bound,
    Closure,
    Either,
    Foreign,
    Kind,
    Native,
    Ref,
    Row,
    Thing,
)
from hookwright.scripts.values import UNKNOWN, Argument, Literal, Payload, Spot, Variable

_CONSTANTS: dict[str, Thing] = {
    "os.EOL": Literal("\n"),
    "process.stdin.fd": Literal(0),
    "process.stdout.fd": Literal(1),
    "process.stderr.fd": Literal(2),
    "import.meta.main": Literal(value=True),
    "import.meta.url": Native("itself"),
    "import.meta.path": Native("itself"),
    "import.meta.filename": Native("itself"),
    "import.meta.dirname": UNKNOWN,
    "import.meta.dir": UNKNOWN,
    "require.main": Native("module"),
    "Bun.main": Native("itself"),
    "itself.href": Native("itself"),
    "itself.pathname": Native("itself"),
    "process.platform": UNKNOWN,
    "process.pid": UNKNOWN,
    "process.execPath": UNKNOWN,
    "process.version": UNKNOWN,
    "process.versions": UNKNOWN,
    # The streams of a hook are pipes.
    **dict.fromkeys(("process.stdin.isTTY", "process.stdout.isTTY", "process.stderr.isTTY"), UNDEFINED),
    "path.sep": UNKNOWN,
    "path.delimiter": UNKNOWN,
    "Bun.env": Native("process.env"),
    "Deno.args": Argument(0),
    "Bun.argv": Native("process.argv"),
}
_DEFAULT_EXPORTS = ("default",)


def key_of(run: Interpreter, key: Node) -> str | None:
    """The name that a key of an object or a pattern writes out; None if it is computed."""
    match key.kind:
        case "property_identifier" | "private_property_identifier" | "identifier" | "number":
            return key.text
        case "string":
            return unescaped(key.text[1:-1])
        case "computed_property_name":
            value = run.evaluate(key.children[0]) if key.children else UNDEFINED
            return str(value.value) if isinstance(value, Literal) and value.value is not None else None
    return None


def member(
    run: Interpreter, base: Thing, key: str, spot: Spot, base_spot: Spot, *, optional: bool = False, call: bool = False
) -> Thing:
    """What `base.key` comes to; `optional` where it is `base?.key`, `call` where it is called.

    `spot` is that of the key, and `base_spot` that of what has it.
    """
    match base:
        case Payload():
            return _of_payload(run, base, key, spot, base_spot, optional=optional, call=call)
        case Either():
            return _of_either(run, base, key, spot, base_spot, optional=optional, call=call)
        case Ref():
            return _of_object(run, base, key, spot)
        case Native(name=name):
            return _of_native(run, name, key, spot)
        case Foreign():
            return FOREIGN
        case Kind(statics=cell):
            return member(run, Ref(cell), key, spot, base_spot)
        case Literal(value=str() as text) if key == "length":
            return Literal(len(text))
        case Closure() if key not in ("call", "apply", "bind"):
            return UNKNOWN
    return Bound(base, key) if call or isinstance(base, Closure) else run.unknown(base)


def _of_payload(
    run: Interpreter, base: Payload, key: str, spot: Spot, base_spot: Spot, *, optional: bool, call: bool
) -> Thing:
    if base.path and not optional and base.path not in run.known:
        _require(run, base, base_spot)
    if call:
        return Bound(base, key)
    if key == "length":
        return run.unknown(base)
    path = (*base.path, key)
    run.emit(ReadKey(path, spot))
    return Payload(path)


def _require(run: Interpreter, base: Payload, spot: Spot) -> None:
    """A part of the payload has to be there, or the script fails; behind that it is known to be there."""
    last = run.block[-1] if run.block else None
    if isinstance(last, ReadKey) and last.path == base.path:
        run.block[-1] = replace(last, tolerant=False)
    run.emit(Risk(Failure.KEY, spot))
    run.known |= {base.path[:length] for length in range(1, len(base.path) + 1)}


def _of_either(
    run: Interpreter, base: Either, key: str, spot: Spot, base_spot: Spot, *, optional: bool, call: bool
) -> Thing:
    """Where one of several has the key: what stands in for a part of the payload keeps it from failing."""
    stands_in = any(it not in NOTHING and not isinstance(it, Payload) for it in base.things)
    found = [
        member(run, it, key, spot, base_spot, optional=optional or stands_in, call=call)
        for it in base.things
        if it not in NOTHING
    ]
    bound = [it for it in found if isinstance(it, Bound)]
    if call and bound:
        return Bound(join(*(it.receiver for it in bound)), key) if len(bound) == len(found) else found[0]
    if len(found) < len(base.things):
        found.append(UNDEFINED)
    return join(*found)


def _of_object(run: Interpreter, base: Ref, key: str, spot: Spot) -> Thing:
    content = run.content(base)
    if isinstance(content, Row):
        return _of_row(run, base, content, key)
    if content is None:
        return UNKNOWN
    slot = content.slots.get(key)
    if slot is not None:
        return slot.value if slot.certain else join(slot.value, UNKNOWN if content.open else UNDEFINED)
    method = _method(content.kind, key)
    if method is not None:
        found = Closure(method[0], method[1].scope, base)
        return run.call(found, Args(), spot) if method[0].has("get") else found
    if content.kind is not None and content.kind.base is not None and not _is_local(content.kind):
        return FOREIGN
    if content.open:
        return UNKNOWN
    return Bound(base, key) if key in ("hasOwnProperty", "toString") else UNDEFINED


def _method(kind: Kind | None, key: str) -> tuple[Node, Kind] | None:
    while kind is not None:
        if key in kind.methods:
            return kind.methods[key], kind
        kind = kind.base if isinstance(kind.base, Kind) else None
    return None


def _is_local(kind: Kind) -> bool:
    """Whether every class that it is derived from is known."""
    base: Thing | None = kind
    while isinstance(base, Kind):
        base = base.base
    return base is None or (isinstance(base, Native) and base.name == "Error")


def _of_row(run: Interpreter, base: Ref, content: Row, key: str) -> Thing:
    if key == "length":
        return UNKNOWN if content.open else Literal(len(content.items))
    if key.isdigit():
        return item(run, base, int(key), Spot(0, 0))
    return Bound(base, key)


def _of_native(run: Interpreter, name: str, key: str, spot: Spot) -> Thing:
    path = f"{name}.{key}"
    if name == "process.env":
        return variable(run, key, spot)
    if path == "process.exitCode":
        return run.variable(run.exit_code)
    if path == "module.exports":
        return run.variable(run.exports)
    if name == "process.argv" and key == "length":
        run.emit(ReadArgument(0, spot))
        return UNKNOWN
    if name == "process.argv" and key.isdigit():
        return item(run, Native(name), int(key), spot)
    if path in _CONSTANTS:
        found = _CONSTANTS[path]
        return Literal(value=False) if path == "import.meta.main" and run.inside_import else found
    if key in _DEFAULT_EXPORTS or path == "globalThis.process":
        return Native(name if key in _DEFAULT_EXPORTS else key)
    return Native(key if name in ("globalThis", "global") else path)


def asked_for(run: Interpreter, base: Thing, key: Thing, spot: Spot) -> Thing:
    """Whether an object has a key, which `key in base` and `Object.hasOwn(base, key)` ask."""
    if not (isinstance(base, Payload) and isinstance(key, Literal)):
        return run.unknown(base)
    path = (*base.path, str(key.value))
    run.emit(ReadKey(path, spot, asks=True))
    return run.unknown(Payload(path))


def variable(run: Interpreter, name: str, spot: Spot) -> Thing:
    """The environment variable of that name: what the script has set, or what it is given."""
    if name in run.variables:
        return run.variables[name]
    run.emit(ReadVariable(name, spot))
    return Variable(name)


def item(run: Interpreter, base: Thing, index: int, spot: Spot) -> Thing:
    """What `base[index]` comes to."""
    if index < 0:
        # Lists count from 0, whatever Python does.
        return UNDEFINED if isinstance(base, Ref) else run.unknown(base)
    match base:
        case Native(name="process.argv"):
            if index < 2:
                return Native("itself") if index else UNKNOWN
            return _argument(run, index - 1, spot)
        case Argument(number=0):
            return _argument(run, index + 1, spot)
        case Ref():
            content = run.content(base)
            if isinstance(content, Row):
                if index < len(content.items):
                    found = content.items[index]
                    return join(found, UNDEFINED) if content.open else found
                return join(UNKNOWN, *content.items) if content.open else UNDEFINED
        case Foreign():
            return FOREIGN
        case Either(things=things):
            return join(*(item(run, it, index, spot) for it in things if it not in NOTHING))
    return run.unknown(base)


def _argument(run: Interpreter, number: int, spot: Spot) -> Thing:
    run.emit(ReadArgument(number, spot))
    return Argument(number)
