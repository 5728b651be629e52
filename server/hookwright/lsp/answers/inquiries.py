"""What is said of hooks without a run: which would match, samples of payloads, and reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookwright.lsp.answers.base import Answer
from hookwright.lsp.answers.outcome import Hook


@dataclass(frozen=True)
class Considered(Answer):
    """A hook that would run, or would not, and why."""

    hook: Hook
    because: list[str]


@dataclass(frozen=True)
class Explanation(Answer):
    """The result of `hookwright/explain`."""

    event: str
    dialect: str
    matched: list[Considered]
    skipped: list[Considered]


@dataclass(frozen=True)
class Sample(Answer):
    """One of the results of `hookwright/samples`."""

    name: str
    description: str
    payload: dict[str, Any]


@dataclass(frozen=True)
class Report(Answer):
    """The result of `hookwright/status` and `hookwright/list`."""

    markdown: str
    data: dict[str, Any]
