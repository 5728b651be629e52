"""What an agent recorded about hooks, in one form for every agent: one value for each run, or each that had a say."""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum

from msgspec import Struct

from hookwright.engine.journal.cutting import cut
from hookwright.policies.redaction import redact

MOST_TEXT = 2000
"""How many characters of a hook's own output are kept."""

_MOST_COMMAND = 8000


class Ending(StrEnum):
    """How a run ended, as far as the agent says it; its value is what clients get."""

    SUCCEEDED = "succeeded"
    REFUSED = "refused"
    FAILED = "failed"
    TIMED_OUT = "timed-out"
    CANCELLED = "cancelled"


class SessionHead(Struct, frozen=True):
    """What the beginning of a session file says of all its lines; a project may be the SHA-256 of its path."""

    session: str = ""
    project: str = ""


class RecordedRun(Struct, frozen=True, kw_only=True):
    """One record; times in seconds, `at` since 1970.

    `key` is the same for two records of the same run.  The `event` has the agent's own name, `target` is what matchers
    of the event are compared with.  `command` is None if the record names none, and `source` is then the hook file
    if the record names that.  Where a text has the form `[COMMAND]: TEXT`, which a reason can have too, `opening` is
    all of it behind the first bracket; it counts `only_known` where another record counts it if it is a reason.
    """

    key: str
    event: str
    ending: Ending
    at: float
    session: str
    project: str
    target: str | None = None
    command: str | None = None
    opening: str | None = None
    only_known: bool = False
    source: str | None = None
    exit_code: int | None = None
    stderr: str = ""
    duration: float | None = None


def kept_output(text: object) -> str:
    """A hook's own output as it may be kept: its beginning, without secrets."""
    return redact(cut(text, MOST_TEXT)).strip() if isinstance(text, str) else ""


def kept_command(text: object) -> str | None:
    """A command as it may be kept, which is how today's commands are compared with it; None if there is none."""
    return redact(cut(text, _MOST_COMMAND)) if isinstance(text, str) and text else None


def moment_of(text: object) -> float | None:
    """The seconds since 1970 of a time in ISO 8601; None for anything else."""
    try:
        found = datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None
    if found is None:
        return None
    return (found if found.tzinfo is not None else found.replace(tzinfo=UTC)).timestamp()
