"""Fires a hook test for real, and compares the outcome with what it expects."""

from __future__ import annotations

import asyncio
import os.path
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from hookwright.analysis.settings.project import ProjectSettings
from hookwright.config.view import HookFile
from hookwright.config.workspace import NamedFiles, Snapshot, load
from hookwright.dialects import by_id
from hookwright.dialects.outlines import OUTLINES
from hookwright.engine.plan import Request, make_plan
from hookwright.errors import HookwrightError, UnreadableInput, UsageError
from hookwright.files import read_text
from hookwright.firing.fire import FireRequest, fire, fire_on_copy, fire_request
from hookwright.firing.fire_result import FireResult
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Scope
from hookwright.paths import is_in
from hookwright.readers.choice import owner, place_of
from hookwright.readers.folders import project_of, repository_of
from hookwright.readers.search import dialect_in_use, hook_paths
from hookwright.samples.built_in import sample_named
from hookwright.samples.payload_paths import root_of, to_project
from hookwright.samples.recorded import RECORDED
from hookwright.samples.saved import every_sample
from hookwright.testing.case import UNSAID, Case
from hookwright.testing.expect import Mismatch, mismatches

CaseStatus = Literal["passed", "failed", "skipped", "error", "planned"]


class CaseResult(Struct, frozen=True, kw_only=True):
    """The result of a test: `problem` says why it could not be run, `duration` is in seconds.

    `ready` is what was fired, or would have been if `fired` is None.  `proof` says what the user's own agent
    made of it, None if that was not tried.
    """

    case: Case
    duration: float = 0.0
    mismatches: tuple[Mismatch, ...] = ()
    problem: str | None = None
    fired: FireResult | None = None
    ready: PreparedCase | None = None
    proof: str | None = None

    @property
    def status(self) -> CaseStatus:
        """`passed`, `failed`, `skipped`, `error` if the test itself is wrong, `planned` if nothing was fired."""
        if self.case.skip is not None:
            return "skipped"
        if self.problem is not None:
            return "error"
        if self.fired is None and self.ready is not None:
            return "planned"
        return "failed" if self.mismatches else "passed"


class PreparedCase(Struct, frozen=True):
    """A test that can be fired: its request, and its hook files."""

    case: Case
    request: FireRequest
    files: tuple[HookFile, ...]

    @property
    def on_copy(self) -> bool:
        """Whether it runs on a copy of the workspace: it asks for that, or expects changes."""
        return self.case.scratch or self.case.expect.changes is not UNSAID

    def host(self, host: Host) -> Host:
        """The host with the test's environment added."""
        return replace(host, environ={**host.environ, **self.case.environment})


async def run_case(case: Case, host: Host) -> CaseResult:
    """The result of one test; never raises for what the test or its hooks do.  Cancelling kills the hooks."""
    ready = ready_case(case, host)
    return await run_ready(ready, host) if isinstance(ready, PreparedCase) else ready


def ready_case(case: Case, host: Host) -> PreparedCase | CaseResult:
    """The test, or its result if it is not to be fired, or cannot be."""
    if case.skip is not None:
        return CaseResult(case=case)
    try:
        return prepare_case(case, host)
    except HookwrightError as error:
        return CaseResult(case=case, problem=str(error))


async def run_ready(ready: PreparedCase, host: Host, agreed: Mapping[str, bytes] | None = None) -> CaseResult:
    """The result of a test that can be fired; `agreed` are digests of the scripts that may run."""
    case, began = ready.case, time.perf_counter()
    try:
        fired = await fire_case(ready, host, agreed)
    except HookwrightError as error:
        return CaseResult(case=case, problem=str(error), duration=time.perf_counter() - began)
    # A pattern of the test may take its time.
    found = await asyncio.to_thread(mismatches, case.expect, fired)
    return CaseResult(case=case, mismatches=found, fired=fired, ready=ready, duration=time.perf_counter() - began)


def prepare_case(case: Case, host: Host) -> PreparedCase:
    """The fire request of a test; raises a HookwrightError that says what is wrong."""
    project = _project(case, host.home)
    paths = tuple(_below(case.folder, it) for it in case.hooks)
    dialect = by_id(case.dialect) if case.dialect else _told_by(paths, host.home) or dialect_in_use(project)
    there = replace(host, environ={**host.environ, **case.environment})
    # A test is the project's: what a user has on one machine has no say.
    snapshot = load(dialect, project, replace(there, home=""), NamedFiles(config_files=paths or None))
    payload = _payload(case, dialect, project)
    if case.at is not None:
        return PreparedCase(case, _shot_at(case, snapshot, project, payload, there), snapshot.files)
    plan = make_plan(Request(dialect, case.event, payload, project, None, host.home), snapshot)
    return PreparedCase(case, FireRequest(plan, case.sample, ()), snapshot.files)


