"""What the records of a project come to: for each hook of the current files, and for what is there no longer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from hookwright.config.workspace import Snapshot
from hookwright.engine.journal.records import moment
from hookwright.host import Host
from hookwright.model.outcome import identity, timestamp
from hookwright.sessions.agents import SILENT, format_of
from hookwright.sessions.attribution import Tie, Tied, TodaysHook, project_names, tied, todays_hooks
from hookwright.sessions.index import Index
from hookwright.sessions.lines import Stopped
from hookwright.sessions.reading import read_new
from hookwright.sessions.records import Ending, RecordedRun
from hookwright.wording.phrases import matcher_text


class PlaceJson(TypedDict):
    """A hook of the current files; its line counts from 1."""

    source: str
    line: int
    pointer: str


class CountsJson(TypedDict):
    """What the records say of runs; `runs` are those that are recorded, times are in ISO 8601.

    The newest failure's exit code and standard error are given without secrets.  Percentiles are None if no record
    has a time.
    """

    runs: int
    refused: int
    failed: int
    timedOut: int
    cancelled: int
    sessions: int
    lastStderr: str
    lastExitCode: int | None
    lastReason: str
    p50Ms: float | None
    p95Ms: float | None
    secondsPerSession: float | None
    first: str | None
    last: str | None


class HookSeenJson(CountsJson):
    """A hook of the current files, with the records that name its command."""

    place: PlaceJson
    id: str
    event: str
    matcher: str
    command: str


class EarlierSeenJson(CountsJson):
    """A command that is in no current file; `now` is the hook that seems to have taken its place."""

    event: str
    command: str
    now: PlaceJson | None


class EventSeenJson(CountsJson):
    """Records that name no hook, of an event and what it was about.

    Any of the `candidates`, which are of the current files, can be meant, or one that is there no longer.
    """

    event: str
    target: str | None
    candidates: list[PlaceJson]


class DayJson(TypedDict):
    """How many records an agent has of a day, which is one in UTC; `failed` counts time-outs, too."""

    day: str
    runs: int
    refused: int
    failed: int


class AgentSeenJson(TypedDict):
    """What is known of one agent; `unknown` says what its records cannot tell, `measured` which version was looked at.

    `folder` is where its session files are, `files` their number; `left` were too much for one time.
    """

    dialect: str
    title: str
    measured: str
    unknown: str
    folder: str
    files: int
    left: int
    hooks: list[HookSeenJson]
    earlier: list[EarlierSeenJson]
    events: list[EventSeenJson]
    days: list[DayJson]


class SeenJson(TypedDict):
    """What agents recorded of the hooks of a project, since a time where one was given.

    `unread` are the names of agents that have hooks there, and of which it is not known what they record.
    """

    projectDir: str
    since: str | None
    agents: list[AgentSeenJson]
    unread: list[str]


def seen(
    project: str,
    snapshots: Sequence[Snapshot],
    host: Host,
    index: Index,
    *,
    since: float | None = None,
    stopped: Stopped = lambda: False,
) -> SeenJson:
    """Reads what is new until it is `stopped`, and sums up what is known of the project's hooks."""
    return {
        "projectDir": project,
        "since": None if since is None else timestamp(moment(since)),
        "agents": [_agent(project, it, host, index, since or 0.0, stopped) for it in snapshots if _is_known(it)],
        "unread": [it.dialect.title for it in snapshots if it.hooks and not _is_known(it)],
    }


def _is_known(snapshot: Snapshot) -> bool:
    return format_of(snapshot.dialect.id) is not None or snapshot.dialect.id in SILENT


def _agent(project: str, snapshot: Snapshot, host: Host, index: Index, since: float, stopped: Stopped) -> AgentSeenJson:
    dialect, form = snapshot.dialect, format_of(snapshot.dialect.id)
    looked = read_new(form, host, index, since=since, stopped=stopped) if form is not None else None
    runs = list(index.runs(dialect.id, project_names(project), since)) if form is not None else []
    hooks = todays_hooks(snapshot)
    found = list(tied(runs, dialect, hooks))
    named: dict[TodaysHook, list[RecordedRun]] = {it: [] for it in hooks}
    for it in found:
        if it.tie is Tie.NAMED:
            named[it.hooks[0]].append(it.run)
    return {
        "dialect": dialect.id,
        "title": dialect.title,
        "measured": form.measured if form is not None else "",
        "unknown": form.unknown if form is not None else SILENT[dialect.id],
        "folder": looked.folder if looked is not None else "",
        "files": looked.files if looked is not None else 0,
        "left": looked.left if looked is not None else 0,
        "hooks": sorted((_hook(it, them) for it, them in named.items()), key=_how_bad),
        "earlier": sorted(_earlier(found), key=_how_bad),
        "events": sorted(_events(found), key=_how_bad),
        "days": _days(it.run for it in found),
    }


