"""Hooks of one file, fired for real in a project of their own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookwright.config.workspace import load
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Request, make_plan
from hookwright.host import Host
from hookwright.model.dialect import Dialect
from hookwright.model.outcome import Outcome


async def fired(
    table: Dialect, project: Path, place: str, event: str, *hooks: dict[str, Any], **payload: Any
) -> Outcome:
    """What comes of an event for the hooks in a file at `place`, which must be right."""
    file = project / place
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({**table.grammar.demanded, "hooks": {event: list(hooks)}}), encoding="utf-8")
    snapshot = load(table, str(project))
    assert snapshot.problems == ()
    return await dispatch(make_plan(Request(table, event, payload, str(project), "s1"), snapshot), Host.real())


def statuses(outcome: Outcome) -> list[str]:
    return [it.reading.status.value for it in outcome.runs]


def printing(answer: object, **keys: Any) -> dict[str, Any]:
    """A hook that prints an object, or a text."""
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return {"command": f"printf '%s' '{text}'", **keys}
