"""Names the guards of `hookwright add` that stop what got past a guard."""

from __future__ import annotations

import os
from collections.abc import Iterable

from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Tried
from hookwright.guards.library import RULES
from hookwright.guards.plans import catalogue

_USUAL = "claude-code"
"""The agent that `hookwright add` writes guards for if it is given no other one."""


def better_guards(guard: Guard, tried: Iterable[Tried]) -> list[str]:
    """A note with the command that adds guards against the dangers of the holes, except for those that it has."""
    there = {os.path.basename(it).removesuffix(".py") for it in guard.helpers if f"/{RULES}/" in it}
    dialect = guard.target.file.dialect
    leaking = {it.variant.danger for it in tried if it.is_hole}
    names = [name for name, *_ in catalogue(dialect) if name in leaking - there]
    option = () if dialect.id == _USUAL else ("--agent", dialect.id)
    command = " ".join(("hookwright add", *names, *option))
    what = "guards that stop" if len(names) > 1 else "a guard that stops"
    return [f"`{command}` adds {what} such calls, beside this one, and hook tests"] if names else []
