"""What is said of hooks without a run: which would match, samples of payloads, and reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

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


@dataclass(frozen=True)
class LaunchedProgram(Answer):
    """A script that a debugger can start: absolute paths of what runs it and of itself, and its arguments."""

    runtime: Literal["python", "node"]
    interpreter: str | None
    script: str
    arguments: list[str]


@dataclass(frozen=True)
class HookLaunch(Answer):
    """The result of `hookwright/launch`; `program` is None where the command is more than one such script."""

    argv: list[str]
    cwd: str
    variables: dict[str, str]
    stdin: str
    program: LaunchedProgram | None


@dataclass(frozen=True)
class ConversionLoss(Answer):
    """What the other dialect cannot say, with its place (RFC 6901; empty: the whole file)."""

    pointer: str
    message: str


@dataclass(frozen=True)
class ConvertedHooks(Answer):
    """The result of `hookwright/convert`: the text of the new file, and what it loses."""

    text: str
    losses: list[ConversionLoss]


@dataclass(frozen=True)
class CreatedTest(Answer):
    """The result of `hookwright/createTest`: where the test stands, its line from 0."""

    uri: str
    line: int
