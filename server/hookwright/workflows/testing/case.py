"""What a hook test says: which event with which payload, and what must come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

UNSAID: Any = object()
"""What is expected of a value that the test does not speak of: nothing."""

DECISIONS = ("allow", "deny", "ask", "none")


class How(StrEnum):
    """How a text is compared."""

    CONTAINS = "contains"
    EQUALS = "equals"
    MATCHES = "matches"


@dataclass(frozen=True, slots=True)
class Text:
    """What a text must be like; `wanted` None: there must be none."""

    how: How
    wanted: str | None

    def __str__(self) -> str:
        return "no text" if self.wanted is None else f"a text that {self.how} {self.wanted!r}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What must come of a test; what is `UNSAID` may be anything.

    `fires` is how many hooks run, or whether any does; `changes` maps paths to `created`, `changed` or `deleted`.
    """

    decision: Any = UNSAID
    blocked: Any = UNSAID
    must_continue: Any = UNSAID
    stop_agent: Any = UNSAID
    reason: Any = UNSAID
    stop_reason: Any = UNSAID
    context: Any = UNSAID
    updated_input: Any = UNSAID
    fires: Any = UNSAID
    exit_code: Any = UNSAID
    stdout: Any = UNSAID
    stderr: Any = UNSAID
    timed_out: Any = UNSAID
    fails: Any = UNSAID
    changes: Any = UNSAID


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One test; `line` counts from 0, `lines` are those of its parts by name, for the editor to point at.

    Relative paths are below `folder`.  `sample` and `tool` choose a sample payload, `tool_input` and `payload` overrule
    parts of it.  `skip` says why it is not run.
    """

    name: str
    line: int
    folder: str
    event: str
    expect: Expectation
    dialect: str | None = None
    hooks: tuple[str, ...] = ()
    at: str | None = None
    sample: str | None = None
    tool: str | None = None
    tool_input: Any = UNSAID
    payload: Mapping[str, Any] = field(default_factory=dict)
    cwd: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    scratch: bool = False
    skip: str | None = None
    lines: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a test file, with its line from 0 and the remedy in the message."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of tests: those that could be read, and what is wrong with the others."""

    path: str
    cases: tuple[Case, ...]
    problems: tuple[Problem, ...]