def _hook(hook: TodaysHook, runs: Sequence[RecordedRun]) -> HookSeenJson:
    named = identity(hook.hook)
    return {
        "place": _place(hook),
        "id": named.id,
        "event": hook.hook.event,
        "matcher": matcher_text(hook.hook.matcher),
        "command": hook.command,
        **_counts(runs),
    }


def _earlier(found: Iterable[Tied]) -> Iterable[EarlierSeenJson]:
    groups: dict[tuple[str, str], list[Tied]] = {}
    for it in found:
        if it.tie is Tie.EARLIER:
            groups.setdefault((it.run.event, it.run.command or ""), []).append(it)
    for (event, command), them in groups.items():
        now = next((_place(hook) for it in them for hook in it.hooks), None)
        yield {"event": event, "command": command, "now": now, **_counts([it.run for it in them])}


def _events(found: Iterable[Tied]) -> Iterable[EventSeenJson]:
    groups: dict[tuple[str, str | None, tuple[TodaysHook, ...]], list[Tied]] = {}
    for it in found:
        if it.tie is Tie.UNNAMED:
            groups.setdefault((it.run.event, it.run.target, it.hooks), []).append(it)
    for (event, target, could), them in groups.items():
        yield {
            "event": event,
            "target": target,
            "candidates": [_place(it) for it in could],
            **_counts([it.run for it in them]),
        }


def _days(runs: Iterable[RecordedRun]) -> list[DayJson]:
    """The days that have records, in their order."""
    found: dict[str, DayJson] = {}
    for it in runs:
        day = moment(it.at).date().isoformat()
        counts = found.setdefault(day, {"day": day, "runs": 0, "refused": 0, "failed": 0})
        counts["runs"] += 1
        counts["refused"] += it.ending is Ending.REFUSED
        counts["failed"] += it.ending in (Ending.FAILED, Ending.TIMED_OUT)
    return [found[it] for it in sorted(found)]


def _place(hook: TodaysHook) -> PlaceJson:
    return {"source": hook.hook.source, "line": hook.line, "pointer": identity(hook.hook).pointer}


def _counts(runs: Sequence[RecordedRun]) -> CountsJson:
    """Of records in the order of time."""
    endings = [it.ending for it in runs]
    took = sorted(it.duration for it in runs if it.duration is not None)
    timed = {it.session for it in runs if it.duration is not None}
    broken = next((it for it in reversed(runs) if it.ending is Ending.FAILED), None)
    refusal = next((it for it in reversed(runs) if it.ending is Ending.REFUSED), None)
    return {
        "runs": len(runs),
        "refused": endings.count(Ending.REFUSED),
        "failed": endings.count(Ending.FAILED),
        "timedOut": endings.count(Ending.TIMED_OUT),
        "cancelled": endings.count(Ending.CANCELLED),
        "sessions": len({it.session for it in runs}),
        "lastStderr": broken.stderr if broken is not None else "",
        "lastExitCode": broken.exit_code if broken is not None else None,
        "lastReason": refusal.stderr if refusal is not None else "",
        "p50Ms": _percentile(took, 50),
        "p95Ms": _percentile(took, 95),
        "secondsPerSession": round(sum(took) / len(timed), 3) if timed else None,
        "first": timestamp(moment(runs[0].at)) if runs else None,
        "last": timestamp(moment(runs[-1].at)) if runs else None,
    }


def _percentile(took: Sequence[float], percent: int) -> float | None:
    """The smallest time, in milliseconds, that this share of the runs did not exceed."""
    return round(took[-(-percent * len(took) // 100) - 1] * 1000, 3) if took else None


def _how_bad(it: CountsJson) -> tuple[int, int, float]:
    return -(it["failed"] + it["timedOut"]), -it["refused"], -(it["secondsPerSession"] or 0.0)
