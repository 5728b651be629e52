"""What agents recorded of hooks as lines of text, worst first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime

from hookwright.reports.seen_words import NOTHING_KNOWN, count_words, span, times, unnamed_words, unread_words, verdict
from hookwright.sessions.summary import AgentSeenJson, CountsJson, PlaceJson, SeenJson

_LONGEST = 100


def seen_lines(data: SeenJson, short: Callable[[str], str], *, now: datetime | None = None) -> Iterator[str]:
    """A block for each agent; `short` makes a path readable.  Headings begin without a blank."""
    if not data["agents"]:
        yield f"No agent has recorded anything of hooks in {data['projectDir']}."
    for number, agent in enumerate(data["agents"]):
        yield from ("",) if number else ()
        yield from _agent(agent, short, now)
    if data["unread"]:
        yield from ("", unread_words(data["unread"]))


def _agent(agent: AgentSeenJson, short: Callable[[str], str], now: datetime | None) -> Iterator[str]:
    known = [it for it in agent["hooks"] if it["runs"]]
    yield f"{agent['title']}: {count_words(agent['files'], 'session file')} in {short(agent['folder']) or 'no folder'}"
    for it in known:
        yield ""
        yield f"  {_at(it['place'], short)}  {it['event']} {it['matcher']}  {_cut(it['command'])}"
        yield from _numbers(it, now)
    for event in agent["events"]:
        yield ""
        about = f" {event['target']}" if event["target"] else ""
        yield f"  {event['event']}{about}  {unnamed_words([_at(it, short) for it in event['candidates']])}"
        yield from _numbers(event, now)
    for old in agent["earlier"]:
        yield ""
        now_at = f"recorded for an earlier version of the hook at {_at(old['now'], short)}" if old["now"] else ""
        yield f"  {old['event']}  {_cut(old['command'])}"
        yield f"      {now_at or 'recorded for a hook that is no longer there, or for an earlier version of one'}"
        yield from _numbers(old, now)
    yield from _nothing(agent, short)
    yield ""
    yield f"  {agent['unknown']}."
    if agent["left"]:
        yield f"  {count_words(agent['left'], 'file')} were too much for one time; run this again."


def _numbers(it: CountsJson, now: datetime | None) -> Iterator[str]:
    yield f"      {verdict(it, now=now)}"
    yield from (f"      {line}" for line in (times(it), span(it, now=now)) if line)


def _nothing(agent: AgentSeenJson, short: Callable[[str], str]) -> Iterator[str]:
    meant = [place for it in agent["events"] for place in it["candidates"]]
    silent = [it for it in agent["hooks"] if not it["runs"] and it["place"] not in meant]
    if not silent:
        return
    yield ""
    yield f"  {NOTHING_KNOWN}:"
    for it in silent:
        yield f"      {_at(it['place'], short)}  {it['event']} {it['matcher']}  {_cut(it['command'])}"


def _at(place: PlaceJson, short: Callable[[str], str]) -> str:
    return f"{short(place['source'])}:{place['line']}"


def _cut(command: str) -> str:
    line = " ".join(command.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
