"""What each command prints as JSON: the types from which schemas/output.schema.json is made.

Every output is one object that begins with `version` and `command`.  The version counts changes that can break a
reader; new members come without one.  Lines and columns of ranges count from 0, other lines from 1 unless their type
says otherwise; times are in milliseconds where the name ends in `Ms`.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from hookwright.analysis.reports.statistics import RuleCount
from hookwright.attacking.report_json import AttackJson
from hookwright.cli.output_parts import (
    CheckedFileJson,
    CheckJson,
    ConsentJson,
    DialectInfoJson,
    JournalJson,
    ListedDialectJson,
    RecordedDispatchJson,
    RuleJson,
    RunNumbersJson,
    StatusDialectJson,
    SummaryJson,
    TestedFileJson,
    UncheckedFileJson,
    UncheckedScriptJson,
)
from hookwright.engine.explain import ExplainedJson
from hookwright.firing.replay import ReplayJson
from hookwright.model.outcome_json import OutcomeJson
from hookwright.proving.report_json import ProofJson
from hookwright.recording.status import RecordingStatusJson
from hookwright.reports.across_agents import AgentViewJson
from hookwright.reports.conversion import LossJson
from hookwright.reports.fire_json import FireReportJson
from hookwright.samples.built_in import SampleJson
from hookwright.sessions.summary import SeenJson
from hookwright.workflows.cost_report import CostJson
from hookwright.workflows.guarding.guard import GuardJson
from hookwright.workflows.hook_modules.listing import ModuleJson


class Envelope(TypedDict):
    """What every output begins with."""

    version: Literal[1]


class CheckOutput(Envelope):
    """`hookwright check`: `fails` is whether the check fails, whatever the exit code is.

    It also fails if something could not be read or changed; standard error says what.  The last two members are there
    if there are any.
    """

    command: Literal["check"]
    files: list[CheckedFileJson]
    summary: SummaryJson
    fails: bool
    notChecked: NotRequired[list[UncheckedFileJson]]
    scriptsNotChecked: NotRequired[list[UncheckedScriptJson]]


class StatisticsOutput(Envelope):
    """`hookwright check --statistics`: how often each rule was broken, the most frequent first."""

    command: Literal["check"]
    rules: list[RuleCount]


class FireOutput(Envelope, FireReportJson):
    """`hookwright fire`."""

    command: Literal["fire"]


class TestOutput(Envelope):
    """`hookwright test`: `summary` has the number of tests for each status that occurs."""

    command: Literal["test"]
    files: list[TestedFileJson]
    summary: dict[str, int]


class AttackOutput(Envelope, AttackJson):
    """`hookwright attack`."""

    command: Literal["attack"]


class ProveOutput(Envelope):
    """`hookwright prove`."""

    command: Literal["prove"]
    proof: ProofJson


class ExplainOutput(Envelope, ExplainedJson):
    """`hookwright explain`: see the engine's method; `agents` (`--all`, `--agent`) are by the id of the hook."""

    command: Literal["explain"]
    agents: NotRequired[dict[str, list[AgentViewJson]]]


class DispatchOutput(Envelope, OutcomeJson):
    """`hookwright dispatch`: the outcome, as the engine's method answers it."""

    command: Literal["dispatch"]


class DoctorOutput(Envelope):
    """`hookwright doctor`: `broken` counts the checks that found something broken."""

    command: Literal["doctor"]
    broken: int
    checks: list[CheckJson]
    guards: list[GuardJson]
    costs: list[CostJson]


class StatusOutput(Envelope):
    """`hookwright status`: `enabled` is whether hooks of any agent are."""

    command: Literal["status"]
    projectDir: str
    enabled: bool
    hooks: int
    events: int
    dialects: list[StatusDialectJson]
    modules: list[ModuleJson]
    runs: RunNumbersJson
    journal: JournalJson


class ListOutput(Envelope):
    """`hookwright list`."""

    command: Literal["list"]
    projectDir: str
    dialects: list[ListedDialectJson]
    modules: list[ModuleJson]


class SeenOutput(Envelope, SeenJson):
    """`hookwright seen`."""

    command: Literal["seen"]


class HistoryOutput(Envelope):
    """`hookwright history`: the newest first."""

    command: Literal["history"]
    dispatches: list[RecordedDispatchJson]


class ReplayOutput(Envelope, ReplayJson):
    """`hookwright replay`."""

    command: Literal["replay"]


class ConsentListOutput(Envelope):
    """`hookwright consent list`: the newest first."""

    command: Literal["consent list"]
    consents: list[ConsentJson]


class RecordStatusOutput(Envelope, RecordingStatusJson):
    """`hookwright record status`."""

    command: Literal["record status"]


class SamplesOutput(Envelope):
    """`hookwright samples`, which prints nothing but JSON."""

    command: Literal["samples"]
    samples: list[SampleJson]


class ConvertOutput(Envelope):
    """`hookwright convert`: the new file with its place, what it loses, and a sentence on what was tried."""

    command: Literal["convert"]
    dialect: str
    path: str
    text: str
    losses: list[LossJson]
    tried: str


class DialectsOutput(Envelope):
    """`hookwright dialects`; with an id, that dialect alone, and how each fact about it is known."""

    command: Literal["dialects"]
    dialects: list[DialectInfoJson]


class RulesOutput(Envelope):
    """`hookwright rules`."""

    command: Literal["rules"]
    rules: list[RuleJson]


OUTPUTS: tuple[type[Any], ...] = (
    CheckOutput,
    StatisticsOutput,
    FireOutput,
    TestOutput,
    AttackOutput,
    ProveOutput,
    ExplainOutput,
    DispatchOutput,
    DoctorOutput,
    StatusOutput,
    ListOutput,
    SeenOutput,
    HistoryOutput,
    ReplayOutput,
    ConsentListOutput,
    RecordStatusOutput,
    SamplesOutput,
    ConvertOutput,
    DialectsOutput,
    RulesOutput,
)
