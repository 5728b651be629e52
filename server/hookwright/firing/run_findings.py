"""Problems found by firing hooks (HW801 to HW805), as findings at the places of the hooks."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from hookwright.analysis.check import Diagnostic, as_known
from hookwright.analysis.rule import Finding, Place, Rule
from hookwright.analysis.run_rules import REFUSAL_WITHOUT_EFFECT, RUN_RULES, SLOW_HOOK
from hookwright.config.view import HookFile
from hookwright.firing.fire_result import FireResult
from hookwright.firing.refused_nothing import refused_nothing
from hookwright.model.event import EventRow
from hookwright.model.outcome import Run
from hookwright.syntax.tree import Node, find, route_of_pointer
from hookwright.text import Route, Span
from hookwright.wording.phrases import seconds_words

LONG_TO_WAIT = 1.0
"""Seconds that a waiting agent should not be held up for longer."""

_BY_CODE = {it.code: it for it in RUN_RULES}


class RunFinding(Struct, frozen=True):
    """One finding about the hook at a route of the file that was fired."""

    route: Route
    rule: Rule
    finding: Finding


def run_findings(fired: FireResult, file: HookFile) -> Iterator[RunFinding]:
    """What firing found about the hooks of this file, in the order of the runs."""
    for run, step in fired.runs():
        route = route_of_pointer(file.tree, run.hook.pointer) if run.hook.source == file.path else None
        if route is None:
            continue
        for problem in run.reading.problems:
            yield RunFinding(route, _BY_CODE[problem.code], Finding(Place(route), problem.message))
        # What is wrong with its object says that already.
        futile = refused_nothing(fired, run) if not run.reading.problems else None
        if futile:
            yield RunFinding(route, REFUSAL_WITHOUT_EFFECT, Finding(Place(route), futile))
        slow = slow_run(fired.row, run, step.timeout) if step is not None else None
        if slow:
            yield RunFinding(route, SLOW_HOOK, Finding(Place(route), slow))


def diagnostic(file: HookFile, node: Node, found: RunFinding) -> Diagnostic:
    """The finding on the hook's first line; `node` is the hook as it is now."""
    return as_known(file, Diagnostic(found.rule, found.finding, first_line(file, node), found.rule.severity))


def diagnostics(fired: FireResult, file: HookFile) -> tuple[Diagnostic, ...]:
    """All findings, in the file that was fired."""
    found = ((it, find(file.tree, it.route)) for it in run_findings(fired, file))
    return tuple(diagnostic(file, node, it) for it, node in found if node is not None)


def first_line(file: HookFile, node: Node) -> Span:
    """The part of the node that is on its first line."""
    lines = file.tree.lines
    line = lines.position(node.start).line
    return Span(node.start, min(node.end, lines.line_start(line) + len(lines.line_text(line))))


def slowness(row: EventRow, seconds: float, timeout: float, *, usually: bool = False) -> str | None:
    """Why that many seconds are too long for the event and its time-out; None if they are not.

    `usually`: the time covers most runs, not a single one.
    """
    took = f"this takes up to {seconds_words(seconds)}" if usually else f"this took {seconds_words(seconds)}"
    if seconds > timeout / 2:
        return f"{took} of the {seconds_words(timeout)} it may take; make it faster, or raise its time-out"
    if row.can_block and seconds > LONG_TO_WAIT:
        return f"{took}, and the agent waits for it on every `{row.name}`"
    return None


def slow_run(row: EventRow, run: Run, timeout: float) -> str | None:
    """Why the run took too long; None if it did not, or if it timed out."""
    if run.result is None or run.result.timed_out:
        return None
    return slowness(row, run.result.duration, timeout)
