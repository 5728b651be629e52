"""What Codex writes down of hooks.

Measured with 0.169.0, in `sessions/YEAR/MONTH/DAY/rollout-….jsonl` below `CODEX_HOME`: the refusal of a tool, in its
result, without the hook; and what a `Stop` hook says that has the agent go on, with the hook file.  Failures, time-outs
and refused prompts leave no trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hookwright.sessions.formats import SessionFormat, member, text_of
from hookwright.sessions.records import Ending, RecordedRun, SessionHead, kept_output, moment_of

_REFUSED, _CALL = "Command blocked by PreToolUse hook: ", ". Command: "


def _head(line: dict[str, Any]) -> SessionHead:
    payload = member(line, "payload")
    return SessionHead(text_of(payload, "id"), text_of(payload, "cwd"))


def _read(lines: Iterable[dict[str, Any]], head: SessionHead, _: str) -> Iterator[RecordedRun]:
    for line in lines:
        payload, at = member(line, "payload"), moment_of(line.get("timestamp"))
        if at is None:
            continue
        if text_of(payload, "type") == "function_call_output":
            yield from _refusal(payload, at, head)
        elif text_of(payload, "item", "type") == "HookPrompt":
            yield from _prompts(payload["item"], at, head)


def _refusal(payload: dict[str, Any], at: float, head: SessionHead) -> Iterator[RecordedRun]:
    said = text_of(payload, "output")
    if not said.startswith(_REFUSED):
        return
    # The call follows, which is none of the hook's output; where its beginning is not sure, nothing is kept.
    reason = said.removeprefix(_REFUSED).split(_CALL)
    yield RecordedRun(
        key=text_of(payload, "id") or f"{head.session} {text_of(payload, 'call_id')}",
        event="PreToolUse",
        ending=Ending.REFUSED,
        at=at,
        session=head.session,
        project=head.project,
        stderr=kept_output(reason[0]) if len(reason) == 2 else "",
    )


def _prompts(item: dict[str, Any], at: float, head: SessionHead) -> Iterator[RecordedRun]:
    fragments = member(item, "fragments")
    for number, it in enumerate(fragments if isinstance(fragments, list) else ()):
        event, _, place = text_of(it, "hookRunId").partition(":")
        source = place.partition(":")[2]
        if event != "stop" or not source:
            continue
        yield RecordedRun(
            key=f"{text_of(item, 'id')} {number}",
            event="Stop",
            ending=Ending.REFUSED,
            at=at,
            session=head.session,
            project=head.project,
            source=source,
            stderr=kept_output(text_of(it, "text")),
        )


CODEX = SessionFormat(
    dialect="codex",
    measured="0.169.0",
    folder=".codex/sessions",
    depth=3,
    name="*.jsonl",
    needles=(b'"Command blocked by PreToolUse hook: ', b'"type":"HookPrompt"'),
    read=_read,
    head=_head,
    unknown="Codex records refusals of tools, without the hook, and `Stop` hooks that have it go on; runs that "
    "succeed, fail or time out leave no trace",
)
