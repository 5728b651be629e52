"""`hookwright/tests`, `runTests` and `createTest`: the hook tests of the workspace."""

from __future__ import annotations

import asyncio
from typing import TypedDict

from hookwright.consent.request import Confinement, PlannedRun, confinement_of
from hookwright.errors import HookwrightError, UnreadableInput
from hookwright.lsp.client.consent import ensure_consent_to_all
from hookwright.lsp.client.progress import progress
from hookwright.lsp.journal import record_of
from hookwright.lsp.methods import CreateTestParams, RunTestsParams, TestsParams
from hookwright.lsp.results import CreatedTestJson
from hookwright.lsp.services import Services
from hookwright.paths import absolute, path_of, uri_of
from hookwright.reports.fire_json import FiringPlanJson
from hookwright.testing.case import Case, CaseFile, CaseProblem
from hookwright.testing.dry import case_plan, dry_case
from hookwright.testing.read import read_file, test_files
from hookwright.testing.recording import add_test
from hookwright.testing.reports import CaseResultJson, result_json
from hookwright.testing.run import CaseResult, PreparedCase, ready_case, run_ready


class TestCaseJson(TypedDict):
    """A hook test; `line` counts from 0, `skip` says why it is not run."""

    name: str
    line: int
    event: str
    skip: str | None


class TestProblemJson(TypedDict):
    """What cannot be read in a file of hook tests; `line` counts from 0."""

    line: int
    message: str


class TestFileJson(TypedDict):
    """One of the results of `hookwright/tests`."""

    uri: str
    tests: list[TestCaseJson]
    problems: list[TestProblemJson]


class TestResultJson(CaseResultJson):
    """One of the results of `hookwright/runTests`.

    After a dry run, `plan` is what could be fired, and `mismatches` what is certain to come out otherwise.
    """

    plan: FiringPlanJson | None


async def tests(services: Services, params: TestsParams) -> list[TestFileJson]:
    """The tests of each file, lines from 0; runs nothing."""
    named = params.project_dir

    def read() -> list[TestFileJson]:
        folders = (absolute(named),) if named else services.session.options.folders
        return [_file_json(_read(it)) for it in test_files(folders)]

    return await asyncio.to_thread(read)


async def run_tests(services: Services, params: RunTestsParams) -> list[TestResultJson]:
    """The results of the tests of these lines, all of the file by default; cancelling kills their hooks.

    Untrusted: -32010; not agreed to: -32011; then nothing has run.  A dry run needs neither, as it runs nothing.
    """
    if not params.dry:
        services.session.require_trust()
    path = path_of(params.uri)
    if path is None:
        raise UnreadableInput(f"`{params.uri}` is not a file", "give the `file:` URI of a file of hook tests")
    if not params.dry:
        services.session.require_trust(path)
    return await (_plan(services, path, params.lines) if params.dry else _run(services, path, params.lines))


async def create_test(services: Services, params: CreateTestParams) -> CreatedTestJson:
    """Where the test is that expects of a recorded dispatch the result.  Untrusted: -32010."""
    services.session.require_trust()
    record = await record_of(services, params.dispatch_id)
    services.session.require_trust(record["project"])
    path, line = await asyncio.to_thread(add_test, record, services.session.options.home, scratch=params.scratch)
    return {"uri": uri_of(path), "line": line}


def _read(path: str) -> CaseFile:
    try:
        return read_file(path)
    except HookwrightError as error:
        return CaseFile(path, (), (CaseProblem(0, str(error)),))


def _file_json(file: CaseFile) -> TestFileJson:
    return {
        "uri": uri_of(file.path),
        "tests": [{"name": it.name, "line": it.line, "event": it.event, "skip": it.skip} for it in file.cases],
        "problems": [{"line": it.line, "message": it.message} for it in file.problems],
    }


async def _plan(services: Services, path: str, lines: list[int] | None) -> list[TestResultJson]:
    host = services.host
    return await asyncio.to_thread(lambda: [_result_json(path, dry_case(it, host)) for it in _cases(path, lines)])


async def _run(services: Services, path: str, lines: list[int] | None) -> list[TestResultJson]:
    cases = await asyncio.to_thread(_cases, path, lines)
    ready = await asyncio.to_thread(lambda: [ready_case(it, services.host) for it in cases])
    wanted = await _wanted(services, [it for it in ready if isinstance(it, PreparedCase)])
    agreed = await ensure_consent_to_all(services, wanted)
    found: list[TestResultJson] = []
    async with progress(services, f"Running {len(cases)} hook tests") as tell:
        for it in ready:
            tell(it.case.name)
            # As it was when the user agreed: the files of the test and of the hooks may be others by now.
            result = await run_ready(it, services.host, agreed) if isinstance(it, PreparedCase) else it
            found.append(await asyncio.to_thread(_result_json, path, result))
    return found


async def _wanted(services: Services, ready: list[PreparedCase]) -> list[PlannedRun]:
    """What will run where; a test may have a PATH of its own, which may lead to another bubblewrap."""
    confinements: dict[tuple[bool, str | None], Confinement] = {}
    found: list[PlannedRun] = []
    for it in ready:
        key = it.on_copy, it.case.environment.get("PATH")
        if key not in confinements:
            confinements[key] = await confinement_of(it.host(services.host), on_copy=it.on_copy)
        there, added = it.host(services.host), tuple(it.case.environment.items())
        found += [PlannedRun(it.request.plan, file, there, confinements[key], added) for file in it.files]
    return found


def _cases(path: str, lines: list[int] | None) -> list[Case]:
    return [it for it in read_file(path).cases if lines is None or it.line in lines]


def _result_json(path: str, result: CaseResult) -> TestResultJson:
    plan = None if result.ready is None else case_plan(result.ready, path)
    return {**result_json(result), "plan": plan}
