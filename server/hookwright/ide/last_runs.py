"""The last runs of the hooks of a file, which of them are too slow, and how often a group has fired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hookwright.analysis.rule import Finding, Place
from hookwright.analysis.run_rules import SLOW_HOOK
from hookwright.config.runnable import runnable_hooks
from hookwright.config.view import HookFile, once_per_file
from hookwright.config.workspace import snapshot_of
from hookwright.engine.journal.statistics import HookKey, LastRun, key_of
from hookwright.engine.plan import step_of
from hookwright.firing.run_findings import LONG_TO_WAIT, RunFinding, slowness
from hookwright.ide.code_lens import Results
from hookwright.model.hook import Hook
from hookwright.model.outcome import HookIdentity, Outcome, identity
from hookwright.model.reaction import Status
from hookwright.text import Route
from hookwright.wording.phrases import seconds_words

_WORDS = {Status.SUCCEEDED.value: "ok"}
DAYS = 7


@once_per_file
def identities(file: HookFile) -> tuple[HookIdentity, ...]:
    """The hooks of the file that can be run."""
    return tuple(identity(it) for it in runnable_hooks(file)[0])


def last_run_labels(file: HookFile, known: Mapping[HookKey, LastRun]) -> Results:
    """A label such as `deny · 12 ms` for every hook that has not changed since it ran, by pointer."""
    found = ((it, known.get(key_of(it))) for it in identities(file))
    return {it.pointer: last_run_label(last) for it, last in found if last is not None}


def last_runs(outcome: Outcome) -> Iterator[tuple[HookKey, LastRun]]:
    """The runs of an outcome, in the form that the journal has them."""
    for run in outcome.runs:
        if run.result is not None:
            decided = run.reading.decision
            decision = decided.value if decided else None
            status = run.reading.status.value
            yield key_of(run.hook), LastRun(outcome.dispatch_id, status, decision, run.result.duration)


def slow_hooks(file: HookFile, known: Mapping[HookKey, LastRun]) -> Iterator[tuple[Hook, RunFinding]]:
    """HW804 for the hooks that usually keep the agent waiting too long."""
    hooks = runnable_hooks(file)[0]
    knobs = snapshot_of(file.dialect, (file,), hooks, ()).knobs
    for hook in hooks:
        last, row = known.get(key_of(identity(hook))), file.dialect.event(hook.event)
        if last is None or last.usual is None or row is None:
            continue
        timeout = step_of(file.dialect, row, hook, (), knobs).timeout
        slow = slowness(row, last.usual, timeout, usually=True)
        if slow:
            yield hook, RunFinding(hook.route, SLOW_HOOK, Finding(Place(hook.route), slow))


def last_run_label(last: LastRun) -> str:
    """How the run ended, and how long it took, such as `deny · 12 ms`; of a slow hook also what it usually takes."""
    label = f"{last.decision or _WORDS.get(last.status, last.status)} · {seconds_words(last.duration)}"
    slow = last.usual is not None and last.usual > LONG_TO_WAIT
    return f"{label} · slow: usually up to {seconds_words(last.usual or 0)}" if slow else label


def hooks_of_group(file: HookFile, route: Route) -> tuple[HookKey, ...]:
    """The runnable hooks of the group at a route, in the form that the journal knows them by."""
    for event in file.events:
        for group in event.groups:
            if group.route == route:
                return tuple(key_of(identity(it)) for it in runnable_hooks(file.alone(event, group))[0])
    return ()


def fired_words(times: int) -> str:
    """A sentence; empty if the group has not fired, or if nothing was recorded."""
    if times <= 0:
        return ""
    return f"Fired {'once' if times == 1 else f'{times} times'} in the last {DAYS} days."
