"""What a hook test says: an event, its payload, the expected outcome, and the keys for all of that."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

UNSAID: Any = object()
"""The test does not say what a value should be, so anything is fine."""
DECISIONS = ("allow", "deny", "ask", "none")
TEXT = "text"
"""A string that must be contained, an object with one way to compare, or null if there must be no text."""


class Comparison(StrEnum):
    """How a text is compared."""

    CONTAINS = "contains"
    EQUALS = "equals"
    MATCHES = "matches"


class TextExpectation(Struct, frozen=True):
    """What a text must be like; `wanted` is None if there must be no text."""

    how: Comparison
    wanted: str | None

    def __str__(self) -> str:
        return "no text" if self.wanted is None else f"a text that {self.how} {self.wanted!r}"


class Expectation(Struct, frozen=True, kw_only=True):
    """The expected outcome; what is `UNSAID` may be anything.

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


class Case(Struct, frozen=True, kw_only=True):
    """A test; `line` counts from 0, `lines` are those of its parts by name, for the editor to point at.

    Relative paths are relative to `folder`.  `sample` and `tool` choose a sample payload, `tool_input` and `payload`
    override parts of it.  `skip` says why it is skipped.
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


class CaseProblem(Struct, frozen=True):
    """Something wrong in a test file: its line from 0, and a message with the remedy."""

    line: int
    message: str


class CaseFile(Struct, frozen=True):
    """A test file: the tests that could be read, and the problems of the others."""

    path: str
    cases: tuple[Case, ...]
    problems: tuple[CaseProblem, ...]


class CaseKey(Struct, frozen=True):
    """A key: its attribute in `Case` or `Expectation`, the kind of its value, and its documentation."""

    attribute: str
    kind: str
    doc: str


FILE = {
    "dialect": CaseKey("dialect", "string", "The dialect of the hooks; by default that of the project's files."),
    "hooks": CaseKey("hooks", "strings", "The hook files, from this file's folder; by default the project's."),
    "tests": CaseKey("tests", "list", "The tests."),
}


TEST = {
    "name": CaseKey("name", "string", "What the test checks; by default its event and number."),
    "event": CaseKey("event", "string", "The event that is fired, as the dialect spells it."),
    "dialect": CaseKey("dialect", "string", "The dialect of the hooks; by default the file's."),
    "hooks": CaseKey("hooks", "strings", "The hook files; by default the file's."),
    "at": CaseKey("at", "string", "A JSON pointer: fires only the hooks there, whatever their matchers say."),
    "sample": CaseKey("sample", "string", "The sample payload to start from; `hookwright samples EVENT` lists them."),
    "tool": CaseKey("tool", "string", "The tool that is called; its sample payload is used."),
    "input": CaseKey("tool_input", "json object", "The tool's input, in place of the sample's."),
    "payload": CaseKey("payload", "json object", "Members of the payload, in place of the sample's."),
    "cwd": CaseKey("cwd", "string", "The agent's working directory, relative to the project's folder."),
    "env": CaseKey(
        "environment", "strings by name", "Environment variables for the hooks, in addition to those of the dialect."
    ),
    "scratch": CaseKey("scratch", "boolean", "Fires on a copy of the workspace, as tests with `changes` always do."),
    "skip": CaseKey("skip", "string", "Skips the test; the text says why."),
    "expect": CaseKey("expect", "object", "What is expected."),
}


EXPECT = {
    "decision": CaseKey("decision", "decision", "`allow`, `deny`, `ask`, or `none` if no hook decides."),
    "blocked": CaseKey("blocked", "boolean", "Whether the hooks block the event."),
    "mustContinue": CaseKey("must_continue", "boolean", "Whether the agent must go on, on events like `Stop`."),
    "stopAgent": CaseKey("stop_agent", "boolean", "Whether a hook stops the agent."),
    "reason": CaseKey("reason", TEXT, "The deciding hook's text."),
    "stopReason": CaseKey("stop_reason", TEXT, "Why the agent is stopped."),
    "context": CaseKey("context", TEXT, "The context that is added for the model."),
    "updatedInput": CaseKey("updated_input", "json", "The whole tool input afterwards; null if no hook changes it."),
    "fires": CaseKey("fires", "count", "How many hooks run, or whether any does."),
    "exitCode": CaseKey("exit_code", "integer", "The exit code of the hook; with several hooks, of any one of them."),
    "stdout": CaseKey("stdout", TEXT, "What the hook prints; with several hooks, the output of all."),
    "stderr": CaseKey("stderr", TEXT, "What the hook prints on standard error; with several hooks, the output of all."),
    "timedOut": CaseKey("timed_out", "boolean", "Whether a hook times out."),
    "fails": CaseKey(
        "fails", "boolean", "Whether a hook fails without deciding: by its exit code, or because it cannot start."
    ),
    "changes": CaseKey("changes", "changes", "Every file that the hooks create, change or delete; fires on a copy."),
}


KINDS_OF_CHANGE = ("created", "changed", "deleted")
