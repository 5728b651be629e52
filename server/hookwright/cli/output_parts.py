"""Parts of what commands print as JSON that no method of a server answers with."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from hookwright.model.outcome_json import EndingJson, HookJson
from hookwright.model.reaction import Severity
from hookwright.testing.reports import CaseResultJson
from hookwright.text import RangeJson
from hookwright.workflows.checks import State


class OfferedFixJson(TypedDict):
    """A fix that `check --fix` makes, or with `--unsafe` if it is not preferred."""

    title: str
    preferred: bool


class OtherPlaceJson(TypedDict):
    """Another place of a finding; `path` is there where it is in another file."""

    message: str
    range: RangeJson
    pointer: str
    path: NotRequired[str]


class FindingJson(TypedDict):
    """A finding; its `pointer` is that of RFC 6901, its range counts from 0, in UTF-16."""

    code: str
    name: str
    severity: Severity
    message: str
    range: RangeJson
    pointer: str
    related: NotRequired[list[OtherPlaceJson]]
    fixes: list[OfferedFixJson]


class MadeFixJson(TypedDict):
    """A fix that was made, with the line that it was at."""

    code: str
    name: str
    line: int
    title: str


class CheckedFileJson(TypedDict):
    """A file with its findings; a script has no dialect, and of a guessed one no fix is offered."""

    path: str
    dialect: str | None
    diagnostics: list[FindingJson]
    module: NotRequired[bool]
    script: NotRequired[bool]
    guessed: NotRequired[bool]
    fixed: NotRequired[list[MadeFixJson]]


class SummaryJson(TypedDict):
    """How many findings there are of each severity."""

    error: int
    warning: int
    information: int
    hint: int


class UncheckedFileJson(TypedDict):
    """A hook file of an agent that hookwright has no table for."""

    path: str
    agent: str


class UncheckedScriptJson(TypedDict):
    """A script that was named and not checked, and why."""

    path: str
    why: str


class FileProblemJson(TypedDict):
    """What is wrong with a file of hook tests; the line counts from 0."""

    line: int
    message: str


class TestedFileJson(TypedDict):
    """A file of hook tests."""

    path: str
    problems: list[FileProblemJson]
    tests: list[CaseResultJson]


class CheckJson(TypedDict):
    """One thing that `hookwright doctor` looked at; `repair` is a command, or what else to do."""

    area: str
    what: str
    state: State
    says: str
    repair: str | None


class HookFileJson(TypedDict):
    """A hook file; `recording` says that it has hooks of `hookwright record`, which are not listed."""

    path: str
    scope: str
    hooks: int
    broken: bool
    recording: str


class ListedHookJson(HookJson, TypedDict):
    """A hook as it is configured; the time-out is in seconds."""

    event: str
    matcher: Any
    timeout: float | None
    skippedBecause: str | None


class ProjectDialectJson(TypedDict):
    """A dialect that has hook files in a project, and what keeps its hooks from running."""

    id: str
    title: str
    enabled: bool
    disabledBecause: str | None
    files: list[HookFileJson]
    problems: list[str]


class ListedDialectJson(ProjectDialectJson):
    """The same with its hooks, in the order of the configuration."""

    hooks: list[ListedHookJson]


class StatusDialectJson(ProjectDialectJson):
    """The same with the number of its hooks, and of those on each event."""

    hooks: int
    events: int
    perEvent: dict[str, int]


class NumbersJson(TypedDict):
    """How runs went."""

    runs: int
    failures: int
    blocked: int
    meanMs: float
    p95Ms: float
    lastAt: str | None


class HookNumbersJson(NumbersJson):
    """How the runs of one hook went."""

    hook: HookJson


class RunNumbersJson(NumbersJson):
    """How all recorded runs of a project went; `problem` says why that cannot be read."""

    problem: str | None
    dispatches: int
    perHook: list[HookNumbersJson]


class JournalJson(TypedDict):
    """Where dispatches are recorded, and whether they are."""

    path: str
    enabled: bool


class RecordedRunJson(EndingJson):
    """A recorded run of a hook."""

    number: int
    status: str
    problem: str | None


class RecordedDispatchJson(TypedDict):
    """A recorded dispatch (`origin` is `dispatch`) or test-fire (`fire`).

    The context and the input are not in records of older versions.
    """

    dispatchId: str
    at: str
    origin: str
    event: str
    dialect: str
    project: str
    sessionId: str | None
    decision: str | None
    blocked: bool
    reason: str | None
    mustContinue: bool
    stopAgent: bool
    stopReason: str | None
    duplicate: bool
    cancelled: bool
    durationMs: float
    payload: Any
    payloadTruncated: bool
    additionalContext: NotRequired[str | None]
    updatedInput: NotRequired[Any]
    runs: list[RecordedRunJson]


class ConsentJson(TypedDict):
    """A command that the user has agreed to run, and when, in seconds since 1970."""

    id: str
    project: str
    command: str
    givenAt: float


class RuleJson(TypedDict):
    """A rule, its usual severity, and whether it has a fix."""

    code: str
    name: str
    severity: Severity
    fix: bool


class PlaceOfFileJson(TypedDict):
    """A place where an agent reads hooks, with `~` for the home folder."""

    scope: str
    path: str


class ImportedPlaceJson(TypedDict):
    """A place of another agent that this one reads too, and on what condition."""

    path: str
    where: str
    usual: bool


class KnownJson(TypedDict):
    """How a fact about an agent is known."""

    basis: str
    version: str | None
    date: str | None
    where: str | None


class EventInfoJson(TypedDict):
    """An event of a dialect; the last two are there for one dialect alone."""

    name: str
    summary: str
    canBlock: bool
    since: NotRequired[str | None]
    evidence: NotRequired[KnownJson]


# A member is called `in`, which is no name in Python.
KeyInfoJson = TypedDict(
    "KeyInfoJson", {"name": str, "in": str, "summary": str, "since": str | None, "evidence": KnownJson}
)
KeyInfoJson.__doc__ = "A key of the files of a dialect, and what it is a key of."


class DialectInfoJson(TypedDict):
    """A dialect with its files and events; the last two are there for one dialect alone."""

    id: str
    title: str
    files: list[PlaceOfFileJson]
    imports: list[ImportedPlaceJson]
    events: list[EventInfoJson]
    evidence: NotRequired[KnownJson]
    keys: NotRequired[list[KeyInfoJson]]
