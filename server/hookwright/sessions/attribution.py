"""Which hook of the current files a record is about, and which records are about none that is there now."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from hookwright.config.recorder import recorder_in
from hookwright.config.workspace import Snapshot
from hookwright.engine.selection import select
from hookwright.model.dialect import Dialect
from hookwright.model.hook import Hook
from hookwright.patterns import late_pattern
from hookwright.sessions.records import RecordedRun, kept_command, kept_output

_SILENT = "No stderr output"
_SHELL = late_pattern(r"[/$;|&<>\"'=\\]|\.\w+\b")
_BETWEEN_NAMES = late_pattern(r"[^\w.-]+")


class Tie(StrEnum):
    """How a record belongs to current hooks; its value is what clients get.

    `NAMED`: it names the command of one.  `UNNAMED`: it names none, and any of them can be meant, or one that is there
    no longer.  `EARLIER`: its command is in no current file; a hook is that which seems to have taken its place.
    """

    NAMED = "named"
    UNNAMED = "unnamed"
    EARLIER = "earlier"


class TodaysHook(Struct, frozen=True, eq=False):
    """A hook as it is configured now, its line from 1, and its command as records of the agent have it."""

    hook: Hook
    line: int
    command: str


class Tied(Struct, frozen=True):
    """A record with its command, if that is known, and the current hooks that it belongs to."""

    run: RecordedRun
    tie: Tie
    hooks: tuple[TodaysHook, ...]


def todays_hooks(snapshot: Snapshot) -> tuple[TodaysHook, ...]:
    """The hooks of all files that apply now, in their order, without those that record payloads for hookwright."""
    lines = {
        (file.path, view.route): file.tree.lines.place(view.node.span.start)[0] + 1
        for file in snapshot.files
        for _, view in file.hooks
    }
    return tuple(
        TodaysHook(it, lines.get((it.source, it.route), 1), as_recorded(snapshot.dialect, it))
        for it in snapshot.hooks
        if recorder_in(it.body) is None
    )


def as_recorded(dialect: Dialect, hook: Hook) -> str:
    """The command of a hook as records of its agent have it: with its arguments, and without secrets."""
    words = (hook.body, *(dialect.running.arguments(hook.values) or ()))
    return kept_command(" ".join(words)) or ""


def project_names(project: str) -> tuple[str, ...]:
    """What records may call a project: its path as given and as the system has it, and digests of these."""
    paths = dict.fromkeys((os.path.abspath(project), os.path.realpath(project)))
    return (*paths, *(sha256(it.encode(errors="surrogateescape")).hexdigest() for it in paths))


def tied(runs: Sequence[RecordedRun], dialect: Dialect, hooks: Sequence[TodaysHook]) -> Iterator[Tied]:
    """Each record with its hooks, in their order; a record that another one tells of as well is left out."""
    commands = _commands(runs, dialect, hooks)
    of_events: dict[str, list[TodaysHook]] = {}
    for recorded in runs:
        run = _opened(recorded, commands.get(_moment(dialect, recorded.event), ()))
        if run is None:
            continue
        if run.event not in of_events:
            of_events[run.event] = [it for it in hooks if _is_of_event(dialect, it.hook, run.event)]
        own = of_events[run.event]
        if run.command is None:
            could = tuple(_that_match(dialect, run, _of_source(own, run)))
            yield Tied(run, Tie.UNNAMED, could)
            continue
        same = [it for it in own if it.command == run.command]
        if not same and recorder_in(run.command) is not None:
            continue
        if not same:
            yield Tied(run, Tie.EARLIER, tuple(_successors(run.command, own)))
            continue
        # Of equal commands an agent runs one.
        yield Tied(run, Tie.NAMED, tuple(_that_match(dialect, run, same) if len(same) > 1 else same)[:1] or (same[0],))


def _moment(dialect: Dialect, event: str) -> str:
    row = dialect.event(event)
    return row.name if row is not None else event


def _is_of_event(dialect: Dialect, hook: Hook, event: str) -> bool:
    row = dialect.event(event)
    return hook.event == event or (row is not None and hook.event in {it.name for it in dialect.spellings(row)})


def _commands(runs: Iterable[RecordedRun], dialect: Dialect, hooks: Iterable[TodaysHook]) -> dict[str, tuple[str, ...]]:
    """The commands of each event that are known from files or from records, the longest first."""
    found: dict[str, set[str]] = {}
    for hook in hooks:
        row = dialect.event(hook.hook.event)
        for name in {hook.hook.event, *((it.name for it in dialect.spellings(row)) if row is not None else ())}:
            found.setdefault(_moment(dialect, name), set()).add(hook.command)
    for run in runs:
        if run.command:
            found.setdefault(_moment(dialect, run.event), set()).add(run.command)
    return {event: tuple(sorted(filter(None, known), key=len, reverse=True)) for event, known in found.items()}


def _opened(run: RecordedRun, commands: Sequence[str]) -> RecordedRun | None:
    """The record with the command that its text begins with; None if that is what another record tells."""
    if run.opening is None:
        return run
    named = next((it for it in commands if run.opening.startswith(f"{it}]: ")), None)
    if named is None:
        first, bracket, rest = run.opening.partition("]: ")
        if run.only_known:
            return None
        if not bracket or (_SHELL.search(first) is None and rest != _SILENT):
            # A reason may begin with a name in brackets; the agent's own words come behind a command only.
            return replace(run, opening=None, stderr=kept_output(f"[{run.opening}"))
        named = first
    said = kept_output(run.opening[len(named) + 3 :])
    return replace(run, opening=None, command=named, exit_code=2, stderr="" if said == _SILENT else said)


def _of_source(hooks: Sequence[TodaysHook], run: RecordedRun) -> Sequence[TodaysHook]:
    """The hooks of the file that the record names, which may be a path from the project on."""
    if run.source is None:
        return hooks
    path = os.path.normpath(os.path.join(run.project, run.source))
    return [it for it in hooks if os.path.normpath(it.hook.source) == path]


def _that_match(dialect: Dialect, run: RecordedRun, hooks: Sequence[TodaysHook]) -> Iterator[TodaysHook]:
    """The hooks whose matchers match what the event was about; all, if that is not known."""
    row = dialect.event(run.event)
    for it in hooks:
        if row is None or run.target is None or select(dialect, row, (it.hook,), run.target).matched:
            yield it


def _successors(command: str, hooks: Sequence[TodaysHook]) -> Iterator[TodaysHook]:
    """The one hook of the event whose command names a file that this one names, too."""
    names = _file_names(command)
    found = [it for it in hooks if names & _file_names(it.command)]
    if len(found) == 1:
        yield found[0]


def _file_names(command: str) -> set[str]:
    """The words of a command that have an ending."""
    return {it for it in _BETWEEN_NAMES.split(command) if "." in it.strip(".-")}
