"""`then`, `catch` and `finally`: what is done when a promise is settled, as a `try` would do it."""

from __future__ import annotations

from typing import Final

from hookwright.scripts.javascript.attempts import attempt
from hookwright.scripts.javascript.interpreter import Interpreter
from hookwright.scripts.javascript.joins import join
from hookwright.scripts.javascript.results import with_each_result
from hookwright.scripts.javascript.syntax import Node
from hookwright.scripts.javascript.things import NOTHING, Args, Closure, Native, Thing

METHODS: Final = ("then", "catch", "finally")


def settled(run: Interpreter, node: Node, promise: Node, method: str, args: Args) -> Thing:
    """What `promise.then(…)`, `promise.catch(…)` or `promise.finally(…)` comes to."""
    done = args.at(0) if method == "then" else None
    failed = args.at(1) if method == "then" else args.at(0) if method == "catch" else None
    final = args.at(0) if method == "finally" else None

    def body() -> Thing:
        if done == Native("process.exit") or (isinstance(done, Closure) and "process.exit" in done.node.text):
            found = list[Thing]()
            with_each_result(run, promise, lambda value: found.append(run.call(done, Args((value,)), node.spot)))
            return join(*found)
        value = run.evaluate(promise)
        if done is None or done in NOTHING or not run.alive:
            return value
        return run.call(done, Args((value,)), node.spot)

    if (failed is None or failed in NOTHING) and final is None:
        return body()
    return attempt(
        run,
        body,
        None if failed is None or failed in NOTHING else lambda error: run.call(failed, Args((error,)), node.spot),
        None if final is None else lambda: run.call(final, Args(), node.spot),
        node,
    )
