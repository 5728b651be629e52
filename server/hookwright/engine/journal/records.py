"""What is kept of a dispatch and its runs: plain values, cut to size when they are taken, redacted when written."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct

from hookwright.engine.journal.cutting import MAX_PAYLOAD, Copier, cut
from hookwright.engine.plan import Plan
from hookwright.model.outcome import HookIdentity, Outcome, Run


class Origin(StrEnum):
    """Why a dispatch took place: an agent's event, or a user's test-fire."""

    DISPATCH = "dispatch"
    FIRE = "fire"


class RunRecord(Struct, frozen=True):
    """One run of a hook; times in seconds, `started_at` since 1970 and None if nothing was started.

    `problem` says why its command could not be started, `decision` is what this run decided, also if
    another one prevailed.
    """

    hook: HookIdentity
    status: str
    skipped_because: str | None
    problem: str | None
    exit_code: int | None
    signal: int | None
    started_at: float | None
    duration: float
    stdout: str
    stderr: str
    stdout_cut: bool
    stderr_cut: bool
    decision: str | None


class DispatchRecord(Struct, frozen=True):
    """One dispatch with its runs; `weight` is about the characters that it takes."""

    id: str
    at: float
    origin: Origin
    dialect: str
    event: str
    project: str
    session: str
    decision: str | None
    blocked: bool
    reason: str | None
    must_continue: bool
    stop_agent: bool
    stop_reason: str | None
    duplicate: bool
    cancelled: bool
    duration: float
    payload: Mapping[str, Any]
    payload_cut: bool
    context: str
    updated_input: Mapping[str, Any] | None
    runs: tuple[RunRecord, ...]
    weight: int


class LateRun(Struct, frozen=True):
    """How a run ended that went on behind its dispatch's answer (B6)."""

    dispatch_id: str
    run: RunRecord

    @property
    def weight(self) -> int:
        """About the characters that it takes."""
        return _weight(self.run)


Record = DispatchRecord | LateRun


def record_of(plan: Plan, outcome: Outcome | None, origin: Origin, duration: float) -> DispatchRecord:
    """The record of a dispatch that took `duration` seconds; without an outcome, it was cancelled."""
    facts = plan.facts
    copier = Copier(MAX_PAYLOAD)
    payload = copier.copy(facts.payload)
    payload_cut = copier.has_cut
    runs = tuple(run_record(it) for it in outcome.runs) if outcome else ()
    folded = outcome.folded if outcome else None
    updated = copier.copy(folded.updated_input) if folded and folded.updated_input is not None else None
    return DispatchRecord(
        id=facts.dispatch_id,
        at=facts.timestamp.timestamp(),
        origin=origin,
        dialect=plan.request.dialect.id,
        event=plan.row.name,
        project=facts.project_dir,
        session=facts.session_id,
        decision=folded.decision.value if folded and folded.decision else None,
        blocked=bool(folded and folded.blocked),
        reason=_cut_or_none(folded.reason) if folded else None,
        must_continue=bool(folded and folded.must_continue),
        stop_agent=bool(folded and folded.stop_agent),
        stop_reason=_cut_or_none(folded.stop_reason) if folded else None,
        duplicate=bool(outcome and outcome.duplicate),
        cancelled=outcome is None,
        duration=duration,
        payload=payload,
        payload_cut=payload_cut,
        context=cut(folded.additional_context or "") if folded else "",
        updated_input=updated,
        runs=runs,
        weight=MAX_PAYLOAD - copier.left + sum(map(_weight, runs)) + 500,
    )


def run_record(run: Run) -> RunRecord:
    """The record of one run."""
    result = run.result
    stdout, stderr = (cut(result.stdout), cut(result.stderr)) if result else ("", "")
    return RunRecord(
        hook=run.hook,
        status=run.reading.status.value,
        skipped_because=_cut_or_none(run.skipped_because),
        problem=_cut_or_none(result.problem) if result else None,
        exit_code=result.exit_code if result else None,
        signal=result.signal if result else None,
        started_at=result.started_at.timestamp() if result else None,
        duration=result.duration if result else 0.0,
        stdout=stdout,
        stderr=stderr,
        stdout_cut=bool(result and (result.stdout_left_out or len(stdout) < len(result.stdout))),
        stderr_cut=bool(result and (result.stderr_left_out or len(stderr) < len(result.stderr))),
        decision=run.reading.decision.value if run.reading.decision else None,
    )


def moment(seconds: float) -> datetime:
    """The time that a record names, in UTC."""
    return datetime.fromtimestamp(seconds, UTC)


def _cut_or_none(text: str | None) -> str | None:
    return None if text is None else cut(text)


def _weight(run: RunRecord) -> int:
    return len(run.stdout) + len(run.stderr) + len(run.hook.command) + 500
