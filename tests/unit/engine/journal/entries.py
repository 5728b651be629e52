"""Records to put into a journal, and what lies in its database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from hookwright.engine.journal.records import DispatchRecord, Origin, RunRecord
from hookwright.engine.journal.store import Retention, Store
from hookwright.model.outcome import HookIdentity

NOW = 1_800_000_000.0


def hook(number: int = 0, command: str = "true", name: str | None = None) -> HookIdentity:
    """A hook; `number` makes it another one."""
    return HookIdentity(
        id=f"hook-{number}",
        source="/project/hooks.json",
        scope="project",
        pointer=f"/hooks/PreToolUse/0/hooks/{number}",
        name=name,
        type="command",
        command=command,
    )


def run(number: int = 0, **changes: Any) -> RunRecord:
    """A run that succeeded."""
    values: dict[str, Any] = {
        "hook": hook(number),
        "status": "succeeded",
        "skipped_because": None,
        "problem": None,
        "exit_code": 0,
        "signal": None,
        "started_at": NOW,
        "duration": 0.01,
        "stdout": "",
        "stderr": "",
        "stdout_cut": False,
        "stderr_cut": False,
        "decision": None,
    }
    return RunRecord(**(values | changes))


def entry(number: int = 0, *runs: RunRecord, **changes: Any) -> DispatchRecord:
    """A dispatch; each `number` comes a second after the one before."""
    values: dict[str, Any] = {
        "id": f"dispatch-{number}",
        "at": NOW + number,
        "origin": Origin.DISPATCH,
        "dialect": "ai-agents",
        "event": "PreToolUse",
        "project": "/project",
        "session": "s",
        "decision": None,
        "blocked": False,
        "reason": None,
        "must_continue": False,
        "stop_agent": False,
        "stop_reason": None,
        "duplicate": False,
        "cancelled": False,
        "duration": 0.02,
        "payload": {"tool_name": "Bash"},
        "payload_cut": False,
        "context": "",
        "updated_input": None,
        "runs": runs,
        "weight": 500,
    }
    return DispatchRecord(**(values | changes))


def look(path: Path | str, query: str) -> list[tuple[Any, ...]]:
    """What the database answers."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


def ids(path: Path | str) -> list[str]:
    """The ids of the dispatches that are in the database, in the order in which they were written."""
    return [it for (it,) in look(path, "SELECT id FROM dispatches ORDER BY number")]


def write(path: str, *records: DispatchRecord) -> None:
    """Writes records into the journal at a path."""
    store = Store(path, Retention())
    store.write(records)
    store.close()
