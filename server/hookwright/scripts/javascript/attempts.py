"""Does something that may fail, and what is done then: for `try` and for promises."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.effects import Handler, Try
from hookwright.scripts.javascript.idle import is_idle
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join, join_contents
from hookwright.scripts.javascript.machine import Way
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import Content, Thing
from hookwright.scripts.values import UNKNOWN


def attempt(
    run: Interpreter,
    body: Callable[[], Thing],
    caught: Callable[[Thing], Thing] | None,
    final: Callable[[], Thing] | None,
    place: Node,
) -> Thing:
    """Does a body, what is done if it fails, and what is done in any case; gives what the first two come to."""
    tried, seen, thrown = _tried(run, body, catching=caught is not None)
    ways = [tried]
    handlers: tuple[Handler, ...] = ()
    if caught is not None:
        before = {cell: run.store[cell] for cell in seen}
        start = {cell: join_contents((before[cell], *contents)) for cell, contents in seen.items()}

        def handle() -> Thing:
            for cell, content in start.items():
                run.write(cell, content)
            return caught(join(*thrown, UNKNOWN))

        way = run.way(handle)
        ways.append(way)
        handlers = (Handler(None, way.block, place.spot),)
    last = Way((), {})
    kept, run.block = run.block, []
    value = run.meet(*ways)
    if final is not None:
        alive, run.alive = run.alive, True
        last = run.way(final)
        run.meet(last)
        run.alive = alive and last.alive
    run.block = kept
    done = Try(tried.block, handlers, last.block, place.spot, exits_skip=True)
    if not is_idle((done,)):
        kept.append(done)
    return value


def _tried(
    run: Interpreter, body: Callable[[], Thing], *, catching: bool
) -> tuple[Way, dict[int, list[Content]], list[Thing]]:
    """What a body does, with all that the cells of before have held in it, and what it throws."""
    around = run.thrown
    run.thrown = []
    run.catching += catching
    run.seen.append({})
    count = len(run.store)
    try:
        way = run.way(body)
        thrown = run.thrown
    finally:
        seen = run.seen.pop()
        run.catching -= catching
        run.thrown = around
    if not catching:
        run.thrown += thrown
    return way, {cell: contents for cell, contents in seen.items() if cell < count}, thrown
