"""Keeps one payload in the journal: cut to size, without its secrets, and with what is known of where it is from."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from hookwright.dialects import by_id
from hookwright.engine.journal.cutting import MAX_PAYLOAD, Copier
from hookwright.engine.journal.payloads import NewPayload, add_payload
from hookwright.engine.journal.place import is_switched_off, journal_path
from hookwright.engine.journal.schema import NewerJournal
from hookwright.errors import HookwrightError
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.event import EventRow, Source
from hookwright.policies.redaction import redact, redact_json
from hookwright.strict_json import NotJson, read_json


def keep(data: bytes, dialect: str, event: str) -> None:
    """Keeps it if it is an object and the journal can be written; else does nothing."""
    host = Host.real()
    if is_switched_off(host):
        return
    with suppress(HookwrightError, NotJson, sqlite3.Error, OSError, NewerJournal):
        table = by_id(dialect)
        row, payload = table.event(event), read_json(data)
        if row is not None and isinstance(payload, dict):
            add_payload(journal_path(host), new_payload(payload, table, row, host.environ, time.time()))


def new_payload(
    payload: Mapping[str, Any], dialect: Dialect, row: EventRow, environ: Mapping[str, str], at: float
) -> NewPayload:
    """What is kept of a payload; `at` is in seconds since 1970."""
    copier = Copier(MAX_PAYLOAD)
    copied = copier.copy(payload)
    session = next((it for name in dialect.session_fields if isinstance(it := payload.get(name), str)), "")
    version = dialect.told_version.found_in(environ, payload) if dialect.told_version is not None else ""
    return NewPayload(
        at=at,
        dialect=dialect.id,
        version=version,
        event=row.name,
        tool=redact(row.subject.found_in(payload) or ""),
        project=_project(dialect, row, payload, environ) or os.getcwd(),
        session=redact(session),
        payload=redact_json(copied),
        cut=copier.has_cut,
    )


def _project(dialect: Dialect, row: EventRow, payload: Mapping[str, Any], environ: Mapping[str, str]) -> str:
    """The project as the agent tells its hooks, or else the folder in which it is; empty if it tells neither."""
    variables = (it.name for it in dialect.variables if it.source is Source.PROJECT_DIR)
    told = [environ.get(it) for it in variables]
    for source in (Source.PROJECT_DIR, Source.CWD):
        told += [payload.get(it.name) for it in (*dialect.payload, *row.payload) if it.source is source]
    return next((it for it in told if isinstance(it, str) and it), "")
