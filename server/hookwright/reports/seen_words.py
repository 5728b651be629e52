"""What records of hooks come to, in words: for the command line, the page, and lenses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from hookwright.sessions.summary import CountsJson
from hookwright.wording.phrases import seconds_words

_LONGEST, _LONGEST_SHORT = 160, 60

NOTHING_KNOWN = (
    "The files have no records of these hooks. They did not run, or they ran and left no trace. "
    "`hookwright record on` keeps every event from now on"
)


def unread_words(titles: Sequence[str]) -> str:
    """Which agents are left out because it is unknown what they record; empty if there are none."""
    return f"Not read, because hookwright does not know what they record: {', '.join(titles)}." if titles else ""


def verdict(it: CountsJson, *, now: datetime | None = None) -> str:
    """What went wrong, worst first: "failed in 73 of 73 recorded runs since 12 July: jq: command not found"."""
    of = f"of {count_words(it['runs'], 'recorded run')}"
    parts = []
    if it["failed"]:
        parts.append(f"failed in {it['failed']} {of} since {day_of(it['first'], now)}{_why(it)}")
    if it["timedOut"]:
        parts.append(f"timed out in {it['timedOut']} {of}")
    if it["cancelled"]:
        parts.append(f"cancelled in {it['cancelled']} {of}")
    if it["refused"]:
        reason = first_line(it["lastReason"])
        parts.append(f"refused {count_words(it['refused'], 'time')}" + (f", last with: {reason}" if reason else ""))
    if not parts:
        return f"{count_words(it['runs'], 'recorded run')}, none failed" if it["runs"] else "nothing is recorded"
    return "; ".join(parts)


def short_verdict(it: CountsJson) -> str:
    """The same for a lens, only the worst; empty if nothing is recorded."""
    if not it["runs"]:
        return ""
    if it["failed"] or it["timedOut"]:
        did, count = ("failed", it["failed"]) if it["failed"] >= it["timedOut"] else ("timed out", it["timedOut"])
        why = _why(it, _LONGEST_SHORT) if did == "failed" else ""
        return f"{did} in {count} of {count_words(it['runs'], 'recorded run')}{why}"
    words = count_words(it["runs"], "recorded run")
    return f"{words}, {it['refused']} refused" if it["refused"] else f"{words}, none failed"


def times(it: CountsJson) -> str:
    """How long the runs took, as far as that is recorded."""
    if it["p50Ms"] is None or it["p95Ms"] is None or it["secondsPerSession"] is None:
        return ""
    half, most = seconds_words(it["p50Ms"] / 1000), seconds_words(it["p95Ms"] / 1000)
    return f"half take up to {half}, 95 % up to {most}; {seconds_words(it['secondsPerSession'])} a session"


def span(it: CountsJson, *, now: datetime | None = None) -> str:
    """When the first and the last record are from."""
    if it["first"] is None or it["last"] is None:
        return ""
    first, last = day_of(it["first"], now), day_of(it["last"], now)
    where = f"in {count_words(it['sessions'], 'session')}"
    return f"{first}, {where}" if first == last else f"{first} to {last}, {where}"


def unnamed_words(candidates: Sequence[str]) -> str:
    """Which hooks can be meant by records that name none, given where they are."""
    if not candidates:
        return "the records name no hook, and no current hook fits"
    which = f"only {candidates[0]} fits" if len(candidates) == 1 else f"these fit: {', '.join(candidates)}"
    return f"the records name no hook; of the current hooks, {which}"


def day_of(time: str | None, now: datetime | None = None) -> str:
    """The day of a time in ISO 8601, where the user is: "12 July", with the year unless it is this one."""
    if time is None:
        return ""
    there = datetime.fromisoformat(time).astimezone()
    year = "" if there.year == (now or datetime.now(UTC)).astimezone().year else f" {there.year}"
    return f"{there.day} {there.strftime('%B')}{year}"


def first_line(text: str, longest: int = _LONGEST) -> str:
    """The first line that says something, not longer than a line is read."""
    line = next((it.strip() for it in text.splitlines() if it.strip()), "")
    return line if len(line) <= longest else f"{line[:longest]}…"


def count_words(number: int, one: str) -> str:
    """A number with its noun."""
    return f"{number:,} {one}{'' if number == 1 else 's'}"


def _why(it: CountsJson, longest: int = _LONGEST) -> str:
    said = first_line(it["lastStderr"], longest)
    if said:
        return f": {said}"
    return f", without a word (exit {it['lastExitCode']})" if it["lastExitCode"] is not None else ""
