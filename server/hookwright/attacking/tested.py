"""The guard that a hook test is about, and what the test says that it must stop."""

from __future__ import annotations

from hookwright.attacking.asking.guard import Guard, guard_at, is_refused, meant_by
from hookwright.attacking.texts.meant import Meant, by_tests
from hookwright.errors import UsageError
from hookwright.host import Host
from hookwright.policies.payloads import input_of
from hookwright.testing.case import Case
from hookwright.testing.read import read_file
from hookwright.testing.run import prepare_case
from hookwright.text import to_pointer


def case_at(path: str, line: int) -> Case:
    """The hook test at a line (from 0) of a file; raises UsageError if none begins at or above it."""
    found = [it for it in read_file(path).cases if it.line <= line]
    if not found:
        raise UsageError(f"There is no hook test at line {line + 1} of `{path}`", "point at a test")
    return found[-1]


def guard_of(case: Case, host: Host) -> Guard:
    """The first hook that the test runs; raises UsageError if it runs none that is asked about tool calls."""
    ready = prepare_case(case, host)
    hooks = [it.hook for it in ready.request.plan.steps]
    file = next((it for it in ready.files if hooks and it.path == hooks[0].source), None)
    if file is None:
        raise UsageError(f"The test `{case.name}` runs no hook", "attack the hook file instead")
    return guard_at(file, to_pointer(hooks[0].route), ready.request.plan.request.project_dir, host)


def meant_by_test(case: Case, guard: Guard, host: Host) -> Meant:
    """What the test expects to be refused; else what the guard is meant to stop.  Raises UsageError."""
    plan = prepare_case(case, host).request.plan
    given = input_of(guard.target.file.dialect, plan.request.payload) or plan.request.payload
    keys = guard.target.file.dialect.calls.commands
    commands = [given[it] for it in keys if isinstance(given.get(it), str)]
    found = by_tests(commands, guard.dangers) if is_refused(case) else None
    return found or meant_by(guard, ())
