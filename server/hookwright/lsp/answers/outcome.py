"""What an event came to: its hooks, their runs and what these printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hookwright.lsp.answers.base import Answer, Status


@dataclass(frozen=True)
class Hook(Answer):
    """Which hook it was; `id` is stable for the same file and place, `pointer` is RFC 6901."""

    id: str
    source: str
    scope: str
    pointer: str
    name: str | None
    type: str
    command: str


@dataclass(frozen=True)
class Message(Answer):
    """Something that the user or the agent is told; `hook` is the id of the hook that caused it."""

    to: Literal["user", "agent"]
    level: Literal["info", "warning", "error"]
    text: str
    hook: str | None


@dataclass(frozen=True)
class OutputProblem(Answer):
    """Something in a hook's printed object that its dialect does not read."""

    code: str
    message: str
    path: str


@dataclass(frozen=True)
class Run(Answer):
    """One hook that matched: how it ended, and what it printed; `left_out` counts the bytes that were not kept."""

    hook: Hook
    status: Status
    skipped_because: str | None
    exit_code: int | None
    signal: int | None
    started_at: str | None
    duration_ms: float
    stdout: str
    stderr: str
    stdout_truncated: bool
    stderr_truncated: bool
    output: dict[str, Any] | None
    output_problems: list[OutputProblem]
    stdout_left_out: int = 0
    stderr_left_out: int = 0


@dataclass(frozen=True)
class Outcome(Answer):
    """What one event came to."""

    dispatch_id: str
    event: str
    dialect: str
    decision: Literal["allow", "deny", "ask"] | None
    blocked: bool
    reason: str | None
    updated_input: dict[str, Any] | None
    additional_context: str | None
    must_continue: bool
    stop_agent: bool
    stop_reason: str | None
    messages: list[Message]
    duplicate: bool
    runs: list[Run]