async def fire_case(ready: PreparedCase, host: Host, agreed: Mapping[str, bytes] | None = None) -> FireResult:
    """The result of firing a test."""
    there = ready.host(host)
    if ready.on_copy:
        if not ready.files:
            raise UsageError("There are no hook files", "name them under `hooks`")
        return await fire_on_copy(ready.request, ready.files[0], there, agreed)
    return await fire(ready.request, there)


def _project(case: Case, home: str) -> str:
    """The folder that the hooks run in: that of the first named file, else the nearest parent with hooks."""
    if case.hooks:
        path = _below(case.folder, case.hooks[0])
        given = ProjectSettings(home).dialect_of(os.path.abspath(path))
        dialect, scope = place_of(path, named=given) or (None, None)
        if dialect is None:
            return os.path.dirname(path)
        own = project_of(dialect, path)
        return _project_with(own, case.folder) if scope is Scope.PLUGIN else own
    folder = Path(case.folder)
    for above in (folder, *folder.parents):
        if any(os.path.isfile(it) for dialect in OUTLINES for _, it in hook_paths(dialect, str(above))):
            return str(above)
    raise UsageError(
        f"No hook files were found in {case.folder} or above it", "name them under `hooks`, from the test file's folder"
    )


def _project_with(plugin: str, folder: str) -> str:
    """The folder that stands in for a project that uses the plugin, wherever the tests are run from."""
    repository = repository_of(plugin)
    if repository is not None and is_in(folder, repository):
        return repository
    return os.path.commonpath([plugin, os.path.abspath(folder)]) if os.path.isabs(plugin) else plugin


def _told_by(paths: tuple[str, ...], home: str) -> Dialect | None:
    for path in paths:
        given = ProjectSettings(home).dialect_of(os.path.abspath(path))
        found = owner(path, _text_of(path), named=given)
        if found is not None:
            return found.dialect
        raise UsageError(f"Cannot tell the dialect of `{path}`", "name it under `dialect`")
    return None


def _payload(case: Case, dialect: Dialect, project: str) -> dict[str, Any]:
    row = dialect.event(case.event)
    payload: dict[str, Any] = {}
    name = case.tool or case.sample
    if row is not None and (name is not None or not case.payload):
        found = every_sample(dialect, row.name, name if case.tool else None, project_dir=project)
        chosen = sample_named(found.samples, name)
        if chosen is None and name is not None:
            raise UsageError(f"`{case.event}` has no sample `{name}`", _remedy(name, case.event))
        payload = dict(chosen.payload) if chosen else {}
    if case.tool_input is not UNSAID:
        payload[dialect.calls.input_in(payload)] = case.tool_input
    payload = {**payload, **case.payload}
    if row is not None:
        # As in samples, so that a test written on one machine runs on another.
        payload = to_project(payload, root_of(dialect, row), project)
    if case.cwd is not None and "cwd" not in case.payload:
        payload["cwd"] = os.path.normpath(os.path.join(project, case.cwd))
    return payload


def _remedy(name: str, event: str) -> str:
    if name.startswith(RECORDED):
        return f"recorded payloads are on one machine only; `hookwright keep {name}` makes a sample of it"
    return f"`hookwright samples {event}` lists them"


def _shot_at(case: Case, snapshot: Snapshot, project: str, payload: Mapping[str, Any], host: Host) -> FireRequest:
    if len(snapshot.files) != 1:
        raise UsageError(
            f"`at` needs exactly one hook file, and there are {len(snapshot.files)}", "name one under `hooks`"
        )
    request = fire_request(snapshot.files[0], str(case.at), project_dir=project, payload=payload, host=host)
    if request.plan.row.name != case.event:
        raise UsageError(f"`{case.at}` is a hook of `{request.plan.row.name}`", f"the test fires `{case.event}`")
    return request


def _below(folder: str, path: str) -> str:
    return os.path.normpath(os.path.join(folder, path))


def _text_of(path: str) -> str:
    try:
        return read_text(path)
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"`{path}` cannot be read", str(error)) from error
