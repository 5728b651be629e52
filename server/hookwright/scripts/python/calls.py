"""Calls: of the script's own functions, of methods, and of what is known of the library."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from hookwright.scripts.effects import Loop, Print
from hookwright.scripts.python.arguments import Given, arguments, made_of
from hookwright.scripts.python.binding import loosen
from hookwright.scripts.python.exits import EXITS, leave_script
from hookwright.scripts.python.functions import call_function, callback, instantiate
from hookwright.scripts.python.handlers import HANDLERS
from hookwright.scripts.python.library import is_importable, is_quiet
from hookwright.scripts.python.logs import logged
from hookwright.scripts.python.members import attribute_of
from hookwright.scripts.python.methods import METHODS, method
from hookwright.scripts.python.paths import SAME_METHODS
from hookwright.scripts.python.payload import STDIN, read_stdin
from hookwright.scripts.python.processes import STARTERS, started
from hookwright.scripts.python.streams import stream_of, written
from hookwright.scripts.python.things import (
    Beside,
    Chosen,
    Class,
    Function,
    Instance,
    Known,
    Partial,
    Ref,
    Thing,
)
from hookwright.scripts.python.walk import Walk
from hookwright.scripts.values import UNKNOWN, Argument, Json, Literal, Payload, PayloadText, Text, Value
from hookwright.shell.programs import word_set

# Functions of the library that do not call what they are given.
_CALLS_NOTHING = word_set("isinstance issubclass callable hasattr id repr type setattr functools.update_wrapper")
_CHANGE = ("heapq.", "random.shuffle", "bisect.", "setattr", "next")
_READS = frozenset({"read", "readlines", "read1", "readall", "read_text", "read_bytes"})


def call(walk: Walk, node: ast.Call) -> Thing:
    """What a call comes to."""
    func = node.func
    if isinstance(func, ast.Attribute):
        of = walk.value(func.value)
        if func.attr in METHODS and not isinstance(of, Known):
            given = arguments(walk, node)
            found = method(walk, of, func.attr, given)
            return found if found is not None else _called(walk, attribute_of(walk, of, func.attr, func), given)
        if isinstance(of, Known) and of.name in ("os.environ", "sys.stdin", "sys.stdout", "sys.stderr"):
            return _of_stream(walk, of, func.attr, arguments(walk, node))
        callee = attribute_of(walk, of, func.attr, func)
        if isinstance(of, Beside):
            arguments(walk, node)
            return of if func.attr in SAME_METHODS else UNKNOWN
        if isinstance(of, Payload | PayloadText | Literal | Text | Json | Argument):
            given = arguments(walk, node)
            found = method(walk, of, func.attr, given)
            return made_of(walk, of, *given.args) if found is None else found
    else:
        callee = walk.value(func)
    if isinstance(callee, Known) and callee.name in EXITS:
        leave_script(walk, node, node.args[0] if node.args else node.keywords[0].value if node.keywords else None)
        return UNKNOWN
    return _called(walk, callee, arguments(walk, node))


def call_with(walk: Walk, callee: Thing, things: Sequence[Thing], node: ast.expr) -> Thing:
    """What a call comes to that is not written out."""
    made = ast.copy_location(ast.Call(node, [], []), node)
    return _called(walk, callee, Given(made, [*things], {}))


def _of_stream(walk: Walk, of: Known, name: str, given: Given) -> Thing:
    """Methods of stdin, stdout, stderr and the environment."""
    found = method(walk, of, name, given)
    if found is not None:
        return found
    if name == "isatty":
        # The streams of a hook are pipes.
        return Literal(value=False)
    if of == STDIN:
        if name in _READS:
            return read_stdin(walk, given.node)
        if name in ("readline", "__next__"):
            return read_stdin(walk, given.node, one_line=True)
        return STDIN if name == "detach" else UNKNOWN
    stream = stream_of(of)
    if stream is not None and name == "write":
        return written(walk, stream, given)
    if stream is not None and name == "writelines":
        walk.emit(Print(stream, made_of(walk, *given.args), walk.spot(given.node), newline=False))
    return UNKNOWN


def _called(walk: Walk, callee: Thing, given: Given) -> Thing:
    match callee:
        case Chosen(things=things, about=about):
            every = [it for it in things if not (isinstance(it, Literal) and it.value is None)]
            return _one_of(walk, every, about, given)
        case Function():
            return call_function(walk, callee, given)
        case Class():
            return instantiate(walk, callee, given)
        case Partial(of=of, things=things, keywords=keywords):
            more = Given(given.node, [*things, *given.args], {**keywords, **given.keywords}, given.open)
            return _called(walk, of, more)
        case Known():
            return _of_library(walk, callee.name, given)
        case Ref():
            it = walk.object(callee)
            if isinstance(it, Instance):
                return _called(walk, attribute_of(walk, callee, "__call__", given.node), given)
    if not (isinstance(given.node.func, ast.Attribute) or isinstance(callee, Literal)):
        # A value from elsewhere that is called: it may do anything.
        walk.doubt()
    return made_of(walk, callee, *given.args)


def _one_of(walk: Walk, things: list[Thing], about: tuple[Value, ...], given: Given) -> Thing:
    """Calls one of several things."""
    if not things:
        return UNKNOWN
    first, *rest = things
    if not rest:
        return _called(walk, first, given)
    return walk.either(
        about,
        walk.spot(given.node),
        lambda: _called(walk, first, given),
        lambda: _one_of(walk, rest, about, given),
    )


def _of_library(walk: Walk, name: str, given: Given) -> Thing:
    """A call of something that is known by its name."""
    handler = HANDLERS.get(name)
    if handler is not None:
        return handler(walk, given)
    root, _, rest = name.partition(".")
    if root == "subprocess" and rest in STARTERS:
        return started(walk, rest, given)
    if name.startswith("logging.") and not is_quiet(name):
        return logged(walk, name.rpartition(".")[2], given)
    for it in () if name in _CALLS_NOTHING else (*given.args, *given.keywords.values()):
        if isinstance(it, Function):
            callback(walk, it, lambda block: walk.emit(Loop(block, walk.spot(given.node))))
    if not is_quiet(name) or name.startswith(_CHANGE):
        loosen(walk, (*given.args, *given.keywords.values()))
    if is_quiet(name):
        return made_of(walk, *given.args, *given.keywords.values())
    walk.doubt()
    return UNKNOWN if is_importable(name) else Known(f"{name}()")
