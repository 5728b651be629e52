"""The JSON of an outcome, as clients and the command line get it; docs/engine.md describes it."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from hookwright.model.reaction import Audience, Decision, Level, Status


class HookJson(TypedDict):
    """Which hook it was; `id` is stable for the same file and place, `pointer` is RFC 6901."""

    id: str
    source: str
    scope: str
    pointer: str
    name: str | None
    type: str
    command: str


class MessageJson(TypedDict):
    """A message for the user or the agent; `hook` is the id of the hook that caused it, `code` what it is about."""

    to: Audience
    level: Level
    text: str
    hook: str | None
    code: str


class DegradedJson(TypedDict):
    """A way in which hooks that should have had a say had none; `source` is a path, `hook` the id of the hook."""

    code: str
    source: str | None
    hook: str | None
    text: str


class OutputProblemJson(TypedDict):
    """Something in a hook's printed object that its dialect does not read."""

    code: str
    message: str
    path: str


class EndingJson(TypedDict):
    """How a run of a hook ended, or why it was left out, and what it printed."""

    hook: HookJson
    skippedBecause: str | None
    exitCode: int | None
    signal: int | None
    startedAt: str | None
    durationMs: float
    stdout: str
    stderr: str
    stdoutTruncated: bool
    stderrTruncated: bool


class RunJson(EndingJson):
    """One hook that matched: how it ended, and what it printed; `…LeftOut` counts the bytes that were not kept."""

    status: Status
    stdoutLeftOut: NotRequired[int]
    stderrLeftOut: NotRequired[int]
    output: dict[str, Any] | None
    outputProblems: list[OutputProblemJson]


class OutcomeJson(TypedDict):
    """What one event came to; `parts` where it was fired for several dialects."""

    dispatchId: str
    event: str
    dialect: str
    decision: Decision | None
    blocked: bool
    reason: str | None
    updatedInput: dict[str, Any] | None
    updatedResult: Any
    updatedPrompt: str | None
    additionalContext: str | None
    mustContinue: bool
    stopAgent: bool
    stopReason: str | None
    messages: list[MessageJson]
    degraded: list[DegradedJson]
    duplicate: bool
    runs: list[RunJson]
    parts: NotRequired[list[PartJson]]


class PartJson(TypedDict):
    """What the hooks of one dialect came to, of an event that was fired for several; `event` is its name there."""

    dialect: str
    event: str
    outcome: OutcomeJson
