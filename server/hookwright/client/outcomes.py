"""Outcomes as a server sends them, as the values that they were made from."""

from __future__ import annotations

from datetime import datetime, timedelta

from hookwright.model.codes import Code, Degraded
from hookwright.model.outcome import Folded, HookIdentity, Message, Outcome, OutputProblem, Reading, Result, Run
from hookwright.model.outcome_json import OutcomeJson, RunJson
from hookwright.model.reaction import Audience, Decision, Level, Status


def outcome(it: OutcomeJson) -> Outcome:
    """The outcome; what was only in the server's mind, such as which hook said what, is not in its runs."""
    decision = it["decision"]
    return Outcome(
        dispatch_id=it["dispatchId"],
        event=it["event"],
        dialect=it["dialect"],
        folded=Folded(
            decision=None if decision is None else Decision(decision),
            blocked=it["blocked"],
            reason=it["reason"],
            updated_input=it["updatedInput"],
            updated_result=it["updatedResult"],
            updated_prompt=it["updatedPrompt"],
            additional_context=it["additionalContext"],
            must_continue=it["mustContinue"],
            stop_agent=it["stopAgent"],
            stop_reason=it["stopReason"],
        ),
        messages=tuple(
            Message(Audience(x["to"]), Level(x["level"]), x["text"], x["hook"], Code(x["code"])) for x in it["messages"]
        ),
        degraded=tuple(Degraded(Code(x["code"]), x["source"], x["hook"], x["text"]) for x in it["degraded"]),
        runs=tuple(map(_run, it["runs"])),
        duplicate=it["duplicate"],
        parts=tuple(outcome(x["outcome"]) for x in it.get("parts", ())),
    )


def _run(it: RunJson) -> Run:
    problems = tuple(OutputProblem(x["code"], x["message"], _path(x["path"])) for x in it["outputProblems"])
    return Run(
        hook=HookIdentity(**it["hook"]),
        reading=Reading(status=Status(it["status"]), output=it["output"], problems=problems),
        result=_result(it),
        skipped_because=it["skippedBecause"],
    )


def _result(it: RunJson) -> Result | None:
    """None for a hook that was not started."""
    if it["startedAt"] is None:
        return None
    return Result(
        exit_code=it["exitCode"],
        signal=it["signal"],
        timed_out=it["status"] == Status.TIMED_OUT,
        stdout=it["stdout"],
        stderr=it["stderr"],
        stdout_left_out=it.get("stdoutLeftOut", int(it["stdoutTruncated"])),
        stderr_left_out=it.get("stderrLeftOut", int(it["stderrTruncated"])),
        started_at=datetime.fromisoformat(it["startedAt"]),
        duration=timedelta(milliseconds=it["durationMs"]).total_seconds(),
    )


def _path(pointer: str) -> tuple[str, ...]:
    return tuple(pointer.removeprefix("/").split("/")) if pointer != "/" else ()
