"""Does something that may fail, and what is done then: for `try` and for promises."""

from __future__ import annotations

from collections.abc import Callable

from hookwright.scripts.effects import Handler, Try
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join_contents
from hookwright.scripts.javascript.machine import Way
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import Thing


def attempt(
    run: Interpreter,
    body: Callable[[], Thing],
    caught: Callable[[], Thing] | None,
    final: Callable[[], Thing] | None,
    place: Node,
) -> Thing:
    """Does a body, what is done where it fails, and what is done in any case; gives what the first two come to."""
    run.seen.append({})
    tried = run.way(body)
    seen = run.seen.pop()
    ways = [tried]
    handlers: tuple[Handler, ...] = ()
    if caught is not None:
        before = {cell: run.store[cell] for cell in seen}
        start = {cell: join_contents((before[cell], *contents)) for cell, contents in seen.items()}

        def handle() -> Thing:
            for cell, content in start.items():
                run.write(cell, content)
            return caught()

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
    if any(it.block for it in (*ways, last)):
        kept.append(Try(tried.block, handlers, last.block, place.spot, exits_skip=True))
    return value
