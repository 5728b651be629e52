"""The result of `hookwright/fire`: the outcome, and what it says about the hook's own lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookwright.config.view import HookFile
from hookwright.engine.plan import Step
from hookwright.ide.fired import Fired
from hookwright.ide.words import seconds_words
from hookwright.model.outcome import Run
from hookwright.model.reaction import Severity
from hookwright.syntax.tree import find, route_of_pointer

_SOURCE = "hookwright"
_LONG_TO_WAIT = 1.0
"""Seconds after which an agent that waits is held up."""


def fire_json(fired: Fired, file: HookFile) -> dict[str, Any]:
    """The contract's object (contract §3), and the `notes`; `changes` are those of the copy, where there was one."""
    found = [it for run, step in fired.runs() for it in _of_run(fired, run, step, file)]
    changes = [{"path": it.path, "kind": it.kind.value, "diff": it.diff} for it in fired.changes or ()]
    return {"outcome": fired.outcome.to_json(), "changes": changes, "notes": [*fired.notes], "diagnostics": found}


def _of_run(fired: Fired, run: Run, step: Step | None, file: HookFile) -> Iterator[dict[str, Any]]:
    """HW801 to HW804 on the line on which the hook begins."""
    place = _first_line(run, file)
    if place is None:
        return
    for problem in run.reading.problems:
        yield _diagnostic(problem.code, problem.message, Severity.WARNING, place)
    slow = _slowness(fired, run, step)
    if slow:
        yield _diagnostic("HW804", slow, Severity.INFORMATION, place)


def _slowness(fired: Fired, run: Run, step: Step | None) -> str | None:
    if run.result is None or run.result.timed_out or step is None:
        return None
    took = seconds_words(run.result.duration)
    if run.result.duration > step.timeout / 2:
        return (
            f"this took {took} of the {seconds_words(step.timeout)} it may take; make it faster, or raise its time-out"
        )
    if fired.row.can_block and run.result.duration > _LONG_TO_WAIT:
        return f"this took {took}, and the agent waits for it on every `{fired.row.name}`"
    return None


def _first_line(run: Run, file: HookFile) -> dict[str, Any] | None:
    route = route_of_pointer(file.tree, run.hook.pointer)
    node = find(file.tree, route) if route is not None else None
    if node is None:
        return None
    lines = file.tree.lines
    start = lines.position(node.start)
    end = lines.position(min(node.end, lines.line_start(start.line) + len(lines.line_text(start.line))))
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }


def _diagnostic(code: str, message: str, severity: Severity, extent: dict[str, Any]) -> dict[str, Any]:
    return {"code": code, "message": message, "severity": severity.value, "source": _SOURCE, "range": extent}
