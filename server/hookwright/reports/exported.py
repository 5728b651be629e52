"""Decisions and the state of guards as records for a collector: one JSON object each, without payloads and output.

Secrets are taken out before.  A record has `version` (1), `kind` and `at` (ISO 8601, UTC).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from hookwright.workflows.guarding.guard import Guard

VERSION = 1

_OF_DISPATCH = ("dispatchId", "origin", "event", "project", "sessionId", "decision", "blocked", "reason")
_OF_RUN = ("status", "skippedBecause", "problem", "exitCode", "signal", "durationMs")


def dispatch_record(dispatch: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a dispatch that the journal keeps, as `history` gives it.

    `tool` is the tool of the payload, if it names one; `runs` are its hooks with their exit codes and times.
    """
    payload = dispatch["payload"]
    tool = payload.get("tool_name") if isinstance(payload, Mapping) else None
    return {
        "version": VERSION,
        "kind": "dispatch",
        "at": dispatch["at"],
        "agent": dispatch["dialect"],
        **{name: dispatch[name] for name in _OF_DISPATCH},
        "tool": tool if isinstance(tool, str) else None,
        **{name: dispatch[name] for name in ("stopAgent", "cancelled", "durationMs")},
        "runs": [_run(run) for run in dispatch["runs"]],
    }


def guard_records(guards: Iterable[Guard], at: str, project: str) -> Iterator[dict[str, Any]]:
    """A record for each guard of a project, and for each other hook that would not start here."""
    from hookwright.policies.redaction import redact

    for it in guards:
        said = {name: redact(value) if isinstance(value, str) else value for name, value in it.to_json().items()}
        agent = said.pop("dialect")
        yield {"version": VERSION, "kind": "guard", "at": at, "agent": agent, "project": project, **said}


def _run(run: Mapping[str, Any]) -> dict[str, Any]:
    hook = run["hook"]
    return {
        **{name: hook[name] for name in ("id", "name", "type", "command", "source", "pointer")},
        **{name: run[name] for name in _OF_RUN},
    }
