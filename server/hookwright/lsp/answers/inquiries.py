"""What is said of hooks without a run: which would match, samples of payloads, and reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hookwright.lsp.answers.base import Answer
from hookwright.lsp.answers.outcome import Hook
from hookwright.lsp.answers.places import Range


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
class ExplainedHook(Answer):
    """A hook that would run, or would not, and why; `asked`: it stands at the place that was asked about.

    `range` is where it stands in the document of that `uri`.
    """

    hook: Hook
    uri: str
    range: Range
    matcher: str
    asked: bool
    because: list[str]


@dataclass(frozen=True)
class NamedSample(Answer):
    """A sample without its payload."""

    name: str
    description: str


@dataclass(frozen=True)
class HookExplanation(Answer):
    """The result of `hookwright/explainHook`; `payload` is what hooks would get on stdin.

    `sample` is None where the payload is the client's; `samples` are the names of those that can be asked with.
    """

    uri: str
    pointer: str
    dialect: str
    dialect_title: str
    event: str
    sample: NamedSample | None
    samples: list[str]
    payload: dict[str, Any]
    matched: list[ExplainedHook]
    skipped: list[ExplainedHook]


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
