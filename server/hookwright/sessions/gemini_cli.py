"""What Gemini CLI writes down of hooks.

Measured with 0.61.0, in `tmp/PROJECT/chats/session-….jsonl` below `.gemini`: the refusal of a tool before it ran or
after, in its result, without the hook.  A program that is missing refuses too.  Other failures and time-outs leave no
trace.  The project is given as the SHA-256 of its path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hookwright.sessions.formats import SessionFormat, member, text_of
from hookwright.sessions.records import Ending, RecordedRun, SessionHead, kept_output, moment_of

_SAID = {"Tool execution blocked: ": "BeforeTool", "Tool result blocked: ": "AfterTool"}


def _head(line: dict[str, Any]) -> SessionHead:
    return SessionHead(text_of(line, "sessionId"), text_of(line, "projectHash"))


def _read(lines: Iterable[dict[str, Any]], head: SessionHead, _: str) -> Iterator[RecordedRun]:
    for line in lines:
        calls = member(line, "toolCalls")
        for call in calls if isinstance(calls, list) else ():
            yield from _refusal(call, moment_of(member(call, "timestamp")), head)


def _refusal(call: object, at: float | None, head: SessionHead) -> Iterator[RecordedRun]:
    shown = text_of(call, "resultDisplay")
    for words, event in _SAID.items():
        if at is not None and shown.startswith(words) and text_of(call, "status") == "error":
            yield RecordedRun(
                # A message is written again when more of it is known.
                key=f"{head.session} {text_of(call, 'id')}",
                event=event,
                ending=Ending.REFUSED,
                at=at,
                session=head.session,
                project=head.project,
                target=text_of(call, "name") or None,
                stderr=kept_output(shown.removeprefix(words)),
            )


GEMINI_CLI = SessionFormat(
    dialect="gemini-cli",
    measured="0.61.0",
    folder=".gemini/tmp",
    depth=2,
    name="*.jsonl",
    needles=tuple(f'"{it}'.encode() for it in _SAID),
    read=_read,
    head=_head,
    unknown="Gemini CLI records refusals of tools, without the hook; runs that succeed, fail or time out leave no "
    "trace",
)
