"""What Copilot CLI writes down of hooks.

Measured with 1.0.102, in `session-state/SESSION/events.jsonl` below its configuration folder: a line `hook.start` and
a line `hook.end` for each event, whatever the number of its hooks.  The second says whether all went well; else which
hook file is at fault, the exit code and standard error, or the time-out with the command.  No line names the hook, and
exit 2 after a tool leaves only a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hookwright.patterns import late_pattern
from hookwright.sessions.formats import SessionFormat, member, text_of
from hookwright.sessions.records import Ending, RecordedRun, SessionHead, kept_command, kept_output, moment_of

_FAILED = late_pattern(r"Error: Hook command failed with code (\d{1,3})\s*(?:Stderr: (.*))?", re.DOTALL)
_TIMED_OUT = late_pattern(r"HookTimeoutError: Hook command timed out after \d+ seconds?: (.+)", re.DOTALL)
_DENIED = "Denied by preToolUse hook: "


def _head(line: dict[str, Any]) -> SessionHead:
    return SessionHead(text_of(line, "data", "sessionId"), text_of(line, "data", "context", "cwd"))


class _Begun(Struct, frozen=True):
    """The beginning of an event's hooks: when, and what they were given; `warned` is what was said meanwhile."""

    at: float
    given: Any
    warned: str = ""


def _read(lines: Iterable[dict[str, Any]], head: SessionHead, _: str) -> Iterator[RecordedRun]:
    begun: dict[str, _Begun] = {}
    numbers: dict[str, str] = {}
    for line in lines:
        data, at = member(line, "data"), moment_of(line.get("timestamp"))
        number = text_of(data, "hookInvocationId") or numbers.get(text_of(line, "parentId"), "")
        if at is None or not number:
            continue
        # Each line names the one before it, so that a warning belongs to the event that it comes after.
        numbers[text_of(line, "id")] = number
        match line.get("type"):
            case "hook.start":
                begun[number] = _Begun(at, member(data, "input"))
            case "session.warning" if number in begun:
                begun[number] = replace(begun[number], warned=text_of(data, "message"))
            case "hook.end" if text_of(data, "hookType"):
                yield _ended(data, at, begun.pop(number, None), head)


def _ended(data: dict[str, Any], at: float, begun: _Begun | None, head: SessionHead) -> RecordedRun:
    message, output = text_of(data, "error", "message"), member(data, "output")
    message = message or (begun.warned if begun is not None else "")
    failed, timed_out = _FAILED.match(message), _TIMED_OUT.match(message)
    denied = next((it for it in _texts(output) if it.startswith(_DENIED)), None)
    ending = Ending.SUCCEEDED if data.get("success") is True and not message else Ending.FAILED
    ending = Ending.TIMED_OUT if timed_out else Ending.REFUSED if denied is not None else ending
    said = (failed[2] or "") if failed else "" if timed_out else (denied or message).removeprefix(_DENIED)
    return RecordedRun(
        key=text_of(data, "hookInvocationId"),
        event=text_of(data, "hookType"),
        ending=ending,
        at=at if begun is None else begun.at,
        session=head.session,
        project=head.project,
        target=_target(begun.given) if begun is not None else None,
        command=kept_command(timed_out[1]) if timed_out else None,
        source=text_of(data, "error", "source") or None,
        exit_code=int(failed[1]) if failed else None,
        stderr=kept_output(said),
        duration=None if begun is None else max(0.0, at - begun.at),
    )


def _texts(output: object) -> Iterator[str]:
    yield from (it for it in output.values() if isinstance(it, str)) if isinstance(output, dict) else ()


def _target(given: object) -> str | None:
    """The tool, if there is one; several calls of different tools at once are one event, and tell of none."""
    calls = member(given, "toolCalls")
    names = {text_of(it, "name") for it in calls} if isinstance(calls, list) else {text_of(given, "toolName")}
    return next(iter(names)) or None if len(names) == 1 else None


COPILOT_CLI = SessionFormat(
    dialect="copilot-cli",
    measured="1.0.102",
    folder=".copilot/session-state",
    depth=1,
    name="events.jsonl",
    needles=(b'"type":"hook.start"', b'"type":"hook.end"', b'"warningType":"hook"'),
    read=_read,
    head=_head,
    unknown="Copilot CLI records how the hooks of an event ended together, and names no hook, only the file of one "
    "that failed",
)
