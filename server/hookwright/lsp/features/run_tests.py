"""`hookwright/runTests`: runs hook tests of a file, once the user has agreed to the commands, or runs them dry."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.lsp.consent import agree_to_all
from hookwright.lsp.methods import RunTestsParams, read_params
from hookwright.lsp.progress import progress
from hookwright.lsp.session import Session
from hookwright.paths import path_of
from hookwright.workflows.consent import Ground, PlannedRun, ground_of
from hookwright.workflows.testing.case import Case
from hookwright.workflows.testing.dry import case_plan, dry_case
from hookwright.workflows.testing.read import read_file
from hookwright.workflows.testing.reports import result_json
from hookwright.workflows.testing.run import CaseResult, PreparedCase, prepare_case, run_case


def run_tests(session: Session, params: dict[str, Any]) -> Coroutine[Any, Any, list[dict[str, Any]]]:
    """The results of the tests of these lines, all of the file by default; cancelling kills their hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.  A dry run needs neither, as it runs nothing.
    """
    wanted = read_params(RunTestsParams, params)
    if not wanted.dry:
        session.require_trust()
    path = path_of(wanted.uri)
    if path is None:
        raise UnreadableInput(f"`{wanted.uri}` is not a file", "give the `file:` URI of a file of hook tests")
    return _plan(session, path, wanted.lines) if wanted.dry else _run(session, path, wanted.lines)


async def _plan(session: Session, path: str, lines: list[int] | None) -> list[dict[str, Any]]:
    host = session.host
    return await asyncio.to_thread(lambda: [_json(path, dry_case(it, host)) for it in _cases(path, lines)])


async def _run(session: Session, path: str, lines: list[int] | None) -> list[dict[str, Any]]:
    cases = await asyncio.to_thread(_cases, path, lines)
    ready = await asyncio.to_thread(lambda: [it for case in cases if (it := _ready(session, case)) is not None])
    await agree_to_all(session, await _wanted(session, ready))
    found: list[dict[str, Any]] = []
    async with progress(session, f"Running {len(cases)} hook tests") as tell:
        for case in cases:
            tell(case.name)
            result = await run_case(case, session.host)
            found.append(await asyncio.to_thread(_json, path, result))
    return found


async def _wanted(session: Session, ready: list[PreparedCase]) -> list[PlannedRun]:
    """What will run where; a test may have a PATH of its own, which may lead to another bubblewrap."""
    grounds: dict[tuple[bool, str | None], Ground] = {}
    found: list[PlannedRun] = []
    for it in ready:
        key = it.on_copy, it.case.environment.get("PATH")
        if key not in grounds:
            grounds[key] = await ground_of(it.host(session.host), on_copy=it.on_copy)
        found += [PlannedRun(it.request.plan, file, grounds[key]) for file in it.files]
    return found


def _cases(path: str, lines: list[int] | None) -> list[Case]:
    return [it for it in read_file(path).cases if lines is None or it.line in lines]


def _json(path: str, result: CaseResult) -> dict[str, Any]:
    plan = None if result.ready is None else case_plan(result.ready, path)
    return {**result_json(result), "plan": plan}


def _ready(session: Session, case: Case) -> PreparedCase | None:
    """The test, where it can be fired; what is wrong with another comes as its result."""
    try:
        return None if case.skip is not None else prepare_case(case, session.host)
    except HookwrightError:
        return None
