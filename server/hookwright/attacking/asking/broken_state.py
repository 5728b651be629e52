"""Asks a guard whose own files are broken: a log or a state that it cannot read or write any more.

A guard that writes a log first, and ends with an error where that fails, lets every call pass from then on.  An agent
can break such a file, and so can a full disk or another program.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from hookwright.attacking.asking.circumstances import told
from hookwright.attacking.asking.guard import Guard
from hookwright.attacking.asking.results import Circumstance
from hookwright.engine.dispatch import dispatch
from hookwright.engine.plan import Plan
from hookwright.engine.scratch.changes import State, state_of
from hookwright.engine.scratch.stage import Stage
from hookwright.paths import relative

_BROKEN = ("{", "{}", "null", "")
"""What a file has that was broken: half of an object, and other values than the guard has written."""
_MOST = 2
"""How many of its files are broken."""
_MOST_BYTES = 1 << 20
_ASIDE = ".hookwright-aside"
_COMPILED = "__pycache__"


async def own_state(stage: Stage, stopped: Plan) -> AsyncIterator[Circumstance]:
    """What the guard does with a call that it stops, as it runs on the copy, where a file of its own is broken.

    These are the files that it writes when it is asked.  Each is put back afterwards.
    """
    for shown, path in (await _written(stage, stopped))[:_MOST]:
        name = f"`{shown}`"
        with _instead_of(path, None):
            yield await _asked(stage, stopped, f"{name} cannot be written")
        found = None
        for text in _BROKEN:
            with _instead_of(path, text):
                found = await _asked(stage, stopped, f"{name} has only `{text}`" if text else f"{name} is empty")
            if found.is_fault:
                break
        if found is not None:
            yield found if found.is_fault else replace(found, name=f"{name} is broken")


async def without_helpers(stage: Stage, stopped: Plan, guard: Guard) -> AsyncIterator[Circumstance]:
    """What the guard does with a call that it stops, where a file is missing that its script needs, such as a library.

    Each is put back afterwards.
    """
    for shown in [relative(it, guard.project) for it in guard.helpers][:_MOST]:
        path = os.path.join(stage.layout.project, shown)
        if not _is_plain_file(path):
            continue
        aside = f"{path}{_ASIDE}"
        os.rename(path, aside)
        try:
            found = await _asked(stage, stopped, f"`{shown}` is missing")
        finally:
            os.replace(aside, path)
        yield found


async def _written(stage: Stage, stopped: Plan) -> list[tuple[str, str]]:
    """The files that the hooks write when they are asked about the call: as they are shown, and in the copy."""
    before = await asyncio.to_thread(_states, stage)
    await dispatch(stopped, stage.host)
    return await asyncio.to_thread(_changed, stage, before)


def _states(stage: Stage) -> tuple[State, State]:
    return state_of(stage.layout.project), state_of(stage.layout.home)


def _changed(stage: Stage, before: tuple[State, State]) -> list[tuple[str, str]]:
    found = []
    places = zip(("", "~/"), (stage.layout.project, stage.layout.home), before, _states(stage), strict=True)
    for prefix, folder, old, new in places:
        changed = (it for it in sorted(new) if new[it] != old.get(it) and _COMPILED not in it)
        found += [(f"{prefix}{it}", os.path.join(folder, it)) for it in changed]
    return [(shown, it) for shown, it in found if _is_plain_file(it)]


def _is_plain_file(path: str) -> bool:
    return os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) < _MOST_BYTES


async def _asked(stage: Stage, stopped: Plan, name: str) -> Circumstance:
    outcome = await dispatch(stopped, stage.host)
    return told(name, outcome.folded, outcome.runs, counts=True)


@contextmanager
def _instead_of(path: str, text: str | None) -> Iterator[None]:
    """Has another text in the place of the file for a while; without one, a folder, which nobody can write to."""
    aside = f"{path}{_ASIDE}"
    os.rename(path, aside)
    try:
        if text is None:
            os.mkdir(path)
        else:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        yield
    finally:
        if os.path.isdir(path):
            shutil.rmtree(path, ignore_errors=True)
        os.replace(aside, path)
