"""Firing for real: what would run, what is told while it does, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hookwright.lsp.answers.base import Answer, Order
from hookwright.lsp.answers.outcome import Hook, Outcome, Run
from hookwright.lsp.answers.places import Range


@dataclass(frozen=True)
class PlannedStep(Answer):
    """A hook that is run, and why; steps of one `lane` wait for each other, lanes run side by side.

    `would_run`: the agent itself would run it with this payload; `because` says why, or why not.
    """

    hook: Hook
    matcher: str
    because: list[str]
    timeout_ms: float
    skipped_because: str | None
    lane: int
    would_run: bool


@dataclass(frozen=True)
class FiringPlan(Answer):
    """The result of `hookwright/plan`; `payload` is what hooks get on stdin, `sample` None where it is the client's."""

    uri: str
    pointer: str
    dialect: str
    dialect_title: str
    event: str
    order: Order
    sample: str | None
    samples: list[str]
    payload: dict[str, Any]
    notes: list[str]
    steps: list[PlannedStep]


@dataclass(frozen=True)
class FileChange(Answer):
    """What became of a file of the copy; `diff` is a unified one, or a sentence where there is none to show."""

    path: str
    kind: Literal["created", "changed", "deleted"]
    diff: str


@dataclass(frozen=True)
class FiringProblem(Answer):
    """What firing found wrong with a hook, as a diagnostic of the protocol."""

    code: str
    message: str
    severity: Literal[1, 2, 3, 4]
    source: str
    range: Range


@dataclass(frozen=True)
class FoldStep(Answer):
    """What a run said, and what came of that; `decides`: its reason is the outcome's.

    The last one has no `hook`: it says by which rule the event comes to its outcome.
    """

    hook: str | None
    says: str
    effect: str
    decides: bool


@dataclass(frozen=True)
class FireResult(Answer):
    """The result of `hookwright/fire`; `input_diff` is how the tool input was changed, where that can be shown.

    `verdict` says the outcome in a few words, `summary` on a line with time and reason.
    """

    outcome: Outcome
    changes: list[FileChange]
    notes: list[str]
    diagnostics: list[FiringProblem]
    plan: FiringPlan
    fold: list[FoldStep]
    input_diff: str | None
    verdict: str
    summary: str


@dataclass(frozen=True)
class RunEvent(Answer):
    """The params of `hookwright/run`; `stream`, `text` and `left_out` come with output, `run` with the end.

    `left_out` counts the characters before `text` that were not passed on.
    """

    dispatch_id: str
    hook: Hook
    phase: Literal["started", "output", "finished"]
    stream: Literal["stdout", "stderr"] | None = None
    text: str | None = None
    left_out: int = 0
    run: Run | None = None
