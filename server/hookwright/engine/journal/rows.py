"""The rows that records become: without secrets, and of texts that every database takes."""

from __future__ import annotations

import json
import os.path
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hookwright.engine.journal.cutting import sound
from hookwright.engine.journal.records import DispatchRecord, LateRun, RunRecord
from hookwright.policies.redaction import redact, redact_json

Row = tuple[object, ...]

INSERT_DISPATCH = f"INSERT INTO dispatches VALUES (NULL{', ?' * 20})"
INSERT_RUN = f"INSERT INTO runs VALUES (NULL{', ?' * 20})"
UPDATE_LATE_RUN = """UPDATE runs SET status = ?, skipped_because = ?, problem = ?, exit_code = ?, signal = ?,
    started_at = ?, duration = ?, stdout = ?, stderr = ?, stdout_cut = ?, stderr_cut = ?, decision = ?
    WHERE hook_id = ? AND status = 'running' AND dispatch IN (SELECT number FROM dispatches WHERE id = ?)"""


def dispatch_row(record: DispatchRecord) -> Row:
    """What INSERT_DISPATCH asks for."""
    return (
        sound(record.id),
        record.at,
        record.origin.value,
        record.dialect,
        record.event,
        sound(_real(record.project)),
        _kept(record.session),
        record.decision,
        record.blocked,
        _kept(record.reason),
        record.must_continue,
        record.stop_agent,
        _kept(record.stop_reason),
        record.duplicate,
        record.cancelled,
        record.duration,
        _json(record.payload),
        record.payload_cut,
        _kept(record.context),
        _json(record.updated_input) if record.updated_input is not None else "",
    )


def run_row(run: RunRecord) -> Row:
    """What INSERT_RUN asks for after the dispatch's number."""
    hook = run.hook
    return (
        hook.id,
        sound(hook.source),
        hook.scope,
        sound(hook.pointer),
        _kept(hook.name),
        hook.type,
        _kept(hook.command),
        *_ending(run),
    )


def late_row(record: LateRun) -> Row:
    """What UPDATE_LATE_RUN asks for."""
    return (*_ending(record.run), record.run.hook.id, sound(record.dispatch_id))


def _ending(run: RunRecord) -> Row:
    return (
        run.status,
        _kept(run.skipped_because),
        _kept(run.problem),
        run.exit_code,
        run.signal,
        run.started_at,
        run.duration,
        _kept(run.stdout),
        _kept(run.stderr),
        run.stdout_cut,
        run.stderr_cut,
        run.decision or "",
    )


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(redact_json(value), separators=(",", ":"))


def _kept(text: str | None) -> str | None:
    return text if not text else redact(sound(text))


@lru_cache(maxsize=64)
def _real(folder: str) -> str:
    # One project, whichever way clients spell it.
    return os.path.realpath(folder)
