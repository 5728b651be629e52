"""The probes of the engine: which hooks an event plans and why, what its outcome is, and what hooks are given."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from unittest.mock import patch

from tests.probes.case import Case
from tests.probes.scripted import Event, Script, environment, events, script

from hookwright.cli.finishing import finished
from hookwright.config.workspace import load
from hookwright.engine.dispatch import dispatch
from hookwright.engine.explain import explanation
from hookwright.engine.guard import Guard
from hookwright.engine.plan import Plan, Request, make_plan
from hookwright.engine.process import Command
from hookwright.host import Host
from hookwright.model.outcome import Outcome, Run

_SESSION, _DISPATCH = "session-1", "dispatch-1"
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


def planned(case: Case, _: str) -> str:
    """`plan`: the hooks that would run, numbered, and below them the others, each with its reasons."""
    return _for_each(case, lambda event, _guard, _script: _plan_lines(_plan(case, event)))


def came_to(case: Case, _: str) -> str:
    """`outcome`: what each event comes to, where commands end as `results` says."""
    return _for_each(case, lambda event, guard, script: _outcome_lines(*_fire(case, event, guard, script)))


def given_on_stdin(case: Case, command: str) -> str:
    """`stdin COMMAND`: the JSON object that the command gets at the last event."""
    shown = json.dumps(json.loads(_last(case, command).stdin), ensure_ascii=False, indent=2)
    return _without_paths(case, shown)


def given_in_environment(case: Case, command: str) -> str:
    """`variables COMMAND`: the variables that the command gets beside those that were there, at the last event."""
    there = _host(case).environ
    lines = (f"{name}={value}" for name, value in _last(case, command).environment.items() if name not in there)
    return _without_paths(case, "\n".join(lines))


def _last(case: Case, text: str) -> Command:
    guard, scripted = Guard(), script(case)
    for event in events(case):
        _fire(case, event, guard, scripted)
    return [it for it in scripted.seen if it.argv[-1] == text][-1]


def _for_each(case: Case, lines: Callable[[Event, Guard, Script], Iterator[str]]) -> str:
    """The lines of every event, below a line with the event where there are several."""
    guard, scripted, fired = Guard(), script(case), events(case)
    found: list[str] = []
    for event in fired:
        found += [event.line] if len(fired) > 1 else []
        indent = "  " if len(fired) > 1 else ""
        found += [f"{indent}{line}".rstrip() for line in lines(event, guard, scripted)]
    return _without_paths(case, "\n".join(found))


def _plan(case: Case, event: Event) -> Plan:
    _, file = case.hook_files()[0]
    project, home = str(case.project), str(case.home)
    snapshot = load(file.dialect, project, Host(environment(case), home))
    request = Request(file.dialect, event.name, event.payload, project, _SESSION, home)
    return make_plan(request, snapshot, dispatch_id=_DISPATCH, now=_NOW)


def _plan_lines(plan: Plan) -> Iterator[str]:
    told = explanation(plan)
    for number, entry in enumerate(told["matched"], 1):
        yield f"{number}  {entry['hook']['command']}  {'; '.join(entry['because'])}"
    for entry in told["skipped"]:
        yield f"-  {entry['hook']['command']}  {'; '.join(entry['because'])}"
    if not told["matched"] and not told["skipped"]:
        yield "no hooks"


def _host(case: Case) -> Host:
    return Host({"PATH": os.defpath}, str(case.home))


def _fire(case: Case, event: Event, guard: Guard, scripted: Script) -> tuple[Plan, Outcome]:
    plan = _plan(case, event)
    with patch("hookwright.engine.performing.run", scripted.run):
        return plan, finished(dispatch(plan, _host(case), guard=guard))


def _outcome_lines(plan: Plan, outcome: Outcome) -> Iterator[str]:
    folded = outcome.folded
    yield folded.decision.value if folded.decision else "no decision"
    flags = {"blocked": folded.blocked, "the agent has to go on": folded.must_continue, "duplicate": outcome.duplicate}
    yield from (name for name, holds in flags.items() if holds)
    if folded.stop_agent:
        yield f"stops the agent: {folded.stop_reason}"
    if folded.reason is not None:
        yield f"reason   {folded.reason!r}"
    if folded.updated_input is not None:
        yield f"input    {json.dumps(folded.updated_input)}"
    if folded.additional_context is not None:
        yield f"context  {folded.additional_context!r}"
    yield from map(_run_line, outcome.runs)
    if not outcome.duplicate:
        yield from (f"not run  {it.hook.body}" for it in plan.steps[len(outcome.runs) :])
    yield from (f"told     {it.to}, {it.level}: {it.text!r}" for it in outcome.messages)


def _run_line(run: Run) -> str:
    why = f": {run.skipped_because}" if run.skipped_because else ""
    return f"run      {run.hook.command}  {run.reading.status}{why}"


def _without_paths(case: Case, text: str) -> str:
    return text.replace(str(case.project), "<project>").replace(str(case.home), "<home>")
