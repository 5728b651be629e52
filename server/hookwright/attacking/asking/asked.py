"""Asks a guard about a call by itself, from any folder of the project, on one copy of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from hookwright.attacking.asking.circumstances import told
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.asking.sending import plan_of
from hookwright.attacking.forms.model import question
from hookwright.engine.dispatch import dispatch
from hookwright.engine.scratch.stage import Stage
from hookwright.host import Host
from hookwright.model.outcome import Outcome

CWD = "cwd"
"""The field of a payload with the folder that the agent is in."""


class Asked:
    """Asks the guard about a call, from a subfolder of the project if one is named."""

    def __init__(self, guard: Guard, stage: Stage, host: Host) -> None:
        self._guard, self._stage, self._host = guard, stage, host
        self.project, self.copy, self.home = guard.project, stage.layout.project, stage.layout.home

    async def __call__(self, does: str, text: str, folder: str = "") -> Outcome:
        made = self._guard.askers.payload(question(text, does), self._guard.project)
        payload: Mapping[str, Any] = made or {}
        if folder:
            payload = {**payload, CWD: os.path.join(self._guard.project, folder)}
        return await dispatch(self._stage.of(plan_of(self._guard, payload, self._host)), self._stage.host)


def found(name: str, outcome: Outcome, *, counts: bool = True) -> Circumstance:
    """The result of a call, under that name."""
    return told(name, outcome.folded, outcome.runs, counts=counts)
