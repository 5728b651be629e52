"""Hook tests: what a file of them holds, and how each came out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hookwright.lsp.answers.base import Answer
from hookwright.lsp.answers.firing import FiringPlan
from hookwright.lsp.answers.outcome import Outcome


@dataclass(frozen=True)
class TestCase(Answer):
    """A hook test; `line` counts from 0, `skip` says why it is not run."""

    name: str
    line: int
    event: str
    skip: str | None


@dataclass(frozen=True)
class TestProblem(Answer):
    """What cannot be read in a file of hook tests; `line` counts from 0."""

    line: int
    message: str


@dataclass(frozen=True)
class TestFile(Answer):
    """One of the results of `hookwright/tests`."""

    uri: str
    tests: list[TestCase]
    problems: list[TestProblem]


@dataclass(frozen=True)
class TestMismatch(Answer):
    """Something that came out otherwise: its key under `expect`, the key's line from 0, and both sides as text."""

    key: str
    line: int
    expected: str
    actual: str


@dataclass(frozen=True)
class TestResult(Answer):
    """One of the results of `hookwright/runTests`; `problem` says why the test could not be run.

    `planned` is what a dry run could fire: `plan` says what, `mismatches` what is certain to come out otherwise.
    """

    name: str
    line: int
    status: Literal["passed", "failed", "skipped", "error", "planned"]
    duration_ms: float
    skipped_because: str | None
    problem: str | None
    mismatches: list[TestMismatch]
    outcome: Outcome | None
    plan: FiringPlan | None
