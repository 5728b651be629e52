"""Asks a guard about a call by itself, from any folder of the project, on one copy of it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from hookwright.attacking.asking.circumstances import told
from hookwright.attacking.asking.index import Index
from hookwright.attacking.asking.results import Circumstance
from hookwright.attacking.asking.trial import Trial, ask_on
from hookwright.attacking.forms.model import question
from hookwright.engine.scratch.stage import Stage
from hookwright.model.outcome import Outcome

CWD = "cwd"
"""The field of a payload with the folder that the agent is in."""


class Asked:
    """Asks the guard about a call, from a subfolder of the project if one is named."""

    def __init__(self, trial: Trial, stage: Stage) -> None:
        self._trial, self._stage = trial, stage
        self.project, self.copy, self.home = trial.guard.project, stage.layout.project, stage.layout.home
        self.index = Index(self.copy, trial.host)

    async def __call__(self, does: str, text: str, folder: str = "") -> Outcome:
        guard = self._trial.guard
        made = guard.askers.payload(question(text, does), guard.project)
        payload: Mapping[str, Any] = made or {}
        if folder:
            payload = {**payload, CWD: os.path.join(guard.project, folder)}
        return await ask_on(self._stage, guard.plan_of(payload, self._trial.host))


def found(name: str, outcome: Outcome, *, counts: bool = True) -> Circumstance:
    """The result of a call, under that name."""
    return told(name, outcome.folded, outcome.runs, counts=counts)
