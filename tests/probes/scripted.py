"""What a section's events are, and a world in which commands do what its `results` block says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from tests.probes.case import Case

from hookwright.engine.process import Command, Finished

_EVENT = re.compile(r"(\w+)(?: +([\w.-]+))?(?: +(\{.*\}))?")
_NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Event:
    """One line of an `event` block: `EVENT TOOL {input}` or `EVENT {payload}`."""

    line: str
    name: str
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Script:
    """How commands end, by their text, and the commands that were run."""

    endings: dict[str, Finished]
    seen: list[Command] = field(default_factory=list)

    async def run(self, command: Command, _: Callable[[str, bytes], None] | None = None) -> Finished:
        """Stands in for starting a process; a command that the script does not name succeeds in silence."""
        self.seen.append(command)
        return self.endings.get(command.argv[-1], _finished("exit 0"))


def events(case: Case) -> list[Event]:
    """The events of the section's `event` block, in order."""
    return [_event(it) for it in (case.section.given("event") or "").splitlines() if it.strip()]


def environment(case: Case) -> dict[str, str]:
    """The variables of the section's `environment` block."""
    pairs = (it.partition("=") for it in (case.section.given("environment") or "").splitlines())
    return {name: value for name, _, value in pairs}


def script(case: Case) -> Script:
    """The endings of the section's `results` block: `COMMAND  exit 2  stderr "no"`."""
    lines = (it.strip() for it in (case.section.given("results") or "").splitlines())
    pairs = (re.split(r" {2,}", it, maxsplit=1) for it in lines if it)
    return Script({command: _finished(ending) for command, ending in pairs})


def _event(line: str) -> Event:
    found = _EVENT.fullmatch(line.strip())
    assert found is not None, f"no event: {line!r}"
    values = json.loads(found[3] or "{}")
    return Event(line.strip(), found[1], {"tool_name": found[2], "tool_input": values} if found[2] else values)


def _finished(text: str) -> Finished:
    """An ending such as `exit 2  stdout {"continue": true}  stderr "no"`, `timed out` or `cannot start "why"`."""
    how, streams = re.split(r" {2,}", f"{text}  ", maxsplit=1)
    stdout, stderr = (_stream(it, streams) for it in ("stdout", "stderr"))
    refusal = how.startswith("cannot start")
    return Finished(
        exit_code=int(how.removeprefix("exit ")) if how.startswith("exit ") else None,
        signal=15 if how == "timed out" else None,
        timed_out=how == "timed out",
        start_error=json.loads(how.removeprefix("cannot start")) if refusal else None,
        stdout=stdout,
        stderr=stderr,
        stdout_total=len(stdout),
        stderr_total=len(stderr),
        started_at=_NOW,
        duration=0.01,
    )


def _stream(name: str, text: str) -> bytes:
    """What follows the name: a JSON string as its text, anything else as JSON."""
    found = re.search(rf"(?:^| )\b{name} ", text)
    if found is None:
        return b""
    value, _ = json.JSONDecoder().raw_decode(text, found.end())
    return (value if isinstance(value, str) else json.dumps(value)).encode()
