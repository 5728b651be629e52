"""One thing that `hookwright doctor` looked at, and all of them as JSON and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from hookwright.wording.display import code, prose
from hookwright.workflows.guarding.guard import Guard


class State(StrEnum):
    """`note`: all works, and this is worth knowing."""

    OK = "ok"
    NOTE = "note"
    BROKEN = "broken"


GUARDS, OTHER_HOOKS = "Guards", "Hooks that do not run here"
"""The areas in which what was looked at is a hook."""


class Check(Struct, frozen=True):
    """One thing that was looked at; `repair` is a command, or what else to do, and `where` a file with its line."""

    area: str
    what: str
    state: State
    says: str
    repair: str | None = None
    where: str = ""

    @property
    def told(self) -> str:
        """What it says, with the place."""
        return f"{self.says} ({self.where})" if self.where else self.says

    @property
    def item(self) -> str:
        """What was looked at, with the place, in a list of those of which the same is said."""
        return f"{self.what} ({self.where})" if self.where else self.what


def grouped(checks: Iterable[Check]) -> list[tuple[Check, ...]]:
    """The checks in their order; hooks of which the same is said, and that have the same repair, are one group."""
    found: dict[object, list[Check]] = {}
    for number, it in enumerate(checks):
        is_finding = it.area in (GUARDS, OTHER_HOOKS) and it.state is not State.OK
        found.setdefault((it.area, it.state, it.says, it.repair) if is_finding else number, []).append(it)
    return [*map(tuple, found.values())]


def named(group: Sequence[Check]) -> tuple[str, str]:
    """What a group is called, and what is said of it."""
    return (group[0].what, group[0].told) if len(group) == 1 else (f"each of {len(group)} hooks", group[0].says)


def doctor_json(
    checks: Iterable[Check], guards: Sequence[Guard] = (), costs: Sequence[Mapping[str, Any]] = ()
) -> dict[str, Any]:
    """The checks for programs, the guards with their states, and what hooks cost."""
    every = tuple(checks)
    return {
        "version": 1,
        "broken": sum(it.state is State.BROKEN for it in every),
        "checks": [*map(_json, every)],
        "guards": [it.to_json() for it in guards],
        "costs": [*costs],
    }


def _json(it: Check) -> dict[str, Any]:
    return {"area": it.area, "what": it.what, "state": it.state, "says": it.told, "repair": it.repair}


def doctor_page(checks: Iterable[Check]) -> str:
    """The checks as Markdown."""
    lines: list[str] = ["# hookwright doctor"]
    area = ""
    for group in grouped(checks):
        it, (what, says) = group[0], named(group)
        if it.area != area:
            area = it.area
            lines += ["", f"## {area}", ""]
        repair = f" Repair: {code(it.repair)}" if it.repair else ""
        lines.append(f"- **{it.state}** {prose(what)}: {prose(says)}{repair}")
        lines += (f"  - {prose(one.item)}" for one in group if len(group) > 1)
    return "\n".join(lines) + "\n"
