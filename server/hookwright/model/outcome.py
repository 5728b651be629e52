"""What comes out of a dispatch: raw results, what they mean, runs and the outcome, with their JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct, field

from hookwright.model.codes import Code, Degraded, Fault
from hookwright.model.hook import Hook
from hookwright.model.outcome_json import HookJson, MessageJson, OutcomeJson, OutputProblemJson, RunJson
from hookwright.model.reaction import Audience, Decision, Level, Status
from hookwright.text import Route, to_pointer


class Result(Struct, frozen=True, kw_only=True):
    """How a command ended: nothing judged.  `duration` in seconds; `problem` says why it could not be started.

    `stdout_left_out` and `stderr_left_out` count the bytes that were printed and are not kept.
    """

    exit_code: int | None
    signal: int | None = None
    timed_out: bool = False
    problem: str | None = None
    stdout: str = ""
    stderr: str = ""
    stdout_left_out: int = 0
    stderr_left_out: int = 0
    started_at: datetime
    duration: float


class Message(Struct, frozen=True):
    """A message for the user or the agent; `hook` is the id of the hook that caused it, `code` what it is about."""

    to: Audience
    level: Level
    text: str
    hook: str | None = None
    code: Code = Code.SAID

    def to_json(self) -> MessageJson:
        """As clients receive it; docs/engine.md describes it."""
        return {"to": self.to, "level": self.level, "text": self.text, "hook": self.hook, "code": self.code}


class OutputProblem(Struct, frozen=True):
    """Something in a hook's printed object that the dialect does not read; `path` leads to it.

    `meant` is the key or the word that was probably meant, `wrong` says that the value is what is wrong.  `decides`:
    what is not read was meant to decide, or to change what goes on.
    """

    code: str
    message: str
    path: tuple[str, ...]
    meant: str | None = None
    wrong: bool = False
    decides: bool = False

    def to_json(self) -> OutputProblemJson:
        """A diagnostic without a range, for the outcome."""
        return {"code": self.code, "message": self.message, "path": "/" + "/".join(self.path)}


class Told(NamedTuple):
    """A message that one run makes."""

    to: Audience
    level: Level
    text: str
    code: Code = Code.SAID


class Reading(Struct, frozen=True, kw_only=True):
    """What one run means on its event: the result held against the event's tables.

    `ended` is its place in the order in which the hooks of the event ended, from 0.  `settles`: it decides by a field
    that other hooks give way to (true), or by what gives way to such a field (false).
    `fault` says why the hook had no say, or not the one that it wanted.
    """

    status: Status
    decision: Decision | None = None
    blocks: bool = False
    must_continue: bool = False
    reason: str | None = None
    context: str | None = None
    updated_input: Mapping[str, Any] | None = None
    updated_result: Any = None
    updated_prompt: str | None = None
    stop_agent: bool = False
    stop_reason: str | None = None
    messages: tuple[Told, ...] = ()
    output: dict[str, Any] | None = None
    problems: tuple[OutputProblem, ...] = ()
    ended: int = 0
    settles: bool | None = None
    fault: Fault | None = None


class Folded(Struct, frozen=True, kw_only=True):
    """What all readings of one event come to.

    `updated_result` takes the place of the tool's result, or of a subagent's answer, for who reads it; None: it stays.
    """

    decision: Decision | None = None
    blocked: bool = False
    reason: str | None = None
    updated_input: Mapping[str, Any] | None = None
    updated_result: Any = None
    updated_prompt: str | None = None
    additional_context: str | None = None
    must_continue: bool = False
    stop_agent: bool = False
    stop_reason: str | None = None


class HookIdentity(Struct, frozen=True, kw_only=True):
    """Which hook it was; `id` is stable for the same file and place."""

    id: str
    source: str
    scope: str
    pointer: str
    name: str | None
    type: str
    command: str

    def to_json(self) -> HookJson:
        """The `hook` of a run, as clients receive it."""
        return {
            "id": self.id,
            "source": self.source,
            "scope": self.scope,
            "pointer": self.pointer,
            "name": self.name,
            "type": self.type,
            "command": self.command,
        }


class Run(Struct, frozen=True, kw_only=True):
    """The complete record of one hook that matched: what was run, how it ended, what it means."""

    hook: HookIdentity
    reading: Reading
    result: Result | None = None
    skipped_because: str | None = None

    def to_json(self) -> RunJson:
        """A run, as clients receive it; times in milliseconds."""
        result = self.result
        return {
            "hook": self.hook.to_json(),
            "status": self.reading.status,
            "skippedBecause": self.skipped_because,
            "exitCode": result.exit_code if result else None,
            "signal": result.signal if result else None,
            "startedAt": timestamp(result.started_at) if result else None,
            "durationMs": round(result.duration * 1000, 3) if result else 0.0,
            "stdout": result.stdout if result else "",
            "stderr": result.stderr if result else "",
            "stdoutTruncated": bool(result and result.stdout_left_out),
            "stderrTruncated": bool(result and result.stderr_left_out),
            "stdoutLeftOut": result.stdout_left_out if result else 0,
            "stderrLeftOut": result.stderr_left_out if result else 0,
            "output": self.reading.output,
            "outputProblems": [it.to_json() for it in self.reading.problems],
        }


class Outcome(Struct, frozen=True, kw_only=True):
    """What all hooks of one event came to, in the same form for every dialect.

    `degraded` are the ways in which hooks that should have had a say had none.  Of an event that was fired for several
    dialects, `parts` are what each came to.
    """

    dispatch_id: str
    event: str
    dialect: str
    folded: Folded = field(default_factory=Folded)
    messages: tuple[Message, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    runs: tuple[Run, ...] = ()
    duplicate: bool = False
    parts: tuple[Outcome, ...] = ()

    def objections(self) -> tuple[str, ...]:
        """What the agent is to act upon: the reason, and what hooks say to it, each once; the context is not in it."""
        said = (self.folded.reason, *(it.text for it in self.messages if it.to is Audience.AGENT))
        return tuple(dict.fromkeys(it for it in said if it))

    def to_json(self) -> OutcomeJson:
        """The outcome, as clients receive it; docs/engine.md describes it."""
        folded = self.folded
        found: OutcomeJson = {
            "dispatchId": self.dispatch_id,
            "event": self.event,
            "dialect": self.dialect,
            "decision": folded.decision,
            "blocked": folded.blocked,
            "reason": folded.reason,
            "updatedInput": dict(folded.updated_input) if folded.updated_input is not None else None,
            "updatedResult": folded.updated_result,
            "updatedPrompt": folded.updated_prompt,
            "additionalContext": folded.additional_context,
            "mustContinue": folded.must_continue,
            "stopAgent": folded.stop_agent,
            "stopReason": folded.stop_reason,
            "messages": [it.to_json() for it in self.messages],
            "degraded": [it.to_json() for it in self.degraded],
            "duplicate": self.duplicate,
            "runs": [it.to_json() for it in self.runs],
        }
        if self.parts:
            found["parts"] = [{"dialect": it.dialect, "event": it.event, "outcome": it.to_json()} for it in self.parts]
        return found


def timestamp(moment: datetime) -> str:
    """A moment in UTC in ISO 8601, with milliseconds."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def identity(hook: Hook) -> HookIdentity:
    """What names a hook to clients; its id is the same for the same file and place."""
    pointer, number = _place(hook.source, hook.route)
    return HookIdentity(
        id=number,
        source=hook.source,
        scope=hook.scope.value,
        pointer=pointer,
        name=hook.name,
        type=hook.type,
        command=hook.body,
    )


@lru_cache(maxsize=4096)
def _place(source: str, route: Route) -> tuple[str, str]:
    from hashlib import sha256

    pointer = to_pointer(route)
    digest = sha256(f"{source}\0{pointer}".encode(errors="surrogatepass")).hexdigest()
    return pointer, digest[:12]
