"""The shapes of hookwright's own answers (contract §1 and §3), which clients' types are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from hookwright.lsp.methods import camel

Status = Literal["succeeded", "failed", "blocked", "timed-out", "skipped", "cannot-start", "running"]
Severity = Literal["error", "warning", "information", "hint"]
Order = Literal[
    "parallel", "serial", "serial within a group, groups in parallel", "in the background, after the answer"
]


class Answer:
    """The base of all: no member may be missing, and none may be there that is not named."""

    __pydantic_config__: ClassVar[dict[str, Any]] = {"alias_generator": camel, "extra": "forbid", "strict": True}


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
    """One hook that matched: how it ended, and what it printed."""

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


@dataclass(frozen=True)
class Place(Answer):
    """A place in a document: zero-based line, zero-based UTF-16 unit."""

    line: int
    character: int


@dataclass(frozen=True)
class Range(Answer):
    """What stands in a document from one place to another, as the protocol has it."""

    start: Place
    end: Place


@dataclass(frozen=True)
class LastResult(Answer):
    """How a hook did when it ran last; `words` as its lens says them."""

    dispatch_id: str
    status: Status
    decision: str | None
    duration_ms: float
    words: str


@dataclass(frozen=True)
class ConfiguredHook(Answer):
    """A hook of a file, or one that is switched off: `parked` is then what `hookwright.enableHook` takes.

    `group` is its group's pointer, `scripts` are the files that its command names and that are there.
    """

    hook: Hook
    uri: str
    range: Range
    group: str
    matcher: str
    timeout_ms: float
    can_fire: bool
    skipped_because: str | None
    scripts: list[str]
    last: LastResult | None
    parked: str | None


@dataclass(frozen=True)
class ConfiguredEvent(Answer):
    """The hooks of one event in the order in which they fire, those that are switched off last."""

    name: str
    order: Order
    hooks: list[ConfiguredHook]


@dataclass(frozen=True)
class ConfiguredDialect(Answer):
    """What one dialect has in one folder; `disabled_because` says why none of its hooks runs."""

    id: str
    title: str
    project_dir: str
    enabled: bool
    disabled_because: str | None
    problems: list[str]
    events: list[ConfiguredEvent]


@dataclass(frozen=True)
class HookTree(Answer):
    """The result of `hookwright/hooks`."""

    dialects: list[ConfiguredDialect]


@dataclass(frozen=True)
class PlannedStep(Answer):
    """A hook that would be run, and why; steps of one `lane` wait for each other, lanes run side by side."""

    hook: Hook
    matcher: str
    because: list[str]
    timeout_ms: float
    skipped_because: str | None
    lane: int


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
