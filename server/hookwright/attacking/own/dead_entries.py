"""Entries of a guard's list of files that never match: it stops most others of the same list, and not these."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from msgspec.structs import replace

from hookwright.attacking.forms.dangers import Call
from hookwright.attacking.forms.variants import OF_NAMES, Aim
from hookwright.attacking.own.aims import OWN_PATTERNS
from hookwright.attacking.texts.path_lists import Entry

_READS, _CHANGES = "Read", ("Edit", "Write")
_OF_FILES = ("secrets", "protected", OWN_PATTERNS)
"""The dangers with seeds about files."""
_LEAST_STOPPED = 2
_MOST = 12

Asked = tuple[str, str]
"""The usual name of a tool, and a path."""


def questions(lists: Iterable[Sequence[Entry]], tools: Collection[str]) -> Iterator[Asked]:
    """The calls that tell which entries of the lists match, by each of the tools for files that the guard judges."""
    paths = dict.fromkeys(path for every in lists for it in every for path in it.paths)
    yield from ((does, path) for does in _tried(tools) for path in paths)


def _tried(tools: Collection[str]) -> list[str]:
    """One tool that reads, and one that changes files, of those that the guard judges."""
    changes = [it for it in _CHANGES if it in tools][:1]
    return [_READS, *changes] if _READS in tools else changes


def dead(lists: Iterable[Sequence[Entry]], tools: Collection[str], stopped: Collection[Asked]) -> list[Call]:
    """Calls for the files of dead entries, by each tool that the guard keeps from at least half of a list."""
    found: dict[Asked, Call] = {}
    for entries in lists:
        for does in _tried(tools):
            alive = [it for it in entries if any((does, path) in stopped for path in it.paths)]
            if len(alive) < max(_LEAST_STOPPED, len(entries) / 2):
                continue
            for it in entries:
                if it not in alive:
                    found.setdefault((does, it.paths[0]), _call(it, does))
    return list(found.values())


def _call(entry: Entry, does: str) -> Call:
    why = f"The guard has `{entry.text}` in a list, and stops most others of that list."
    return Call(why, does, entry.paths[0], kind=f"{OF_NAMES}entry {entry.text}", partial=True)


def with_dead(aims: Sequence[Aim], calls: Iterable[Call]) -> tuple[Aim, ...]:
    """The aims, where a seed about files has the calls; the seed is about reading if the call reads."""
    found = list(aims)
    counted = dict[str, int]()
    for call in calls:
        place = _place(found, is_read=call.does == _READS)
        before = counted.setdefault(call.does, 0)
        if place is None or before >= _MOST:
            continue
        index, seed = place
        danger = found[index].danger
        if any((it.does, it.path) == (call.does, call.path) for it in danger.calls):
            continue
        counted[call.does] = before + 1
        found[index] = replace(found[index], danger=replace(danger, calls=(*danger.calls, replace(call, seed=seed))))
    return tuple(found)


def _place(aims: Sequence[Aim], *, is_read: bool) -> tuple[int, str] | None:
    """The index of an aim, and its seed, that a call goes with; None if no aim is about files."""
    every = [(index, it.name) for index, aim in enumerate(aims) if aim.name in _OF_FILES for it in aim.seeds]

    def is_other(it: tuple[int, str]) -> bool:
        return (aims[it[0]].name == "secrets" or it[1].startswith("read ")) != is_read

    return min(every, key=is_other, default=None)
