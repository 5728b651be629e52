"""One thing that `hookwright doctor` looked at, and all of them as JSON and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from hookwright.wording.display import code, prose
from hookwright.workflows.guarding.guard import Guard


class State(StrEnum):
    """`note`: all works, and this is worth knowing."""

    OK = "ok"
    NOTE = "note"
    BROKEN = "broken"


class Check(Struct, frozen=True):
    """One thing that was looked at; `repair` is a command, or what else to do."""

    area: str
    what: str
    state: State
    says: str
    repair: str | None = None


def doctor_json(
    checks: Iterable[Check], guards: Sequence[Guard] = (), costs: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """The checks for programs, the guards with their states, and what hooks cost."""
    every = tuple(checks)
    return {
        "version": 1,
        "broken": sum(it.state is State.BROKEN for it in every),
        "checks": [*map(asdict, every)],
        "guards": [it.to_json() for it in guards],
        "costs": [*costs],
    }


def doctor_page(checks: Iterable[Check]) -> str:
    """The checks as Markdown."""
    lines: list[str] = ["# hookwright doctor"]
    area = ""
    for it in checks:
        if it.area != area:
            area = it.area
            lines += ["", f"## {area}", ""]
        repair = f" Repair: {code(it.repair)}" if it.repair else ""
        lines.append(f"- **{it.state}** {prose(it.what)}: {prose(it.says)}{repair}")
    return "\n".join(lines) + "\n"
